"""Standings, prizes and money; the log; parties of the past."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from whistclub.club.access import SignedInRequest, for_organiser
from whistclub.club.forms import RemarkForm
from whistclub.club.queries import Club, remark_text
from whistclub.party import log as logs
from whistclub.party.access import Party, for_organiser_of_party, say
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.desk.pages import organiser_page, to
from whistclub.party.money import pot_of
from whistclub.party.parties import past_parties
from whistclub.party.standings import payment_lines, standings_of
from whistclub.web.errors import Refused


class PrizeForm(forms.Form):
    title = forms.CharField(max_length=60)
    number = forms.IntegerField(required=False)


@for_organiser_of_party
@require_safe
def standings(request: SignedInRequest, party: Party) -> HttpResponse:
    return _standings_page(request, party)


@for_organiser_of_party
@require_POST
def write_remark(request: SignedInRequest, party: Party) -> HttpResponse:
    """Write a remark on the party, or remove it; if it is refused, what was typed stays."""
    form = RemarkForm(request.POST)
    if not form.is_valid():
        return _standings_page(request, party, form, status=422)
    typed = form.cleaned_data
    party_lifecycle.change_remark(party, typed["remark"], for_all=typed["for_all"], by=request.user, at=timezone.now())
    if party.entry:
        say(request, party, "Remark saved." if typed["remark"] else "Remark removed.")
    return to("standings", party)


def _standings_page(
    request: SignedInRequest, party: Party, remark_form: RemarkForm | None = None, status: int = 200
) -> HttpResponse:
    found = standings_of(party)
    remark = remark_text(party, party.club_id)
    context = {
        "standings": found,
        "payments": payment_lines(found.state),
        "pot": pot_of(found),
        "remark": remark,
        "remark_form": remark_form or RemarkForm(initial={"remark": remark, "for_all": party.remark_for_all}),
    }
    return organiser_page(request, party, "standings", tab="standings", status=status, **context)


@for_organiser_of_party
@require_POST
def award_prize(request: SignedInRequest, party: Party) -> HttpResponse:
    form = PrizeForm(request.POST)
    if form.is_valid():
        prize = form.cleaned_data
        try:
            winner = party_lifecycle.give_prize(party, **prize, by=request.user, at=timezone.now())
        except Refused as refusal:
            messages.error(request, refusal.sentence)
        else:
            sentence = "{title}: awarded to {name}." if winner else "{title}: not awarded yet."
            say(request, party, sentence.format(title=prize["title"], name=winner))
    else:
        messages.error(request, "The prize was not awarded: choose a winner and try again.")
    return to("standings", party)


@for_organiser_of_party
@require_safe
def log(request: SignedInRequest, party: Party) -> HttpResponse:
    return organiser_page(request, party, "log", tab="log", page=logs.log(party, request.GET.get("page")))


@for_organiser
@require_safe
def archive(request: SignedInRequest, club: Club) -> HttpResponse:
    """Finished parties."""
    page = past_parties(club, request.GET.get("page"))
    return render(request, "party/desk/archive.html", {"club": club, "page": page, "here": "history"})

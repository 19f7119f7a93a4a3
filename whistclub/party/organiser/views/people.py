"""Check-in: who is here, who plays with whom, who leaves."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect, reswap, retarget

from whistclub.club.access import SignedInRequest
from whistclub.club.queries import known_names
from whistclub.party.access import Party, for_organiser_of_party
from whistclub.party.actions import people as actions
from whistclub.party.actions.refusals import StillPlaying
from whistclub.party.organiser.forms import CheckForm, LeaveForm, PairRestForm, PeopleForm, SwapForm
from whistclub.party.organiser.queries import people as queries
from whistclub.party.organiser.views.responses import button, organiser_page, to
from whistclub.play.actions.refusals import StalePage
from whistclub.web.errors import ActionRefused, attempt, error_page, posted_only

split_pair = button(actions.split_pair, back_to="people")


@for_organiser_of_party
@require_safe
def people(request: SignedInRequest, party: Party) -> HttpResponse:
    form = PairRestForm({"undo": request.GET.get("paired", "")})
    return people_page(request, party, paired=form.cleaned_data["undo"] if form.is_valid() else None)


def people_page(request: SignedInRequest, party: Party, **context: Any) -> HttpResponse:
    return organiser_page(request, party, "people", tab="people", page=queries.people(party), **context)


@for_organiser_of_party
@posted_only
def add(request: SignedInRequest, party: Party) -> HttpResponse:
    """People by name, new ones too."""
    form = PeopleForm(request.POST)
    if not form.is_valid():
        sentence = form.errors["names"][0]
        typed = request.POST.get("names", "")
        kept = {"typed_many": typed} if "\n" in typed else {"typed": typed}
        return people_page(request, party, sentence=sentence, status=422, **kept)
    names = form.cleaned_data["names"]
    known = known_names(party.club)
    new = [name for name in names if name.casefold() not in known]
    if attempt(request, lambda: actions.check_in(party, names, by=request.user, at=timezone.now())):
        first = known.get(names[0].casefold())
        sentence = _("{name} is here.").format(name=first.name if first else names[0])
        if len(names) > 1:
            sentence = ngettext("{n} is here.", "{n} are here.", len(names)).format(n=len(names))
        if new:
            sentence += " " + _("New on the roster: {names}.").format(names=", ".join(new))
        messages.success(request, sentence)
    return to("people", party)


@for_organiser_of_party
@posted_only
def check(request: SignedInRequest, party: Party) -> HttpResponse:
    """A tap on a row checks a person in or out; repeating it changes nothing. htmx gets the row and the count."""
    form = CheckForm(request.POST)
    row = queries.people(party).row(form.player) if form.is_valid() else None
    if row is None:
        return _next_to_list(
            request, error_page(request, 404, _("Not on the roster"), _("This person is not on the club’s roster."))
        )
    try:
        if form.is_here:
            actions.check_in(party, [row.player.name], by=request.user, at=timezone.now())
        elif row.entrant and row.is_here:
            actions.check_out(party, row.entrant.pk, by=request.user, at=timezone.now())
    except StillPlaying:
        assert row.entrant is not None
        where = reverse("party:leave", args=[party.club.slug, party.code, row.entrant.pk])
        return HttpResponseClientRedirect(where) if request.htmx else redirect(where)
    except ActionRefused as refusal:
        return _next_to_list(request, error_page(request, refusal.status, _("Not changed"), refusal.sentence))
    if not request.htmx:
        return to("people", party)
    page = queries.people(party)
    return organiser_page(request, party, "_checked", tab="people", page=page, row=page.row(row.player.pk))


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: SignedInRequest, party: Party, entrant: int) -> HttpResponse:
    """A person who is playing leaves: when, and who takes over."""
    page = queries.leaving(party, entrant)
    if page is None:
        return to("people", party)
    form = LeaveForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            if data["how"] == "after":
                actions.check_out(party, entrant, after_round=True, by=request.user, at=timezone.now())
            else:
                substitute = data["substitute"] if data["how"] == "substitute" else None
                if data["how"] == "substitute" and substitute is None:
                    form.add_error("substitute", _("Choose who takes over."))
                    return organiser_page(request, party, "leave", tab="people", page=page, form=form, status=422)
                done = actions.leave_now(party, entrant, substitute=substitute, by=request.user, at=timezone.now())
                messages.success(request, done)
        except ActionRefused as refusal:
            form.add_error(None, refusal.sentence)
            return organiser_page(request, party, "leave", tab="people", page=page, form=form, status=refusal.status)
        return to("console", party)
    status = 422 if form.is_bound else 200
    return organiser_page(request, party, "leave", tab="people", page=page, form=form, status=status)


@for_organiser_of_party
@posted_only
def pair_up(request: SignedInRequest, party: Party) -> HttpResponse:
    """Make two people partners."""
    keys = [row.entrant.pk for row in queries.people(party).rows if row.entrant and row.is_here]
    form = SwapForm(keys, request.POST)
    if not form.is_valid():
        return people_page(request, party, sentence=_("Tap the two people who are partners."), status=422)
    attempt(request, lambda: actions.pair_up(party, *form.cleaned_data["who"], by=request.user, at=timezone.now()))
    return to("people", party)


@for_organiser_of_party
@posted_only
def pair_rest(request: SignedInRequest, party: Party) -> HttpResponse:
    """Make partners of all who have none; or undo that, with the number that the page got for it."""
    form = PairRestForm(request.POST)
    if not form.is_valid():
        return people_page(request, party, sentence=StalePage().sentence, status=409)
    by, at = request.user, timezone.now()
    undo = form.cleaned_data["undo"]
    if undo:
        attempt(request, lambda: actions.separate_pairs(party, undo, by=by, at=at))
        return to("people", party)
    made: list[int] = []
    if not attempt(request, lambda: made.append(actions.pair_rest(party, by=by, at=at))):
        return to("people", party)
    here = reverse("party:people", args=[party.club.slug, party.code])
    return redirect(f"{here}?paired={made[0]}#pairs")


@for_organiser_of_party
@posted_only
def share_chairs(request: SignedInRequest, party: Party) -> HttpResponse:
    """A person without a partner takes turns with a pair."""
    form = SwapForm([entrant.pk for entrant in queries.people(party).state.present], request.POST)
    if not form.is_valid():
        return people_page(request, party, sentence=_("Choose a pair."), status=422)
    single, partner = form.cleaned_data["who"]
    attempt(request, lambda: actions.share_chairs(party, single, partner, by=request.user, at=timezone.now()))
    return to("people", party)


def _next_to_list(request: SignedInRequest, response: HttpResponse) -> HttpResponse:
    """Show a refusal next to the list, because a tap only swaps rows."""
    return reswap(retarget(response, "#refusal"), "innerHTML") if request.htmx else response

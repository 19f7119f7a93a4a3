"""Set a party up, change its settings, rehearse it, remove it."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from whistclub.club.access import SignedInRequest, for_organiser
from whistclub.club.queries import Club
from whistclub.party.access import Party, for_organiser_of_party, say
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import rehearsal, setup
from whistclub.party.actions.other_day import move_party
from whistclub.party.movements import movement_name
from whistclub.party.organiser.forms import MovementForm, OfferForm
from whistclub.party.organiser.queries import planning
from whistclub.party.organiser.setup_form import SetupForm, proposed, settings_of
from whistclub.party.organiser.views.responses import button, organiser_page, to
from whistclub.party.queries.parties import began_at, last_party, people_of, people_present
from whistclub.play.organiser.forms import InclusionForm, OtherDayForm
from whistclub.play.queries import proposed_rules
from whistclub.play.refusals import refused
from whistclub.rules.queries import choices
from whistclub.rules.summary import DEFAULT_PRESET, RulesSummary, card_of
from whistclub.web.errors import Refused, attempt, error_page
from whistclub.web.formatting import format_date, format_weekday

renew_codes = button(
    party_lifecycle.renew_codes,
    back_to="settings",
    done="New codes made. Print the table cards again.",
)


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def set_up(request: SignedInRequest, club: Club) -> HttpResponse:
    """A new party, with the settings of the last one or (`?new`) from scratch."""
    name = format_weekday(timezone.localtime())
    before = None if "new" in request.GET else last_party(club)
    cards = choices(club)
    initial = {**settings_of(before), "name": name} if before else proposed(name, proposed_rules(club, cards))
    initial |= {"people": people_of(before)} if before else {}
    form = SetupForm(cards, request.POST or None, initial=initial)
    if initial["preset"] not in form.cards:
        form.initial["preset"] = DEFAULT_PRESET
    if form.is_valid():
        party = setup.set_up(club, form.setup(), by=request.user, at=timezone.now())
        return to("people", party)
    context = {"club": club, "before": before, **_form_context(form)}
    return render(request, "party/organiser/set_up.html", context, status=422 if form.is_bound else 200)


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: SignedInRequest, party: Party) -> HttpResponse:
    people = people_present(party) if party.state == "gathering" else None
    form = SetupForm(_cards(party), request.POST or None, initial={**settings_of(party), "people": people})
    if form.is_valid():
        setup.change_setup(party, form.setup(), by=request.user, at=timezone.now())
        say(request, party, "Settings saved. Games that have started keep their rules.")
        return to("console", party)
    return _settings_page(request, party, form, status=422 if form.is_bound else 200)


def _settings_page(
    request: SignedInRequest, party: Party, form: SetupForm, other_day: OtherDayForm | None = None, *, status: int
) -> HttpResponse:
    if other_day is None and (began := began_at(party)):
        other_day = OtherDayForm(party.club, began)
    context = {"other_day": other_day, **_form_context(form)}
    return organiser_page(request, party, "settings", tab="settings", status=status, **context)


@for_organiser
@require_safe
def movement_offer(request: SignedInRequest, club: Club) -> HttpResponse:
    """The movements of the set-up form again, for other numbers of people or rounds."""
    form = OfferForm(request.GET)
    form.is_valid()
    context = {"club": club, "offer": _offer(form.cleaned_data)}
    return render(request, "party/organiser/_movement_offer.html", context)


@for_organiser_of_party
@require_POST
def use_movement(request: SignedInRequest, party: Party) -> HttpResponse:
    """Change the movement in one tap."""
    form = MovementForm(request.POST)
    if not form.is_valid():
        refusal = refused("page_is_old")
        return error_page(request, refusal.status, "Nothing was changed", refusal.sentence)
    key = form.cleaned_data["movement"]
    done = f"Tonight: {movement_name(key)}. You can change this in the settings."
    if attempt(request, lambda: setup.change_setup(party, {"movement": key}, by=request.user, at=timezone.now())):
        say(request, party, done)
    return to(form.cleaned_data["back"], party)


@for_organiser_of_party
@require_POST
def other_day(request: SignedInRequest, party: Party) -> HttpResponse:
    """Let the party have been on another day."""
    began = began_at(party)
    form = OtherDayForm(party.club, began or timezone.now(), request.POST)
    if form.is_valid():
        day = form.cleaned_data["day"]
        try:
            move_party(party, day, by=request.user, at=timezone.now())
        except Refused as refusal:
            if refusal.code == "impossible_day":
                form.add_error("day", refusal.sentence)
                return _settings_page(
                    request, party, SetupForm(_cards(party), initial=settings_of(party)), form, status=422
                )
            messages.error(request, refusal.sentence)
            return to("settings", party)
        else:
            say(request, party, f"It was played on {format_date(day)}.")
            return to("settings", party)
    return _settings_page(request, party, SetupForm(_cards(party), initial=settings_of(party)), form, status=422)


@for_organiser_of_party
@require_POST
def rehearse(request: SignedInRequest, party: Party) -> HttpResponse:
    made = []
    attempt(request, lambda: made.append(rehearsal.rehearse(party, by=request.user, at=timezone.now())))
    return to("console", made[0] if made else party)


@for_organiser_of_party
@require_POST
def remove_rehearsal(request: SignedInRequest, party: Party) -> HttpResponse:
    real = party
    if party.is_rehearsal:
        real = rehearsal.remove_rehearsal(party)
        messages.success(request, "The rehearsal and all its made-up results are deleted.")
    return to("console", real)


@for_organiser_of_party
@require_POST
def set_statistics(request: SignedInRequest, party: Party) -> HttpResponse:
    """Exclude a party and its games from statistics, or include them again."""
    form = InclusionForm(request.POST)
    if not form.is_valid():
        refusal = refused("page_is_old")
        return error_page(request, refusal.status, "Nothing was changed", refusal.sentence)
    excluded = not form.cleaned_data["counts"]
    done = "The party and its games are included in statistics again."
    if excluded:
        done = "The party and its games are excluded from statistics. Nothing is deleted."
    by, at = request.user, timezone.now()
    if attempt(request, lambda: party_lifecycle.set_excluded(party, excluded=excluded, by=by, at=at)):
        say(request, party, done)
    return to("settings", party)


def _cards(party: Party) -> list[RulesSummary]:
    """The rules the club can choose from, and the party's own even if they were deleted since."""
    cards = choices(party.club)
    if not party.rules_name or any(card.key == party.rules_key for card in cards):
        return cards
    own = card_of(party.preset, party.rules, party.rules_name, party.club.currency)
    return [replace(own, key=party.rules_key), *cards]


def _form_context(form: SetupForm) -> dict[str, Any]:
    numbers = OfferForm({name: form[name].value() for name in OfferForm.base_fields})
    numbers.is_valid()
    return {
        "form": form,
        "here": "tonight",
        "presets": list(form.cards.values()),
        "offer": _offer(numbers.cleaned_data),
    }


def _offer(known: dict[str, Any]) -> planning.Offer:
    return planning.offer(known.get("people"), known.get("planned_rounds"), known.get("movement", ""))

"""The invitation of a party: day, time, place, and who is coming."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from whistclub.club.access import SignedInRequest
from whistclub.club.name_words import PAIR
from whistclub.club.queries import known_names
from whistclub.party.access import Party, for_organiser_of_party, say
from whistclub.party.actions import expected as actions
from whistclub.party.organiser.forms import PeopleForm, first_error
from whistclub.party.organiser.invitation_form import ExpectedForm, InvitationForm, invitation_values
from whistclub.party.organiser.queries.typed_people import typed_people
from whistclub.party.organiser.views.responses import button, organiser_page, to
from whistclub.party.queries.expected import expected, expected_rows, named_now, usual_invitation
from whistclub.party.queries.listed_names import removed_last
from whistclub.party.queries.parties import public_path
from whistclub.party.refusals import StalePartyState
from whistclub.web.errors import attempt
from whistclub.web.qr import address_for_phones, qr_svg

take_place_back = button(actions.take_place_back, back_to="invitation")


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: SignedInRequest, party: Party) -> HttpResponse:
    form = InvitationForm(request.POST or None, initial=invitation_values(party.invitation, usual_invitation(party)))
    if form.is_valid():
        invited = form.invitation()
        if attempt(request, lambda: actions.change_invitation(party, invited, by=request.user, at=timezone.now())):
            say(request, party, "Saved. The party page shows it." if invited.when else "Saved. Nobody is invited.")
        return to("invitation", party)
    return _page(request, party, form=form, status=422 if form.is_bound else 200)


@for_organiser_of_party
@require_POST
def add_expected(request: SignedInRequest, party: Party) -> HttpResponse:
    """People who told the organiser that they are coming, by name.

    A list that does not have all of them in these words is shown first as it is understood; so is any where the button
    says so.
    """
    form = PeopleForm(request.POST)
    typed = typed_people(party, form.cleaned_data["names"], form.readings_chosen) if form.is_valid() else None
    refusal = typed.refusal if typed else first_error(form)
    if typed is None or refusal:
        return _page(request, party, refusal=refusal, typed=_typed(request), status=422)
    if (form.cleaned_data["shown_first"] or typed.is_unclear) and not form.is_sure:
        return _page(request, party, preview=typed, typed=_typed(request))
    lines = [[each.name for each in entry] for entry in typed.entries]
    added: list[int] = []

    def add() -> None:
        done = actions.add_expected(party, lines, by=request.user, at=timezone.now())
        added.extend(each.pk for each in done)

    if not attempt(request, add):
        return to("invitation", party)
    couples = expected(party).couples
    for line in lines:
        both = frozenset(name.casefold() for name in line)
        if len(both) == PAIR and both not in couples:
            text = "{names} are not listed as partners: one of them is coming with someone else."
            messages.error(request, text.format(names=" & ".join(line)))
    here = reverse("party:invitation", args=[party.club.slug, party.code])
    return redirect(f"{here}?added={'+'.join(map(str, added)) or '0'}#expected")


@for_organiser_of_party
@require_POST
def remove_expected(request: SignedInRequest, party: Party) -> HttpResponse:
    return _change(request, party, actions.remove_expected)


@for_organiser_of_party
@require_POST
def put_back_expected(request: SignedInRequest, party: Party) -> HttpResponse:
    return _change(request, party, actions.put_back_expected)


@for_organiser_of_party
@require_POST
def give_place(request: SignedInRequest, party: Party, key: int) -> HttpResponse:
    """Somebody who waits gets the place that is too small for those before them; the page offers to take it back."""
    if not attempt(request, lambda: actions.give_place(party, key, by=request.user, at=timezone.now())):
        return to("invitation", party)
    here = reverse("party:invitation", args=[party.club.slug, party.code])
    return redirect(f"{here}?placed={key}#expected")


def _typed(request: SignedInRequest) -> str:
    return "\n".join(request.POST.getlist("names")).strip()


def _change(request: SignedInRequest, party: Party, action: Callable[..., None]) -> HttpResponse:
    form = ExpectedForm(request.POST)
    if not form.is_valid():
        return _page(request, party, refusal=StalePartyState().sentence, status=422)
    attempt(request, lambda: action(party, form.cleaned_data["keys"], by=request.user, at=timezone.now()))
    return to("invitation", party)


def _page(
    request: SignedInRequest, party: Party, *, form: InvitationForm | None = None, **context: Any
) -> HttpResponse:
    found = named_now(expected(party), known_names(party.club))
    address = address_for_phones(request, public_path(party))
    asked = ExpectedForm({"keys": request.GET.get("added", "")})
    added = asked.cleaned_data["keys"] if asked.is_valid() else ()
    placed = request.GET.get("placed", "")
    coming, waiting = expected_rows(found, party.invitation.most)
    context |= {
        "form": form or InvitationForm(initial=invitation_values(party.invitation, usual_invitation(party))),
        "expected": found,
        "coming": coming,
        "waiting": waiting,
        "removed_last": (removed := removed_last(found.removed)),
        "removed_names": dict.fromkeys(name for each in removed for name in each.names),
        "was_added": "added" in request.GET,
        "placed": next((each for each in found.coming if each.placed_at and str(each.pk) == placed), None),
        "added": [each for each in [*found.coming, *found.waiting] if each.pk in added],
        "address": address,
        "qr": qr_svg(address) if party.invitation.when else "",
    }
    return organiser_page(request, party, "invitation", tab="people", **context)

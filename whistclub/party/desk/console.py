"""The organiser's page of a party: the round being played, the draft of the next, the timer, a message to everyone."""

from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from whistclub.club.access import SignedInRequest
from whistclub.engine.movement.catalogue import MOVEMENTS
from whistclub.party.access import for_organiser_of_party
from whistclub.party.actions import lifecycle, results, seating, timer
from whistclub.party.desk.pages import SwapForm, act, first_error, organiser_page, swap_people, to
from whistclub.party.desk.tables import FORGOTTEN, QUIET, draft_context, head_count, offer, round_context
from whistclub.party.follow import version_of_hands
from whistclub.party.models import Party, Round
from whistclub.party.movements import MOVEMENTS as NAMES
from whistclub.party.parties import public_path
from whistclub.party.state import PartyState, load
from whistclub.play.models import MESSAGE_LETTERS
from whistclub.web.errors import save
from whistclub.web.fields import SignedField, whole
from whistclub.web.formatting import plural
from whistclub.web.links import address_for_phones, qr_svg
from whistclub.web.live import holds, nothing_new

WITH_MINUTES = {"start": timer.start, "add": timer.add_minutes}
WITHOUT_MINUTES = {"pause": timer.pause, "resume": timer.resume, "ring": timer.ring}
# Messages that are always offered, each with the minutes it speaks of; None if it speaks of none.
USUAL_MESSAGES: dict[str, int | None] = {
    "Coffee, ten minutes": 10,
    "The buffet is open": None,
    "Please go to your tables": None,
}


class DraftForm(forms.Form):
    """How the first round is seated, and how people move from there on."""

    movement = forms.ChoiceField(choices=[(key, key) for key in MOVEMENTS], required=False)
    how = forms.ChoiceField(
        choices=[choice for choice in Round.SeatingMethod.choices if choice[0] != Round.SeatingMethod.MOVEMENT],
        required=False,
    )


class MinutesForm(forms.Form):
    minutes = SignedField(min_value=-60, max_value=600)


class MessageForm(forms.Form):
    """A line for all phones and the wall, typed or (`again`) one of those offered.

    Empty minutes: its own if it is offered with some, else until it is cleared.
    """

    text = forms.CharField(
        label="Message",
        max_length=MESSAGE_LETTERS,
        required=False,
        error_messages={"max_length": "A message can have up to %(limit_value)d characters."},
    )
    again = forms.CharField(max_length=MESSAGE_LETTERS, required=False)
    minutes = forms.IntegerField(
        label="Minutes",
        min_value=1,
        max_value=600,
        required=False,
        error_messages={
            "invalid": "Enter the minutes as a number, or leave them empty.",
            "min_value": "Enter at least one minute.",
            "max_value": "Enter 600 minutes or fewer.",
        },
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        data["text"] = " ".join((data.get("again") or data.get("text", "")).split())
        if not data["text"] and not self.errors:
            self.add_error("text", "Type the message.")
        if data.get("again") and not data.get("minutes"):
            data["minutes"] = USUAL_MESSAGES.get(data["text"])
        return data


@for_organiser_of_party
@require_safe
def console(request: SignedInRequest, party: Party) -> HttpResponse:
    return console_page(request, party)


@for_organiser_of_party
@require_safe
def live(request: SignedInRequest, party: Party) -> HttpResponse:
    """The tables and the timer again if something changed since the version the page holds; nothing if not."""
    news, page = version_of(party, timezone.now())
    version, held = f"{news}-{page}", request.GET.get("v", "")
    if holds(request, version):
        return nothing_new()
    context = console_context(load(party))
    has_tables = context["round"] and not context["draft"]
    if not has_tables or (held and not held.endswith(f"-{page}")):
        # Another round, a draft, the end. (Not a reload: that would send a refused form again.)
        return HttpResponseClientRedirect(to("console", party).url)
    return organiser_page(request, party, "_live", tab="tables", version=version, **context)


@for_organiser_of_party
@require_safe
def alive(request: SignedInRequest, party: Party) -> HttpResponse:
    """Asked by the pages of the desk that follow nothing: they say when the server does not answer."""
    return nothing_new()


@for_organiser_of_party
@require_POST
def draft(request: SignedInRequest, party: Party) -> HttpResponse:
    """Announce the draft or discard it, as the button says (`do`); else seat the next round."""
    do = request.POST.get("do")
    if do == "announce":
        act(request, party, seating.announce, draft=whole(request.POST, "draft"))
    elif do == "discard":
        act(request, party, seating.discard_draft)
    else:
        form = DraftForm(request.POST)
        wanted = form.cleaned_data if form.is_valid() else {}
        movement = wanted.get("movement") or party.movement
        done = "" if movement == party.movement else f"Seated. The movement is now “{NAMES[movement][0]}”."
        act(request, party, _seat, movement, wanted.get("how"), done=done)
    return to("console", party)


def _seat(party: Party, movement: str, how: str | None, **by_and_at: Any) -> None:
    if movement != party.movement:
        lifecycle.change_setup(party, {"movement": movement}, **by_and_at)
    seating.make_draft(party, seating_method=how or Round.SeatingMethod.DRAW, **by_and_at)


@for_organiser_of_party
@require_POST
def swap(request: SignedInRequest, party: Party) -> HttpResponse:
    """Swap two people; if it is refused, what was tapped stays."""
    form = SwapForm(list(party.entrants.values_list("pk", flat=True)), request.POST)
    if not save(form, partial(swap_people, request, party)):
        return console_page(request, party, sentence=first_error(form), status=422)
    # Back to where they were tapped, on a page of many tables.
    return redirect(f"{to('console', party).url}#seat-{form.cleaned_data['who'][1]}")


@for_organiser_of_party
@require_POST
def set_timer(request: SignedInRequest, party: Party) -> HttpResponse:
    """As the button says (`do`): with more minutes it needs to know how many."""
    do, form = request.POST.get("do", ""), MinutesForm(request.POST)
    if do in WITH_MINUTES:
        minutes = form.cleaned_data["minutes"] if form.is_valid() else 0
        if not minutes or (do == "start" and minutes < 0):
            messages.error(request, "Enter the minutes.")
        else:
            act(request, party, WITH_MINUTES[do], minutes)
    elif do in WITHOUT_MINUTES:
        act(request, party, WITHOUT_MINUTES[do])
    return to("console", party)


@for_organiser_of_party
@require_POST
def message(request: SignedInRequest, party: Party) -> HttpResponse:
    """Show a message on all phones and the wall, or clear it; if it is refused, what was typed stays."""
    if request.POST.get("do") == "clear":
        act(request, party, timer.clear_message, done="Message cleared.")
        return to("console", party)
    form = MessageForm(request.POST)
    if not form.is_valid():
        return console_page(request, party, message_form=form, status=422)
    act(request, party, timer.show_message, form.cleaned_data["text"], minutes=form.cleaned_data["minutes"])
    return to("console", party)


@for_organiser_of_party
@require_POST
def fill_round(request: SignedInRequest, party: Party) -> HttpResponse:
    act(request, party, results.fill_round, seed=party.revision)
    return to("console", party)


def console_page(request: SignedInRequest, party: Party, *, status: int = 200, **more: Any) -> HttpResponse:
    """The whole page; `more` is what was typed, and why it was refused."""
    version, state = "-".join(version_of(party, timezone.now())), load(party)
    context = console_context(state)
    address = address_for_phones(request, public_path(party))
    context |= {
        "version": version,
        "message_form": MessageForm(),
        "messages_offered": list(USUAL_MESSAGES),
        "public_address": address,
        "public_qr": qr_svg(address),
        "swapped": request.POST.getlist("who"),
        "offer": offer(state),
    }
    return organiser_page(request, party, "console", tab="tables", status=status, **context | more)


def console_context(state: PartyState) -> dict[str, Any]:
    at, party, current = timezone.now(), state.party, state.current
    shown = round_context(state, current, at) if current else {"round": None}
    number = current.number if current else 0
    left_out = range(number + 1, (party.planned_rounds or 0) + 1)
    is_early = party.state == Party.State.PLAYING and current and not current.missing and left_out
    rounds = plural(len(left_out), f"Round {number + 1}", f"Rounds {number + 1} to {party.planned_rounds}")
    return shown | {
        "state": state,
        "count": head_count(state),
        "next_number": number + 1,
        "earlier": [each.number for each in state.announced if state.draft or each is not current],
        # With the one being played, earlier ones whose results were opened since.
        "unfinished": [each for each in state.announced if each.missing],
        "calls": [game for game in state.games if game.organiser_called_at],  # pads call between rounds too
        "not_awarded": [each["title"] for each in party.own_prizes if each["entrant"] is None],
        "not_played": f"{rounds} will not be played." if is_early else "",
        "message": party.now.message_at(at),
        "draft": None,
        **(draft_context(state, state.draft) if state.draft else {}),
    }


def version_of(party: Party, at: datetime) -> tuple[str, str]:
    """What the console holds: the results, and what only another page can show. Two queries.

    The bell changes the page without an action: at that moment it offers what comes next. So do the minutes of a round
    in which a table can be quiet.
    """
    rounds = list(party.rounds.exclude(state=Round.State.UNDONE))
    announced = [each for each in rounds if each.state != Round.State.DRAFT]
    draft = next((each.pk for each in rounds if each.state == Round.State.DRAFT), 0)
    newest, rung, minute = announced[-1] if announced else None, "", ""
    if newest and newest.announced_at:
        rung, played = "b" if party.now.bell_has_rung(at) else "", at - newest.announced_at
        if newest.state == Round.State.RUNNING and not draft and QUIET < played < FORGOTTEN:
            minute = f"m{played // timedelta(minutes=1)}"
    return f"{version_of_hands(party)}{rung}{minute}", f"{newest.pk if newest else 0}.{draft}.{party.state}"

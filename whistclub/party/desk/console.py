"""The organiser's page of a party: the round being played, the draft of the next, the timer, a message to everyone."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from whistclub.club.access import SignedInRequest
from whistclub.club.queries import names_by_key
from whistclub.club.stored_names import with_names
from whistclub.engine.movement.catalogue import MOVEMENTS
from whistclub.party import text as party_text
from whistclub.party.access import Party, for_organiser_of_party, say
from whistclub.party.actions import broadcast, lifecycle, rehearsal, seating, setup, swaps, timer
from whistclub.party.desk import planning
from whistclub.party.desk.pages import SwapForm, button, first_error, organiser_page, to
from whistclub.party.desk.tables import QUIET, draft_page, elsewhere_in, head_count, round_page
from whistclub.party.models import Round
from whistclub.party.parties import public_path, token_of_results
from whistclub.party.refusals import ConfirmationRequired
from whistclub.party.state import PartyState, load
from whistclub.play.models import MESSAGE_LETTERS
from whistclub.web.errors import Refused, attempt
from whistclub.web.fields import SignedField
from whistclub.web.formatting import plural
from whistclub.web.live import holds, nothing_new
from whistclub.web.qr import address_for_phones, qr_svg

MOST_DIGITS = 18
MESSAGES_OFFERED = 4
# Messages that are always offered, each with the minutes it speaks of; None if it speaks of none.
USUAL_MESSAGES: dict[str, int | None] = {
    "Coffee, ten minutes": 10,
    "The buffet is open": None,
    "Please go to your tables": None,
}

discard_draft = button(seating.discard_draft)
reopen = button(lifecycle.reopen_party)
clear_message = button(broadcast.clear_message, done="Message cleared.")


class DraftForm(forms.Form):
    """How the first round is seated, and how people move from there on."""

    movement = forms.ChoiceField(choices=[(key, key) for key in MOVEMENTS], required=False)
    how = forms.ChoiceField(
        choices=[choice for choice in Round.SeatingMethod.choices if choice[0] != Round.SeatingMethod.MOVEMENT],
        required=False,
    )

    def clean_how(self) -> str:
        return self.cleaned_data["how"] or Round.SeatingMethod.DRAW


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
    version = version_of(party, timezone.now())
    if holds(request, version):
        return nothing_new()
    context = console_context(load(party))
    held = request.GET.get("v", "").partition("-")[2]
    if context["draft"] or not context["round"] or (held and held != version.partition("-")[2]):
        # Another round, a draft, the end. (Not a reload: that would send a refused form again.) A page with tables can
        # be told by its address: what is asked about a result goes along to it.
        address = reverse("party:console", args=[party.club.slug, party.code])
        if context["round"] and not context["draft"]:
            address += f"?round={context['round'].number}"
        return HttpResponseClientRedirect(address)
    return organiser_page(request, party, "_live", tab="tables", version=version, **context)


@for_organiser_of_party
@require_safe
def alive(request: SignedInRequest, party: Party) -> HttpResponse:
    """Asked by the pages of the desk that follow nothing: they say when the server does not answer."""
    return nothing_new()


@for_organiser_of_party
@require_safe
def earlier(request: SignedInRequest, party: Party, number: int) -> HttpResponse:
    """The tables of an earlier round, to look at and correct."""
    state = load(party)
    found = state.round(number)
    if found is None:
        raise Http404
    context = round_page(state, found, timezone.now())
    return organiser_page(request, party, "round", tab="tables", state=state, **context)


@for_organiser_of_party
@require_POST
def make_draft(request: SignedInRequest, party: Party) -> HttpResponse:
    form = DraftForm(request.POST)
    wanted = form.cleaned_data if form.is_valid() else {"how": Round.SeatingMethod.DRAW, "movement": ""}
    who: dict[str, Any] = {"by": request.user, "at": timezone.now()}

    def act() -> None:
        if wanted["movement"] and wanted["movement"] != party.movement:
            setup.change_setup(party, {"movement": wanted["movement"]}, **who)
        seating.make_draft(party, seating_method=wanted["how"], **who)

    attempt(request, act)
    return to("console", party)


@for_organiser_of_party
@require_POST
def swap(request: SignedInRequest, party: Party) -> HttpResponse:
    """Swap two people; if it is refused, what was tapped and typed stays."""
    form = SwapForm(list(party.entrants.values_list("pk", flat=True)), request.POST)
    if refused := swap_people(request, party, form):
        return console_page(request, party, sentence=refused[0], status=refused[1])
    # Back to where they were tapped, on a page of many tables.
    address = reverse("party:console", args=[party.club.slug, party.code])
    return redirect(f"{address}#seat-{form.cleaned_data['who'][1]}")


@for_organiser_of_party
@require_POST
def announce(request: SignedInRequest, party: Party) -> HttpResponse:
    seen = request.POST.get("draft", "")
    draft = int(seen) if seen.isascii() and seen.isdecimal() and len(seen) < MOST_DIGITS else None
    if attempt(request, lambda: seating.announce(party, draft=draft, by=request.user, at=timezone.now())):
        state = load(party)
        # They may have sat down elsewhere after the draft was shown.
        if state.current and (also := elsewhere_in(state, state.current)):
            messages.warning(request, " ".join(map(str, also)))
    return to("console", party)


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def undo_round(request: SignedInRequest, party: Party, number: int) -> HttpResponse:
    """Undo the last round; what would be lost is shown first."""
    state = load(party)
    if request.method == "POST":
        sure, status = request.POST.get("sure") == "yes", 409
        try:
            seating.undo_round(party, number, sure=sure, by=request.user, at=timezone.now())
        except ConfirmationRequired as refusal:
            lost = refusal.sentences
        except Refused as refusal:
            messages.error(request, refusal.sentence)
            return to("console", party)
        else:
            say(request, party, "The round is undone. It stays in the log.")
            return to("console", party)
    else:
        if state.current is None or state.current.number != number or party.state != Party.State.PLAYING:
            raise Http404
        lost, status = party_text.lost_sentences(party_text.lost_values(state.current)), 200
    context = {"state": state, "number": number, "lost": lost}
    return organiser_page(request, party, "undo_round", tab="tables", status=status, **context)


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def finish(request: SignedInRequest, party: Party) -> HttpResponse:
    """Finish the party; before all planned rounds were played, the page first asks, and names what will be missing."""
    context = console_context(load(party))
    if request.method == "POST" and (not context["not_played"] or request.POST.get("sure") == "yes"):
        attempt(request, lambda: lifecycle.finish(party, by=request.user, at=timezone.now()))
        return to("console", party)
    if context["round"] is None or party.state != Party.State.PLAYING:
        raise Http404
    status = 409 if request.method == "POST" else 200
    return organiser_page(request, party, "finish", tab="tables", status=status, **context)


@for_organiser_of_party
@require_POST
def set_timer(request: SignedInRequest, party: Party, action: str) -> HttpResponse:
    """`start` and `add` need minutes; the others do not. The timer itself says how it stands."""
    by, at = request.user, timezone.now()
    with_minutes = {"start": timer.start, "add": timer.add_minutes}
    plain = {"pause": timer.pause, "resume": timer.resume, "ring": timer.ring}
    if action in plain:
        attempt(request, lambda: plain[action](party, by=by, at=at))
        return to("console", party)
    if action not in with_minutes:
        raise Http404
    form = MinutesForm(request.POST)
    if not form.is_valid() or (action == "start" and form.cleaned_data["minutes"] <= 0):
        messages.error(request, "Enter the minutes.")
    else:
        attempt(request, lambda: with_minutes[action](party, form.cleaned_data["minutes"], by=by, at=at))
    return to("console", party)


@for_organiser_of_party
@require_POST
def show_message(request: SignedInRequest, party: Party) -> HttpResponse:
    """Show a message on all phones and the wall; if it is refused, what was typed stays."""
    form = MessageForm(request.POST)
    if not form.is_valid():
        return console_page(request, party, message_form=form, status=422)
    text, minutes = form.cleaned_data["text"], form.cleaned_data["minutes"]
    attempt(request, lambda: broadcast.show_message(party, text, minutes=minutes, by=request.user, at=timezone.now()))
    return to("console", party)


@for_organiser_of_party
@require_POST
def fill_round(request: SignedInRequest, party: Party) -> HttpResponse:
    """Rehearsals only: fill in made-up results."""
    seed = party.revision
    attempt(request, lambda: rehearsal.fill_round(party, seed=seed, by=request.user, at=timezone.now()))
    return to("console", party)


def swap_people(request: SignedInRequest, party: Party, form: SwapForm) -> tuple[str, int] | None:
    """Swap two people. Returns the sentence and status of a refusal, or None."""
    if not form.is_valid():
        return first_error(form), 422
    data = form.cleaned_data
    more = {"reason": data["reason"], "number": data["round"]}
    try:
        swaps.swap_seats(party, *data["who"], **more, by=request.user, at=timezone.now())
    except Refused as refusal:
        return refusal.sentence, refusal.status
    say(request, party, "Swapped.")
    return None


def console_page(request: SignedInRequest, party: Party, *, status: int = 200, **more: Any) -> HttpResponse:
    """The whole page; `more` is what was typed, and why it was refused."""
    version, state = version_of(party, timezone.now()), load(party)
    context = console_context(state)
    address = address_for_phones(request, public_path(party))
    context |= {
        "version": version,
        "message_form": MessageForm(),
        "messages_offered": _messages_offered(party),
        "public_address": address,
        "public_qr": qr_svg(address),
        "swapped": request.POST.getlist("who"),
        "reason": request.POST.get("reason", ""),
        "offer": planning.offer(state),
    }
    return organiser_page(request, party, "console", tab="tables", status=status, **context | more)


def console_context(state: PartyState) -> dict[str, Any]:
    """The round being played, or the draft of the next, and what can be done now."""
    now, party, current = timezone.now(), state.party, state.current
    shown = round_page(state, current, now) if current else {"round": None}
    number = current.number if current else 0
    left_out = range(number + 1, (party.planned_rounds or 0) + 1)
    is_early = party.state == Party.State.PLAYING and current and not current.missing and left_out
    rounds = plural(len(left_out), "Round {first}", "Rounds {first} to {last}")
    return shown | {
        "state": state,
        "count": head_count(state),
        "next_number": number + 1,
        "earlier": [each.number for each in state.announced if state.draft or each is not current],
        # With the one being played, earlier ones whose results were opened since.
        "unfinished": [each for each in state.announced if each.missing],
        "not_awarded": [each["title"] for each in party.own_prizes if each["entrant"] is None],
        "not_played": f"{rounds} will not be played.".format(first=left_out[0], last=left_out[-1]) if is_early else "",
        "message": party.now.message_at(now),
        "draft": None,
        **(draft_page(state, state.draft) if state.draft else {}),
    }


def version_of(party: Party, at: datetime) -> str:
    """What the console holds: the results, and after a dash what only another page can show. Two queries.

    The bell changes the page without an action: at that moment it offers what comes next. So do the minutes of a round
    in which a table can be quiet.
    """
    rounds = list(party.rounds.exclude(state=Round.State.UNDONE))
    announced = [each for each in rounds if each.state != Round.State.DRAFT]
    draft = next((each.pk for each in rounds if each.state == Round.State.DRAFT), 0)
    now, rung, minute = announced[-1] if announced else None, "", ""
    if now and now.announced_at:
        rung, played = "b" if party.now.bell_has_rung(at) else "", at - now.announced_at
        if now.state == Round.State.RUNNING and not draft and played > QUIET:
            minute = f"m{played // timedelta(minutes=1)}"
    return f"{token_of_results(party)}{rung}{minute}-{now.pk if now else 0}.{draft}.{party.state}"


def _messages_offered(party: Party) -> list[str]:
    """The last ones of the evening, then usual ones."""
    # Not "data__text": SQLite would read a message that is a number as one.
    stored = party.log.filter(kind="message_shown").order_by("-at").values_list("data", flat=True)
    names, now = names_by_key(party.club_id), party.now.message_at(timezone.now())
    sent = [with_names(data["text"], names) for data in stored[: 2 * MESSAGES_OFFERED]]
    return [text for text in dict.fromkeys([*sent, *USUAL_MESSAGES]) if text != now][:MESSAGES_OFFERED]

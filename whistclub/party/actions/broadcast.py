"""What the organiser shows to everyone: a message on all phones and the wall; what the projector shows."""

from contextlib import suppress
from datetime import datetime, timedelta

from django.db import OperationalError

from whistclub.accounts.models import User
from whistclub.club.queries import refer
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.models import Party, Table
from whistclub.party.queries.standings import standings_from
from whistclub.party.state import PartyState
from whistclub.play.actions import party_games
from whistclub.web.transactions import write_within

SECONDS_TO_NOTE = 0.5  # how long the projector waits for others who write, only to note that it is open

WINNERS = Party.ProjectorView.WINNERS


def show_message(party: Party, text: str, *, minutes: int | None = None, by: User, at: datetime) -> None:
    """Show a line on all phones and the wall, for some minutes or until it is cleared; it replaces an earlier one."""
    until = None if minutes is None else at + timedelta(minutes=minutes)
    with party_change(party) as state:
        set_message(state, text, until)
        log(state.party, "message_shown", by=by, at=at, text=refer(state.party.club_id, text, at))


def clear_message(party: Party, *, by: User, at: datetime) -> None:
    """Clear the message, if there is one."""
    with party_change(party) as state:
        if state.party.message:
            set_message(state, "")
            log(state.party, "message_cleared", by=by, at=at)


def set_projector(party: Party, view: str, *, step: int = 0, text: str = "", by: User, at: datetime) -> None:
    """Choose what the projector shows: `step` of the winners, one by one, or the organiser’s `text`.

    Another view keeps the text, for the next time.
    The next round that is announced brings it back to automatic. The log has one entry for all winners.
    Where public pages wait for the winners, the last step and every other view end that.
    """
    with party_change(party) as state:
        shown = state.party
        kept = text or shown.projector_text
        if (shown.projector_view, shown.projector_text) != (view, kept):
            log(shown, "projector_set", by=by, at=at, view=view, shown=refer(shown.club_id, text, at))
        waits = shown.winners_wait and view == WINNERS and step < len(standings_from(state).one_by_one)
        chosen = Party.objects.filter(pk=shown.pk)
        chosen.update(projector_view=view, projector_step=step, projector_text=kept, winners_wait=waits)


def note_projector(party: Party, number: int) -> None:
    """Note that a projector page shows this round; where others write, that is left to a later page.

    The first page of each round writes. It only ticks a box, so the revision does not rise.
    """
    if party.projector_round != number:
        with suppress(OperationalError), write_within(SECONDS_TO_NOTE):
            Party.objects.filter(pk=party.pk).update(projector_round=number)


def start_winners(state: PartyState, *, by: User, at: datetime) -> None:
    """Inside the change that finishes a party: the projector begins with the winners, public pages wait for them."""
    if state.party.projector_view != WINNERS:
        log(state.party, "projector_set", by=by, at=at, view=WINNERS, shown="")
    chosen = Party.objects.filter(pk=state.party.pk)
    chosen.update(projector_view=WINNERS, projector_step=0, winners_wait=True)


def show_automatic(state: PartyState) -> None:
    """Inside a change: what the organiser chose for the projector is over."""
    chosen = Party.objects.filter(pk=state.party.pk)
    chosen.update(projector_view=Party.ProjectorView.AUTOMATIC, winners_wait=False)


def set_message(state: PartyState, text: str, until: datetime | None = None) -> None:
    """Inside a change: set the party's message, and that of the pads of all rounds; an empty one removes it.

    Also of those undone: a phone may still show such a pad, and the round before may become the current one again.
    """
    Party.objects.filter(pk=state.party.pk).update(message=text, message_until=until)
    tables = Table.objects.filter(round__party=state.party, game__isnull=False)
    party_games.set_message(tables.values_list("game", flat=True), text, until)

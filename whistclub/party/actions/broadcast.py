"""What the organiser shows to everyone: a message on all phones and the wall."""

from datetime import datetime, timedelta

from whistclub.accounts.models import User
from whistclub.club.queries import refer
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.models import Party, Table
from whistclub.party.state import PartyState
from whistclub.play import party_games


def show_message(party: Party, text: str, *, minutes: int | None = None, by: User, at: datetime) -> None:
    """Show a line on all phones and the wall, for some minutes or until it is cleared; it replaces an earlier one."""
    until = None if minutes is None else at + timedelta(minutes=minutes)
    with party_change(party) as state:
        set_message(state, text, until)
        log(state.party, "message_shown", by=by, at=at, text=refer(state.party.club_id, text))


def clear_message(party: Party, *, by: User, at: datetime) -> None:
    """Clear the message, if there is one."""
    with party_change(party) as state:
        if state.party.message:
            set_message(state, "")
            log(state.party, "message_cleared", by=by, at=at)


def set_message(state: PartyState, text: str, until: datetime | None = None) -> None:
    """Inside a change: set the party's message, and that of the pads of all rounds; an empty one removes it.

    Also of those undone: a phone may still show such a pad, and the round before may become the current one again.
    """
    Party.objects.filter(pk=state.party.pk).update(message=text, message_until=until)
    tables = Table.objects.filter(round__party=state.party, game__isnull=False)
    party_games.set_message(tables.values_list("game", flat=True), text, until)

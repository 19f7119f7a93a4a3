"""What the organiser shows to everyone: a message on all phones and the wall."""

from datetime import datetime, timedelta

from whistclub.accounts.models import User
from whistclub.club.queries import refer
from whistclub.party.changes import change
from whistclub.party.models import Party
from whistclub.play import party_games


def show_message(party: Party, text: str, *, minutes: int | None = None, by: User, at: datetime) -> None:
    """Show a line on all phones and the wall, for some minutes or until it is cleared; it replaces an earlier one."""
    until = None if minutes is None else at + timedelta(minutes=minutes)
    with change(party, "message_shown", by=by, at=at, text=refer(party.club_id, text)) as state:
        party_games.tell(state.party.code, message=text, message_until=until)


def clear_message(party: Party, *, by: User, at: datetime) -> None:
    """Clear the message, if there is one."""
    with change(party, "message_cleared", by=by, at=at) as state:
        party_games.tell(state.party.code, message="", message_until=None)

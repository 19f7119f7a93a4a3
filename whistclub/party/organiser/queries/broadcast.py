"""What the desk shows about the message to everyone."""

from dataclasses import dataclass
from datetime import datetime

from whistclub.club.queries import names_by_key
from whistclub.club.stored_names import with_names
from whistclub.party.state import PartyState

OFFERED = 4


@dataclass(frozen=True, slots=True)
class Broadcast:
    """`message` is empty when none is shown, `until` None if it stays until it is cleared.

    `offered` are the last ones of the evening, then usual ones.
    """

    message: str
    until: datetime | None
    offered: list[str]


def usual_lines() -> dict[str, int | None]:
    """Messages that are always offered, each with the minutes it speaks of; None if it speaks of none."""
    return {"Coffee, ten minutes": 10, "The buffet is open": None, "Please go to your tables": None}


def broadcast(state: PartyState, at: datetime) -> Broadcast:
    """The message of a moment: one query."""
    party = state.party
    # Not "data__text": SQLite would read a message that is a number as one.
    stored = party.log.filter(kind="message_shown").order_by("-at").values_list("data", flat=True)
    names = names_by_key(party.club_id)
    sent = [with_names(data["text"], names) for data in stored[: 2 * OFFERED]]
    message = party.now.message_at(at)
    offered = [text for text in dict.fromkeys([*sent, *usual_lines()]) if text != message]
    until = party.now.message_until if message else None
    return Broadcast(message, until, offered[:OFFERED])

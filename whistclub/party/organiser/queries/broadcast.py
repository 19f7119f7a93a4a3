"""What the desk shows of the hall: the message on all phones and the wall, and lines to send again."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from whistclub.club.queries import names_by_key
from whistclub.club.stored_names import with_names
from whistclub.party.models import Party

OFFERED = 4


@dataclass(frozen=True, slots=True)
class Broadcast:
    """`message` is empty when none is shown, `until` None if it stays until it is cleared.

    `offered` are the last ones of the evening, then usual ones.
    """

    message: str
    until: datetime | None
    offered: list[str]


def broadcast(party: Party, at: datetime) -> Broadcast:
    """The message of a moment: one query."""
    usual = [_("Coffee, ten minutes"), _("The buffet is open"), _("Please go to your tables")]
    stored = party.log.filter(kind="message_shown").order_by("-at").values_list("data__text", flat=True)
    names = names_by_key(party.club_id)
    sent = [with_names(text, names) for text in stored[: 2 * OFFERED]]
    message = party.message_at(at)
    offered = [text for text in dict.fromkeys([*sent, *usual]) if text != message]
    return Broadcast(message, party.message_until if message else None, offered[:OFFERED])

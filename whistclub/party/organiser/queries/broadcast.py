"""What the desk shows about the message to everyone and about the projector."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from whistclub.club.queries import names_by_key
from whistclub.club.stored_names import with_names
from whistclub.party.models import Party
from whistclub.party.queries.parties import token_of_finished_tables
from whistclub.party.queries.standings import Winners, standings_for_all
from whistclub.party.state import PartyState

OFFERED = 4


@dataclass(frozen=True, slots=True)
class Broadcast:
    """`message` is empty when none is shown, `until` None if it stays until it is cleared.

    `offered` are the last ones of the evening, then usual ones. `views` are what the projector can show now.
    `winners` are the steps of the winners while they are shown one by one. `winners_wait_until`: see `Party`; None once
    that is over.
    """

    message: str
    until: datetime | None
    offered: list[str]
    party: Party
    views: list[Party.ProjectorView]
    winners: list[Winners]
    winners_wait_until: datetime | None

    @property
    def view_label(self) -> str:
        return str(Party.ProjectorView(self.party.projector_view).label)

    @property
    def step(self) -> int:
        """How many winners are shown."""
        return min(self.party.projector_step, len(self.winners))

    @property
    def winner_shown(self) -> Winners | None:
        return self.winners[self.step - 1] if self.step else None


def usual_lines() -> dict[str, int | None]:
    """Messages that are always offered, each with the minutes it speaks of; None if it speaks of none."""
    return {_("Coffee, ten minutes"): 10, _("The buffet is open"): None, _("Please go to your tables"): None}


def broadcast(state: PartyState, at: datetime) -> Broadcast:
    """The message of a moment, and what the projector shows: one query."""
    party = state.party
    # Not "data__text": SQLite would read a message that is a number as one.
    stored = party.log.filter(kind="message_shown").order_by("-at").values_list("data", flat=True)
    names = names_by_key(party.club_id)
    sent = [with_names(data["text"], names) for data in stored[: 2 * OFFERED]]
    message = party.message_at(at)
    offered = [text for text in dict.fromkeys([*sent, *usual_lines()]) if text != message]
    until = party.message_until if message else None
    view = Party.ProjectorView
    winners: list[Winners] = []
    if party.projector_view == view.WINNERS:
        winners = standings_for_all(party, token_of_finished_tables(party)).value.one_by_one
    without = set() if state.current else {view.STANDINGS}
    if state.current is None or state.current.missing:
        without.add(view.WINNERS)
    views = [each for each in view if each not in without]
    wait = party.winners_wait_until if party.winners_wait_at(at) else None
    return Broadcast(message, until, offered[:OFFERED], party, views, winners, wait)

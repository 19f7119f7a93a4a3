"""A party as everyone sees it, and where one person sits. Only the announced rounds are in it, never a draft."""

import math
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from whistclub.engine.movement.protocol import SEATS
from whistclub.party.follow import once
from whistclub.party.models import Entrant, Party, Round, SeatAssignment
from whistclub.party.movements import reasons_text
from whistclub.party.rounds import RoundState, TableState
from whistclub.party.standings import Standings, standings_from
from whistclub.party.state import PartyState, load
from whistclub.play.table import COMPASS, Chair
from whistclub.web.formatting import join_side


class Phase(StrEnum):
    """Where the evening is. `BETWEEN`: all results of the round are in, and the next one is not announced."""

    GATHERING = "gathering"
    PLAYING = "playing"
    BETWEEN = "between"
    FINISHED = "finished"


@dataclass
class PublicParty:
    """A party as everyone sees it, without drafts.

    `withdrawn` is the number of the round that was undone since the last was announced (0: none).
    """

    state: PartyState
    withdrawn: int = 0

    @property
    def party(self) -> Party:
        return self.state.party

    @property
    def round(self) -> RoundState | None:
        return self.state.current

    @property
    def number(self) -> int:
        """Of the announced round; 0 before the first."""
        return self.round.round.number if self.round else 0

    @property
    def is_last(self) -> bool:
        """Whether no other round is planned."""
        return not self.withdrawn and self.number >= (self.party.planned_rounds or math.inf)

    @property
    def withdrawn_text(self) -> str:
        """What everyone waits for after a round was undone; empty otherwise."""
        if not self.withdrawn:
            return ""
        return f"Round {self.withdrawn} was withdrawn. Please wait for the new seating."

    @cached_property
    def phase(self) -> Phase:
        if self.party.state == Party.State.FINISHED:
            return Phase.FINISHED
        if self.round is None:
            return Phase.GATHERING
        return Phase.PLAYING if self.round.missing else Phase.BETWEEN

    @cached_property
    def tables(self) -> list[tuple[TableState, str]]:
        """Each with its rank in words where that matters."""
        found = self.round
        return [(each, self.state.rank_text(found, each)) for each in found.tables] if found else []

    @cached_property
    def sitting_out(self) -> list[str]:
        names = [each.entrant.player.name for each in self.round.sitting_out] if self.round else []
        return sorted(names, key=str.casefold)

    @cached_property
    def missing(self) -> str:
        """The tables without a result, neighbours together: "2, 5–8"."""
        return ranges([each.number for each in self.round.missing]) if self.round else ""

    @cached_property
    def people(self) -> list[Entrant]:
        """Those who are here or seated in the round, by name."""
        seated = {each.entrant_id for each in self.round.assignments} if self.round else set()
        here = [each for each in self.state.entrants.values() if each.present or each.pk in seated]
        return sorted(here, key=lambda each: each.player.name.casefold())

    @cached_property
    def standings(self) -> Standings:
        return standings_from(self.state)

    def seat_of(self, number: int | None) -> dict[str, Any] | None:
        """What templates show of the person with this number in the party; None for an unknown number.

        `seat` is None for a person who is not in the round, or no more; `table` for one who sits out.
        """
        entrant = next((each for each in self.state.entrants.values() if each.number == number), None)
        if entrant is None:
            return None
        seat = self.round.assignment_of(entrant.pk) if self.round else None
        found = {"entrant": entrant, "name": entrant.player.name, "seat": None, "table": None}
        if self.round is None or seat is None or seat.went_home:
            return found
        found |= {"seat": seat, "reason": reasons_text(seat, self.state.names_by_number)}
        table = self.round.table(seat.table) if seat.table else None
        return found | _at(table, seat.position) | {"rank": self.state.rank_text(self.round, table)} if table else found


def _at(table: TableState, chair: int | None) -> dict[str, Any]:
    """The table as the person on this chair sees it, who is drawn at the bottom."""
    assert chair is not None
    seats: dict[int, SeatAssignment] = dict(sorted(table.assignments.items()))
    names = {each: seat.entrant.player.name for each, seat in seats.items()}
    first = table.game.first_dealer if table.game else None
    return {
        "table": table,
        "partner": names.get((chair + 2) % SEATS, ""),
        "opponents": join_side(name for each, name in names.items() if each % 2 != chair % 2),
        "chairs": [
            Chair(each, name, each % 2, COMPASS[SEATS][(each - chair) % SEATS], each == first)
            for each, name in names.items()
        ],
    }


def load_public(party: Party) -> PublicParty:
    """Six queries, however many people."""
    state = load(party)
    state.rounds = state.announced  # nobody else may see the draft, which can still change
    newest = party.rounds.exclude(state=Round.State.DRAFT).order_by("-pk").values_list("state", "number").first()
    state_of_newest, number = newest or ("", 0)
    is_undone = state_of_newest == Round.State.UNDONE and party.state != Party.State.FINISHED
    return PublicParty(state, number if is_undone else 0)


# The same, built once for all who look.
public_party = once(load_public)


def ranges(tables: list[int]) -> str:
    """Rising numbers in short: 1, 2, 3, 5 as "1–3, 5"."""
    runs: list[list[int]] = []
    for table in tables:
        if runs and runs[-1][-1] == table - 1:
            runs[-1].append(table)
        else:
            runs.append([table])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)

"""A final and a consolation: all play in one field first, then the ranking divides them (RULES.md §2.5).

The first half of the planned rounds is seated as "everyone meets". Then the best play the final among themselves, and
the others the consolation; with more than eight tables there are several groups of up to four tables. In each group
everyone meets.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from whistclub.engine.movement.everyone_meets import MEETS, searched
from whistclub.engine.movement.protocol import (
    SEATS,
    Movement,
    PlayedRound,
    SeatedTable,
    Seating,
    SeatingInput,
    SeatReason,
)
from whistclub.engine.movement.seating import choose_sitting_out, seating, table_count
from whistclub.engine.problems import Problem, ProblemCode

# Of an evening without a planned number.
ROUNDS_BEFORE, MOST_TABLES_IN_GROUP, FEWEST_GROUPS = 3, 4, 2


class FinalsReason(StrEnum):
    """The group a player is in."""

    IN_FINAL = "in_final"
    IN_CONSOLATION = "in_consolation"  # count: which one, the best is 1; 0 if there is only one


class Finals(Movement):
    """The movement."""

    def problem(self, people: int, rounds: int | None) -> Problem | None:
        if people < FEWEST_GROUPS * SEATS:
            return Problem(ProblemCode.TOO_FEW_PEOPLE, "people", found=people, minimum=FEWEST_GROUPS * SEATS)
        return super().problem(people, rounds)

    def divisions(
        self, ranking: Sequence[int], history: Sequence[PlayedRound], rounds: int | None
    ) -> Mapping[int, int]:
        begun = history[rounds_before(rounds) :]
        return {person: self._group(person, place, begun) for place, person in enumerate(ranking)} if begun else {}

    def divisions_of_tables(self, tables: int, played: int, rounds: int | None) -> Sequence[int]:
        if played < rounds_before(rounds):
            return ()
        return [group for group, size in enumerate(tables_of_groups(tables)) for _ in range(size)]

    def seat(self, field: SeatingInput, history: Sequence[PlayedRound]) -> Seating:
        before = rounds_before(field.rounds)
        if len(history) < before:
            return MEETS.seat(field, history)
        places = {person: place for place, person in enumerate(field.ranking)}
        ranking = sorted(field.people, key=lambda person: (places.get(person, len(places)), person))
        groups = self.divisions(ranking, history, field.rounds)
        # When the groups are made, the ranking alone decides.
        order = sorted(ranking, key=lambda person: groups.get(person, 0))
        place = {person: number for number, person in enumerate(order)}
        sitting_out = choose_sitting_out(field, history, key=lambda person: (-place[person],))
        playing = [person for person in order if person not in sitting_out]
        tables: list[SeatedTable] = []
        reasons: dict[int, SeatReason] = {}
        sizes = tables_of_groups(table_count(field))
        for number, size in enumerate(sizes):
            group, playing = playing[: SEATS * size], playing[SEATS * size :]
            tables += searched(group, field, history)
            reasons |= dict.fromkeys(group, _reason(number, len(sizes)))
        return seating(field, history, tables, sitting_out, reasons.__getitem__)

    def _group(self, person: int, place: int, begun: Sequence[PlayedRound]) -> int:
        """The group of the first table where a player sat since there are groups; else the one of their rank."""
        for played in begun:
            sizes = tables_of_groups(len(played.tables))
            for at, table in enumerate(played.tables):
                if person in table.people:
                    return _group_of_table(at, sizes)
        sizes = tables_of_groups(len(begun[-1].tables))
        return _group_of_table(min(place // SEATS, sum(sizes) - 1), sizes)


def rounds_before(rounds: int | None) -> int:
    """How many rounds are played before the groups are made."""
    return ROUNDS_BEFORE if rounds is None else (rounds + 1) // 2


def tables_of_groups(tables: int) -> list[int]:
    """How many tables each group has, the final first: as equal as possible, the smaller groups first."""
    groups = min(tables, max(FEWEST_GROUPS, -(-tables // MOST_TABLES_IN_GROUP)))
    return [(tables + number) // groups for number in range(groups)]


def _group_of_table(at: int, sizes: Sequence[int]) -> int:
    """The group of a table; tables are numbered from 0."""
    return next(group for group in range(len(sizes)) if at < sum(sizes[: group + 1]))


def _reason(group: int, groups: int) -> SeatReason:
    if group == 0:
        return SeatReason(FinalsReason.IN_FINAL)
    return SeatReason(FinalsReason.IN_CONSOLATION, count=group if groups > FEWEST_GROUPS else 0)


FINALS = Finals("finals", divides=True)

"""Winners up, losers down: the movement of Minnesota Whist parties (rule book §2.1-2.4).

One rule for every evening: where the last round sends everybody, who sits out, who takes the chairs that are vacant
then, and which partners they get. All of it follows from the rounds as they were played.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from whistclub.engine.movement.ladder_chairs import Chairs, fill, place
from whistclub.engine.movement.ladder_due import Due, arrivals, due_tables
from whistclub.engine.movement.ladder_reasons import how_moved
from whistclub.engine.movement.partners import (
    Meetings,
    best_pairing,
    fours_are_mixed,
    meetings,
    mixed_table,
    partner_reason,
)
from whistclub.engine.movement.sitting_out import SEATS, Unit, bench_reasons, choose_bench, table_count
from whistclub.engine.movement.values import Ends, Field, Pair, Reason, Round, Seating, Table, Why, table_of
from whistclub.engine.problems import InvalidInput, Problem


@dataclass(frozen=True, slots=True)
class Ladder:
    """The movement, with partners that change or with fixed pairs."""

    key: str
    fixed_pairs: bool
    needs_winners: bool = True

    def problem(self, people: int, rounds: int | None) -> Problem | None:
        """Too few people, or for fixed pairs an odd number; any number of rounds will do."""
        if people < SEATS:
            return Problem("too_few_people", "people", (people, SEATS))
        if self.fixed_pairs and people % 2:
            return Problem("odd_people", "people", (people, people + 1))
        return None

    def seat(self, field: Field, history: Sequence[Round]) -> Seating:
        """The next seating; fixed pairs are those of `field.pairs`, and whoever is in none of them sits out."""
        return self._next(field, history) if history else self._first(field)

    def _first(self, field: Field) -> Seating:
        """Four by four in the order of the draw; the last ones drawn sit out."""
        drawn = {person: number for number, person in enumerate(field.people)}
        bench = choose_bench(field, (), key=lambda person: (-drawn[person],), by_pairs=self.fixed_pairs)
        playing = {person: number for person, number in drawn.items() if person not in bench}
        if self.fixed_pairs:
            pairs = sorted(
                (pair for pair in field.pairs if pair[0] in playing),
                key=lambda pair: min(playing[person] for person in pair),
            )
        else:
            pairs = list(_drawn_pairs(list(playing), field.groups))
        tables = tuple(table_of(one, other) for one, other in zip(pairs[::2], pairs[1::2], strict=True))
        how = {person: (Reason(Why.DRAWN),) for person in playing}
        sitting_out = bench_reasons(field, (), bench, by_pairs=self.fixed_pairs)
        return Seating(tables, bench, self._told(tables, how, Meetings()) | sitting_out)

    def _next(self, field: Field, history: Sequence[Round]) -> Seating:
        last = history[-1]
        before, after = len(last.tables), table_count(field, by_pairs=self.fixed_pairs)
        if len(last.winners) != before:
            raise InvalidInput([Problem("winners_missing", "winners", (len(last.winners), before))])
        due = due_tables(field.people, history)
        units: list[Unit] = list(field.pairs) if self.fixed_pairs else [(person,) for person in field.people]
        together = {person: _due_together(unit, due) for unit in units for person in unit}
        bench = choose_bench(field, history, key=lambda person: _to_bench(together[person]), by_pairs=self.fixed_pairs)
        playing = sorted(
            (unit for unit in units if unit[0] not in bench), key=lambda unit: (together[unit[0]].table, unit)
        )
        chairs = self._chairs(last, playing, after, {} if self.fixed_pairs else field.groups)
        met = meetings(history)
        tables = tuple(
            self._table(field, chairs_here, met, ends=_ends(field, number, before))
            for number, chairs_here in enumerate(chairs, start=1)
        )
        how = {
            person: how_moved(person, chair, due[person], before, after)
            for chairs_here in chairs
            for chair in chairs_here
            for person in chair.taker
        }
        sitting_out = bench_reasons(field, history, bench, by_pairs=self.fixed_pairs)
        return Seating(tables, bench, self._told(tables, how, met) | sitting_out)

    def _chairs(self, last: Round, playing: Sequence[Unit], tables: int, groups: Mapping[int, str]) -> list[Chairs]:
        """All chairs of the coming round with those who take them; `playing` is in the order of the tables due at."""
        owners: list[list[Unit]] = [
            list(pairs) if self.fixed_pairs else [(person,) for pair in pairs for person in pair]
            for pairs in arrivals(last)
        ]
        chairs = place(owners, playing, tables, 2 if self.fixed_pairs else 1)
        placed = {chair.taker for chairs_here in chairs for chair in chairs_here}
        fill(chairs, (unit for unit in playing if unit not in placed), groups)
        return chairs

    def _table(self, field: Field, chairs_here: Chairs, met: Meetings, *, ends: Ends) -> Table:
        four = [person for chair in chairs_here for person in chair.taker]
        kept = table_of(four[:2], four[2:])
        if self.fixed_pairs:
            return kept
        # Two and two of a mixed party must sit mixed even at the top, where vacated chairs may have brought others.
        unmixed = bool(field.groups) and fours_are_mixed(four, field.groups) and not mixed_table(kept, field.groups)
        if ends is Ends.KEEP and not unmixed:
            return kept
        return best_pairing(four, met, field.policy.swap, field.groups)

    def _told(
        self, tables: Sequence[Table], how: Mapping[int, tuple[Reason, ...]], met: Meetings
    ) -> dict[int, tuple[Reason, ...]]:
        """Those at the tables: how they came there, and then whom with."""
        told = {}
        for table in tables:
            for pair in table.pairs:
                for person, other in (pair, pair[::-1]):
                    fixed = Reason(Why.FIXED_PARTNER, other=other) if self.fixed_pairs else None
                    told[person] = (*how[person], fixed or partner_reason(pair, person, met))
        return told


def _to_bench(due: Due) -> tuple[int, int]:
    """The lowest table first, and of those due there the losers before the winners (rule book §2.3.2)."""
    return -due.table, due.won


def _due_together(unit: Unit, due: Mapping[int, Due]) -> Due:
    """Where a pair is due: where the higher of its two is; who is new is due lowest of all."""
    return min((due[person] for person in unit), key=lambda one: one.table)


def _ends(field: Field, number: int, before: int) -> Ends:
    """Whether a table keeps its partners: the top one may, and has its own option if it was the only one."""
    if number > 1:
        return Ends.SWAP
    return field.policy.one_table if before == 1 else field.policy.top


def _drawn_pairs(order: Sequence[int], groups: Mapping[int, str]) -> Iterator[Pair]:
    """Two by two; in a mixed party everybody gets the next one of another group, as long as there is one."""
    waiting = list(order)
    while waiting:
        one = waiting.pop(0)
        others = (other for other in waiting if groups and groups.get(other) != groups.get(one))
        other = next(others, waiting[0])
        waiting.remove(other)
        yield one, other


LADDER = Ladder("ladder", fixed_pairs=False)
LADDER_PAIRS = Ladder("ladder_pairs", fixed_pairs=True)

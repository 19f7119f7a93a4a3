"""Change a seating as little as possible after people came or left, for a seating that the organiser changed by hand.

Who sits where stays. A chair that becomes free goes to the player who has sat out most, in a mixed party to one of the
same group while there is one; the chairs of a final go by rank. Tables are added and removed at the bottom, so that the
other tables keep their numbers.
"""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from whistclub.engine.movement.partners import Meetings, best_pairing, meetings, partner_reason
from whistclub.engine.movement.protocol import (
    SEATS,
    Movement,
    PlayedRound,
    ReasonCode,
    SeatedTable,
    Seating,
    SeatingInput,
    SeatReason,
    pair_of,
)
from whistclub.engine.movement.sitting_out import (
    Unit,
    sit_outs,
    sitting_out_reasons,
    table_count,
)
from whistclub.engine.problems import InvalidInput

# The reasons that name a partner.
PARTNER_REASONS = (
    ReasonCode.KEEPS_PARTNER,
    ReasonCode.NEW_PARTNER,
    ReasonCode.FIXED_PARTNER,
    ReasonCode.REPEATS_AVOIDED,
)
# The places of a table: a chair each for players, the chairs of a side for fixed pairs.
_CHAIRS: dict[bool, tuple[tuple[int, ...], ...]] = {False: ((0,), (1,), (2,), (3,)), True: ((0, 2), (1, 3))}
# Who sits on the places of a table; nobody on one that is free.
Places = list[Unit]


def mended(
    before: Seating,
    field: SeatingInput,
    history: Sequence[PlayedRound],
    *,
    movement: Movement,
    held: Collection[int] = (),
    by_pairs: bool = False,
) -> Seating:
    """The seating `before`, for the people present now. Those who are `held` move only where nobody else can.

    With fewer people than fill a table everyone sits out. `movement`: by which it was seated. `by_pairs`: pairs stay
    together, as in the movements of fixed pairs; a player without a partner sits out. The same people get the same
    seating.
    """
    if by_pairs:
        field = _with_pairs_by_hand(before, field)
    units: list[Unit] = list(field.pairs) if by_pairs else [(person,) for person in field.people]
    tables = [_places(table, units, by_pairs=by_pairs) for table in before.tables]
    wanted = _tables_wanted(field, by_pairs=by_pairs)
    records = sit_outs(field.people, history, None if by_pairs else field.groups)

    def turn(unit: Unit) -> tuple[bool, int, int, int]:
        """Whose turn it is to play: the largest first."""
        count, last = (max(getattr(records[person], name) for person in unit) for name in ("count", "last"))
        return not held_unit(unit), count, last, -max(unit)

    def held_unit(unit: Unit) -> bool:
        return not set(held).isdisjoint(unit)

    del tables[wanted:]
    seated = {person for places in tables for unit in places for person in unit}
    bench = sorted((unit for unit in units if seated.isdisjoint(unit)), key=turn)
    _fill(tables, bench, before, field, by_pairs=by_pairs)
    while len(tables) < wanted:
        tables.append(_new_table(bench, field, history, by_pairs=by_pairs))
    fixed = set(held).union(before.sitting_out)
    _keep_turns(tables, [unit for unit in bench if fixed.isdisjoint(unit)], held, lambda unit: turn(unit)[1], field)
    _rank_divisions(tables, held, field, history, movement)
    after = tuple(_seated(places, by_pairs=by_pairs) for places in tables)
    sitting_out = tuple(sorted(set(field.people) - {person for table in after for person in table.chairs}))
    reasons = sitting_out_reasons(field, history, sitting_out, by_pairs=by_pairs)
    stayed = {
        person: before.reasons.get(person, ())
        for person in set(sitting_out).intersection(before.sitting_out)
        # They may have found or lost a partner.
        if not any(
            reason.code is ReasonCode.NO_PARTNER for reason in (*reasons[person], *before.reasons.get(person, ()))
        )
    }
    return Seating(
        after, sitting_out, reasons | stayed | seat_reasons(before, after, meetings(history), by_pairs=by_pairs)
    )


def _with_pairs_by_hand(before: Seating, field: SeatingInput) -> SeatingInput:
    """Two players without a partner whom the organiser let sit together count as a pair."""
    single = set(field.people).difference(*field.pairs)
    together = tuple(side for table in before.tables for side in table.sides if single.issuperset(side))
    return replace(field, pairs=(*field.pairs, *together))


def _places(table: SeatedTable, units: Collection[Unit], *, by_pairs: bool) -> Places:
    """Those at a table who stay, on the chairs they had."""
    present = {frozenset(unit) for unit in units}
    seated = [tuple(table.chairs[chair] for chair in chairs) for chairs in _CHAIRS[by_pairs]]
    return [unit if frozenset(unit) in present else () for unit in seated]


def _seated(places: Places, *, by_pairs: bool) -> SeatedTable:
    chairs = {
        chair: person
        for place, unit in zip(_CHAIRS[by_pairs], places, strict=True)
        for chair, person in zip(place, unit, strict=True)
    }
    return SeatedTable((chairs[0], chairs[1], chairs[2], chairs[3]))


def _tables_wanted(field: SeatingInput, *, by_pairs: bool) -> int:
    try:
        return table_count(field, by_pairs=by_pairs)
    except InvalidInput:
        return 0


def _fill(tables: Sequence[Places], bench: list[Unit], before: Seating, field: SeatingInput, *, by_pairs: bool) -> None:
    """Give the free places to those of the bench whose turn it is, its last; first to the group that had them."""
    for is_same_group in (True, False):
        for table, places in zip(before.tables, tables, strict=False):
            for place, chairs in enumerate(_CHAIRS[by_pairs]):
                group = field.groups.get(table.chairs[chairs[0]])
                suits = [each for each in bench if not is_same_group or field.groups.get(each[0]) == group]
                if suits and not places[place]:
                    places[place] = suits[-1]
                    bench.remove(suits[-1])


def _new_table(bench: list[Unit], field: SeatingInput, history: Sequence[PlayedRound], *, by_pairs: bool) -> Places:
    """The places of a table for two pairs, or for four players with the partners they have had least.

    They are those of the bench whose turn it is, in a mixed party two of each group while there are.
    """
    units: list[Unit] = []
    while len(units) < len(_CHAIRS[by_pairs]):
        chosen = Counter(field.groups.get(unit[0]) for unit in units)
        units.append(min(reversed(bench), key=lambda unit: chosen[field.groups.get(unit[0])]))
        bench.remove(units[-1])
    if by_pairs:
        return list(units)
    table = best_pairing([person for (person,) in units], meetings(history), field.policy.swap, field.groups)
    return [(person,) for person in table.chairs]


def _keep_turns(
    tables: Sequence[Places],
    bench: Sequence[Unit],
    held: Collection[int],
    count: Callable[[Unit], int],
    field: SeatingInput,
) -> None:
    """Let no player sit out again while one of their group plays who has sat out less (RULES.md §2.3).

    The chair is taken as far down as possible.
    """
    for unit in sorted(bench, key=count, reverse=True):
        others = [
            (count(other), -table, place)
            for table, places in enumerate(tables)
            for place, other in enumerate(places)
            if set(held).isdisjoint(other) and field.groups.get(other[0]) == field.groups.get(unit[0])
        ]
        if others and min(others)[0] < count(unit):
            _count, table, place = min(others)
            tables[-table][place] = unit


def _rank_divisions(
    tables: Sequence[Places],
    held: Collection[int],
    field: SeatingInput,
    history: Sequence[PlayedRound],
    movement: Movement,
) -> None:
    """Let nobody play a final in place of one who ranks before them: they swap chairs (RULES.md §2.5)."""
    divisions = movement.divisions_of_tables(len(tables), len(history), field.rounds)
    if not divisions:
        return
    group = movement.divisions(field.ranking, history, field.rounds)
    order = {person: (group.get(person, 0), rank) for rank, person in enumerate(field.ranking)}
    for division in sorted(set(divisions))[:-1]:
        seats = [
            (order[unit[0]], table, place)
            for table, places in enumerate(tables)
            for place, unit in enumerate(places)
            if set(held).isdisjoint(unit)
        ]
        upper = sorted((seat for seat in seats if divisions[seat[1]] == division), reverse=True)
        lower = sorted(seat for seat in seats if divisions[seat[1]] > division)
        for (rank, table, place), (other_rank, below, there) in zip(upper, lower, strict=False):
            if other_rank < rank:
                tables[table][place], tables[below][there] = tables[below][there], tables[table][place]


def seat_reasons(
    before: Seating, after: Sequence[SeatedTable], met: Meetings, *, by_pairs: bool
) -> dict[int, tuple[SeatReason, ...]]:
    """The reasons of those who are seated: the old ones as far as they are still true."""
    reasons: dict[int, tuple[SeatReason, ...]] = {}
    for number, table in enumerate(after, start=1):
        old = before.tables[number - 1] if number <= len(before.tables) else None
        for chair, person in enumerate(table.chairs):
            partner = table.chairs[(chair + 2) % SEATS]
            if old is None:
                how: tuple[SeatReason, ...] = (SeatReason(ReasonCode.TABLE_ADDED, table=number),)
            elif old.chairs[chair] != person:
                how = (SeatReason(ReasonCode.TAKES_CHAIR, other=old.chairs[chair]),)
            elif set(old.chairs) == set(table.chairs):
                reasons[person] = before.reasons.get(person, ())
                continue
            else:
                how = tuple(
                    reason
                    for reason in before.reasons.get(person, ())
                    if reason.code is not ReasonCode.MEETS
                    and (reason.code not in PARTNER_REASONS or reason.other == partner)
                )
                if old.chairs[(chair + 2) % SEATS] == partner:
                    reasons[person] = how
                    continue
            why_partner = (
                SeatReason(ReasonCode.FIXED_PARTNER, other=partner)
                if by_pairs
                else partner_reason(pair_of(person, partner), person, met)
            )
            reasons[person] = *how, why_partner
    return reasons

"""What is true of every movement at every evening, with people coming and going (RULES.md §2.4)."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from whistclub.engine.movement.by_destination import destinations
from whistclub.engine.movement.catalogue import MOVEMENTS
from whistclub.engine.movement.partners import fours_are_mixed, meetings, mixed_table
from whistclub.engine.movement.protocol import PlayedRound, ReasonCode, SeatedTable, SeatingInput, pair_of, table_of
from whistclub.engine.movement.seating import effective_counts
from whistclub.engine.problems import InvalidInput

EVERY_MOVEMENT = pytest.mark.parametrize("movement", MOVEMENTS.values(), ids=MOVEMENTS)
LAW = settings(max_examples=16, deadline=None)
# Each runs for some tenths of a second.
FEW = settings(max_examples=1, deadline=None)

CHANGED = (ReasonCode.NEW_PARTNER, ReasonCode.REPEATS_AVOIDED)
WITH_WHOM = (ReasonCode.KEEPS_PARTNER, ReasonCode.FIXED_PARTNER, *CHANGED)
BY_DESTINATION = (ReasonCode.TAKES_CHAIR, ReasonCode.TABLE_GONE)
SIT_OUT_CODES = (ReasonCode.SITS_OUT, ReasonCode.PAIR_SITS_OUT, ReasonCode.NO_PARTNER)


@dataclass
class Evening:
    """An evening as it goes, and who has been there from the first round to the last."""

    movement: object
    lot: Random
    max_tables: int | None
    units: list
    rounds: int | None
    history: list = field(default_factory=list)
    coming: int = 1000
    # With fixed pairs one may have no partner at all.
    single: tuple = ()

    def __post_init__(self):
        self.faithful = {person for unit in self.units for person in unit}

    @property
    def people(self):
        return tuple(person for unit in [*self.units, self.single] for person in unit)

    @property
    def pairs(self):
        if not self.movement.fixed_pairs:
            return ()
        return tuple(self.units)

    @property
    def field(self):
        people = self.people
        return SeatingInput(
            people=people,
            max_tables=self.max_tables,
            pairs=self.pairs,
            without_partner=self.single,
            ranking=tuple(self.lot.sample(people, len(people))),
            rounds=self.rounds,
            seed=7,
        )

    def arrive(self, count):
        for _number in range(count):
            size = 2 if self.movement.fixed_pairs else 1
            self.units.append(tuple(range(self.coming, self.coming + size)))
            self.coming += size

    def leave(self, count):
        fewest = 2 if self.movement.fixed_pairs else 4
        for _number in range(min(count, len(self.units) - fewest)):
            self.units.remove(self.lot.choice(self.units))
        self.faithful &= set(self.people)

    def play(self, seating, *, substitutes=0):
        """Results are random; some players go home mid-round, and a substitute takes the chair."""
        tables, sitting_out = list(seating.tables), list(seating.sitting_out)
        if not self.movement.fixed_pairs:
            for chair, spare in list(enumerate(sitting_out))[:substitutes]:
                tables[chair % len(tables)] = self._instead(tables[chair % len(tables)], spare)
        winners = tuple(self.lot.randrange(2) for _table in tables)
        self.history.append(PlayedRound(tuple(tables), seating.sitting_out, winners))

    def _instead(self, table, spare):
        gone = table.pairs[0][0]
        self.units.remove((gone,))
        self.faithful.discard(gone)
        one, other = ([spare if person == gone else person for person in pair] for pair in table.pairs)
        return table_of(one, other)


def tables_due(evening):
    possible = len(evening.units) // 2 if evening.movement.fixed_pairs else len(evening.units) // 4
    return possible if evening.max_tables is None else min(possible, evening.max_tables)


def check_places(evening, seating):
    seated = [person for table in seating.tables for person in table.people]
    everyone = [*seated, *seating.sitting_out]
    assert len(set(everyone)) == len(everyone)
    assert set(everyone) == set(evening.people)
    assert len(seating.tables) == tables_due(evening)
    for table in seating.tables:
        assert len(set(table.people)) == 4
    if evening.movement.fixed_pairs:
        assert {pair for table in seating.tables for pair in table.pairs} <= set(evening.pairs)


def check_reasons(evening, seating):
    met = meetings(evening.history)
    counts = effective_counts(evening.people, evening.history)
    paired = {person for pair in evening.pairs for person in pair}
    assert set(seating.reasons) == set(evening.people)
    for person in seating.sitting_out:
        (reason,) = seating.reasons[person]
        by_turns = ReasonCode.PAIR_SITS_OUT if person in paired else ReasonCode.SITS_OUT
        assert reason.code is (ReasonCode.NO_PARTNER if person in evening.single else by_turns)
        assert reason.count == (None if person in evening.single else counts[person])
    for table in seating.tables:
        for one, other in (order for pair in table.pairs for order in (pair, pair[::-1])):
            *how, with_whom = seating.reasons[one]
            assert how
            assert not {reason.code for reason in how} & {*WITH_WHOM, *SIT_OUT_CODES}
            assert with_whom.other == other
            assert (with_whom.code is ReasonCode.FIXED_PARTNER) == evening.movement.fixed_pairs
            pair = pair_of(one, other)
            if with_whom.code in CHANGED:
                assert pair not in met.just_played
                assert with_whom.count == met.partners[pair]
            if with_whom.code is ReasonCode.KEEPS_PARTNER:
                assert pair in met.just_played
            check_how(evening, how, one, table, met)


def check_how(evening, how, person, table: SeatedTable, met):
    """Those reasons that can be checked without knowing the movement."""
    for reason in how:
        assert type(reason.code).__name__.endswith(("Reason", "ReasonCode"))
        if reason.code is ReasonCode.DRAWN:
            assert not evening.history
        if reason.code in (ReasonCode.DESIGN, ReasonCode.CIRCLE):
            assert 0 < reason.count <= len(evening.history) + 1
        if reason.code is ReasonCode.NEWCOMER:
            last = evening.history[-1]
            assert person not in last.seated.union(last.sitting_out)
        if reason.code is ReasonCode.SAT_OUT_BEFORE:
            assert person in evening.history[-1].sitting_out
        if reason.code is ReasonCode.MEETS:
            pairs = [pair_of(person, other) for other in table.people if other != person]
            assert reason.count == sum(not met.partners[pair] and not met.opponents[pair] for pair in pairs)


def check_tables(evening, seating):
    """The table of a reason is where the person played; of a chair or a table that is gone, where they were due."""
    for person, reasons in seating.reasons.items():
        for reason in reasons:
            if reason.code in BY_DESTINATION:
                assert reason.table == table_due(evening, person)
            elif reason.table is not None:
                [at] = [at for at, table in enumerate(evening.history[-1].tables, start=1) if person in table.people]
                assert reason.table == at


def due(losers_go):
    """One up for winners, `losers_go(table, tables)` for losers; before the first game the bottom table."""

    def by_results(history, person):
        for played in reversed(history):
            for at, table in enumerate(played.tables, start=1):
                for side, pair in enumerate(table.sides):
                    if person in pair:
                        won = played.winners[at - 1] == side
                        return max(1, at - 1) if won else losers_go(at, len(played.tables))
        first = next((played for played in history if person in played.sitting_out), history[-1])
        return len(first.tables)

    return by_results


def table_due(evening, person):
    """Written out for those who win their way up; else by the rule, which the tests of the movement check."""
    movement, history = evening.movement, evening.history
    if movement.key in DUE:
        return DUE[movement.key](history, person)
    return destinations([person], history, movement.rule(history))[person].table


DUE = {
    "ladder": due(lambda at, tables: min(tables, at + 1)),
    "ladder_pairs": due(lambda at, tables: min(tables, at + 1)),
    "winners_up": due(lambda at, tables: at if at > 1 else tables),
}


def check_fairness(evening):
    """For those who have been there throughout: what they sat out differs by one at most."""
    sat_out = Counter(person for played in evening.history for person in played.sitting_out)
    counts = [sat_out[person] for person in evening.faithful - set(evening.single)]
    assert not counts or max(counts) - min(counts) <= 1


def begin(movement, units, *, seed=1, max_tables=None, rounds=None):
    size = 2 if movement.fixed_pairs else 1
    order = [tuple(range(size * number, size * number + size)) for number in range(units)]
    Random(seed).shuffle(order)
    made = Evening(movement, Random(seed), max_tables, order, rounds)
    if movement.fixed_pairs and seed % 2:
        made.single = (size * units,)
    return made


def play_through(evening, events):
    for number, (leaving, arriving, substitutes) in enumerate(events, start=1):
        field = evening.field
        seating = evening.movement.seat(field, evening.history)
        check_places(evening, seating)
        check_reasons(evening, seating)
        check_tables(evening, seating)
        if number == len(events):
            assert evening.movement.seat(field, tuple(evening.history)) == seating
        evening.play(seating, substitutes=substitutes)
        check_fairness(evening)
        evening.leave(leaving)
        evening.arrive(arriving)


quiet = st.just((0, 0, 0))
event = st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(0, 2))


@EVERY_MOVEMENT
@LAW
@example(units=13, seed=1, max_tables=None, rounds=13, events=[(0, 0, 0)] * 14)
@example(units=8, seed=1, max_tables=None, rounds=7, events=[(0, 0, 0)] * 9)
@example(units=9, seed=1, max_tables=None, rounds=9, events=[(0, 0, 0)] * 3 + [(1, 0, 0)] + [(0, 0, 0)] * 3)
@given(
    units=st.integers(4, 30),
    seed=st.integers(0, 999),
    max_tables=st.sampled_from([None, None, None, 1, 3]),
    rounds=st.sampled_from([None, 6, 12]),
    events=st.lists(quiet | event, min_size=1, max_size=9),
)
def test_every_round_is_complete_fair_explained_and_reproducible(movement, units, seed, max_tables, rounds, events):
    play_through(begin(movement, units, seed=seed, max_tables=max_tables, rounds=rounds), events)


@EVERY_MOVEMENT
@FEW
@given(st.integers(350, 403), st.lists(event, min_size=4, max_size=4))
def test_laws_hold_for_100_tables(movement, people, events):
    play_through(begin(movement, people // 2 if movement.fixed_pairs else people), events)


@EVERY_MOVEMENT
def test_partners_of_pairs_are_never_split_and_others_are(movement):
    evening = begin(movement, 12)
    play_through(evening, [(0, 0, 0)] * 6)
    partners = meetings(evening.history).partners
    if movement.fixed_pairs:
        assert set(partners) <= {pair_of(*two) for unit in evening.units for two in combinations(unit, 2)}
    else:
        assert len(partners) > 6


@EVERY_MOVEMENT
def test_nobody_can_be_seated_without_four_people_or_two_pairs(movement):
    pairs = ((0, 1),) if movement.fixed_pairs else ()
    people = (0, 1) if movement.fixed_pairs else (0, 1, 2)
    for history in ((), [PlayedRound((table_of((0, 1), (2, 3)),), (), (0,))]):
        with pytest.raises(InvalidInput):
            movement.seat(SeatingInput(people, pairs=pairs, ranking=people), history)


@EVERY_MOVEMENT
def test_supported_sizes_can_be_seated(movement):
    for people in range(18):
        if movement.problem(people, 3) is None:
            units = people // 2 if movement.fixed_pairs else people
            play_through(begin(movement, units, rounds=3), [(0, 0, 0)] * 3)


ALONE = [movement for movement in MOVEMENTS.values() if not movement.fixed_pairs]


def mixed_evening(movement, people, rounds, seed):
    """Half of the people are of each group, and one more of the first if their number is odd."""
    lot, history = Random(seed), []
    groups = {person: "AB"[person % 2] for person in range(people)}
    for _number in range(rounds):
        ranking = tuple(lot.sample(range(people), people))
        field = SeatingInput(tuple(range(people)), groups=groups, ranking=ranking, rounds=rounds, seed=seed)
        seating = movement.seat(field, history)
        winners = tuple(lot.randrange(2) for _table in seating.tables)
        history.append(PlayedRound(seating.tables, seating.sitting_out, winners))
    assert movement.seat(field, history[:-1]) == seating
    return groups, history


@pytest.mark.parametrize("movement", ALONE, ids=[movement.key for movement in ALONE])
@pytest.mark.parametrize("people", [8, 14, 27, 400])
def test_two_and_two_sit_mixed_and_sit_outs_are_fair_within_each_group(movement, people):
    groups, history = mixed_evening(movement, people, 3 if people > 100 else 6, 5)
    for played in history:
        for table in played.tables:
            assert not fours_are_mixed(table.people, groups) or mixed_table(table, groups)
    out = Counter(person for played in history for person in played.sitting_out)
    for group in "AB":
        counts = [out[person] for person in groups if groups[person] == group]
        assert max(counts) - min(counts) <= 1

"""Everyone meets: partners do not repeat while it can be helped, then opponents repeat as little as possible.

A search that starts from the history as it was played, so it goes on after people came, left or were put elsewhere
(RULES.md §2.6). Two other movements use it: the whist tournament when it can no longer follow its design
(`schedules.py`), and the final and consolation, within each group.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from math import exp

from whistclub.engine.movement.partners import meetings
from whistclub.engine.movement.protocol import (
    SEATS,
    Movement,
    Pair,
    PlayedRound,
    SeatedTable,
    Seating,
    SeatingInput,
    SeatReason,
)
from whistclub.engine.movement.schedules import design_is_better, design_rounds, design_seating
from whistclub.engine.movement.seating import (
    by_meeting,
    choose_sitting_out,
    drawn,
    fours,
    generator,
    seating,
    sitting_out_by_draw,
    table_count,
)
from whistclub.engine.problems import Problem, ProblemCode

# What one more meeting costs. A partner again is worse than any number of opponents again; opponents again get worse
# with each time; and it costs a little to become partners after being opponents, or the reverse: so people meet more
# people.
PARTNER_AGAIN = 1_000
OPPONENT_AGAIN = 6
OTHER_WAY_ROUND = 1
# In a mixed party a partner of the same group is the worst of all.
SAME_GROUP = 100_000


class EveryoneMeets(Movement):
    """People meet as many others as possible."""

    def seat(self, field: SeatingInput, history: Sequence[PlayedRound]) -> Seating:
        if not history:
            return self._first(field)
        if design_is_better(len(field.people), field.rounds) and (by_design := design_seating(field, history)):
            return by_design
        sitting_out = choose_sitting_out(field, history)
        tables = searched(sorted(set(field.people) - set(sitting_out)), field, history)
        return seating(field, history, tables, sitting_out, by_meeting(history, tables))

    def _first(self, field: SeatingInput) -> Seating:
        """Four by four in the order of the draw, the last ones drawn sit out; only groups need a search."""
        sitting_out = sitting_out_by_draw(field)
        playing = [person for person in field.people if person not in sitting_out]
        tables = searched(playing, field, ()) if field.groups else fours(playing)
        return seating(field, (), tables, sitting_out, drawn)


def searched(people: Sequence[int], field: SeatingInput, history: Sequence[PlayedRound]) -> tuple[SeatedTable, ...]:
    """The best tables found for people who fill them."""
    mates, foes = _costs(people, field, history)
    lot = generator(field.seed, len(history))
    order = list(range(len(people)))
    lot.shuffle(order)
    if field.groups:
        # Mixed pairs from the start, for in a big party chance alone would not bring all of them about.
        order.sort(key=lambda place: field.groups.get(people[place], ""))
        half = len(order) // 2
        order = [place for pair in zip(order[:half], order[half:], strict=True) for place in pair]
    return fours([people[place] for place in cheapest(order, mates, foes, lot.random)])


def _costs(
    people: Sequence[int], field: SeatingInput, history: Sequence[PlayedRound]
) -> tuple[list[list[int]], list[list[int]]]:
    """The costs of any two as partners, and as opponents, by their positions in `people`."""
    mates = [[0] * len(people) for _ in people]
    foes = [[0] * len(people) for _ in people]
    place = {person: number for number, person in enumerate(people)}

    def add(costs: list[list[int]], pair: Pair, cost: int) -> None:
        one, other = (place.get(person) for person in pair)
        if one is not None and other is not None:
            costs[one][other] += cost
            costs[other][one] += cost

    met = meetings(history)
    for pair, times in met.partners.items():
        add(mates, pair, PARTNER_AGAIN * times**2)
        add(foes, pair, OTHER_WAY_ROUND * times)
    for pair, times in met.opponents.items():
        add(foes, pair, OPPONENT_AGAIN * times**2)
        add(mates, pair, OTHER_WAY_ROUND * times)
    if field.groups:
        for row, one in zip(mates, people, strict=True):
            for number, other in enumerate(people):
                row[number] += SAME_GROUP * (field.groups.get(one) == field.groups.get(other))
    return mates, foes


MEETS = EveryoneMeets("meets")


class WhistTournament(Movement):
    """Everybody partners everybody once and opposes everybody twice.

    The design holds only as long as everybody stays and sits as it says; after that the evening goes on as "everyone
    meets", which follows on from any history.
    """

    def problem(self, people: int, rounds: int | None) -> Problem | None:
        existing = design_rounds(people)
        if too_few := super().problem(people, rounds):
            return too_few
        if not existing:
            return Problem(ProblemCode.NO_DESIGN, "people", found=people)
        if rounds is not None and rounds > existing:
            return Problem(ProblemCode.TOO_MANY_ROUNDS, "rounds", found=rounds, maximum=existing)
        return None

    def complete_after(self, people: int) -> int | None:
        return design_rounds(people)

    def seat(self, field: SeatingInput, history: Sequence[PlayedRound]) -> Seating:
        # The first round is a draw either way: the design's numbers are read from it.
        by_design = design_seating(field, history) if history else None
        return by_design or MEETS.seat(field, history)


WHIST = WhistTournament("whist")


# Of an evening without a planned number.
ROUNDS_BEFORE, MOST_TABLES_IN_GROUP, FEWEST_GROUPS = 3, 4, 2


class FinalsReason(StrEnum):
    """The group a player is in."""

    IN_FINAL = "in_final"
    IN_CONSOLATION = "in_consolation"  # count: which one, the best is 1; 0 if there is only one


class Finals(Movement):
    """A final and a consolation: all play in one field first, then the ranking divides them (RULES.md §2.5).

    The first half of the planned rounds is seated as "everyone meets". Then the best play the final among themselves,
    and the others the consolation; with more than eight tables there are several groups of up to four tables. In each
    group everyone meets.
    """

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


# The search: it exchanges two people at a time (simulated annealing), and all it knows of whist is that a table is two
# pairs. People are positions in the cost tables, and an order of people is read table by table: the first two of four
# are partners, and so are the last two.
Costs = Sequence[Sequence[int]]

# Rounds of eight to a hundred people hardly gain from more, and the slowest machine stays far below a second.
STEPS = 20_000

# How much worse an exchange may make it, at first and at last, to be taken more often than not: by measurement, for
# costs of which the common ones are between one and some dozen.
WARM, COLD = 3.0, 0.3

# Beyond this an exchange is never taken: its chance is less than one in a hundred million.
HOPELESS = 20


def cheapest(order: Sequence[int], mates: Costs, foes: Costs, draw: Callable[[], float]) -> list[int]:
    """The best order found from the given one; `draw` gives numbers from 0 to 1 by lot.

    Every cost is at least 0, and the search ends where nothing costs.
    """
    order = list(order)
    cost = _total(order, mates, foes)
    least, best = cost, list(order)
    heat, cooling = WARM, (COLD / WARM) ** (1 / STEPS)
    places = len(order)
    for _step in range(STEPS):
        if not least:
            break
        heat *= cooling
        here = int(draw() * places)
        mine = order[here]
        my_mates, my_foes = mates[mine], foes[mine]
        mate, foe, other_foe = order[here ^ 1], order[here ^ 2], order[here ^ 3]
        before = my_mates[mate] + my_foes[foe] + my_foes[other_foe]
        if not before:
            continue
        there = int(draw() * places)
        theirs = order[there]
        if here ^ there > 3:
            their_mates, their_foes = mates[theirs], foes[theirs]
            new_mate, new_foe, new_other = order[there ^ 1], order[there ^ 2], order[there ^ 3]
            more = (
                (my_mates[new_mate] + my_foes[new_foe] + my_foes[new_other] - before)
                + (their_mates[mate] + their_foes[foe] + their_foes[other_foe])
                - (their_mates[new_mate] + their_foes[new_foe] + their_foes[new_other])
            )
        elif here ^ there > 1:
            # At one table only the two pairs change: the fourth player becomes the partner of the other.
            fourth = order[there ^ 1]
            more = (my_mates[fourth] + mates[theirs][mate] + my_foes[mate] + foes[theirs][fourth]) - (
                my_mates[mate] + mates[theirs][fourth] + my_foes[fourth] + foes[theirs][mate]
            )
        else:
            continue
        if more <= 0 or (more < HOPELESS * heat and draw() < exp(-more / heat)):
            order[here], order[there] = theirs, mine
            cost += more
            if cost < least:
                least, best = cost, list(order)
    return best


def _total(order: Sequence[int], mates: Costs, foes: Costs) -> int:
    return sum(
        mates[a][b] + mates[c][d] + foes[a][c] + foes[a][d] + foes[b][c] + foes[b][d]
        for a, b, c, d in zip(*[iter(order)] * 4, strict=True)
    )

"""Everyone meets: partners do not repeat while it can be helped, then opponents repeat as little as possible.

A search that starts from the history as it was played, so it goes on after people came, left or were put elsewhere
(RULES.md §2.6).
"""

from collections.abc import Sequence

from whistclub.engine.movement.annealing import cheapest
from whistclub.engine.movement.designs import next_tables, rounds_of
from whistclub.engine.movement.partners import meetings
from whistclub.engine.movement.protocol import (
    SEATS,
    Movement,
    Pair,
    PlayedRound,
    ReasonCode,
    SeatedTable,
    Seating,
    SeatingInput,
)
from whistclub.engine.movement.seating import (
    by_meeting,
    drawn,
    fours,
    generator,
    in_round,
    seating,
    sitting_out_by_draw,
)
from whistclub.engine.movement.sitting_out import choose_sitting_out, table_count
from whistclub.engine.problems import Problem, ProblemCode

# What one more meeting costs. A partner again is worse than any number of opponents again; opponents again get worse
# with each time; and it costs a little to become partners after being opponents, or the reverse: so people meet more
# people.
PARTNER_AGAIN = 1_000
OPPONENT_AGAIN = 6
OTHER_WAY_ROUND = 1
# In a mixed party a partner of the same group is the worst of all.
SAME_GROUP = 100_000

# From three rounds for every four people on a design's rounds repeat less than the search's (measured for all sizes
# up to 29; RULES.md has the same in §2.6: "when rounds are near v - 1").
DESIGN_ROUNDS, DESIGN_PEOPLE = 3, 4


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


def design_is_better(people: int, rounds: int | None) -> bool:
    """Whether the design for this number of people repeats less than the search in an evening of `rounds` rounds."""
    return rounds is not None and DESIGN_ROUNDS * people <= DESIGN_PEOPLE * rounds <= DESIGN_PEOPLE * rounds_of(people)


def design_seating(field: SeatingInput, history: Sequence[PlayedRound]) -> Seating | None:
    """The design's next round after those played; None when it cannot go on by the design."""
    if field.groups or table_count(field) < len(field.people) // SEATS:
        return None
    tables = next_tables(field.people, history)
    if tables is None:
        return None
    seated = {person for table in tables for person in table.people}
    return seating(field, history, tables, set(field.people) - seated, in_round(ReasonCode.DESIGN, len(history) + 1))


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
        existing = rounds_of(people)
        if too_few := super().problem(people, rounds):
            return too_few
        if not existing:
            return Problem(ProblemCode.NO_DESIGN, "people", found=people)
        if rounds is not None and rounds > existing:
            return Problem(ProblemCode.TOO_MANY_ROUNDS, "rounds", found=rounds, maximum=existing)
        return None

    def complete_after(self, people: int) -> int | None:
        return rounds_of(people)

    def seat(self, field: SeatingInput, history: Sequence[PlayedRound]) -> Seating:
        # The first round is a draw either way: the design's numbers are read from it.
        by_design = design_seating(field, history) if history else None
        return by_design or MEETS.seat(field, history)


WHIST = WhistTournament("whist")

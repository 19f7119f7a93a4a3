"""Evenings with random results, and what they come to in numbers."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from whistclub.engine.movement.partners import meetings
from whistclub.engine.movement.protocol import Movement, Pair, PlayedRound, SeatingInput, pair_of
from whistclub.engine.movement.seating import drawn_order, generator
from whistclub.engine.problems import InvalidInput


@dataclass(frozen=True, slots=True)
class Plan:
    """The evening in numbers.

    `sits_out` (least, most) counts the rounds a player sits out, `met` (least, mean, most) the partners and opponents
    a player meets. `partners_again` counts the games beyond the first that two players were partners, 0 where pairs
    are fixed; `opponents_again` likewise; `opponents_often` counts the pairs of players who opposed each other more
    than twice.
    """

    tables: int
    sits_out: tuple[int, int]
    met: tuple[int, float, int]
    partners_again: int
    opponents_again: int
    opponents_often: int


def plan(movement: Movement, people: int, rounds: int, seed: int) -> Plan:
    """Raises InvalidInput with the movement's problem."""
    played = evening(movement, people, rounds, seed)
    met = meetings(played)
    acquainted = met.partners.keys() | met.opponents.keys()
    known = Counter(person for pair in acquainted for person in pair)
    met_by = [known[person] for person in range(people)]
    times_out = Counter(person for one in played for person in one.sitting_out)
    sit_outs = [times_out[person] for person in range(people)]
    return Plan(
        tables=max((len(one.tables) for one in played), default=0),
        sits_out=(min(sit_outs), max(sit_outs)),
        met=(min(met_by), sum(met_by) / people, max(met_by)),
        partners_again=0 if movement.fixed_pairs else met.partners.total() - len(met.partners),
        opponents_again=met.opponents.total() - len(met.opponents),
        opponents_often=sum(times > 2 for times in met.opponents.values()),
    )


def evening(movement: Movement, people: int, rounds: int, seed: int, **choices: Any) -> tuple[PlayedRound, ...]:
    """The rounds of an evening to whose end everyone stays, with winners drawn by lot.

    Raises InvalidInput as `plan`.
    """
    problem = movement.problem(people, rounds)
    if problem:
        raise InvalidInput([problem])
    draw, pairs = _drawn(movement, people, seed)
    single = draw[2 * len(pairs) :] if movement.fixed_pairs else ()
    history: list[PlayedRound] = []
    for number in range(rounds):
        field = SeatingInput(
            people=draw,
            pairs=pairs,
            without_partner=single,
            ranking=_ranking(draw, history),
            rounds=rounds,
            seed=seed,
            **choices,
        )
        seating = movement.seat(field, history)
        lot = generator(seed, number)
        winners = tuple(lot.randrange(2) for _table in seating.tables)
        history.append(PlayedRound(seating.tables, seating.sitting_out, winners))
    return tuple(history)


def _drawn(movement: Movement, people: int, seed: int) -> tuple[tuple[int, ...], tuple[Pair, ...]]:
    """Everyone in the order of the draw, and the pairs if they are fixed: then pairs are drawn, not people.

    Of an odd number of people the last has no partner.
    """
    if not movement.fixed_pairs:
        return drawn_order(range(people), seed), ()
    pairs = tuple(pair_of(first, first + 1) for first in range(0, people - 1, 2))
    order = tuple(person for number in drawn_order(range(len(pairs)), seed) for person in pairs[number])
    return (*order, *range(2 * len(pairs), people)), pairs


def _ranking(draw: Sequence[int], history: Sequence[PlayedRound]) -> tuple[int, ...]:
    """By games won, a sit-out counting half a game (RULES.md §2.3.11); ties in the order of the draw."""
    halves = dict.fromkeys(draw, 0)
    for played in history:
        for person in played.sitting_out:
            halves[person] += 1
        for table, winner in zip(played.tables, played.winners, strict=True):
            for person in table.sides[winner]:
                halves[person] += 2
    return tuple(sorted(draw, key=lambda person: -halves[person]))

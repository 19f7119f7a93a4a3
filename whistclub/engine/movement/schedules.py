"""Schedules: rounds fixed for a whole evening, which hold as long as the same people sit as they say.

Whist tournaments have designs, in which everybody partners everybody once and opposes everybody twice (RULES.md §2.6);
fixed pairs have the round robin (RULES.md §2.5). Who has which number is read from the first round as it was played.
"""

import json
from collections.abc import Collection, Sequence
from functools import cache
from importlib.resources import files

from whistclub.engine.movement.partners import same_pairings
from whistclub.engine.movement.protocol import (
    SEATS,
    Movement,
    Pair,
    PlayedRound,
    ReasonCode,
    SeatedTable,
    Seating,
    SeatingInput,
    table_of,
)
from whistclub.engine.movement.seating import (
    PAIRS_AT_TABLE,
    by_meeting,
    choose_sitting_out,
    drawn,
    in_round,
    seating,
    sitting_out_by_draw,
    table_count,
)
from whistclub.engine.movement.swiss import opponents

# Whist tournament designs Wh(v) exist for every v = 4n and 4n + 1 (Baker, Wilson, Hartman). They are data because
# finding one takes minutes of search, while a found one is checked by counting. `designs.json` holds the first round of
# each cyclic design: partners are the first two and the last two of a game, -1 is the player who never moves, all
# others add one from round to round. `designs_explicit.json` holds the sizes that are not cyclic with their rounds
# written out, at most 24 of them: more than an evening has.

# From three rounds for every four people on a design's rounds repeat less than the search's (measured for all sizes
# up to 29; RULES.md has the same in §2.6: "when rounds are near v - 1").
DESIGN_ROUNDS, DESIGN_PEOPLE = 3, 4

# A game of the data files: two partners, then the two they play against.
Game = list[int]

# In a starter: the player who stays, the only one who is not part of the cycle.
STAYS = -1


def design_rounds(people: int) -> int:
    """How many rounds of the design there are; 0 without a design."""
    if people in _starters():
        return _cycle(people)
    return len(_written_out().get(people, ()))


def design_round(people: int, number: int) -> tuple[SeatedTable, ...]:
    """The tables of round `number` (from 1) of the people 0 to people - 1; a person at no table sits out."""
    if people in _starters():
        games = [_turned(game, people, number - 1) for game in _starters()[people]]
    else:
        games = _written_out()[people][number - 1]
    return tuple(table_of((a, b), (c, d)) for a, b, c, d in games)


def design_is_better(people: int, rounds: int | None) -> bool:
    """Whether the design for this number of people repeats less than the search in an evening of `rounds` rounds."""
    if rounds is None:
        return False
    return DESIGN_ROUNDS * people <= DESIGN_PEOPLE * rounds <= DESIGN_PEOPLE * design_rounds(people)


def design_seating(field: SeatingInput, history: Sequence[PlayedRound]) -> Seating | None:
    """The design's next round after those played; None when it cannot go on by the design."""
    if field.groups or table_count(field) < len(field.people) // SEATS:
        return None
    tables = next_of_design(field.people, history)
    if tables is None:
        return None
    seated = {person for table in tables for person in table.people}
    return seating(field, history, tables, set(field.people) - seated, in_round(ReasonCode.DESIGN, len(history) + 1))


def next_of_design(people: Collection[int], history: Sequence[PlayedRound]) -> tuple[SeatedTable, ...] | None:
    """The next round of the design for an evening that has begun; None when it cannot go on by the design.

    Who has which number is read from the first round as it was played: any numbering of one round's seats makes a
    design, so neither the draw nor a seat swapped in that round need be known. It goes on as long as exactly the same
    people are to be seated and the tables of every round since have been the design's.
    """
    number, size = len(history) + 1, len(people)
    if number > design_rounds(size) or not _same_people(people, history[0]):
        return None
    names = _names_in_design(people, history[0])
    rounds = [_named(design_round(size, earlier), names) for earlier in range(1, number + 1)]
    followed = all(same_pairings(played.tables, designed) for played, designed in zip(history, rounds, strict=False))
    return rounds[-1] if followed else None


def _same_people(people: Collection[int], played: PlayedRound) -> bool:
    """Whether exactly these people were there, and at most the one too many sat out."""
    there = sorted([*played.seated, *played.sitting_out])
    return there == sorted(people) and len(played.sitting_out) == len(people) % 4


def _names_in_design(people: Collection[int], first: PlayedRound) -> dict[int, int]:
    """Who is which number of the design."""
    names = {
        number: person
        for table, designed in zip(first.tables, design_round(len(people), 1), strict=True)
        for person, number in zip(table.people, designed.people, strict=True)
    }
    missing = set(range(len(people))) - names.keys()
    return names | dict(zip(missing, first.sitting_out, strict=True))


def _named(tables: Sequence[SeatedTable], names: dict[int, int]) -> tuple[SeatedTable, ...]:
    return tuple(table_of([names[n] for n in table.pairs[0]], [names[n] for n in table.pairs[1]]) for table in tables)


def _cycle(people: int) -> int:
    """The length of the cycle, and so the number of rounds: with 4n people one stays out of it."""
    return people if people % 4 else people - 1


def _turned(game: Game, people: int, by: int) -> Game:
    """The game `by` rounds later."""
    return [people - 1 if number == STAYS else (number + by) % _cycle(people) for number in game]


@cache
def _starters() -> dict[int, list[Game]]:
    return {int(people): games for people, games in json.loads(_text("designs.json")).items()}


@cache
def _written_out() -> dict[int, list[list[Game]]]:
    return {int(people): rounds for people, rounds in json.loads(_text("designs_explicit.json")).items()}


def _text(name: str) -> str:
    return files("whistclub.engine.movement").joinpath(name).read_text(encoding="utf-8")


class RoundRobin(Movement):
    """Every pair meets every other once, by the circle method (RULES.md §2.5).

    The circle holds as long as the same pairs are there and sit as it says, and starts again when all have met.
    Otherwise the evening goes on with as many pairs as possible that have not met.
    """

    def complete_after(self, people: int) -> int | None:
        return circle_rounds(people // 2)

    def seat(self, field: SeatingInput, history: Sequence[PlayedRound]) -> Seating:
        if not history:
            return self._first(field)
        tables = _next_of_circle(field, history)
        if tables is not None:
            seated = {person for table in tables for person in table.people}
            number = len(history) % circle_rounds(len(field.pairs)) + 1
            how = in_round(ReasonCode.CIRCLE, number)
            return seating(field, history, tables, set(field.people) - seated, how, by_pairs=True)
        sitting_out = choose_sitting_out(field, history, by_pairs=True)
        tables = opponents([pair for pair in sorted(field.pairs) if pair[0] not in sitting_out], history)
        return seating(field, history, tables, sitting_out, by_meeting(history, tables), by_pairs=True)

    def _first(self, field: SeatingInput) -> Seating:
        """Neighbours in the draw: any first round is the first round of a circle."""
        sitting_out = sitting_out_by_draw(field, by_pairs=True)
        place = {person: number for number, person in enumerate(field.people)}
        pairs = sorted(
            (pair for pair in field.pairs if pair[0] not in sitting_out),
            key=lambda pair: min(place[person] for person in pair),
        )
        tables = [table_of(one, other) for one, other in zip(pairs[::2], pairs[1::2], strict=True)]
        return seating(field, (), tables, sitting_out, drawn, by_pairs=True)


def circle_rounds(pairs: int) -> int:
    """The number of rounds in which every pair meets every other once."""
    return pairs if pairs % PAIRS_AT_TABLE else pairs - 1


def _next_of_circle(field: SeatingInput, history: Sequence[PlayedRound]) -> tuple[SeatedTable, ...] | None:
    """The circle's next round; None if the evening has not been the circle's so far, or does not fit into it."""
    pairs = len(field.pairs)
    fits = pairs * PAIRS_AT_TABLE == len(field.people) and table_count(field, by_pairs=True) == pairs // PAIRS_AT_TABLE
    if not fits or not _same_pairs(field, history[0]):
        return None
    names = _circle(field, history[0])
    rounds = [_circle_round(names, number % circle_rounds(pairs)) for number in range(len(history) + 1)]
    followed = all(same_pairings(played.tables, planned) for played, planned in zip(history, rounds, strict=False))
    return rounds[-1] if followed else None


def _same_pairs(field: SeatingInput, played: PlayedRound) -> bool:
    """Whether exactly these pairs were there, all of them seated but the odd one, if any."""
    seated = [pair for table in played.tables for pair in table.pairs]
    odd = [pair for pair in field.pairs if set(pair) <= set(played.sitting_out)]
    there = sorted([*played.seated, *played.sitting_out])
    return there == sorted(field.people) and sorted([*seated, *odd]) == sorted(field.pairs)


def _circle(field: SeatingInput, first: PlayedRound) -> list[Pair | None]:
    """The pairs in circle order, from the first round: those who met are opposite each other.

    The last one stays in its place; it may be None, and then the pair that should meet it sits out.
    """
    matches: list[tuple[Pair | None, Pair | None]] = [table.pairs for table in first.tables]
    matches = [(pair, None) for pair in field.pairs if pair[0] in first.sitting_out] + matches
    (beside, stays), *rest = matches
    return [beside, *(one for one, _ in rest), *(other for _, other in reversed(rest)), stays]


def _circle_round(places: Sequence[Pair | None], number: int) -> tuple[SeatedTable, ...]:
    """One round, numbered from 0: all but the last have moved on by `number` places."""
    *circle, stays = places
    moved = [*circle[number:], *circle[:number]]
    half = len(places) // 2
    matches = [(moved[0], stays), *zip(moved[1:half], reversed(moved[half:]), strict=True)]
    return tuple(table_of(one, other) for one, other in matches if one is not None and other is not None)


ROUND_ROBIN = RoundRobin("round_robin", fixed_pairs=True)

"""Whist tournament designs Wh(v): everybody partners everybody once and opposes everybody twice (RULES.md §2.6).

They exist for every v = 4n and 4n + 1 (Baker, Wilson, Hartman). The designs are data because finding one takes minutes
of search, while a found one is checked by counting. `designs.json` holds the first round of each cyclic design:
partners are the first two and the last two of a game, -1 is the player who never moves, all others add one from round
to round. `designs_explicit.json` holds the sizes that are not cyclic with their rounds written out, at most 24 of
them: more than an evening has.
"""

import json
from collections.abc import Collection, Sequence
from functools import cache
from importlib.resources import files

from whistclub.engine.movement.partners import same_pairings
from whistclub.engine.movement.protocol import PlayedRound, SeatedTable, table_of

# A game of the data files: two partners, then the two they play against.
Game = list[int]

# In a starter: the player who stays, the only one who is not part of the cycle.
STAYS = -1


def rounds_of(people: int) -> int:
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


def next_tables(people: Collection[int], history: Sequence[PlayedRound]) -> tuple[SeatedTable, ...] | None:
    """The next round of the design for an evening that has begun; None when it cannot go on by the design.

    Who has which number is read from the first round as it was played: any numbering of one round's seats makes a
    design, so neither the draw nor a seat swapped in that round need be known. It goes on as long as exactly the same
    people are to be seated and the tables of every round since have been the design's.
    """
    number, size = len(history) + 1, len(people)
    if number > rounds_of(size) or not _full(people, history[0]):
        return None
    names = _names(people, history[0])
    rounds = [_named(design_round(size, earlier), names) for earlier in range(1, number + 1)]
    followed = all(same_pairings(played.tables, designed) for played, designed in zip(history, rounds, strict=False))
    return rounds[-1] if followed else None


def _full(people: Collection[int], played: PlayedRound) -> bool:
    """Whether exactly these people were there, and at most the one too many sat out."""
    there = sorted([*played.seated, *played.sitting_out])
    return there == sorted(people) and len(played.sitting_out) == len(people) % 4


def _names(people: Collection[int], first: PlayedRound) -> dict[int, int]:
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

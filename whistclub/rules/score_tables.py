"""The score tables of the rules pages. Every number comes from the engine's score table; none is worked out here."""

from dataclasses import dataclass

from whistclub.engine.hand import Contract
from whistclub.engine.options import RuleOptions, TableFormat
from whistclub.engine.scoring import Outcome, score_table
from whistclub.web.formatting import format_signed


@dataclass(frozen=True, slots=True)
class Points:
    """A cell: points, and the length of their bar in hundredths of the longest bar."""

    number: int
    bar: int = 0

    def __str__(self) -> str:
        return format_signed(self.number)


@dataclass(frozen=True, slots=True)
class TrickRow:
    """A row of the tables for a high and a low hand: a side's tricks, its points, and those of the other side.

    `made` is None in a low hand.
    """

    tricks: int
    own: Points
    other: Points
    made: bool | None


@dataclass(frozen=True, slots=True)
class SoloRow:
    """A row of the solos: what happened, the numbers of tricks that this covers, and the stars."""

    contract: Contract
    name: str
    what: str
    tricks: tuple[int, ...]
    made: bool
    own_stars: int
    other_stars: int

    @property
    def star(self) -> str:
        if self.own_stars:
            return "a star for the soloist’s side"
        return "a star for the defenders" if self.other_stars else "no star"


@dataclass(frozen=True, slots=True)
class WidowRow:
    """A row of the three-handed table: a player's tricks, and the points if this player was first to take the widow,
    if another was, and if nobody took it.
    """

    tricks: int
    taker: Points
    other: Points
    nobody: Points


@dataclass(frozen=True, slots=True)
class Tables:
    """A table that these rules do not have is empty. Rows are in order of tricks, from 0 to 13.

    `pairs`: a side is two people.
    """

    high: tuple[TrickRow, ...]
    low: tuple[TrickRow, ...]
    solos: tuple[SoloRow, ...]
    widow: tuple[WidowRow, ...]
    pairs: bool


def tables(rules: RuleOptions) -> Tables:
    lines = score_table(rules)
    longest = max((abs(points) for line in lines for points in line.points), default=0)
    return Tables(
        high=tuple(_trick_row(line, longest) for line in lines if line.contract is Contract.HIGH and line.side == 0),
        low=tuple(_trick_row(line, longest) for line in lines if line.contract is Contract.LOW),
        solos=_solo_rows([line for line in lines if line.contract.is_solo and line.side == 0]),
        widow=_widow_rows([line for line in lines if line.contract is Contract.WIDOW], longest),
        pairs=rules.form is TableFormat.FOUR_IN_PAIRS,
    )


def _points(number: int, longest: int) -> Points:
    return Points(number, round(100 * abs(number) / longest) if longest else 0)


def _trick_row(line: Outcome, longest: int) -> TrickRow:
    """From the view of side 0: the declarers, or in a low hand either side."""
    own, other = (_points(number, longest) for number in line.points)
    return TrickRow(line.tricks[0], own, other, line.made)


def _solo_rows(lines: list[Outcome]) -> tuple[SoloRow, ...]:
    """All numbers of tricks with the same result make one row."""
    alike: dict[tuple[Contract, bool], list[Outcome]] = {}
    for line in lines:
        alike.setdefault((line.contract, line.made is True), []).append(line)
    rows = [
        SoloRow(
            contract=contract,
            name="Sola Nola" if contract is Contract.SOLA_NOLA else "Grand Dix",
            what=_solo(contract, made),
            tricks=tuple(line.tricks[0] for line in same),
            made=made,
            own_stars=same[0].stars[0],
            other_stars=same[0].stars[1],
        )
        for (contract, made), same in alike.items()
    ]
    return tuple(sorted(rows, key=lambda row: (row.contract is Contract.GRAND_DIX, not row.made)))


def _solo(contract: Contract, made: bool) -> str:
    if contract is Contract.SOLA_NOLA:
        return "no trick won" if made else "a trick won"
    return "the first seven won" if made else "one of them lost"


def _widow_rows(lines: list[Outcome], longest: int) -> tuple[WidowRow, ...]:
    def of_first_player(taker: int | None) -> dict[int, int]:
        return {line.tricks[0]: line.points[0] for line in lines if line.side == taker}

    first, another, nobody = of_first_player(0), of_first_player(1), of_first_player(None)
    return tuple(
        WidowRow(count, *(_points(by_tricks[count], longest) for by_tricks in (first, another, nobody)))
        for count in sorted(first)
    )

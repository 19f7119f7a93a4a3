"""The score tables of the rules pages. Every number comes from the engine's score table; none is worked out here."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from whistclub.engine.hand import Contract
from whistclub.engine.options import RuleOptions, TableFormat
from whistclub.engine.scoring import Outcome, score_table
from whistclub.web.formatting import format_signed


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """The first cell, those after it, and whether a grand or solo was made; None where nothing was bid."""

    head: str
    cells: tuple[str, ...]
    made: bool | None = None


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """`heads` are those of the columns. Rows of tricks are in order, from 0 to 13."""

    key: str
    caption: str
    heads: tuple[str, ...]
    rows: tuple[ScoreRow, ...]


def tables(rules: RuleOptions) -> list[ScoreTable]:
    """High, low and solos, or the points of one of three players."""
    lines = score_table(rules)
    if rules.form is TableFormat.THREE_WITH_WIDOW:
        # Everyone scores alike, so player 0 stands for all: as the taker, and where another took it.
        taker, other = ({line.tricks[0]: line.points[0] for line in lines if line.side == side} for side in (0, 1))
        rows = tuple(_row(tricks, (taker[tricks], other[tricks])) for tricks in sorted(taker))
        return [ScoreTable("widow", "Points of one player", ("Tricks", "First to take the widow", "Others"), rows)]
    in_pairs = rules.form is TableFormat.FOUR_IN_PAIRS
    of_high = ("Granders", "Defenders") if in_pairs else ("Player who granded", "Opponent")
    of_low = ("Points for them", "Points for opponents") if in_pairs else ("Points", "Opponent")
    found = [
        ScoreTable("high", "High: a player granded", ("Tricks", *of_high), _rows(lines, Contract.HIGH)),
        ScoreTable("low", "Low: nobody granded", ("Tricks", *of_low), _rows(lines, Contract.LOW)),
    ]
    if rules.solos:
        solos = [*_solo_rows(lines, Contract.SOLA_NOLA), *_solo_rows(lines, Contract.GRAND_DIX)]
        found.append(ScoreTable("solos", "Solos: no points, but a star", (), tuple(solos)))
    return found


def _row(tricks: int, points: Iterable[int], made: bool | None = None) -> ScoreRow:
    return ScoreRow(str(tricks), tuple(map(format_signed, points)), made)


def _rows(lines: Sequence[Outcome], contract: Contract) -> tuple[ScoreRow, ...]:
    """From the view of side 0: the declarers, or in a low hand either side."""
    mine = [line for line in lines if line.contract is contract and line.side in (0, None)]
    return tuple(_row(line.tricks[0], line.points, line.made) for line in mine)


def _solo_rows(lines: Sequence[Outcome], contract: Contract) -> list[ScoreRow]:
    """A row for all numbers of tricks with which the solo is made, and one for the others."""
    name, when_made, when_failed = {
        Contract.SOLA_NOLA: ("Sola Nola", "no trick won", "a trick won"),
        Contract.GRAND_DIX: ("Grand Dix", "the first seven won", "one of them lost"),
    }[contract]
    rows = []
    for made in (True, False):
        line = next(line for line in lines if line.contract is contract and line.side == 0 and line.made is made)
        star = "no star"
        if any(line.stars):
            star = "a star for the soloist’s side" if line.stars[0] else "a star for the defenders"
        rows.append(ScoreRow(name, (when_made if made else when_failed, star), made))
    return rows

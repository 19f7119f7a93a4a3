"""The drawn tables say what the engine's score table says, cell by cell."""

import pytest
from hypothesis import given

from tests.engine.builders import LAW, rules
from whistclub.engine.hand import Contract
from whistclub.engine.options import RuleOptions
from whistclub.engine.presets import PRESETS
from whistclub.engine.scoring import Outcome, score_table
from whistclub.rules.score_tables import ScoreTable, tables
from whistclub.web.formatting import format_signed


def drawn(line: Outcome, of: dict[str, ScoreTable]) -> None:
    """Find the line of the score table in the drawn tables and compare every number."""
    match line.contract:
        case Contract.HIGH:
            points = (line.points[line.side], line.points[1 - line.side])
            assert row(of["high"], line.tricks[line.side]) == [*map(format_signed, points), line.made]
        case Contract.LOW:
            for own in (0, 1):
                points = (line.points[own], line.points[1 - own])
                assert row(of["low"], line.tricks[own])[:2] == [*map(format_signed, points)]
        case Contract.WIDOW:
            for side, (tricks, points) in enumerate(zip(line.tricks, line.points, strict=True)):
                assert row(of["widow"], tricks)[line.side != side] == format_signed(points)
        case _:
            name = {Contract.SOLA_NOLA: "Sola Nola", Contract.GRAND_DIX: "Grand Dix"}[line.contract]
            [star] = [each.cells[1] for each in of["solos"].rows if (each.head, each.made) == (name, line.made)]
            own, other = line.stars[line.side], line.stars[1 - line.side]
            whose = "a star for the soloist’s side" if own else "a star for the defenders"
            assert star == (whose if own or other else "no star")


def row(of: ScoreTable, tricks: int) -> list[object]:
    assert of.rows[tricks].head == str(tricks)
    return [*of.rows[tricks].cells, of.rows[tricks].made]


def every_cell(options: RuleOptions) -> None:
    of = {table.key: table for table in tables(options)}
    assert {key: len(table.rows) for key, table in of.items()} in (
        {"widow": 14},
        {"high": 14, "low": 14},
        {"high": 14, "low": 14, "solos": 4},
    )
    for line in score_table(options):
        drawn(line, of)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_cell_of_a_preset_matches_the_score_table(preset):
    every_cell(PRESETS[preset])


@LAW
@given(rules())
def test_every_cell_of_any_rules_matches_the_score_table(options):
    every_cell(options)

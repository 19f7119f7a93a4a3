"""The drawn tables say what the engine's score table says, cell by cell."""

import pytest
from hypothesis import given

from tests.engine.builders import LAW, rules
from whistclub.engine.hand import Contract
from whistclub.engine.options import RuleOptions
from whistclub.engine.presets import PRESETS
from whistclub.engine.scoring import Outcome, score_table
from whistclub.rules.score_tables import Points, Tables, tables


def drawn(line: Outcome, of: Tables) -> None:
    """Find the line of the score table in the drawn tables and compare every number."""
    match line.contract:
        case Contract.HIGH:
            row, own = of.high[line.tricks[line.side]], line.side
            assert row.tricks == line.tricks[own]
            assert (row.own.number, row.other.number, row.made) == (line.points[own], line.points[1 - own], line.made)
        case Contract.LOW:
            for own in (0, 1):
                row = of.low[line.tricks[own]]
                assert row.tricks == line.tricks[own]
                assert (row.own.number, row.other.number) == (line.points[own], line.points[1 - own])
        case Contract.WIDOW:
            for side, (tricks, points) in enumerate(zip(line.tricks, line.points, strict=True)):
                row = of.widow[tricks]
                cell = row.nobody if line.side is None else row.taker if line.side == side else row.other
                assert (row.tricks, cell.number) == (tricks, points)
        case _:
            (row,) = [row for row in of.solos if row.contract is line.contract and line.tricks[0] in row.tricks]
            stars = (line.stars[line.side], line.stars[1 - line.side])
            assert (row.made, row.own_stars, row.other_stars) == (line.made, *stars)


def every_cell(options: RuleOptions) -> None:
    of = tables(options)
    for line in score_table(options):
        drawn(line, of)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_cell_of_a_preset_matches_the_score_table(preset):
    every_cell(PRESETS[preset])


@LAW
@given(rules())
def test_every_cell_of_any_rules_matches_the_score_table(options):
    every_cell(options)


@LAW
@given(rules())
def test_tables_have_a_row_for_each_number_of_tricks(options):
    of = tables(options)
    for rows in (of.high, of.low, of.widow):
        assert [row.tricks for row in rows] in ([], list(range(14)))
    assert bool(of.widow) != bool(of.high and of.low)
    assert len(of.solos) == (4 if options.solos else 0)


def cells(of: Tables) -> list[Points]:
    rows = [cell for row in (*of.high, *of.low) for cell in (row.own, row.other)]
    return rows + [cell for row in of.widow for cell in (row.taker, row.other, row.nobody)]


@LAW
@given(rules())
def test_bars_are_as_long_as_their_numbers_and_the_longest_fills_its_column(options):
    found = sorted((abs(cell.number), cell.bar) for cell in cells(tables(options)))
    assert [bar for _number, bar in found] == sorted(bar for _number, bar in found)
    assert all((bar == 0) == (number == 0) or number * 200 < found[-1][0] for number, bar in found)
    assert found[-1] == (0, 0) or found[-1][1] == 100


def test_points_show_their_sign():
    assert [str(Points(points)) for points in (3, 0, -2)] == ["+3", "0", "−2"]

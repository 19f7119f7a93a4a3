"""Every outcome of every preset, as worked out independently of this program."""

import pytest

from tests.engine.builders import golden, golden_options
from whistclub.engine.hand import Contract, Hand
from whistclub.engine.scoring import score, score_table

ROWS = golden("scores.json")


def sheets():
    """The rows by rules: (preset, override) and its rows, in the file's order."""
    by_rules = {}
    for row in ROWS:
        by_rules.setdefault((row["preset"], str(row.get("override"))), []).append(row)
    return [pytest.param(rows, id="-".join(key)) for key, rows in by_rules.items()]


def plain(outcome):
    """An outcome as the file writes it."""
    return outcome.contract, outcome.side, list(outcome.tricks), list(outcome.points), list(outcome.stars)


def golden_plain(row):
    return row["contract"], row["declarer_side"], row["tricks"], row["points"], row["stars"]


def test_the_golden_file_is_complete():
    assert len(ROWS) == 928


@pytest.mark.parametrize("rows", sheets())
def test_hands_score_as_in_the_golden_file(rows):
    options = golden_options(rows[0])
    for row in rows:
        # The lowest seat of a side has the side's number.
        hand = Hand(Contract(row["contract"]), row["declarer_side"], tuple(row["tricks"]))
        assert plain(score(hand, options)) == golden_plain(row)


@pytest.mark.parametrize("rows", sheets())
def test_the_score_table_holds_exactly_the_golden_rows(rows):
    contracts = {row["contract"] for row in rows}
    table = [plain(outcome) for outcome in score_table(golden_options(rows[0])) if outcome.contract in contracts]
    assert sorted(table, key=str) == sorted(map(golden_plain, rows), key=str)


def test_the_partner_of_a_declarer_scores_for_the_same_side():
    for row in ROWS:
        if row["contract"] in ("high", "sola_nola", "grand_dix") and row["preset"] != "two_player":
            hand = Hand(Contract(row["contract"]), row["declarer_side"] + 2, tuple(row["tricks"]))
            assert plain(score(hand, golden_options(row))) == golden_plain(row)

"""Forty-six games, worked out independently of this program."""

import json
from dataclasses import asdict

import pytest

from tests.engine.builders import golden, golden_hands, golden_options
from whistclub.engine.game import play_game
from whistclub.engine.hand import Contract, Hand
from whistclub.engine.options import PRESETS, options_from_mapping
from whistclub.engine.scoring import score, score_table

GAMES = golden("games.json")
each_game = pytest.mark.parametrize("game", GAMES, ids=[game["title"] for game in GAMES])


def as_json(result):
    """The result with the lists and strings of the file; a surplus row there has no totals and no end."""
    plain = json.loads(json.dumps(asdict(result)))
    for row in plain["rows"]:
        if row["status"] == "surplus":
            assert (row.pop("totals"), row.pop("total_stars"), row.pop("ended")) == (None, None, False)
    return plain


@each_game
def test_games_match_the_golden_file_in_every_field(game):
    result = play_game(golden_options(game), game["first_dealer"], golden_hands(game))
    assert as_json(result) == game["result"]


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


PLUS = {"high_set_award": 2, "low_award": 1, "low_penalty": 0}
FOURS = {"high_made": 4, "high_set_award": 8, "low_penalty": 0, "high_colour": "red"}

FROM_THE_RULE_BOOK = {
    "minnesota": {},
    "minnesota_double": {"high_set_award": 2},
    "neuralplay": PLUS,
    "wiki_four": PLUS | {"high_lead": "declarer_left"},
    "askov": {"high_set_award": 2, "target": 15, "solos": True, "stake": 15},
    "south_dakota": {"high_set_award": 0, "high_set_penalty": 1, "target": 11, "high_lead": "declarer", "trump": "led"},
    "widow": {"form": "widow3", "target": None, "max_hands": 12, "trump": "clubs"},
    "two_player": PLUS | {"form": "duo2"},
    "norwegian": FOURS | {"low_award": 2, "target": 50, "high_lead": "declarer_left", "low_lead": "dealer_right"},
    "swedish": PLUS | {"high_colour": "red"},
    "tuppi": FOURS | {"low_award": 4, "target": 52, "carry": "one_side"},
}


def test_the_presets_are_those_of_the_rule_book_and_the_usual_one_is_first():
    assert set(PRESETS) == set(FROM_THE_RULE_BOOK)
    assert next(iter(PRESETS)) == "neuralplay"


@pytest.mark.parametrize("name", FROM_THE_RULE_BOOK)
def test_a_preset_differs_from_the_defaults_as_the_rule_book_says(name):
    assert PRESETS[name] == options_from_mapping(FROM_THE_RULE_BOOK[name])

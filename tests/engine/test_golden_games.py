"""Forty-six games, worked out independently of this program."""

import json
from dataclasses import asdict

import pytest

from tests.engine.builders import golden, golden_hands, golden_options
from whistclub.engine.game import play_game, start, step

GAMES = golden("games.json")
each_game = pytest.mark.parametrize("game", GAMES, ids=[game["title"] for game in GAMES])


def as_json(result):
    """The result with the lists and strings of the file; a surplus row there has no totals and no end."""
    plain = json.loads(json.dumps(asdict(result)))
    for row in plain["rows"]:
        if row["status"] == "surplus":
            assert (row.pop("totals"), row.pop("total_stars"), row.pop("ended")) == (None, None, False)
    return plain


def test_the_golden_file_is_complete():
    assert len(GAMES) == 46


@each_game
def test_games_match_the_golden_file_in_every_field(game):
    result = play_game(golden_options(game), game["first_dealer"], golden_hands(game))
    assert as_json(result) == game["result"]


@each_game
def test_replaying_a_game_step_by_step_gives_the_same_state(game):
    options = golden_options(game)
    state = start(options, game["first_dealer"])
    for hand in golden_hands(game):
        state = step(state, hand, options)
    expected = game["result"]
    assert list(state.totals) == expected["totals"]
    assert list(state.stars) == expected["stars"]
    assert (state.over, state.reason, state.winner) == (
        expected["over"],
        expected["reason"],
        expected["winner"],
    )
    assert (state.draw, state.hands_scored) == (expected["draw"], expected["hands_scored"])
    assert state.dealer == expected["next_dealer"]

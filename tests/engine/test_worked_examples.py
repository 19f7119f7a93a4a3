"""The examples the sources work out themselves (RULES.md §1.3a)."""

import pytest

from tests.engine.builders import high, low, solo, widow
from whistclub.engine.game import play_game
from whistclub.engine.hand import Contract
from whistclub.engine.presets import PRESETS
from whistclub.engine.scoring import score

EXAMPLES = [
    ("NeuralPlay", "neuralplay", high(0, 8), (2, 0)),
    ("NeuralPlay", "neuralplay", high(0, 4), (0, 6)),
    ("NeuralPlay", "neuralplay", low(9), (0, 3)),
    ("wiki", "wiki_four", high(0, 10), (4, 0)),
    ("wiki", "wiki_four", high(0, 5), (0, 4)),
    ("wiki", "wiki_four", low(9), (0, 3)),
    ("Denexa and Pagat", "minnesota", high(0, 8), (2, 0)),
    ("Denexa and Pagat, the other side granded", "minnesota", high(1, 5), (2, 0)),
    ("Denexa and Pagat", "minnesota", low(8), (-2, 0)),
    ("Pagat", "minnesota_double", high(0, 5), (0, 4)),
    ("Pagat", "south_dakota", high(0, 9), (3, 0)),
    ("Pagat", "south_dakota", high(0, 5), (-2, 0)),
    ("Pagat", "south_dakota", low(8), (-2, 0)),
    ("wiki, picked up the widow", "widow", widow(0, 2, 5, 6), (-2, 2, 3)),
    ("wiki, picked up the widow", "widow", widow(0, 4, 4, 5), (0, 1, 2)),
    ("wiki, picked up the widow", "widow", widow(0, 5, 5, 3), (1, 2, 0)),
    ("wiki, did not pick it up", "widow", widow(None, 3, 4, 6), (0, 1, 3)),
    ("wiki, did not pick it up", "widow", widow(None, 5, 4, 4), (2, 1, 1)),
    ("Pagat", "two_player", low(8), (0, 2)),
    ("Pagat", "two_player", high(0, 6), (0, 2)),
]


@pytest.mark.parametrize(("source", "name", "hand", "points"), EXAMPLES)
def test_the_worked_example_matches_the_source(source, name, hand, points):
    outcome = score(hand, PRESETS[name])
    assert outcome.points == points, source
    assert not any(outcome.stars)


@pytest.mark.parametrize(("contract", "tricks"), [(Contract.SOLA_NOLA, 0), (Contract.GRAND_DIX, 7)])
def test_an_askov_solo_made_is_a_star_and_no_points(contract, tricks):
    outcome = score(solo(contract, 2, tricks), PRESETS["askov"])
    assert (outcome.points, outcome.stars) == ((0, 0), (1, 0))


def test_an_askov_game_pays_15_cents_and_15_for_each_star_of_the_winners():
    hands = [
        solo(Contract.SOLA_NOLA, 0, 0),
        solo(Contract.GRAND_DIX, 2, 7),
        solo(Contract.SOLA_NOLA, 1, 0),
        high(0, 13),
        high(0, 13),
        high(0, 7),
    ]
    result = play_game(PRESETS["askov"], 0, hands)
    assert (result.winner, result.stars, result.settlement) == (0, (2, 1), (45, -45))

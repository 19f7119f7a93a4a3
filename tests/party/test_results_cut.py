"""Who moves as the winner from a drawn table."""

from fractions import Fraction

import pytest

from tests.builders import high, link
from tests.party.builders import (
    LATER,
    change,
    game_of,
    next_round,
    play,
    seats,
    standings,
    table_at,
    typed,
)
from whistclub.party.actions import results
from whistclub.party.refusals import StalePartyState
from whistclub.play.entries import correct_hand

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


@pytest.mark.parametrize("side, top", [(0, "P1+P2"), (1, "P3+P4")])
def test_the_winner_of_the_cut_moves_up_with_half_a_win(two_tables, olga, side, top):
    typed(two_tables, olga, (4, 4), (5, 3))
    change(results.record_cut, two_tables, olga, side)
    assert top in seats(next_round(two_tables, olga))[0]
    assert standings(two_tables)["P1"].wins == standings(two_tables)["P3"].wins == Fraction(1, 2)


@pytest.mark.parametrize("hands", [[], [(0, 8), (1, 8)], [(0, 13), (0, 13)]])
def test_a_cut_needs_a_drawn_table(two_tables, olga, hands):
    play(table_at(two_tables), *hands)
    with pytest.raises(StalePartyState):
        change(results.record_cut, two_tables, olga, 1)


def test_an_outright_winner_moves_regardless_of_an_earlier_cut(two_tables, olga):
    play(table_at(two_tables), (0, 8), (1, 8), (0, 8), (1, 8))
    change(results.record_cut, two_tables, olga, 1)
    game = game_of(two_tables)
    correct_hand(link(game), high(4, 1, 7, replaces=game.hands.get(position=4).uid), by_seat=0, at=LATER)
    assert table_at(two_tables).moving_winner == 0


def test_a_hand_that_is_corrected_after_the_cut_decides(two_tables, olga):
    """RULES.md §2.3.8: the hands decide first; the cut only while they are level."""
    play(table_at(two_tables), (0, 8), (1, 8), (0, 8), (1, 8))
    change(results.record_cut, two_tables, olga, 1)
    assert table_at(two_tables).moving_winner == 1
    game = game_of(two_tables)
    # Three hands to one, and the points still tied.
    correct_hand(link(game), high(2, 0, 9, replaces=game.hands.get(position=2).uid), by_seat=0, at=LATER)
    correct_hand(link(game), high(4, 1, 13, replaces=game.hands.get(position=4).uid), by_seat=0, at=LATER)
    assert (table_at(two_tables).winner, table_at(two_tables).moving_winner) == (None, 0)

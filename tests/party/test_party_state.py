"""A party as its rows say it."""

import pytest

from tests.party.builders import LATER, friday, friday_playing, key, next_round, party_state, play
from whistclub.party.actions import people, results

pytestmark = pytest.mark.django_db


def table_after(by, *hands, **settings):
    """The one table of a party after these hands on the phone."""
    made = friday(by, count=4, **settings)
    play(next_round(made, by).current.table(1), *hands)
    return party_state(made).current.table(1)


# Reading


# Tables


# Who moves


@pytest.mark.parametrize(
    "hands, moving_winner",
    [([(0, 13), (0, 13)], 0), ([(0, 7), (0, 7), (0, 7), (1, 10)], 1), ([(0, 8), (0, 7), (1, 8)], None)],
)
def test_the_winner_moves_as_the_winner(olga, hands, moving_winner):
    assert table_after(olga, *hands).moving_winner == moving_winner


def test_in_a_tie_the_side_with_more_hands_won_moves(olga):
    table_state = table_after(olga, (0, 9), (1, 7), (1, 7), (1, 7))
    assert (table_state.winner, table_state.game.totals, table_state.moving_winner) == (None, [3, 3], 1)


def test_a_tie_in_points_and_hands_leaves_the_mover_undecided(olga):
    table_state = table_after(olga, (0, 9), (0, 7), (1, 8), (1, 8))
    assert (table_state.winner, table_state.moving_winner) == (None, None)


# History, as movements read it


def test_history_records_the_sit_out_of_a_substitute(olga):
    made = friday_playing(olga, count=6)
    people.leave_now(made, key(made, "P2"), substitute=key(made, "P5"), by=olga, at=LATER)
    (played,) = party_state(made).history()
    assert (played.sitting_out, played.tables[0].pairs) == ((5, 6), ((1, 5), (3, 4)))


def test_only_movements_of_winners_ask_who_moves(olga):
    for movement, asked in (("ladder", [1]), ("meets", []), ("swiss", [])):
        made = friday_playing(olga, count=4, movement=movement)
        results.declare_draw(made, 1, 1, by=olga, at=LATER)
        found = party_state(made)
        assert [table_state.number for table_state in found.current.needs_cut(found.movement)] == asked

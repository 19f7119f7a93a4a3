"""A party as its rows say it."""

import pytest

from tests.builders import NOON, high, link
from tests.party.builders import LATER, friday, friday_playing, key, next_round, party_state, play, play_round, typed
from whistclub.party.actions import people, results, seating, swaps
from whistclub.party.models import Party
from whistclub.party.state import load
from whistclub.play.entries import correct_hand
from whistclub.play.models import Game

pytestmark = pytest.mark.django_db


def table_after(by, *hands, **settings):
    """The one table of a party after these hands on the phone."""
    made = friday(by, count=4, **settings)
    play(next_round(made, by).current.table(1), *hands)
    return party_state(made).current.table(1)


# Reading


@pytest.mark.parametrize("count, rounds", [(4, 1), (8, 3), (23, 2)])
def test_party_loading_query_count_is_constant(olga, django_assert_num_queries, count, rounds):
    made = friday(olga, count=count)
    for _each in range(rounds):
        play_round(made, olga, *[(5, 3)] * (count // 4))
    party = Party.objects.get(pk=made.pk)
    with django_assert_num_queries(5):
        found = load(party)
        found.history()
        [table_state.moving_winner for round_state in found.announced for table_state in round_state.tables]


def test_hands_of_a_game_that_still_plays_are_not_added_up(olga):
    assert table_after(olga, (0, 9)).tally.hands_won == (0, 0)


def test_a_party_without_rounds_has_no_round_state(olga):
    found = party_state(friday(olga, count=4))
    assert (found.rounds, found.draft, found.current, found.announced, found.round(1)) == ([], None, None, [], None)


def test_undone_rounds_are_not_shown(olga):
    made = friday_playing(olga, count=4)
    seating.undo_round(made, 1, sure=False, by=olga, at=LATER)
    assert party_state(made).rounds == []


def test_the_draft_is_not_the_current_round(olga):
    made = friday_playing(olga, count=4)
    typed(made, olga, (5, 3))
    seating.make_draft(made, by=olga, at=NOON)
    found = party_state(made)
    assert (found.draft.round.number, found.current.round.number, len(found.announced)) == (2, 1, 1)
    assert found.round(2) is None


# Tables


def test_partners_sit_opposite_each_other(olga):
    made = friday(olga, count=4)
    table_state = next_round(made, olga).current.table(1)
    assert {chair: assignment.entrant.player.name for chair, assignment in table_state.assignments.items()} == {
        0: "P1",
        2: "P2",
        1: "P3",
        3: "P4",
    }
    assert [table_state.names(side) for side in (0, 1)] == [["P1", "P2"], ["P3", "P4"]]
    assert table_state.numbers == ([1, 2], [3, 4])


@pytest.mark.parametrize(
    "hands, is_in, winner",
    [([], False, None), ([(0, 9)], False, None), ([(0, 13), (0, 13)], True, 0), ([(1, 13), (1, 13)], True, 1)],
)
def test_a_result_counts_when_the_game_is_over(olga, hands, is_in, winner):
    table_state = table_after(olga, *hands)
    assert (table_state.is_in, table_state.winner) == (is_in, winner)


def test_hands_won_are_counted_by_side_and_grands_by_chair(olga):
    table_state = table_after(olga, (0, 9), (2, 8), (3, 7), (1, 5))
    assert (table_state.game.state, table_state.tally.hands_won) == (Game.State.FINISHED, (3, 1))
    assert table_state.tally.grands == (1, 0, 1, 1)


def test_hands_after_the_end_are_not_added_up(olga):
    # The correction of the first hand ends the game after the second: the third is surplus.
    made = friday(olga, count=4, hands=8)
    table_state = next_round(made, olga).current.table(1)
    game = play(table_state, (0, 8), (0, 12), (0, 9))
    correct_hand(link(game), high(1, 0, 13, replaces=game.hands.get(position=1).uid), by_seat=0, at=NOON)
    found = party_state(made).current.table(1)
    assert (found.game.hands_scored, found.tally.hands_won, found.tally.grands) == (2, (2, 0), (2, 0, 0, 0))


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


def test_nobody_moves_before_the_result_is_in(olga):
    assert table_after(olga, (0, 9)).moving_winner is None


# History, as movements read it


def test_history_names_the_side_that_won(olga):
    made = friday_playing(olga, count=8)
    found = typed(made, olga, (3, 5), (5, 3))
    (played,) = found.history()
    assert [table.pairs for table in played.tables] == [((1, 2), (3, 4)), ((5, 6), (7, 8))]
    assert played.winners == (1, 0)


def test_history_keeps_the_chairs_and_the_side_that_won(olga):
    made = friday_playing(olga, count=8)
    swaps.swap_seats(made, key(made, "P1"), key(made, "P8"), reason="a whim", by=olga, at=LATER)
    found = typed(made, olga, (5, 3), (5, 3))
    (played,) = found.history()
    assert [table.chairs for table in played.tables] == [(8, 3, 2, 4), (5, 7, 6, 1)]
    assert played.winners == (0, 0)


def test_history_records_the_sit_out_of_a_substitute(olga):
    made = friday_playing(olga, count=6)
    people.leave_now(made, key(made, "P2"), substitute=key(made, "P5"), by=olga, at=LATER)
    (played,) = party_state(made).history()
    assert (played.sitting_out, played.tables[0].pairs) == ((5, 6), ((1, 5), (3, 4)))


def test_history_has_no_seat_for_a_player_who_left(olga):
    made = friday_playing(olga, count=5)
    people.leave_now(made, key(made, "P2"), substitute=key(made, "P5"), by=olga, at=LATER)
    (played,) = party_state(made).history()
    assert 2 not in played.seated | set(played.sitting_out)


def test_only_movements_of_winners_ask_who_moves(olga):
    for movement, asked in (("ladder", [1]), ("meets", []), ("swiss", [])):
        made = friday_playing(olga, count=4, movement=movement)
        results.declare_draw(made, 1, 1, by=olga, at=LATER)
        found = party_state(made)
        assert [table_state.number for table_state in found.current.needs_cut(found.movement)] == asked

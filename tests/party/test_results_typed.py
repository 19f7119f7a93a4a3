"""Results that the organiser types from paper, and what phones can do after that."""

import pytest

from tests.builders import NOON, high, link, refusal_of
from tests.party.builders import (
    LATER,
    change,
    game_of,
    party_state,
    play,
    table_at,
    type_in,
)
from whistclub.party.actions import results, seating
from whistclub.party.refusals import StalePartyState
from whistclub.play.entries import correct_hand, record_hand, undo_hand
from whistclub.play.models import Game
from whistclub.play.refusals import Closed
from whistclub.play.stats_feed import Reader

pytestmark = [pytest.mark.django_db, pytest.mark.writes, pytest.mark.alike]


# Typed from paper


@pytest.mark.parametrize("typed_in, winner", [((7, 3), 0), ((3, 7), 1), ((5, 5), None), ((0, 0), None)])
def test_the_points_typed_are_the_result(two_tables, olga, typed_in, winner):
    type_in(two_tables, olga, typed_in)
    game = game_of(two_tables)
    assert (game.totals, game.winner, game.state, game.reason) == (list(typed_in), winner, Game.State.FINISHED, "paper")
    assert (game.paper_result, game.finished_at) == (list(typed_in), LATER)


def test_typed_points_override_the_hands(two_tables, olga):
    play(table_at(two_tables), (0, 13), (1, 8))
    type_in(two_tables, olga, (2, 9))
    assert (game_of(two_tables).totals, game_of(two_tables).winner) == ([2, 9], 1)
    assert game_of(two_tables).hands.count() == 2


def test_statistics_take_no_hand_from_a_typed_result(two_tables, olga):
    """Whatever was on the phone: statistics know the result, as of a table that had no phone."""
    play(table_at(two_tables), (0, 13), (1, 8))
    for table in (1, 2):
        type_in(two_tables, olga, (2, 9), table=table)
    with_hands, without = Reader().finished([game_of(two_tables, 1), game_of(two_tables, 2)])
    assert with_hands.facts == without.facts
    assert (with_hands.totals, with_hands.winner) == ((2, 9), 1)


@pytest.mark.parametrize(
    "wrong, sentence",
    [
        ((5,), "Enter the points of both sides."),
        ((5, 3, 1), "Enter the points of both sides."),
        ((1000, 0), "Points can have at most three digits."),
        ((0, -1000), "Points can have at most three digits."),
        ((5, -1), "Scores can’t go below zero in these rules."),
        ((27, 3), "27 points are more than this game allows (26 at most)."),
    ],
)
def test_impossible_points_are_refused(two_tables, olga, wrong, sentence):
    with refusal_of("not_a_score") as refusal:
        type_in(two_tables, olga, wrong)
    assert (refusal.value.sentence, refusal.value.status) == (sentence, 422)
    assert game_of(two_tables).state == Game.State.RUNNING


def test_a_refused_score_leaves_rulings_and_drafts_alone(two_tables, olga):
    change(results.declare_draw, two_tables, olga)
    type_in(two_tables, olga, (5, 3), table=2)
    results.record_cut(two_tables, 1, 1, 0, by=olga, at=LATER)
    seating.make_draft(two_tables, by=olga, at=LATER)
    with refusal_of("not_a_score"):
        type_in(two_tables, olga, (1000, 0))
    assert party_state(two_tables).draft
    assert table_at(two_tables).table.ruled_draw


@pytest.mark.parametrize("round_number, table", [(1, 3), (2, 1), (0, 1)])
def test_an_unknown_table_is_refused(two_tables, olga, round_number, table):
    with pytest.raises(StalePartyState):
        type_in(two_tables, olga, (5, 3), table=table, round_number=round_number)


# Phones after that


def test_a_phone_cannot_enter_into_a_typed_result(two_tables, olga):
    play(table_at(two_tables), (0, 9))
    type_in(two_tables, olga, (5, 7))
    with pytest.raises(Closed) as refusal:
        play(table_at(two_tables), (0, 9))
    assert refusal.value.status == 409
    assert refusal.value.sentence == (
        "The organiser has locked this result. Nothing was changed; ask the organiser to unlock it."
    )


def test_a_phone_can_neither_correct_nor_remove_hands_of_a_typed_result(two_tables, olga):
    game = play(table_at(two_tables), (0, 9))
    hand = game.hands.get()
    type_in(two_tables, olga, (5, 7))
    with pytest.raises(Closed):
        correct_hand(link(game), high(1, 0, 8, replaces=hand.uid), by_seat=0, at=LATER)
    with pytest.raises(Closed):
        undo_hand(link(game), hand.uid, by_seat=0, at=LATER)
    assert list(game_of(two_tables).hands.all()) == [hand]


def test_a_hand_resent_after_the_result_was_locked_is_acknowledged(two_tables, olga):
    game, entry = game_of(two_tables), high(1, 0, 9)
    record_hand(link(game), entry, by_seat=0, at=NOON)
    type_in(two_tables, olga, (5, 7))
    again = record_hand(link(game), entry, by_seat=0, at=LATER)
    assert (again.is_new, game_of(two_tables).totals) == (False, [5, 7])


def test_phones_of_other_tables_continue(two_tables, olga):
    type_in(two_tables, olga, (5, 7))
    assert play(table_at(two_tables, 2), (0, 9)).totals == [3, 0]

"""Results of tables: typed from paper, opened again, closed, given up, drawn and cut."""

from fractions import Fraction

import pytest

from tests.builders import NOON, high, link, once, organiser, refusal_of
from tests.party.builders import (
    LATER,
    change,
    friday_playing,
    game_of,
    next_round,
    party_state,
    play,
    seats,
    standings,
    table_at,
    type_in,
    typed,
)
from whistclub.party.actions import results, seating
from whistclub.party.models import Party
from whistclub.party.state import StalePartyState
from whistclub.play.changing import Closed
from whistclub.play.entries import correct_hand, record_hand, remove_entry
from whistclub.play.models import Game
from whistclub.play.statistics import Reader

pytestmark = pytest.mark.django_db

eight_playing = once(lambda: friday_playing(organiser()[0], count=8))


@pytest.fixture
def two_tables(eight_playing, db):
    return Party.objects.get(pk=eight_playing.pk)


# Typed from paper


@pytest.mark.parametrize("typed_in, winner", [((7, 3), 0), ((3, 7), 1), ((5, 5), None), ((0, 0), None)])
def test_the_points_typed_are_the_result(two_tables, olga, typed_in, winner):
    type_in(two_tables, olga, typed_in)
    game = game_of(two_tables)
    assert (game.totals, game.winner, game.state, game.reason) == (list(typed_in), winner, Game.State.FINISHED, "paper")
    assert (game.paper_result, game.finished_at) == (list(typed_in), LATER)


def test_statistics_take_no_hand_from_a_typed_result(two_tables, olga):
    """Whatever was on the phone: statistics know the result, as of a table that had no phone."""
    play(table_at(two_tables), (0, 13), (1, 8))
    for table in (1, 2):
        type_in(two_tables, olga, (2, 9), table=table)
    with_hands, without = Reader(two_tables.club).finished([game_of(two_tables, 1), game_of(two_tables, 2)])
    assert with_hands.counts == without.counts
    for fact in (with_hands.fact, without.fact):
        assert (fact.totals, fact.winner, fact.margin) == ([2, 9], 1, 7)
        assert (fact.hands, fact.best_hand, fact.comeback) == (0, 0, 0)


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
    hand = game.entries.get()
    type_in(two_tables, olga, (5, 7))
    with pytest.raises(Closed):
        correct_hand(link(game), high(1, 0, 8), corrects=hand.uid, by_seat=0, at=LATER)
    with pytest.raises(Closed):
        remove_entry(link(game), hand.uid, must_be_last=True, by_seat=0, at=LATER)
    assert list(game_of(two_tables).entries.all()) == [hand]


def test_a_hand_resent_after_the_result_was_locked_is_acknowledged(two_tables, olga):
    game, entry = game_of(two_tables), high(1, 0, 9)
    record_hand(link(game), entry, by_seat=0, at=NOON)
    type_in(two_tables, olga, (5, 7))
    again = record_hand(link(game), entry, by_seat=0, at=LATER)
    assert (again.pk, game_of(two_tables).totals) == (entry.pk, [5, 7])


# Opened again


def test_after_reopening_the_phone_continues_where_it_was(two_tables, olga):
    play(table_at(two_tables), (0, 9), (1, 8))
    type_in(two_tables, olga, (5, 7))
    change(results.reopen_table, two_tables, olga)
    game = play(table_at(two_tables), (0, 7), (0, 7))
    assert (game.hands_scored, game.totals, game.state) == (4, [5, 2], Game.State.FINISHED)


def test_a_game_decided_by_its_hands_stays_finished_when_unlocked(two_tables, olga):
    play(table_at(two_tables), (0, 13), (0, 13))
    type_in(two_tables, olga, (5, 7))
    change(results.reopen_table, two_tables, olga)
    assert (game_of(two_tables).state, game_of(two_tables).winner, game_of(two_tables).reason) == (
        Game.State.FINISHED,
        0,
        "target",
    )


def test_reopening_the_table_discards_the_cut(two_tables, olga):
    type_in(two_tables, olga, (4, 4))
    change(results.record_cut, two_tables, olga, 1)
    change(results.reopen_table, two_tables, olga)
    assert table_at(two_tables).table.moving_winner is None


def test_typing_another_result_discards_the_cut(two_tables, olga):
    type_in(two_tables, olga, (4, 4))
    change(results.record_cut, two_tables, olga, 1)
    type_in(two_tables, olga, (6, 6))
    assert table_at(two_tables).moving_winner is None


# Closed and ended


def test_a_closed_table_keeps_its_result(two_tables, olga):
    over = play(table_at(two_tables), (0, 13), (0, 13))
    change(results.lock_table, two_tables, olga)
    assert (game_of(two_tables).totals, game_of(two_tables).locked) == (over.totals, True)
    with pytest.raises(Closed):
        remove_entry(link(over), over.entries.last().uid, must_be_last=True, by_seat=0, at=LATER)


@pytest.mark.parametrize("hands, winner", [([(0, 9)], 0), ([(1, 9)], 1), ([(0, 8), (1, 8)], None)])
def test_a_table_ended_early_is_won_by_the_leading_side(two_tables, olga, hands, winner):
    play(table_at(two_tables), *hands)
    change(results.end_table, two_tables, olga)
    game = game_of(two_tables)
    assert (game.state, game.winner, game.hands_scored) == (Game.State.FINISHED, winner, len(hands))


def test_a_tie_that_the_rules_play_on_is_not_ended_early(olga):
    made = friday_playing(olga, count=8, tie="extra")
    play(table_at(made), (0, 8), (1, 8))
    with refusal_of("level_yet") as refusal:
        change(results.end_table, made, olga)
    assert refusal.value.sentence.endswith("Play on, or count it as a draw.")
    assert game_of(made).state == Game.State.RUNNING


def test_a_void_table_needs_a_cut(two_tables, olga):
    change(results.declare_draw, two_tables, olga)
    type_in(two_tables, olga, (5, 3), table=2)
    with refusal_of("cut_needed"):
        seating.make_draft(two_tables, by=olga, at=LATER)


@pytest.mark.parametrize("ruling", [(results.declare_draw,), (results.award_walkover, 1)])
def test_typing_a_result_cancels_the_ruling(two_tables, olga, ruling):
    change(ruling[0], two_tables, olga, *ruling[1:])
    type_in(two_tables, olga, (5, 3))
    assert (table_at(two_tables).winner, game_of(two_tables).state) == (0, Game.State.FINISHED)


@pytest.mark.parametrize("ruling", [(results.declare_draw,), (results.award_walkover, 1)])
def test_a_conceded_table_can_be_reopened_and_continued(two_tables, olga, ruling):
    play(table_at(two_tables), (0, 9))
    change(ruling[0], two_tables, olga, *ruling[1:])
    change(results.reopen_table, two_tables, olga)
    assert not table_at(two_tables).is_in
    assert play(table_at(two_tables), (0, 13)).totals == [10, 0]


@pytest.mark.parametrize("side, top", [(0, "P1+P2"), (1, "P3+P4")])
def test_the_winner_of_the_cut_moves_up_with_half_a_win(two_tables, olga, side, top):
    typed(two_tables, olga, (4, 4), (5, 3))
    change(results.declare_draw, two_tables, olga)
    cut = change(results.record_cut, two_tables, olga, side)
    assert f"counted as a draw; {top.replace('+', ' & ')} cut higher and move as the winners" in cut.result
    assert top in seats(next_round(two_tables, olga))[0]
    assert standings(two_tables)["P1"].wins == standings(two_tables)["P3"].wins == Fraction(1, 2)


@pytest.mark.parametrize("hands", [[], [(0, 8), (1, 8)], [(0, 13), (0, 13)]])
def test_a_cut_needs_a_drawn_table(two_tables, olga, hands):
    play(table_at(two_tables), *hands)
    with pytest.raises(StalePartyState):
        change(results.record_cut, two_tables, olga, 1)


def test_a_hand_that_is_corrected_after_the_cut_decides(two_tables, olga):
    """RULES.md §2.3.8: the hands decide first; the cut only while they are level."""
    play(table_at(two_tables), (0, 8), (1, 8), (0, 8), (1, 8))
    change(results.record_cut, two_tables, olga, 1)
    assert table_at(two_tables).moving_winner == 1
    game = game_of(two_tables)
    # Three hands to one, and the points still tied.
    correct_hand(link(game), high(2, 0, 9), corrects=game.entries.get(position=2).uid, by_seat=0, at=LATER)
    correct_hand(link(game), high(4, 1, 13), corrects=game.entries.get(position=4).uid, by_seat=0, at=LATER)
    assert (table_at(two_tables).winner, table_at(two_tables).moving_winner) == (None, 0)

"""What comes of a table when the organiser says it: typed from paper, opened again, closed, given up, cut for."""

from fractions import Fraction
from uuid import uuid4

import pytest

from tests.builders import NOON, high, link
from tests.party.builders import LATER, friday, next_round, night, olga_of_prairie, play, seats, typed
from whistclub.engine.hand import Contract
from whistclub.party.actions import results, seating
from whistclub.party.actions.refusals import CutNeeded, NotNow, ResultsMissing
from whistclub.party.models import Party
from whistclub.party.results import evening_balances, table_standings
from whistclub.play.actions.hands import Entry, correct_hand, record_hand, undo_hand
from whistclub.play.actions.refusals import NothingPlayed, ResultClosed
from whistclub.play.actions.tables import NotAScore
from whistclub.play.models import Game, GameEvent

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga(db):
    return olga_of_prairie()


@pytest.fixture
def made(olga):
    """Eight people at two tables, the first round just announced; four hands a game."""
    found = friday(olga, count=8)
    next_round(found, olga)
    return found


def board(of, number=1):
    return night(of).current.board(number)


def game_of(of, number=1):
    return Game.objects.get(pk=board(of, number).game.pk)


def type_in(of, by, points, table=1, round_number=1):
    return results.type_result(of, round_number, table, points, by=by, at=LATER)


def change(action, of, by, *more, table=1, round_number=1):
    return action(of, round_number, table, *more, by=by, at=LATER)


def by_name(of):
    found = night(of)
    names = {entrant.number: entrant.player.name for entrant in found.entrants.values()}
    return {names[line.person]: line for line in table_standings(found)}


def points(of):
    return {name: line.points for name, line in by_name(of).items()}


# Typed from paper


@pytest.mark.parametrize("typed_in, winner", [((7, 3), 0), ((3, 7), 1), ((5, 5), None), ((0, 0), None)])
def test_the_points_typed_are_the_result(made, olga, typed_in, winner):
    type_in(made, olga, typed_in)
    game = game_of(made)
    assert (game.totals, game.winner, game.state, game.reason) == (list(typed_in), winner, Game.State.FINISHED, "paper")
    assert (game.paper, game.finished_at) == (list(typed_in), LATER)


def test_the_points_typed_stand_in_the_standings(made, olga):
    type_in(made, olga, (7, 3))
    found = by_name(made)
    assert (found["P1"].wins, found["P1"].points, found["P1"].difference) == (1, 7, 4)
    assert (found["P3"].wins, found["P3"].points, found["P3"].difference) == (0, 3, -4)
    assert found["P5"].games == 0


def test_typed_points_outweigh_the_hands(made, olga):
    play(board(made), (0, 13), (1, 8))
    type_in(made, olga, (2, 9))
    assert (game_of(made).totals, game_of(made).winner) == ([2, 9], 1)
    assert game_of(made).hands.count() == 2


def test_typed_points_outweigh_a_game_that_was_over(made, olga):
    over = play(board(made), (0, 13), (0, 13))
    type_in(made, olga, (2, 9))
    game = game_of(made)
    assert (over.winner, game.winner, game.totals) == (0, 1, [2, 9])


def test_with_a_result_from_paper_no_grand_counts(made, olga):
    play(board(made), (0, 13), (0, 13))
    type_in(made, olga, (14, 0))
    assert by_name(made)["P1"].grands == 0


def test_a_result_may_be_typed_again(made, olga):
    type_in(made, olga, (7, 3))
    type_in(made, olga, (3, 7))
    assert (game_of(made).totals, game_of(made).winner) == ([3, 7], 1)


def test_a_result_of_a_party_with_a_stake_is_paid(olga):
    made = friday(olga, count=4, preset="askov")
    next_round(made, olga)
    type_in(made, olga, (15, 3))
    assert evening_balances(night(made)) == {1: 15, 2: 15, 3: -15, 4: -15}


def test_the_log_says_what_was_before_and_what_is_now(made, olga):
    play(board(made), (0, 9))
    type_in(made, olga, (5, 7))
    last = made.log.last()
    assert last.what == "Round 1, table 1: typed from paper"
    assert last.before == "P1 & P2 3–0 P3 & P4, not over"
    assert last.after == "P1 & P2 5–7 P3 & P4"
    assert (last.by_user, last.at) == (olga, LATER)


def test_the_log_of_the_game_says_it_too(made, olga):
    play(board(made), (0, 9))
    type_in(made, olga, (5, 7))
    event = game_of(made).events.get(kind=GameEvent.Kind.PAPER)
    assert (event.before, event.after, event.by_user) == ("3–0", "5–7", olga)


def test_the_change_is_told_in_words(made, olga):
    assert type_in(made, olga, (5, 7)).table == "P1 & P2 5–7 P3 & P4"


@pytest.mark.parametrize(
    "wrong, sentence",
    [
        ((5,), "Type the points of both sides."),
        ((5, 3, 1), "Type the points of both sides."),
        ((1000, 0), "Points have three digits at most."),
        ((0, -1000), "Points have three digits at most."),
        ((5, -1), "By these rules nobody has less than nil."),
        ((27, 3), "27 points are more than this game can have: 26 at most."),
    ],
)
def test_points_that_no_table_can_have_are_refused(made, olga, wrong, sentence):
    with pytest.raises(NotAScore) as refusal:
        type_in(made, olga, wrong)
    assert (refusal.value.sentence, refusal.value.status) == (sentence, 422)
    assert game_of(made).state == Game.State.RUNNING


def test_rules_that_take_points_away_may_leave_less_than_nil(olga):
    made = friday(olga, count=4, preset="minnesota")
    next_round(made, olga)
    type_in(made, olga, (-2, -4))
    assert (game_of(made).totals, game_of(made).winner) == ([-2, -4], 0)


def test_a_refused_score_leaves_rulings_and_drafts_alone(made, olga):
    change(results.void_table, made, olga)
    type_in(made, olga, (5, 3), table=2)
    results.choose_mover(made, 1, 1, 0, by=olga, at=LATER)
    seating.make_draft(made, by=olga, at=LATER)
    with pytest.raises(NotAScore):
        type_in(made, olga, (1000, 0))
    assert night(made).draft
    assert board(made).table.void


@pytest.mark.parametrize("round_number, table", [(1, 3), (2, 1), (0, 1)])
def test_a_table_that_is_not_there_is_refused(made, olga, round_number, table):
    with pytest.raises(NotNow):
        type_in(made, olga, (5, 3), table=table, round_number=round_number)


def test_a_table_of_a_draft_has_no_result_yet(olga):
    made = friday(olga, count=4)
    seating.make_draft(made, by=olga, at=NOON)
    with pytest.raises(NotNow):
        type_in(made, olga, (5, 3))


# Phones after that


def test_a_phone_cannot_enter_into_a_typed_result(made, olga):
    play(board(made), (0, 9))
    type_in(made, olga, (5, 7))
    with pytest.raises(ResultClosed) as refusal:
        play(board(made), (0, 9))
    assert refusal.value.status == 409
    assert refusal.value.sentence == (
        "The organiser has closed this result. Nothing was changed; ask the organiser to open it again."
    )


def test_a_phone_can_neither_correct_nor_take_out_hands_of_a_typed_result(made, olga):
    game = play(board(made), (0, 9))
    hand = game.hands.get()
    type_in(made, olga, (5, 7))
    with pytest.raises(ResultClosed):
        correct_hand(link(game), high(1, 0, 8, replaces=hand.pk), by_seat=0, at=LATER)
    with pytest.raises(ResultClosed):
        undo_hand(link(game), uuid4(), hand.pk, by_seat=0, at=LATER)
    assert list(game_of(made).hands.all()) == [hand]


def test_a_hand_that_was_saved_before_the_closing_is_answered_quietly_when_it_comes_again(made, olga):
    game, entry = game_of(made), high(1, 0, 9)
    record_hand(link(game), entry, by_seat=0, at=NOON)
    type_in(made, olga, (5, 7))
    again = record_hand(link(game), entry, by_seat=0, at=LATER)
    assert (again.is_new, game_of(made).totals) == (False, [5, 7])


def test_a_correction_that_was_saved_before_the_closing_is_answered_quietly_when_it_comes_again(made, olga):
    game = play(board(made), (0, 9))
    entry = high(1, 0, 8, replaces=game.hands.get().pk)
    correct_hand(link(game), entry, by_seat=0, at=NOON)
    type_in(made, olga, (5, 7))
    assert not correct_hand(link(game), entry, by_seat=0, at=LATER).is_new


def test_an_undo_that_was_done_before_the_closing_is_answered_quietly_when_it_comes_again(made, olga):
    game = play(board(made), (0, 9))
    uid, last = uuid4(), game.hands.get().pk
    undo_hand(link(game), uid, last, by_seat=0, at=NOON)
    type_in(made, olga, (5, 7))
    assert not undo_hand(link(game), uid, last, by_seat=0, at=LATER).is_new


def test_phones_of_other_tables_go_on(made, olga):
    type_in(made, olga, (5, 7))
    assert play(board(made, 2), (0, 9)).totals == [3, 0]


# Opened again


def test_opened_again_the_hands_count(made, olga):
    play(board(made), (0, 9), (1, 8))
    type_in(made, olga, (5, 7))
    change(results.open_table, made, olga)
    game = game_of(made)
    assert (game.totals, game.state, game.paper, game.closed, game.finished_at) == (
        [3, 2],
        Game.State.RUNNING,
        None,
        False,
        None,
    )


def test_opened_again_the_phone_goes_on_where_it_was(made, olga):
    play(board(made), (0, 9), (1, 8))
    type_in(made, olga, (5, 7))
    change(results.open_table, made, olga)
    game = play(board(made), (0, 7), (0, 7))
    assert (game.hands_scored, game.totals, game.state) == (4, [5, 2], Game.State.FINISHED)


def test_a_game_that_its_hands_had_ended_is_over_when_it_is_opened(made, olga):
    play(board(made), (0, 13), (0, 13))
    type_in(made, olga, (5, 7))
    change(results.open_table, made, olga)
    assert (game_of(made).state, game_of(made).winner, game_of(made).reason) == (Game.State.FINISHED, 0, "target")


def test_a_table_opened_again_is_missing(made, olga):
    typed(made, olga, (5, 3), (5, 3))
    change(results.open_table, made, olga)
    with pytest.raises(ResultsMissing):
        seating.make_draft(made, by=olga, at=LATER)


def test_a_table_opened_again_counts_for_nobody(made, olga):
    typed(made, olga, (5, 3), (5, 3))
    change(results.open_table, made, olga)
    assert points(made) == {"P1": 0, "P2": 0, "P3": 0, "P4": 0, "P5": 5, "P6": 5, "P7": 3, "P8": 3}


def test_the_opening_is_logged_with_what_is_gone(made, olga):
    type_in(made, olga, (5, 7))
    change(results.open_table, made, olga)
    last = made.log.last()
    assert (last.what, last.before, last.after) == (
        "Round 1, table 1: opened again",
        "P1 & P2 5–7 P3 & P4",
        "P1 & P2 0–0 P3 & P4, not over",
    )
    assert game_of(made).events.get(kind=GameEvent.Kind.OPENED).before == "5–7"


def test_a_table_that_was_ended_early_goes_on_when_it_is_opened(made, olga):
    play(board(made), (0, 9))
    change(results.end_table, made, olga)
    change(results.open_table, made, olga)
    assert (game_of(made).state, game_of(made).ends_after) == (Game.State.RUNNING, None)


def test_a_cut_counts_no_more_when_the_table_is_opened(made, olga):
    type_in(made, olga, (4, 4))
    change(results.choose_mover, made, olga, 1)
    change(results.open_table, made, olga)
    assert board(made).table.mover is None


def test_a_cut_counts_no_more_when_another_result_is_typed(made, olga):
    type_in(made, olga, (4, 4))
    change(results.choose_mover, made, olga, 1)
    type_in(made, olga, (6, 6))
    assert board(made).mover is None


# Closed and ended


def test_a_closed_table_keeps_its_result(made, olga):
    over = play(board(made), (0, 13), (0, 13))
    change(results.close_table, made, olga)
    assert (game_of(made).totals, game_of(made).closed) == (over.totals, True)
    with pytest.raises(ResultClosed):
        undo_hand(link(over), uuid4(), over.hands.last().pk, by_seat=0, at=LATER)


def test_closing_a_table_that_still_plays_gives_it_no_result(made, olga):
    play(board(made), (0, 9))
    change(results.close_table, made, olga)
    assert [each.number for each in night(made).current.missing] == [1, 2]


@pytest.mark.parametrize("hands, winner", [([(0, 9)], 0), ([(1, 9)], 1), ([(0, 8), (1, 8)], None)])
def test_a_table_ended_where_it_stands_is_won_by_the_side_that_leads(made, olga, hands, winner):
    play(board(made), *hands)
    change(results.end_table, made, olga)
    game = game_of(made)
    assert (game.state, game.winner, game.hands_scored) == (Game.State.FINISHED, winner, len(hands))


def test_a_table_that_has_played_nothing_cannot_be_ended(made, olga):
    with pytest.raises(NothingPlayed):
        change(results.end_table, made, olga)


def test_a_table_in_the_middle_of_a_hand_cannot_be_ended(made, olga):
    play(board(made), (0, 9))
    record_hand(link(game_of(made)), Entry(uuid4(), 2, Contract.HIGH, 0, None), by_seat=0, at=NOON)
    with pytest.raises(NothingPlayed):
        change(results.end_table, made, olga)


def test_a_level_table_may_owe_one_more_hand(olga):
    made = friday(olga, count=4, one_more=True)
    next_round(made, olga)
    play(board(made), (0, 8), (1, 8))
    change(results.end_table, made, olga)
    assert game_of(made).state == Game.State.RUNNING
    assert play(board(made), (0, 7)).state == Game.State.FINISHED


# Given up


def test_a_void_table_is_a_draw_for_all_four(made, olga):
    change(results.void_table, made, olga)
    assert {name: line.wins for name, line in by_name(made).items() if line.games} == dict.fromkeys(
        ["P1", "P2", "P3", "P4"], Fraction(1, 2)
    )


def test_the_hands_of_a_void_table_stay_and_it_is_closed(made, olga):
    play(board(made), (0, 9))
    change(results.void_table, made, olga)
    game = game_of(made)
    assert (game.state, game.closed, game.hands.count()) == (Game.State.STOPPED, True, 1)
    with pytest.raises(ResultClosed):
        play(board(made), (0, 9))


def test_a_void_table_needs_a_cut(made, olga):
    change(results.void_table, made, olga)
    type_in(made, olga, (5, 3), table=2)
    with pytest.raises(CutNeeded):
        seating.make_draft(made, by=olga, at=LATER)


@pytest.mark.parametrize("side, winners", [(0, {"P1", "P2"}), (1, {"P3", "P4"})])
def test_a_side_may_win_by_default(made, olga, side, winners):
    change(results.award_table, made, olga, side)
    found = by_name(made)
    assert {name for name, line in found.items() if line.won} == winners
    assert sum(line.lost for line in found.values()) == 2


def test_the_winners_by_default_move_up(made, olga):
    change(results.award_table, made, olga, 1, table=2)
    type_in(made, olga, (5, 3))
    assert seats(next_round(made, olga))[0] == ["P1+P2", "P7+P8"]


def test_the_last_ruling_counts(made, olga):
    change(results.void_table, made, olga)
    change(results.award_table, made, olga, 1)
    assert (board(made).winner, board(made).table.void) == (1, False)
    change(results.void_table, made, olga)
    assert (board(made).winner, board(made).table.awarded) == (None, None)


@pytest.mark.parametrize("ruling", [(results.void_table,), (results.award_table, 1)])
def test_a_result_typed_later_takes_the_ruling_back(made, olga, ruling):
    change(ruling[0], made, olga, *ruling[1:])
    type_in(made, olga, (5, 3))
    assert (board(made).winner, game_of(made).state) == (0, Game.State.FINISHED)


@pytest.mark.parametrize("ruling", [(results.void_table,), (results.award_table, 1)])
def test_a_table_given_up_may_be_opened_and_played_on(made, olga, ruling):
    play(board(made), (0, 9))
    change(ruling[0], made, olga, *ruling[1:])
    change(results.open_table, made, olga)
    assert not board(made).is_in
    assert play(board(made), (0, 13)).totals == [10, 0]


def test_rulings_stand_in_the_log(made, olga):
    change(results.void_table, made, olga)
    change(results.award_table, made, olga, 1)
    assert [(line.what, line.before, line.after) for line in list(made.log.all())[-2:]] == [
        ("Round 1, table 1: counts as drawn", "P1 & P2 0–0 P3 & P4, not over", "P1 & P2 and P3 & P4: counts as drawn"),
        ("Round 1, table 1: won by default", "P1 & P2 and P3 & P4: counts as drawn", "P3 & P4 win by default"),
    ]


# Who moves from a drawn table


@pytest.mark.parametrize("side, top", [(0, "P1+P2"), (1, "P3+P4")])
def test_the_side_that_cut_better_moves_as_the_winner_and_has_half_a_win(made, olga, side, top):
    typed(made, olga, (4, 4), (5, 3))
    change(results.choose_mover, made, olga, side)
    assert top in seats(next_round(made, olga))[0]
    assert by_name(made)["P1"].wins == by_name(made)["P3"].wins == Fraction(1, 2)


def test_the_cut_stands_in_the_log(made, olga):
    typed(made, olga, (4, 4), (5, 3))
    change(results.choose_mover, made, olga, 1)
    assert made.log.last().what == "Round 1, table 1: cut for: P3 & P4 move as the winners"


def test_without_a_cut_the_side_that_won_more_hands_moves(made, olga):
    play(board(made), (0, 8), (1, 7), (1, 7), (0, 5))  # 2+0+0 and 0+1+1+4
    type_in(made, olga, (5, 3), table=2)
    assert board(made).mover == 1


@pytest.mark.parametrize("hands", [[], [(0, 8), (1, 8)], [(0, 13), (0, 13)]])
def test_only_for_a_table_that_was_drawn_people_cut(made, olga, hands):
    play(board(made), *hands)
    with pytest.raises(NotNow):
        change(results.choose_mover, made, olga, 1)


def test_an_outright_winner_moves_whatever_was_cut_before(made, olga):
    play(board(made), (0, 8), (1, 8), (0, 8), (1, 8))
    change(results.choose_mover, made, olga, 1)
    game = game_of(made)
    correct_hand(link(game), high(4, 1, 7, replaces=game.hands.get(number=4).pk), by_seat=0, at=LATER)
    assert board(made).mover == 0


# A draft made meanwhile


@pytest.mark.parametrize(
    "action, more",
    [
        (results.type_result, ((3, 5),)),
        (results.open_table, ()),
        (results.void_table, ()),
        (results.award_table, (1,)),
    ],
)
def test_a_draft_that_rests_on_a_result_is_dropped_with_it(made, olga, action, more):
    typed(made, olga, (5, 3), (5, 3))
    seating.make_draft(made, by=olga, at=LATER)
    change(action, made, olga, *more)
    assert night(made).draft is None


def test_a_draft_that_rests_on_a_cut_is_dropped_with_it(made, olga):
    typed(made, olga, (4, 4), (5, 3))
    change(results.choose_mover, made, olga, 0)
    seating.make_draft(made, by=olga, at=LATER)
    change(results.choose_mover, made, olga, 1)
    assert night(made).draft is None


def test_the_second_organiser_cannot_announce_what_was_dropped(made, olga):
    typed(made, olga, (5, 3), (5, 3))
    seating.make_draft(made, by=olga, at=LATER)
    type_in(made, olga, (3, 5))
    with pytest.raises(NotNow):
        seating.announce(made, by=olga, at=LATER)


# Rounds played long ago


@pytest.fixture
def three_rounds(made, olga):
    typed(made, olga, (5, 3), (3, 5))
    for scores in ([(6, 2), (1, 7)], [(4, 3), (2, 5)]):
        next_round(made, olga)
        typed(made, olga, *scores)
    return made


def test_a_correction_of_an_older_round_moves_the_standings(three_rounds, olga):
    before = points(three_rounds)
    type_in(three_rounds, olga, (3, 5))
    after = points(three_rounds)
    assert {name: after[name] - before[name] for name in before if after[name] != before[name]} == {
        "P1": -2,
        "P2": -2,
        "P3": 2,
        "P4": 2,
    }


def test_a_correction_of_an_older_round_leaves_the_seats_of_later_ones(three_rounds, olga):
    def seated():
        return [
            [(board.number, chair, place.entrant_id) for board in stage.boards for chair, place in board.places.items()]
            for stage in night(three_rounds).announced
        ]

    before = seated()
    changed = type_in(three_rounds, olga, (3, 5))
    assert seated() == before
    assert changed.seats_stay


def test_a_correction_of_the_last_round_rests_under_no_seats(three_rounds, olga):
    assert not type_in(three_rounds, olga, (3, 5), round_number=3).seats_stay


@pytest.mark.parametrize("round_number, table, score", [(1, 1, (3, 5)), (2, 2, (7, 1)), (3, 1, (0, 9)), (1, 2, (3, 5))])
def test_whose_rank_moved_is_said(three_rounds, olga, round_number, table, score):
    def ranks():
        return {line.person: line.rank for line in table_standings(night(three_rounds))}

    before = ranks()
    changed = type_in(three_rounds, olga, score, table=table, round_number=round_number)
    after = ranks()
    assert {(move.person, move.old, move.new) for move in changed.moved} == {
        (person, before[person], after[person]) for person in before if before[person] != after[person]
    }


def test_typing_the_same_again_moves_nobody(three_rounds, olga):
    assert type_in(three_rounds, olga, (5, 3)).moved == ()


def test_an_older_table_may_be_opened_and_its_hands_put_right(olga):
    made = friday(olga, count=4)
    old = next_round(made, olga).current.board(1)
    play(old, (0, 13), (0, 13))
    next_round(made, olga)
    results.open_table(made, 1, 1, by=olga, at=LATER)
    game = Game.objects.get(pk=old.game.pk)
    hand = game.hands.get(number=1)
    correct_hand(link(game), high(1, 1, 13, replaces=hand.pk), by_seat=0, at=LATER)
    assert Game.objects.get(pk=game.pk).totals == [7, 7]
    play(old, (0, 9), (0, 9))
    assert (by_name(made)["P1"].points, night(made).current.round.number) == (13, 2)


def test_every_change_of_a_result_raises_the_revision_by_one(made, olga):
    revision = Party.objects.get(pk=made.pk).revision
    steps = [
        (results.type_result, (5, 3)),
        (results.open_table,),
        (results.close_table,),
        (results.void_table,),
        (results.award_table, 0),
        (results.type_result, (4, 4)),
        (results.choose_mover, 1),
    ]
    for number, (action, *more) in enumerate(steps, start=1):
        change(action, made, olga, *more)
        assert Party.objects.get(pk=made.pk).revision == revision + number


def test_pads_learn_of_every_change(made, olga):
    seen = {game_of(made).revision}
    for action, *more in [(results.type_result, (5, 3)), (results.open_table,), (results.void_table,)]:
        change(action, made, olga, *more)
        seen.add(game_of(made).revision)
    assert len(seen) == 4

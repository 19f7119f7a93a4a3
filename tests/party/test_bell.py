"""The timer of a round, and what the bell does to the games."""

from datetime import timedelta
from uuid import uuid4

import pytest

from tests.builders import NOON, high, link
from tests.party.builders import friday, next_round, night, olga_of_prairie, play, typed
from whistclub.engine.hand import Contract
from whistclub.party.actions import results, timer
from whistclub.party.actions.refusals import NotNow
from whistclub.play.actions.hands import Entry, correct_hand, record_hand, undo_hand
from whistclub.play.actions.refusals import GameClosed, LinkRevoked, NothingPlayed, PageIsOld, ResultClosed
from whistclub.play.actions.tables import end_after_bell
from whistclub.play.links import PadLink
from whistclub.play.models import Game, GameEvent

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga(db):
    return olga_of_prairie()


def minutes(count):
    return NOON + timedelta(minutes=count)


BELL = minutes(20)
AFTER = minutes(21)


def bell_party(by, count=4, **settings):
    """A round that has just begun, played to the bell."""
    made = friday(by, count=count, **({"round_end": "bell", "hands": None, "minutes": 20} | settings))
    next_round(made, by)
    return made


def timed(by, count=4, **settings):
    """The same with its timer running: it rings at BELL."""
    made = bell_party(by, count, **settings)
    timer.start(made, 20, by=by, at=NOON)
    return made


def board(of, number=1):
    return night(of).current.board(number)


def game_of(of, number=1):
    return Game.objects.get(pk=board(of, number).game.pk)


def clock(of):
    found = night(of).current.round
    return found.bell_at, found.seconds_left


def done(game, at=AFTER):
    """The table says on its phone that no cards are out."""
    return end_after_bell(link(game), by_seat=2, at=at)


def fix(game, number, declarer, own, at=AFTER):
    old = game.hands.get(number=number, current=True)
    return correct_hand(link(game), high(number, declarer, own, replaces=old.pk), by_seat=0, at=at).game


def undo(game, at=AFTER):
    last = game.hands.filter(current=True).last()
    return undo_hand(link(game), uuid4(), last.pk, by_seat=0, at=at).game


# The timer


def test_the_bell_rings_so_many_minutes_after_the_start(olga):
    made = timed(olga)
    assert clock(made) == (BELL, None)
    assert made.log.last().what == "Timer started: 20 minutes"


def test_starting_again_starts_over(olga):
    made = timed(olga)
    timer.start(made, 10, by=olga, at=minutes(5))
    assert clock(made) == (minutes(15), None)


def test_a_halted_timer_stands_still(olga):
    made = timed(olga)
    timer.halt(made, by=olga, at=minutes(12))
    assert clock(made) == (None, 8 * 60)


def test_a_halted_timer_goes_on_with_what_it_had_left(olga):
    made = timed(olga)
    timer.halt(made, by=olga, at=minutes(12))
    timer.go_on(made, by=olga, at=minutes(30))
    assert clock(made) == (minutes(38), None)


def test_a_timer_that_does_not_run_cannot_be_halted(olga):
    made = bell_party(olga)
    with pytest.raises(NotNow):
        timer.halt(made, by=olga, at=NOON)


def test_a_timer_that_has_rung_cannot_be_halted(olga):
    made = timed(olga)
    with pytest.raises(NotNow):
        timer.halt(made, by=olga, at=BELL)


def test_only_a_halted_timer_goes_on(olga):
    made = timed(olga)
    with pytest.raises(NotNow):
        timer.go_on(made, by=olga, at=minutes(5))


@pytest.mark.parametrize("more, bell_at", [(5, 25), (-5, 15), (-19, 2)])
def test_minutes_are_added_to_a_running_timer_but_none_that_are_over(olga, more, bell_at):
    made = timed(olga)
    timer.add(made, more, by=olga, at=minutes(2))
    assert clock(made) == (minutes(bell_at), None)


@pytest.mark.parametrize("more, left", [(5, 13), (-5, 3), (-20, 0)])
def test_minutes_are_added_to_a_halted_timer(olga, more, left):
    made = timed(olga)
    timer.halt(made, by=olga, at=minutes(12))
    timer.add(made, more, by=olga, at=minutes(15))
    assert clock(made) == (None, left * 60)


def test_after_the_bell_more_minutes_count_from_now(olga):
    made = timed(olga)
    timer.add(made, 5, by=olga, at=minutes(23))
    assert clock(made) == (minutes(28), None)


def test_minutes_cannot_be_added_to_a_timer_that_was_never_started(olga):
    made = bell_party(olga)
    with pytest.raises(NotNow):
        timer.add(made, 5, by=olga, at=NOON)


def test_the_bell_may_be_rung_by_hand(olga):
    made = bell_party(olga)
    timer.ring(made, by=olga, at=minutes(3))
    assert clock(made) == (minutes(3), None)
    assert made.log.last().what == "Bell rung"


def test_without_a_round_there_is_no_timer(olga):
    made = friday(olga, count=4, round_end="bell", hands=None)
    for act in (timer.ring, timer.halt, timer.go_on):
        with pytest.raises(NotNow):
            act(made, by=olga, at=NOON)
    for act in (timer.start, timer.add):
        with pytest.raises(NotNow):
            act(made, 5, by=olga, at=NOON)


def test_the_next_round_begins_without_a_bell(olga):
    made = timed(olga)
    typed(made, olga, (5, 3))
    next_round(made, olga)
    assert clock(made) == (None, None)
    assert game_of(made).bell_at is None


@pytest.mark.parametrize("round_end", ["hands", "target"])
def test_a_party_that_does_not_play_to_the_bell_may_have_a_timer_that_ends_no_game(olga, round_end):
    made = friday(olga, count=4, round_end=round_end)
    next_round(made, olga)
    timer.ring(made, by=olga, at=NOON)
    play(board(made), (0, 9), at=AFTER)
    assert (game_of(made).bell_at, game_of(made).state) == (None, Game.State.RUNNING)


# Games hear it


def test_all_tables_have_the_same_bell(olga):
    made = timed(olga, count=8)
    assert [game_of(made, number).bell_at for number in (1, 2)] == [BELL, BELL]


def test_halting_takes_the_bell_away_and_going_on_brings_it_back(olga):
    made = timed(olga)
    timer.halt(made, by=olga, at=minutes(12))
    assert game_of(made).bell_at is None
    timer.go_on(made, by=olga, at=minutes(30))
    assert game_of(made).bell_at == minutes(38)


def test_pads_learn_of_a_new_bell(olga):
    made = bell_party(olga)
    before = game_of(made).revision
    timer.start(made, 20, by=olga, at=NOON)
    assert game_of(made).revision == before + 1


def test_before_the_bell_a_game_goes_on(olga):
    made = timed(olga)
    play(board(made), (0, 9), (0, 8), at=BELL - timedelta(seconds=1))
    assert game_of(made).state == Game.State.RUNNING


def test_the_first_hand_after_the_bell_ends_the_game(olga):
    made = timed(olga)
    play(board(made), (0, 9), at=minutes(10))
    game = play(board(made), (1, 7), at=AFTER)
    assert (game.state, game.winner, game.reason, game.totals) == (Game.State.FINISHED, 0, "hands", [3, 1])
    assert game.finished_at == AFTER


def test_a_hand_entered_at_the_very_bell_is_the_last(olga):
    made = timed(olga)
    assert play(board(made), (0, 9), at=BELL).state == Game.State.FINISHED


def test_tricks_that_complete_a_bid_after_the_bell_end_the_game(olga):
    made = timed(olga)
    game = game_of(made)
    waiting = record_hand(link(game), Entry(uuid4(), 1, Contract.HIGH, 0, None), by_seat=0, at=minutes(19)).hand
    game = record_hand(link(game), high(1, 0, 9, replaces=waiting.pk), by_seat=0, at=AFTER).game
    assert (game.state, game.ends_after) == (Game.State.FINISHED, 1)


def test_a_bid_alone_after_the_bell_ends_nothing(olga):
    made = timed(olga)
    game = game_of(made)
    game = record_hand(link(game), Entry(uuid4(), 1, Contract.HIGH, 0, None), by_seat=0, at=AFTER).game
    assert (game.state, game.ends_after) == (Game.State.RUNNING, None)


def test_after_the_last_hand_no_other_goes_in(olga):
    made = timed(olga)
    play(board(made), (0, 9), at=AFTER)
    with pytest.raises(GameClosed):
        record_hand(link(game_of(made)), high(2, 0, 9), by_seat=0, at=AFTER)


def test_the_last_hand_sent_again_is_known(olga):
    made = timed(olga)
    entry = high(1, 0, 9)
    first, again = (record_hand(link(game_of(made)), entry, by_seat=0, at=AFTER) for _each in range(2))
    assert (first.is_new, again.is_new) == (True, False)


def test_a_game_that_had_ended_before_is_untouched(olga):
    made = timed(olga, count=8)
    over = play(board(made), (0, 13), (0, 13), at=minutes(10))
    play(board(made, 2), (0, 9), at=AFTER)
    fresh = game_of(made)
    assert (fresh.totals, fresh.reason, fresh.finished_at, fresh.ends_after) == ([14, 0], "target", minutes(10), None)
    assert fresh.hands.count() == over.hands.count()


def test_more_minutes_after_the_bell_let_games_go_on(olga):
    made = timed(olga)
    timer.add(made, 10, by=olga, at=AFTER)
    assert play(board(made), (0, 9), at=minutes(25)).state == Game.State.RUNNING
    assert play(board(made), (0, 9), at=minutes(32)).state == Game.State.FINISHED


# Level at the end


def test_level_at_the_last_hand_is_a_draw(olga):
    made = timed(olga)
    play(board(made), (0, 8), at=minutes(10))
    game = play(board(made), (1, 8), at=AFTER)
    assert (game.state, game.winner, game.totals) == (Game.State.FINISHED, None, [2, 2])


def test_level_at_the_last_hand_one_more_may_decide(olga):
    made = timed(olga, one_more=True)
    play(board(made), (0, 8), at=minutes(10))
    assert play(board(made), (1, 8), at=AFTER).state == Game.State.RUNNING
    game = play(board(made), (1, 7), at=minutes(25))
    assert (game.state, game.winner, game.hands_scored) == (Game.State.FINISHED, 1, 3)


# "No cards are out: we are done"


def test_a_table_between_two_hands_ends_its_game_after_the_bell(olga):
    made = timed(olga)
    play(board(made), (0, 9), at=minutes(10))
    game = done(game_of(made))
    assert (game.state, game.winner, game.finished_at) == (Game.State.FINISHED, 0, AFTER)


def test_the_log_of_the_game_says_who_ended_it(olga):
    made = timed(olga)
    play(board(made), (0, 9), at=minutes(10))
    done(game_of(made))
    event = game_of(made).events.get(kind=GameEvent.Kind.LAST_HAND)
    assert (event.by_seat, event.after, event.at) == (2, "1", AFTER)


def test_before_the_bell_nobody_is_done(olga):
    made = timed(olga)
    play(board(made), (0, 9), at=minutes(10))
    with pytest.raises(PageIsOld):
        done(game_of(made), at=minutes(19))


def test_before_the_first_hand_nobody_is_done(olga):
    made = timed(olga)
    with pytest.raises(NothingPlayed):
        done(game_of(made))


def test_in_the_middle_of_a_hand_nobody_is_done(olga):
    made = timed(olga)
    play(board(made), (0, 9), at=minutes(10))
    record_hand(link(game_of(made)), Entry(uuid4(), 2, Contract.HIGH, 0, None), by_seat=0, at=minutes(19))
    with pytest.raises(NothingPlayed):
        done(game_of(made))


def test_the_second_phone_that_says_so_is_told_the_same(olga):
    made = timed(olga)
    play(board(made), (0, 9), at=minutes(10))
    done(game_of(made))
    assert done(game_of(made)).state == Game.State.FINISHED
    assert game_of(made).events.filter(kind=GameEvent.Kind.LAST_HAND).count() == 1


def test_level_between_two_hands_is_a_draw(olga):
    made = timed(olga)
    play(board(made), (0, 8), (1, 8), at=minutes(10))
    assert (done(game_of(made)).state, game_of(made).winner) == (Game.State.FINISHED, None)


def test_level_between_two_hands_one_more_may_be_owed(olga):
    made = timed(olga, one_more=True)
    play(board(made), (0, 8), (1, 8), at=minutes(10))
    assert done(game_of(made)).state == Game.State.RUNNING
    assert play(board(made), (0, 7), at=minutes(25)).state == Game.State.FINISHED


def test_a_closed_table_cannot_be_ended_by_a_phone(olga):
    made = timed(olga)
    play(board(made), (0, 9), at=minutes(10))
    results.close_table(made, 1, 1, by=olga, at=AFTER)
    with pytest.raises(ResultClosed):
        done(game_of(made))


def test_a_replaced_link_ends_nothing(olga):
    made = timed(olga)
    game = play(board(made), (0, 9), at=minutes(10))
    with pytest.raises(LinkRevoked):
        end_after_bell(PadLink(game.pk, game.link_version + 1), by_seat=0, at=AFTER)


# Second thoughts after the bell


def test_the_last_hand_taken_out_is_entered_again_as_the_last(olga):
    made = timed(olga)
    play(board(made), (0, 9), at=minutes(10))
    play(board(made), (0, 8), at=AFTER)
    assert undo(game_of(made)).state == Game.State.RUNNING
    game = play(board(made), (1, 13), at=minutes(22))
    assert (game.state, game.totals, game.winner) == (Game.State.FINISHED, [3, 7], 1)


def test_the_last_hand_put_right_is_still_the_last(olga):
    made = timed(olga)
    play(board(made), (0, 9), at=minutes(10))
    play(board(made), (0, 8), at=AFTER)
    game = fix(game_of(made), 2, 1, 13, at=minutes(22))
    assert (game.state, game.totals, game.winner) == (Game.State.FINISHED, [3, 7], 1)


def test_a_correction_that_makes_it_level_is_a_draw(olga):
    made = timed(olga)
    play(board(made), (0, 9), at=minutes(10))
    play(board(made), (0, 8), at=AFTER)
    game = fix(game_of(made), 2, 1, 9)
    assert (game.state, game.winner) == (Game.State.FINISHED, None)


def test_a_correction_that_makes_it_level_may_owe_one_more_hand(olga):
    made = timed(olga, one_more=True)
    play(board(made), (0, 9), at=minutes(10))
    play(board(made), (0, 8), at=AFTER)
    assert fix(game_of(made), 2, 1, 9).state == Game.State.RUNNING
    assert play(board(made), (0, 7), at=minutes(25)).state == Game.State.FINISHED


def test_an_earlier_hand_put_right_after_the_bell_does_not_end_the_game(olga):
    made = timed(olga)
    play(board(made), (0, 9), (0, 8), at=minutes(10))
    game = fix(game_of(made), 1, 0, 7)
    assert (game.state, game.ends_after) == (Game.State.RUNNING, None)
    assert play(board(made), (0, 7), at=minutes(22)).state == Game.State.FINISHED


def test_a_game_won_before_the_bell_and_corrected_after_it_has_one_hand_left(olga):
    made = timed(olga)
    play(board(made), (0, 13), (0, 13), at=minutes(10))
    assert fix(game_of(made), 2, 0, 7).state == Game.State.RUNNING
    assert play(board(made), (0, 7), at=minutes(22)).state == Game.State.FINISHED


def test_a_game_won_before_the_bell_was_postponed_hears_the_new_bell(olga):
    made = timed(olga)
    play(board(made), (0, 13), (0, 13), at=minutes(10))
    timer.add(made, 10, by=olga, at=minutes(15))
    fix(game_of(made), 2, 0, 7, at=minutes(22))
    assert play(board(made), (0, 7), at=minutes(25)).state == Game.State.RUNNING
    assert play(board(made), (0, 7), at=minutes(31)).state == Game.State.FINISHED


def test_a_game_won_before_the_timer_was_started_hears_the_bell_too(olga):
    made = bell_party(olga)
    play(board(made), (0, 13), (0, 13), at=NOON)
    timer.start(made, 20, by=olga, at=NOON)
    fix(game_of(made), 2, 0, 7, at=minutes(10))
    assert play(board(made), (0, 7), at=AFTER).state == Game.State.FINISHED


def test_a_game_ended_by_its_phone_may_be_put_right(olga):
    made = timed(olga)
    play(board(made), (0, 9), (0, 8), at=minutes(10))
    done(game_of(made))
    game = fix(game_of(made), 1, 1, 13)
    assert (game.state, game.totals, game.winner) == (Game.State.FINISHED, [2, 7], 1)


def test_a_table_opened_again_after_the_bell_has_one_hand_left(olga):
    made = timed(olga)
    play(board(made), (0, 9), at=minutes(10))
    done(game_of(made))
    results.open_table(made, 1, 1, by=olga, at=minutes(22))
    assert game_of(made).state == Game.State.RUNNING
    assert play(board(made), (1, 7), at=minutes(25)).state == Game.State.FINISHED


def test_what_a_game_is_to_a_page_changes_when_the_bell_rings(olga):
    game = game_of(timed(olga))
    assert game.version(BELL - timedelta(seconds=1)) == str(game.revision)
    assert game.version(BELL) == f"{game.revision}b"


def test_a_game_that_is_over_does_not_change_at_the_bell(olga):
    made = timed(olga)
    game = play(board(made), (0, 13), (0, 13), at=minutes(10))
    assert game.version(AFTER) == str(game.revision)


def test_more_minutes_let_a_game_go_on_whose_last_hand_was_taken_out(olga):
    made = timed(olga)
    play(board(made), (0, 9), at=minutes(10))
    play(board(made), (0, 8), at=AFTER)
    undo(game_of(made))
    timer.add(made, 10, by=olga, at=minutes(22))
    assert play(board(made), (0, 7), at=minutes(25)).state == Game.State.RUNNING
    assert play(board(made), (0, 7), at=minutes(33)).state == Game.State.FINISHED


def test_more_minutes_let_a_game_go_on_that_was_level_at_the_bell(olga):
    made = timed(olga, one_more=True)
    play(board(made), (0, 8), at=minutes(10))
    play(board(made), (1, 8), at=AFTER)
    timer.add(made, 10, by=olga, at=minutes(22))
    assert play(board(made), (0, 7), at=minutes(25)).state == Game.State.RUNNING
    assert play(board(made), (0, 7), at=minutes(33)).state == Game.State.FINISHED

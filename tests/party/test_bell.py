"""What the bell does to the games of a round, and what can be changed after it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.builders import high, link, refusal_of
from tests.party.builders import (
    AFTER,
    BELL,
    bell_party,
    done,
    friday,
    friday_playing,
    game_of,
    key,
    logged,
    minutes,
    next_round,
    play,
    table_at,
    timed,
)
from tests.party.forms import SETTINGS, page, send
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.party.actions import results, seating, timer
from whistclub.party.models import Party
from whistclub.play.entries import correct_hand, remove_entry
from whistclub.play.models import Game, GameEvent

pytestmark = pytest.mark.django_db


# Games hear it


def test_before_the_bell_a_game_continues(olga):
    made = timed(olga)
    play(table_at(made), (0, 9), (0, 8), at=BELL - timedelta(seconds=1))
    assert game_of(made).state == Game.State.RUNNING


def test_the_first_hand_after_the_bell_ends_the_game(olga):
    made = timed(olga)
    play(table_at(made), (0, 9), at=minutes(10))
    game = play(table_at(made), (1, 7), at=AFTER)
    assert (game.state, game.winner, game.reason, game.totals) == (Game.State.FINISHED, 0, "hands", [3, 1])
    assert game.finished_at == AFTER


def test_an_already_finished_game_is_unchanged(olga):
    made = timed(olga, count=8)
    over = play(table_at(made), (0, 13), (0, 13), at=minutes(10))
    play(table_at(made, 2), (0, 9), at=AFTER)
    fresh = game_of(made)
    assert (fresh.totals, fresh.reason, fresh.finished_at, fresh.last_hand) == ([14, 0], "target", minutes(10), None)
    assert fresh.entries.count() == over.entries.count()


def test_adding_minutes_after_the_bell_continues_games(olga):
    made = timed(olga)
    timer.add_minutes(made, 10, by=olga, at=AFTER)
    assert play(table_at(made), (0, 9), at=minutes(25)).state == Game.State.RUNNING
    assert play(table_at(made), (0, 9), at=minutes(32)).state == Game.State.FINISHED


# Level at the end


def test_a_tie_at_the_last_hand_may_require_one_more(olga):
    made = timed(olga, tie="extra")
    play(table_at(made), (0, 8), at=minutes(10))
    assert play(table_at(made), (1, 8), at=AFTER).state == Game.State.RUNNING
    game = play(table_at(made), (1, 7), at=minutes(25))
    assert (game.state, game.winner, game.hands_scored) == (Game.State.FINISHED, 1, 3)


# A table ends its game between two hands


def test_a_table_between_two_hands_ends_its_game_after_the_bell(olga):
    made = timed(olga)
    play(table_at(made), (0, 9), at=minutes(10))
    game = done(game_of(made))
    assert (game.state, game.winner, game.finished_at) == (Game.State.FINISHED, 0, AFTER)


def test_no_table_is_done_before_the_bell(olga):
    made = timed(olga)
    play(table_at(made), (0, 9), at=minutes(10))
    with refusal_of("page_is_old"):
        done(game_of(made), at=minutes(19))


def test_no_table_is_done_before_the_first_hand(olga):
    made = timed(olga)
    with refusal_of("nothing_played"):
        done(game_of(made))


def test_a_second_phone_gets_the_same_result(olga):
    made = timed(olga)
    play(table_at(made), (0, 9), at=minutes(10))
    done(game_of(made))
    assert done(game_of(made)).state == Game.State.FINISHED
    assert game_of(made).events.filter(kind=GameEvent.Kind.ENDED_EARLY).count() == 1


def test_in_a_bell_round_the_desk_reminds_of_a_timer_that_does_not_run(organiser, olga):
    made = bell_party(olga)
    console = run(made, "console")
    assert "The timer is not running." in Html(organiser.get(console)).text
    timer.start(made, 20, by=olga, at=timezone.now())
    assert "The timer is not running." not in Html(organiser.get(console)).text


def fix(game, number, declarer, own, at=AFTER):
    old = game.entries.get(position=number, current=True)
    return correct_hand(link(game), high(number, declarer, own), corrects=old.uid, by_seat=0, at=at).game


def undo(game, at=AFTER):
    last = game.entries.filter(current=True).last()
    return remove_entry(link(game), last.uid, must_be_last=True, by_seat=0, at=at).game


def test_a_removed_last_hand_can_be_entered_again(olga):
    made = timed(olga)
    play(table_at(made), (0, 9), at=minutes(10))
    play(table_at(made), (0, 8), at=AFTER)
    assert undo(game_of(made)).state == Game.State.RUNNING
    game = play(table_at(made), (1, 13), at=minutes(22))
    assert (game.state, game.totals, game.winner) == (Game.State.FINISHED, [3, 7], 1)


def test_correcting_an_earlier_hand_after_the_bell_does_not_end_the_game(olga):
    made = timed(olga)
    play(table_at(made), (0, 9), (0, 8), at=minutes(10))
    game = fix(game_of(made), 1, 0, 7)
    assert (game.state, game.last_hand) == (Game.State.RUNNING, None)
    assert play(table_at(made), (0, 7), at=minutes(22)).state == Game.State.FINISHED


def test_a_game_won_before_the_bell_and_corrected_after_it_has_one_hand_left(olga):
    made = timed(olga)
    play(table_at(made), (0, 13), (0, 13), at=minutes(10))
    assert fix(game_of(made), 2, 0, 7).state == Game.State.RUNNING
    assert play(table_at(made), (0, 7), at=minutes(22)).state == Game.State.FINISHED


def test_a_table_reopened_after_the_bell_has_one_hand_left(olga):
    made = timed(olga)
    play(table_at(made), (0, 9), at=minutes(10))
    done(game_of(made))
    results.reopen_table(made, 1, 1, by=olga, at=minutes(22))
    assert game_of(made).state == Game.State.RUNNING
    assert play(table_at(made), (1, 7), at=minutes(25)).state == Game.State.FINISHED


@pytest.fixture
def made(olga):
    """Twelve people at three tables; the top one plays two hands."""
    return friday_playing(olga, count=12, round_end="top", hands=2)


def offers(organiser, of, table=1):
    return f"Table {table} has finished: ring the bell?" in page(organiser, run(of, "console")).text


@pytest.mark.parametrize(
    "decide",
    [
        lambda of, *at, **who: results.type_result(of, *at, (9, 5), **who),
        results.declare_draw,
        lambda of, *at, **who: results.award_walkover(of, *at, 1, **who),
    ],
)
def test_the_bell_is_offered_once_the_top_table_has_a_result(made, organiser, olga, decide):
    decide(made, 1, 2, by=olga, at=minutes(9))
    assert not offers(organiser, made)
    decide(made, 1, 1, by=olga, at=minutes(10))
    assert offers(organiser, made)
    page(organiser, run(made, "timer"), {"do": "ring"})
    assert not offers(organiser, made)
    assert logged(made)[-1].sentence == "Bell rung"
    assert game_of(made, 3).bell_at is not None


def test_around_a_person_who_stays_the_offer_follows_the_top_table(organiser, olga):
    made = friday(olga, count=12, round_end="top", hands=2)
    seating.keep_table(made, key(made, "P1"), 3, by=olga, at=minutes(0))
    found = next_round(made, olga)
    assert [table_state.number for table_state in found.current.by_rank] == [3, 2, 1]
    results.type_result(made, 1, 1, (9, 5), by=olga, at=minutes(5))
    assert not offers(organiser, made, 3)
    results.type_result(made, 1, 3, (9, 5), by=olga, at=minutes(10))
    assert offers(organiser, made, 3)


def test_it_is_set_up_with_the_hands_of_the_top_table(organiser, olga):
    settings = SETTINGS | {"round_end": "top", "hands": ""}
    assert send(organiser, "/run/prairie/parties/new/", settings).status_code == 422
    assert send(organiser, "/run/prairie/parties/new/", settings | {"hands": "6"}).status_code == 302
    party = Party.objects.get()
    assert (party.round_end, party.rules.max_hands, party.rules_below.max_hands) == ("top", 6, 100)
    assert 'value="6"' in organiser.get(run(party, "settings")).content.decode()

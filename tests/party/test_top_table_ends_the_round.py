"""Rounds that end with the top table: its result rings the bell for all."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.builders import NOON
from tests.party.builders import (
    AFTER,
    done,
    friday,
    friday_playing,
    game_of,
    key,
    logged,
    minutes,
    next_round,
    party_state,
    play,
    table_at,
    typed,
)
from tests.party.test_malformed_input import SETTINGS, send
from tests.party.test_pages_organiser import page
from tests.web.party_site import run
from whistclub.party.actions import people, results, room, timer, undoing
from whistclub.party.actions.refusals import StalePartyState
from whistclub.party.models import Party
from whistclub.play.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.writes, pytest.mark.alike]


@pytest.fixture
def made(olga):
    """Twelve people at three tables; the top one plays two hands."""
    return friday_playing(olga, count=12, round_end="top", hands=2)


@pytest.fixture
def after_commit(django_capture_on_commit_callbacks):
    """What happens once a change is stored happens at the end of the block."""
    return lambda: django_capture_on_commit_callbacks(execute=True)


def bells(of):
    return [game_of(of, number).bell_at for number in (1, 2, 3)]


def test_the_result_of_the_top_table_rings_the_bell_for_all(made, after_commit):
    before = party_state(made).party.revision
    with after_commit():
        play(table_at(made), (0, 9), at=minutes(9))
    assert bells(made) == [None] * 3
    with after_commit():
        play(table_at(made), (1, 7), at=minutes(10))
    found = party_state(made)
    assert game_of(made).state == Game.State.FINISHED
    assert bells(made) == [minutes(10)] * 3
    assert (found.current.round.bell_at, found.party.revision) == (minutes(10), before + 1)
    assert logged(made)[-1].sentence == "The top table has finished: the bell rings"
    assert made.log.last().by_user is None


def test_the_other_tables_finish_the_hand_they_are_playing(made, after_commit):
    play(table_at(made, 2), (0, 13), (0, 13), (0, 13), at=minutes(5))
    assert game_of(made, 2).state == Game.State.IN_PROGRESS
    with after_commit():
        play(table_at(made), (0, 9), (1, 7), at=minutes(10))
    game = play(table_at(made, 2), (1, 13), at=AFTER)
    assert (game.state, game.winner, game.hands_scored) == (Game.State.FINISHED, 0, 4)


def test_around_a_person_who_stays_the_bell_follows_the_top_table(olga, after_commit):
    made = friday(olga, count=12, round_end="top", hands=2)
    room.keep_table(made, key(made, "P1"), 3, by=olga, at=NOON)
    found = next_round(made, olga)
    assert [table_state.number for table_state in found.current.by_rank] == [3, 2, 1]
    with after_commit():
        play(table_at(made, 1), (0, 9), (1, 7), (0, 9), at=minutes(5))
    assert bells(made) == [None] * 3
    with after_commit():
        play(table_at(made, 3), (0, 9), (1, 7), at=minutes(10))
    assert bells(made) == [minutes(10)] * 3


def test_another_table_rings_no_bell(made, olga, after_commit):
    with after_commit():
        results.type_result(made, 1, 2, (9, 5), by=olga, at=minutes(10))
    assert bells(made) == [None] * 3


def test_a_result_from_paper_rings_the_bell_too(made, olga, after_commit):
    with after_commit():
        results.type_result(made, 1, 1, (9, 5), by=olga, at=minutes(10))
    assert bells(made)[1:] == [minutes(10)] * 2


@pytest.mark.parametrize(
    "rule", [results.declare_draw, lambda of, *at, **who: results.award_walkover(of, *at, 1, **who)]
)
def test_a_ruling_at_the_top_table_rings_the_bell_too(made, olga, rule):
    rule(made, 1, 2, by=olga, at=minutes(9))
    assert bells(made) == [None] * 3
    rule(made, 1, 1, by=olga, at=minutes(10))
    assert bells(made) == [minutes(10)] * 3
    assert "The top table has finished: the bell rings" in [each.sentence for each in logged(made)]


@pytest.mark.parametrize("drop_out", ["walkover", "draw"])
def test_somebody_who_leaves_alone_at_the_top_table_ends_the_round(made, olga, drop_out):
    Party.objects.update(drop_out=drop_out)
    people.leave_now(made, key(made, "P9"), substitute=None, by=olga, at=minutes(9))
    assert bells(made) == [None] * 3
    people.leave_now(made, key(made, "P1"), substitute=None, by=olga, at=minutes(10))
    assert bells(made) == [minutes(10)] * 3


def test_a_ruling_in_an_earlier_round_rings_nothing(made, olga, after_commit):
    with after_commit():
        typed(made, olga, (5, 3), (5, 3), (5, 3))
    next_round(made, olga)
    results.declare_draw(made, 1, 1, by=olga, at=minutes(10))
    assert bells(made) == [None] * 3


def test_a_bell_that_has_rung_does_not_ring_again(made, olga, after_commit):
    timer.ring(made, by=olga, at=minutes(8))
    with after_commit():
        play(table_at(made), (0, 9), at=minutes(10))
    assert bells(made) == [minutes(8)] * 3


def test_after_added_minutes_a_walkover_at_the_top_table_does_not_ring_it_again(made, olga, after_commit):
    with after_commit():
        results.type_result(made, 1, 1, (9, 5), by=olga, at=minutes(10))
    timer.add_minutes(made, 5, by=olga, at=minutes(11))
    results.award_walkover(made, 1, 1, 0, by=olga, at=minutes(12))
    assert bells(made)[1:] == [minutes(16)] * 2


def test_a_top_table_that_was_opened_again_rings_again_once_the_timer_was_started(made, olga, after_commit):
    with after_commit():
        results.type_result(made, 1, 1, (9, 5), by=olga, at=minutes(10))
    results.reopen_table(made, 1, 1, by=olga, at=minutes(11))
    timer.start(made, 30, by=olga, at=minutes(12))
    assert bells(made)[1:] == [minutes(42)] * 2
    with after_commit():
        play(table_at(made), (0, 9), (1, 7), at=minutes(20))
    assert bells(made) == [minutes(20)] * 3


def test_while_the_bell_is_rung_a_top_table_that_was_opened_again_stays_silent(made, olga, after_commit):
    with after_commit():
        results.type_result(made, 1, 1, (9, 5), by=olga, at=minutes(10))
    results.reopen_table(made, 1, 1, by=olga, at=minutes(11))
    with after_commit():
        results.type_result(made, 1, 1, (7, 5), by=olga, at=minutes(20))
    assert bells(made)[1:] == [minutes(10)] * 2


def offers(organiser, of):
    """The buttons beside the timer."""
    return [each for each in page(organiser, run(of, "console")).texts("button") if "bell" in each]


def test_a_bell_of_a_result_that_was_a_mistake_can_be_undone(made, organiser, olga, after_commit):
    undo = "Undo the bell"
    with after_commit():
        results.type_result(made, 1, 1, (9, 5), by=olga, at=timezone.now())
    assert undo not in offers(organiser, made)
    with pytest.raises(StalePartyState):
        timer.undo_bell(made, by=olga, at=timezone.now())
    results.reopen_table(made, 1, 1, by=olga, at=timezone.now())
    assert undo in offers(organiser, made)
    after = page(organiser, run(made, "set_timer", "undo_bell"), {})
    assert "The bell was undone. No timer is running." in after.text
    assert bells(made) == [None] * 3
    assert logged(made)[-1].sentence == "Bell undone"
    assert undo not in offers(organiser, made)
    with after_commit():
        play(table_at(made), (0, 9), (1, 7), at=AFTER)
    assert bells(made) == [AFTER] * 3


def undo_mistaken_bell(made, olga, between, after_commit):
    """Ring the bell by a mistaken result, do what is `between`, and undo both. Returns the game at table 2."""
    with after_commit():
        results.type_result(made, 1, 1, (9, 5), by=olga, at=minutes(10))
    between()
    results.reopen_table(made, 1, 1, by=olga, at=minutes(12))
    timer.undo_bell(made, by=olga, at=minutes(13))
    return game_of(made, 2)


@pytest.mark.parametrize("ended_by_phone", [False, True])
def test_games_that_only_a_mistaken_bell_ended_go_on(made, olga, after_commit, ended_by_phone):
    play(table_at(made, 2), (0, 9), at=minutes(9))

    def end():
        game = (
            done(game_of(made, 2), minutes(11)) if ended_by_phone else play(table_at(made, 2), (1, 7), at=minutes(11))
        )
        assert game.state == Game.State.FINISHED

    game = undo_mistaken_bell(made, olga, end, after_commit)
    assert (game.state, game.last_hand, game.ended_early) == (Game.State.IN_PROGRESS, None, False)
    game = play(table_at(made, 2), (0, 9), at=minutes(14))
    assert game.state == Game.State.IN_PROGRESS
    with after_commit():
        play(table_at(made), (0, 9), (1, 7), at=minutes(15))
    assert play(table_at(made, 2), (1, 7), at=minutes(16)).state == Game.State.FINISHED


def test_a_game_that_reached_its_target_after_a_mistaken_bell_stays_finished(made, olga, after_commit):
    play(table_at(made, 2), (0, 13), at=minutes(9))
    Game.objects.filter(pk=game_of(made, 2).pk).update(options=game_of(made, 2).options | {"target": 13})
    game = undo_mistaken_bell(made, olga, lambda: play(table_at(made, 2), (0, 13), at=minutes(11)), after_commit)
    assert (game.state, game.reason, game.finished_at) == (Game.State.FINISHED, "target", minutes(11))


@pytest.mark.parametrize("decide", [results.end_table, results.lock_table])
def test_what_the_organiser_decided_after_a_mistaken_bell_stays(made, olga, after_commit, decide):
    play(table_at(made, 2), (0, 9), at=minutes(9))

    def end():
        if decide is results.lock_table:
            play(table_at(made, 2), (1, 7), at=minutes(11))
        decide(made, 1, 2, by=olga, at=minutes(11))

    game = undo_mistaken_bell(made, olga, end, after_commit)
    assert (game.state, game.finished_at) == (Game.State.FINISHED, minutes(11))


def test_a_timer_that_was_started_since_is_no_mistake(made, organiser, olga, after_commit):
    with after_commit():
        results.type_result(made, 1, 1, (9, 5), by=olga, at=timezone.now())
    results.reopen_table(made, 1, 1, by=olga, at=timezone.now())
    timer.start(made, 30, by=olga, at=timezone.now() - timedelta(minutes=31))
    assert table_at(made).game.bell_at < timezone.now()
    assert offers(organiser, made) == []


def test_a_bell_rung_by_hand_is_not_undone_so(made, organiser, olga):
    timer.ring(made, by=olga, at=timezone.now())
    assert offers(organiser, made) == []
    with pytest.raises(StalePartyState):
        timer.undo_bell(made, by=olga, at=timezone.now())


def test_a_walkover_that_was_undone_lets_the_table_ring_when_it_ends(made, olga, after_commit):
    results.award_walkover(made, 1, 1, 0, by=olga, at=minutes(5))
    walkover = made.log.get(by_user=olga, at=minutes(5))
    undoing.undo_step(made, walkover.pk, by=olga, at=minutes(6))
    assert bells(made) == [None] * 3
    with after_commit():
        play(table_at(made), (0, 9), (1, 7), at=minutes(10))
    assert bells(made) == [minutes(10)] * 3


def test_a_timer_that_still_runs_gives_way(made, olga, after_commit):
    timer.start(made, 40, by=olga, at=NOON)
    with after_commit():
        play(table_at(made), (0, 9), (1, 7), at=minutes(10))
    assert bells(made)[1:] == [minutes(10)] * 2


def test_a_result_that_was_taken_back_at_once_rings_nothing(made, olga, after_commit):
    with after_commit():
        results.type_result(made, 1, 1, (9, 5), by=olga, at=minutes(10))
        results.reopen_table(made, 1, 1, by=olga, at=minutes(10) + timedelta(seconds=1))
    assert bells(made) == [None] * 3


def test_in_the_next_round_it_is_silent_again(made, olga, after_commit):
    with after_commit():
        typed(made, olga, (5, 3), (5, 3), (5, 3))
    next_round(made, olga)
    assert bells(made) == [None] * 3


def test_parties_without_it_hear_nothing(olga, after_commit):
    other = friday_playing(olga, count=8, round_end="bell", hands=None, minutes=20)
    with after_commit():
        typed(other, olga, (5, 3))
    assert game_of(other, 2).bell_at is None


def test_it_is_set_up_with_the_hands_of_the_top_table(organiser, olga):
    settings = SETTINGS | {"round_end": "top", "hands": ""}
    assert send(organiser, "/run/prairie/parties/new/", settings).status_code == 422
    assert send(organiser, "/run/prairie/parties/new/", settings | {"hands": "6"}).status_code == 302
    party = Party.objects.get()
    assert (party.round_end, party.rules.max_hands, party.rules_below.max_hands) == ("top", 6, 100)
    assert 'value="6"' in organiser.get(run(party, "settings")).content.decode()
    assert "rounds end with the top table" in logged(party)[0].after

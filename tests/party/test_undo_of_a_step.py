"""Undo of one step: what came later stays, or is named where the step can no longer be undone; its button."""

import threading

import pytest
from django.contrib.messages import get_messages
from django.db import OperationalError, connection

from tests.builders import NOON, high, link, organiser
from tests.party.builders import (
    LATER,
    draft,
    friday,
    friday_playing,
    key,
    minutes,
    next_round,
    one_round,
    party_state,
    play,
    present,
    seats,
    table_at,
    timed,
    typed,
)
from tests.party.test_malformed_input import send
from tests.party.test_undo_of_every_action import rows_of
from tests.stats.test_books_agree import disagreements
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.party.actions import broadcast, people, results, seating, timer
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions.undoing import CannotBeUndone, undo_step
from whistclub.play.entries import record_hand
from whistclub.play.models import Game
from whistclub.web.transactions import write_transaction

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


def undo(party, olga, step=None):
    undo_step(party, step or party.step, by=olga, at=LATER)


def assert_refused(party, olga, why, step=None):
    before = rows_of(party)
    with pytest.raises(CannotBeUndone, match=why):
        undo(party, olga, step)
    assert rows_of(party) == before


def test_hands_played_since_a_substitute_came_stay_with_the_seat(olga):
    party = friday(olga, count=5)
    table_state = next_round(party, olga).current.table(1)
    people.leave_now(party, key(party, "P2"), substitute=key(party, "P5"), by=olga, at=LATER)
    game = play(table_state, (2, 9))
    undo(party, olga)
    game.refresh_from_db()
    assert (seats(party_state(party)), game.totals) == ([["P1+P2", "P3+P4"]], [3, 0])
    assert [seat.player.name for seat in game.seats.all()] == ["P1", "P3", "P2", "P4"]
    assert record_hand(link(game), high(2, 0, 9), by_seat=0, at=LATER).game.totals == [6, 0]


def test_later_steps_that_do_not_depend_on_an_undone_one_stay(olga):
    party = friday_playing(olga, count=8)
    people.leave_now(party, key(party, "P1"), substitute=None, by=olga, at=LATER)
    left = party.step
    timer.start(party, 20, by=olga, at=LATER)
    people.check_out(party, key(party, "P5"), after_round=True, by=olga, at=LATER)
    undo(party, olga, left)
    assert (party_state(party).current.missing[0].number, "P5" in present(party)) == (1, False)
    assert party_state(party).current.round.bell_at is not None


def test_a_step_on_which_a_later_one_depends_is_not_undone_and_the_organiser_reads_why(olga):
    party = friday_playing(olga, count=8)
    people.leave_now(party, key(party, "P1"), substitute=None, by=olga, at=LATER)
    left = party.step
    broadcast.show_message(party, "Coffee", by=olga, at=LATER)
    results.type_result(party, 1, 1, (5, 3), by=olga, at=LATER)
    with pytest.raises(CannotBeUndone, match="Since then: Round 1, table 1: result entered from paper"):
        undo(party, olga, left)
    typed(party, olga, (5, 3), (5, 3))
    next_round(party, olga)
    assert_refused(party, olga, "Since then: ", left)


@pytest.mark.parametrize("decide", [results.reopen_table, results.lock_table, results.end_table])
def test_what_decided_a_game_is_not_undone_once_its_result_is_another(olga, decide):
    party = friday(olga, count=8)
    game = play(next_round(party, olga).current.table(1), (0, 9))
    if decide is results.reopen_table:
        results.type_result(party, 1, 1, (5, 3), by=olga, at=LATER)
    decide(party, 1, 1, by=olga, at=LATER)
    decided = party.step
    if decide is results.reopen_table:
        play(table_at(party), (1, 9), (1, 9))
        assert_refused(party, olga, "Since then: something was entered at table 1.")
    results.type_result(party, 1, 1, (3, 5), by=olga, at=LATER)
    assert_refused(party, olga, "Since then: Round 1, table 1: result entered from paper", decided)
    game.refresh_from_db()
    assert (game.winner, disagreements(party.club)) == (1, [])


def test_a_ruling_over_a_result_from_paper_comes_back_as_it_was(olga):
    party = one_round(olga, (5, 3), (5, 3))
    results.award_walkover(party, 1, 1, 1, by=olga, at=LATER)
    before = rows_of(party)
    results.reopen_table(party, 1, 1, by=olga, at=LATER)
    undo(party, olga)
    assert (rows_of(party), table_at(party).winner, disagreements(party.club)) == (before, 1, [])


def test_a_bell_is_not_unrung_once_a_table_has_played_its_last_hand(olga):
    party = timed(olga, 8)
    timer.ring(party, by=olga, at=LATER)
    undo(party, olga)
    game = play(table_at(party), (0, 9), at=minutes(1))
    assert (game.last_hand, game.state) == (None, Game.State.RUNNING)
    timer.ring(party, by=olga, at=LATER)
    # The score is tied, so one more hand is played.
    game = play(table_at(party), (1, 9), at=LATER)
    assert (game.last_hand, game.totals) == (2, [3, 3])
    assert_refused(party, olga, "Since then: something was entered at table 1.")
    assert disagreements(party.club) == []


@pytest.mark.parametrize("then", [timer.ring, lambda *args, **by: timer.add_minutes(*args, 5, **by)])
def test_a_change_of_the_timer_does_not_end_the_undo_of_a_result(olga, then):
    party = timed(olga, 8)
    results.type_result(party, 1, 2, (5, 3), by=olga, at=LATER)
    result = party.step
    then(party, by=olga, at=LATER)
    bell = party_state(party).current.round.bell_at
    undo(party, olga, result)
    game = table_at(party, 2).game
    assert (game.totals, game.state, game.bell_at) == ([0, 0], Game.State.RUNNING, bell)


def test_what_cannot_be_undone_because_of_the_timer_says_so(olga):
    party = timed(olga, 8)
    timer.add_minutes(party, 5, by=olga, at=NOON)
    added = party.step
    timer.ring(party, by=olga, at=LATER)
    assert_refused(party, olga, "Since then: Bell rung", added)


def test_a_pair_does_not_come_back_under_the_number_of_another(olga):
    party = friday(olga, count=4, movement="swiss_pairs")
    who = [key(party, f"P{number}") for number in (1, 2, 3, 4)]
    people.pair_up(party, *who[:2], by=olga, at=LATER)
    people.split_pair(party, who[0], by=olga, at=LATER)
    split = party.step
    people.pair_up(party, *who[2:], by=olga, at=LATER)
    assert_refused(party, olga, "Since then: P3 and P4", split)
    undo(party, olga)
    undo(party, olga, split)
    people.pair_rest(party, by=olga, at=LATER)
    assert len(draft(party, olga).pairs) == 2


def test_people_who_have_left_are_not_seated_by_an_old_draft(olga):
    party = one_round(olga, (5, 3), (5, 3))
    draft(party, olga)
    seating.discard_draft(party, by=olga, at=LATER)
    discarded = party.step
    people.check_out(party, key(party, "P1"), by=olga, at=LATER)
    assert_refused(party, olga, "Since then: P1", discarded)


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer at a time")
@pytest.mark.django_db(transaction=True)
def test_a_hand_waits_until_the_step_of_an_organiser_is_stored():
    olga = organiser()[0]
    party = friday(olga, count=8)
    game = next_round(party, olga).current.table(2).game
    refused = []

    def lock():
        try:
            with write_transaction():
                Game.objects.select_for_update(nowait=True).get(pk=game.pk)
        except OperationalError:
            refused.append(game.pk)
        finally:
            connection.close()

    for act in (lambda: results.lock_table(party, 1, 1, by=olga, at=LATER), lambda: undo(party, olga)):
        with write_transaction():
            act()
            other = threading.Thread(target=lock)
            other.start()
            other.join()
    assert refused == [game.pk] * 2


def test_a_draft_that_has_changed_since_stays_and_follows(olga):
    party = one_round(olga, (5, 3), (5, 3))
    draft(party, olga)
    people.check_out(party, key(party, "P1"), by=olga, at=LATER)
    gone = party.step
    people.check_in(party, ["Zoe"], by=olga, at=LATER)
    undo(party, olga, gone)
    found = party_state(party)
    assert len(found.draft.assignments) == 9
    assert {"P1", "Zoe"} < {each.entrant.player.name for each in found.draft.assignments}


@pytest.mark.parametrize("then", [seating.discard_draft, seating.undo_round])
def test_a_new_draft_is_in_the_way_of_an_old_one(olga, then):
    party = one_round(olga, (5, 3), (5, 3))
    draft(party, olga)
    then(party, **({"number": 1, "sure": True} if then is seating.undo_round else {}), by=olga, at=LATER)
    gone = party.step
    drafted = draft(party, olga, seating_method="arrival").draft.round.pk
    with pytest.raises(CannotBeUndone, match=r"Since then: Round [12] seated"):
        undo(party, olga, gone)
    assert party_state(party).draft.round.pk == drafted


def test_undoing_the_unlocking_of_a_result_finishes_the_party_again(olga):
    party = one_round(olga, (5, 3), (5, 3))
    party_lifecycle.finish(party, by=olga, at=LATER)
    results.reopen_table(party, 1, 1, by=olga, at=LATER)
    undo(party, olga)
    party.refresh_from_db()
    assert (party.state, table_at(party).game.totals) == ("finished", [5, 3])
    assert party.club.party_facts.exists()


def undo_buttons(response):
    found = Html(response)
    return [each["action"] for each in found.find("form") if "/undo/" in each.attributes.get("action", "")]


def test_the_notice_has_a_button_that_undoes_and_the_log_keeps_it(organiser, olga):
    party = friday(olga, count=9, movement="swiss_pairs")
    asked = organiser.post(run(party, "pair_rest"), follow=True)
    assert "The rest were paired as listed." in Html(asked).text
    (address,) = undo_buttons(asked)
    assert undo_buttons(organiser.get(run(party, "people"))) == []
    assert undo_buttons(organiser.get(run(party, "log"))) == [address]
    done = organiser.post(address, {"back": run(party, "people")}, follow=True)
    assert (done.redirect_chain, "Undone: The rest were paired as listed." in Html(done).text) == (
        [(run(party, "people"), 302)],
        True,
    )
    assert (party_state(party).pairs, undo_buttons(organiser.get(run(party, "log")))) == ([], [])
    again = organiser.post(address, {"back": "https://elsewhere.example"}, follow=True)
    assert again.redirect_chain == [(run(party, "console"), 302)]
    assert "This can no longer be undone in one step." in Html(again).text
    other = friday(olga, count=4, name="Other")
    response = send(organiser, run(other, "undo_step", int(address.rstrip("/").split("/")[-1])), {})
    assert "no longer be undone" in str(next(iter(get_messages(response.wsgi_request))))

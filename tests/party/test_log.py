"""The party's log: who did what when, with what was before and what is after."""

from datetime import timedelta

import pytest
from django.urls import reverse

from tests.builders import NOON, high, link, record, take_out
from tests.party.builders import friday, friday_playing, key, next_round, play, typed
from tests.play.phone import phone, send
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import (
    people,
    rehearsal,
    results,
    seating,
    timer,
)
from whistclub.party.changes import change
from whistclub.party.log import LINES_ON_A_PAGE, log
from whistclub.play.entries import correct_hand, undo_hand
from whistclub.play.games import end_after_bell

pytestmark = pytest.mark.django_db


def lines(of, page=1):
    return list(log(of, page))


def latest(of):
    """What was done last, with before and after."""
    line = lines(of)[0]
    return line.what, line.before, line.after


def later(minutes):
    return NOON + timedelta(minutes=minutes)


def test_every_arrival_and_departure_is_logged(olga):
    made = friday(olga, "Ann", "Bob")
    people.check_out(made, key(made, "Ann"), by=olga, at=later(1))
    people.check_in(made, ["Ann"], by=olga, at=later(2))
    texts = [line.what for line in lines(made)]
    assert texts[:3] == ["Here: Ann", "Ann has left", "Here: Ann, Bob"]


def test_a_seating_is_stored_with_its_seed(olga):
    made = friday(olga, count=5)
    seating.make_draft(made, seating_method="draw", seed=77, by=olga, at=later(1))
    assert latest(made)[0] == "Round 1 seated: at random (draw 77)"


def test_retyping_a_result_logs_the_previous_one(olga):
    made = friday_playing(olga, count=4)
    typed(made, olga, (7, 4))
    results.type_result(made, 1, 1, (4, 7), by=olga, at=later(1))
    assert latest(made) == ("Round 1, table 1: result entered from paper", "P1 & P2 7–4 P3 & P4", "P1 & P2 4–7 P3 & P4")


def test_undoing_a_round_reports_what_was_lost(olga):
    made = friday_playing(olga, count=8)
    results.type_result(made, 1, 2, (7, 4), by=olga, at=later(1))
    seating.undo_round(made, 1, sure=True, by=olga, at=later(2))
    assert latest(made) == ("Round 1 undone", "Table 2: result 7–4.", "")


def test_results_of_an_undone_round_stay_in_the_log(olga):
    made = friday_playing(olga, count=4)
    typed(made, olga, (7, 4))
    seating.undo_round(made, 1, sure=True, by=olga, at=later(2))
    assert "Round 1, table 1: result entered from paper" in [line.what for line in lines(made)]


def test_a_hand_corrected_by_phone_is_logged(olga):
    made = friday(olga, count=4)
    game = play(next_round(made, olga).current.table(1), (0, 9))
    first = game.hands.get()
    correct_hand(link(game), high(1, 0, 8, replaces=first.uid), by_seat=2, at=later(5))
    line = lines(made)[0]
    assert (line.who, line.what) == ("score pad", "Round 1, table 1: hand 1 corrected")


def test_a_table_declared_done_after_the_bell_is_logged(olga):
    made = friday(olga, count=4, round_end="bell")
    game = play(next_round(made, olga).current.table(1), (0, 9))
    timer.ring(made, by=olga, at=later(1))
    end_after_bell(link(game), by_seat=0, at=later(2))
    assert lines(made)[0].what.startswith("Round 1, table 1: ")


def test_reassigning_a_prize_logs_its_previous_holder(olga):
    made = friday(olga, count=4, own_prizes=("Best cake",))
    party_lifecycle.give_prize(made, "Best cake", 1, by=olga, at=later(1))
    party_lifecycle.give_prize(made, "Best cake", 2, by=olga, at=later(2))
    assert latest(made) == ("Prize “Best cake”", "P1", "P2")


def test_every_action_logs_one_line_with_its_author(olga):
    made = friday(olga, count=8)
    at = iter(range(1, 100))
    acts = [
        lambda: seating.make_draft(made, seed=1, by=olga, at=later(next(at))),
        lambda: seating.announce(made, by=olga, at=later(next(at))),
        lambda: timer.start(made, 30, by=olga, at=later(next(at))),
        lambda: timer.pause(made, by=olga, at=later(next(at))),
        lambda: timer.resume(made, by=olga, at=later(next(at))),
        lambda: timer.add_minutes(made, 5, by=olga, at=later(next(at))),
        lambda: timer.ring(made, by=olga, at=later(next(at))),
        lambda: results.type_result(made, 1, 1, (7, 4), by=olga, at=later(next(at))),
        lambda: results.declare_draw(made, 1, 2, by=olga, at=later(next(at))),
        lambda: results.award_walkover(made, 1, 2, 0, by=olga, at=later(next(at))),
        lambda: party_lifecycle.finish(made, by=olga, at=later(next(at))),
        lambda: party_lifecycle.reopen_party(made, by=olga, at=later(next(at))),
        lambda: party_lifecycle.renew_codes(made, by=olga, at=later(next(at))),
        lambda: rehearsal.rehearse(made, by=olga, at=later(next(at))),
    ]
    for act in acts:
        before = len(lines(made))
        act()
        assert len(lines(made)) == before + 1
    assert {line.who for line in lines(made)} == {"Olga"}


def test_the_newest_line_is_first_and_long_logs_have_pages(organiser, olga):
    made = friday(olga)
    for number in range(1, LINES_ON_A_PAGE + 5):
        people.check_in(made, [f"P{number}"], by=olga, at=later(number))
    first, second = (Html(organiser.get(run(made, "log"), {"page": number})) for number in (1, 2))
    assert [len(each.find("li", css="log-line")) for each in (first, second)] == [LINES_ON_A_PAGE, 5]
    assert f"Here: P{LINES_ON_A_PAGE + 4}" in first.texts("li", css="log-line")[0]
    assert "Party set up" in second.texts("li", css="log-line")[-1]


def test_the_page_shows_club_time_and_strikes_out_old_values(organiser, olga):
    made = friday_playing(olga, count=4)
    typed(made, olga, (7, 4))
    results.type_result(made, 1, 1, (4, 7), by=olga, at=later(1))
    found = Html(organiser.get(run(made, "log")))
    assert found.texts("li", css="log-line")[0].startswith(
        "12:01:00 · Olga Round 1, table 1: result entered from paper"
    )
    assert found.texts("s")[0] == "P1 & P2 7–4 P3 & P4"


def test_the_log_of_a_party_contains_nothing_of_another(organiser, olga):
    made, other = friday(olga, "Ann"), friday(olga, "Zoe", name="Another night")
    assert not [line for line in lines(made) if "Zoe" in line.what or "Another" in line.after]
    assert len(lines(other)) == 2
    assert reverse("party:log", args=["prairie", made.code]) == run(made, "log")


def test_an_unknown_kind_cannot_be_written(olga):
    with pytest.raises(ValueError, match="no kind 'party_sold'"), change(friday(olga), "party_sold", by=olga, at=NOON):
        pass


def after_a_redeal(game):
    """The cards are thrown in, then a hand is played: it is the second entry, and the first hand."""
    send(phone(), game, number=1, bid="", tricks="", save="same_dealer")
    return record(game, high(2, 0, 9)).hand


def test_a_hand_removed_after_a_redeal_is_logged_by_its_number(olga):
    made = friday(olga, count=4)
    game = next_round(made, olga).current.table(1).game
    last = after_a_redeal(game)
    undo_hand(link(game), last.uid, by_seat=2, at=later(5))
    assert lines(made)[0].what == "Round 1, table 1: Hand 1 removed"


def test_a_hand_corrected_after_a_redeal_is_logged_by_its_number(olga):
    made = friday(olga, count=4)
    game = next_round(made, olga).current.table(1).game
    last = after_a_redeal(game)
    correct_hand(link(game), high(2, 0, 8, replaces=last.uid), by_seat=2, at=later(5))
    assert lines(made)[0].what == "Round 1, table 1: hand 1 corrected"


def test_hands_taken_out_are_logged_by_the_numbers_that_they_had(olga):
    made = friday(olga, count=4)
    game = next_round(made, olga).current.table(1).game
    rows = [record(game, high(position, 0, 8)).hand for position in (1, 2, 3)]
    for minute, row in enumerate((rows[1], rows[0]), start=5):
        take_out(game, row.position, at=later(minute))
    newest, before = (line.what for line in lines(made)[:2])
    assert (newest, before) == ("Round 1, table 1: Hand 1 removed", "Round 1, table 1: Hand 2 removed")

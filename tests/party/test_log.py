"""The party's log: who did what when, with what was before and what is after."""

import pytest

from tests.builders import high, link, record, take_out
from tests.party.builders import friday, friday_playing, minutes, next_round, play, typed
from tests.play.phone import phone, send
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.party.actions import (
    people,
    results,
)
from whistclub.party.log import LINES_ON_A_PAGE, log
from whistclub.play.entries import correct_hand, undo_hand

pytestmark = pytest.mark.django_db


def lines(of, page=1):
    return list(log(of, page))


def latest(of):
    """What was done last, with before and after."""
    line = lines(of)[0]
    return line.what, line.before, line.after


def test_retyping_a_result_logs_the_previous_one(olga):
    made = friday_playing(olga, count=4)
    typed(made, olga, (7, 4))
    results.type_result(made, 1, 1, (4, 7), by=olga, at=minutes(1))
    assert latest(made) == ("Round 1, table 1: result entered from paper", "P1 & P2 7–4 P3 & P4", "P1 & P2 4–7 P3 & P4")


def test_a_hand_corrected_by_phone_is_logged(olga):
    made = friday(olga, count=4)
    game = play(next_round(made, olga).current.table(1), (0, 9))
    first = game.hands.get()
    correct_hand(link(game), high(1, 0, 8, replaces=first.uid), by_seat=2, at=minutes(5))
    line = lines(made)[0]
    assert (line.who, line.what) == ("score pad", "Round 1, table 1: hand 1 corrected")


def test_the_newest_line_is_first_and_long_logs_have_pages(organiser, olga):
    made = friday(olga)
    for number in range(1, LINES_ON_A_PAGE + 5):
        people.check_in(made, [f"P{number}"], by=olga, at=minutes(number))
    first, second = (Html(organiser.get(run(made, "log"), {"page": number})) for number in (1, 2))
    assert [len(each.find("li", css="log-line")) for each in (first, second)] == [LINES_ON_A_PAGE, 5]
    assert f"Here: P{LINES_ON_A_PAGE + 4}" in first.texts("li", css="log-line")[0]
    assert "Party set up" in second.texts("li", css="log-line")[-1]


def test_the_page_shows_club_time_and_strikes_out_old_values(organiser, olga):
    made = friday_playing(olga, count=4)
    typed(made, olga, (7, 4))
    results.type_result(made, 1, 1, (4, 7), by=olga, at=minutes(1))
    found = Html(organiser.get(run(made, "log")))
    assert found.texts("li", css="log-line")[0].startswith(
        "12:01:00 · Olga Round 1, table 1: result entered from paper"
    )
    assert found.texts("s")[0] == "P1 & P2 7–4 P3 & P4"


def after_a_redeal(game):
    """The cards are thrown in, then a hand is played: it is the second entry, and the first hand."""
    send(phone(), game, number=1, bid="", tricks="", save="same_dealer")
    return record(game, high(2, 0, 9)).hand


def test_a_hand_removed_after_a_redeal_is_logged_by_its_number(olga):
    made = friday(olga, count=4)
    game = next_round(made, olga).current.table(1).game
    last = after_a_redeal(game)
    undo_hand(link(game), last.uid, by_seat=2, at=minutes(5))
    assert lines(made)[0].what == "Round 1, table 1: Hand 1 removed"


def test_hands_taken_out_are_logged_by_the_numbers_that_they_had(olga):
    made = friday(olga, count=4)
    game = next_round(made, olga).current.table(1).game
    rows = [record(game, high(position, 0, 8)).hand for position in (1, 2, 3)]
    for minute, row in enumerate((rows[1], rows[0]), start=5):
        take_out(game, row.position, at=minutes(minute))
    newest, before = (line.what for line in lines(made)[:2])
    assert (newest, before) == ("Round 1, table 1: Hand 1 removed", "Round 1, table 1: Hand 2 removed")

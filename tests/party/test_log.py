"""The party's log: who did what when, with what was before and what is after."""

import pytest

from tests.party.builders import friday, friday_playing, minutes, typed
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.club.actions import add_player
from whistclub.party.actions import people, results
from whistclub.party.changes import undo
from whistclub.party.log import LINES_ON_A_PAGE

pytestmark = pytest.mark.django_db


def test_the_newest_line_is_first_and_long_logs_have_pages(organiser, olga):
    made = friday(olga)
    for number in range(1, LINES_ON_A_PAGE + 5):
        people.check_in(made, [f"P{number}"], by=olga, at=minutes(number))
    first, second = (Html(organiser.get(run(made, "log"), {"page": number})) for number in (1, 2))
    assert [len(each.find("li", css="log-line")) for each in (first, second)] == [LINES_ON_A_PAGE, 5]
    assert f"Here: P{LINES_ON_A_PAGE + 4}" in first.texts("li", css="log-line")[0]
    assert "Party set up" in second.texts("li", css="log-line")[-1]


def test_who_was_checked_in_by_mistake_is_named_when_that_was_undone(organiser, olga):
    made = friday(olga)
    add_player(made.club, "Ann")
    people.check_in(made, ["Ann"], by=olga, at=minutes(1))
    undo(made, made.entry, by=olga, at=minutes(2))
    found = Html(organiser.get(run(made, "log")))
    assert "Undone: Here: Ann" in found.texts("li", css="log-line")[0]


def test_the_page_shows_club_time_and_strikes_out_old_values(organiser, olga):
    made = friday_playing(olga, count=4)
    typed(made, olga, (7, 4))
    results.type_result(made, 1, 1, (4, 7), by=olga, at=minutes(1))
    found = Html(organiser.get(run(made, "log")))
    assert found.texts("li", css="log-line")[0].startswith(
        "12:01:00 · Olga Round 1, table 1: result entered from paper"
    )
    assert found.texts("s")[0] == "P1 & P2 7–4 P3 & P4"

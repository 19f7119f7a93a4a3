"""Two results for one table: identical ones are one, of different ones an organiser chooses, and both learn of it."""

import pytest
from django.utils import timezone

from tests.builders import NOON
from tests.party.builders import change, friday, friday_playing, next_round, party_state, play, table_at
from tests.party.test_malformed_input import send
from tests.party.test_pages_organiser import page
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.accounts.models import User
from whistclub.club.models import Role
from whistclub.party.actions import results

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


@pytest.fixture
def ben(prairie) -> User:
    """Another organiser of the club."""
    user = User.objects.create(email="ben@example.org", name="Ben")
    Role.objects.create(club=prairie, user=user, kind="owner")
    return user


@pytest.fixture
def typed_by_ben(olga, ben):
    """Ben has typed 11–8 for table 1 at 14:14 in the club's time zone."""
    made = friday(olga, count=8, preset="minnesota")
    next_round(made, olga, at=timezone.now())
    results.type_result(made, 1, 1, (11, 8), by=ben, at=NOON.replace(minute=14))
    return made


def type_on_console(organiser, party, first, second, **more):
    return send(organiser, run(party, "type_result", 1), {"table": 1, "first": first, "second": second} | more)


def offered(response) -> list[dict[str, str]]:
    """What the buttons that replace the result would send."""
    found = Html(response)
    names = ("table", "first", "second")
    return [
        {
            each["name"]: each["value"]
            for each in found.find("input")
            if each.attributes.get("name") in names
            and "value" in each.attributes
            and each.attributes.get("type") == "hidden"
        }
        | {"replaces": button["value"]}
        for button in found.find("button", name="replaces")
    ]


def test_the_second_organiser_sees_both_results_and_nothing_is_changed(organiser, typed_by_ben):
    response = type_on_console(organiser, typed_by_ben, 8, 11)
    assert response.status_code == 409
    assert "Not saved: table 1, 8–11. Table 1 has 11–8, typed by Ben at 12:14." in Html(response).text
    assert table_at(typed_by_ben).game.totals == [11, 8]
    assert "Replace it" in Html(response).texts("button")


def test_one_tap_replaces_the_result(organiser, typed_by_ben):
    (form,) = offered(type_on_console(organiser, typed_by_ben, 8, 11))
    page(organiser, run(typed_by_ben, "type_result", 1), form)
    assert table_at(typed_by_ben).game.totals == [8, 11]


def test_a_result_of_phones_is_asked_about_too_and_the_same_keeps_its_hands(organiser, olga):
    made = friday_playing(olga, count=4)
    play(table_at(made), (0, 13), (0, 13), at=NOON.replace(minute=30))
    response = type_on_console(organiser, made, 5, 14)
    assert "Table 1 has 14–0, from the phone at 12:30." in Html(response).text
    assert type_on_console(organiser, made, 14, 0).status_code == 302
    assert (table_at(made).game.paper_result, sum(table_at(made).tally.grands)) == (None, 2)


def test_a_result_that_changed_again_is_asked_about_again(organiser, olga, typed_by_ben):
    (form,) = offered(type_on_console(organiser, typed_by_ben, 8, 11))
    results.type_result(typed_by_ben, 1, 1, (9, 9), by=olga, at=NOON)
    response = send(organiser, run(typed_by_ben, "type_result", 1), form)
    assert (response.status_code, table_at(typed_by_ben).game.totals) == (409, [9, 9])


def test_the_page_of_a_table_corrects_the_result_it_shows_at_once(organiser, olga, typed_by_ben):
    shown = Html(organiser.get(run(typed_by_ben, "round_table", 1, 1))).value("replaces")
    assert type_on_console(organiser, typed_by_ben, 8, 11, back="table", replaces=shown).status_code == 302
    slept = type_on_console(organiser, typed_by_ben, 7, 7, back="table", replaces=shown)
    assert "Table 1 has 8–11, typed by Olga" in Html(slept).text
    assert Html(slept).texts("h1")[0].startswith("Table 1, round 1")


@pytest.mark.parametrize(
    "ruling, more, text",
    [(results.declare_draw, (), "counted as a draw"), (results.award_walkover, (1,), "won by default")],
)
def test_a_ruling_is_not_overridden_unseen(organiser, olga, typed_by_ben, ruling, more, text):
    change(ruling, typed_by_ben, olga, *more)
    response = type_on_console(organiser, typed_by_ben, 11, 8)
    assert f"Table 1 was {text}." in Html(response).text
    (form,) = offered(response)
    assert send(organiser, run(typed_by_ben, "type_result", 1), form).status_code == 302
    assert party_state(typed_by_ben).current.table(1).winner == 0


def test_a_slip_of_a_round_that_is_over_is_asked_about(organiser, olga, typed_by_ben):
    old = party_state(typed_by_ben).shown_round
    results.type_result(typed_by_ben, 1, 2, (5, 3), by=olga, at=NOON)
    next_round(typed_by_ben, olga, at=timezone.now())
    response = type_on_console(organiser, typed_by_ben, 8, 11, shown=old)
    assert response.status_code == 409
    assert "Not saved: table 1, 8–11. Round 1 is over; round 2 is being played." in Html(response).text
    buttons = [each for each in Html(response).find("button") if "formaction" in each.attributes]
    assert [each.text for each in buttons] == ["It is of round 1", "It is of round 2"]
    shown = Html(response).value("shown")
    form = {"table": 1, "first": 8, "second": 11, "shown": shown}
    assert "Table 1 has 11–8 in round 1, typed by Ben" in Html(send(organiser, buttons[0]["formaction"], form)).text
    assert send(organiser, buttons[1]["formaction"], form).status_code == 302
    assert table_at(typed_by_ben).game.totals == [8, 11]

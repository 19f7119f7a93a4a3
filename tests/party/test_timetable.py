"""Times of rounds and breaks: what is expected when, who sees it, and the break that is announced in one tap."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse

from tests.party.builders import friday, friday_playing, logged, next_round, play_round, typed
from tests.party.test_malformed_input import send
from tests.play.phone import HTMX
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.party.actions import broadcast, expected, seating
from whistclub.party.actions.setup import change_timetable
from whistclub.party.invitation import Invitation
from whistclub.party.models import Party
from whistclub.party.organiser.queries import console_version
from whistclub.party.queries.parties import token_of_finished_tables
from whistclub.party.queries.timetable import expected_times, token_of_times, version_with_times
from whistclub.party.timetable import Break, Timetable, times_text

pytestmark = [pytest.mark.django_db, pytest.mark.writes, pytest.mark.alike]

CHICAGO = ZoneInfo("America/Chicago")
EVENING = Timetable(time(19, 30), 35, {2: Break(15, "Coffee")})


def clock(hour, minute):
    return datetime(2026, 11, 20, hour, minute, tzinfo=CHICAGO)


@pytest.fixture
def planned(olga, settings):
    """Four rounds of 35 minutes from 19:30, coffee after the second."""
    settings.TIME_ZONE = "America/Chicago"
    made = friday(olga, count=4)
    change_timetable(made, EVENING, by=olga, at=clock(19, 0))
    return made


def times(of, number, announced_at, at):
    of = Party.objects.get(pk=of.pk)
    return times_text(expected_times(of, number, announced_at, at))


@pytest.mark.parametrize(
    ("number", "announced_at", "at", "text"),
    [
        (0, None, clock(19, 0), "Round 1 about 19:30 · Coffee 20:40–20:55 · end about 22:05"),
        (0, None, clock(19, 42), "Round 1 about 19:40 · Coffee 20:50–21:05 · end about 22:15"),
        (1, clock(19, 33), clock(19, 40), "Round 2 about 20:10 · Coffee 20:45–21:00 · end about 22:10"),
        (2, clock(20, 10), clock(20, 15), "Coffee 20:45–21:00 · round 3 about 21:00 · end about 22:10"),
        (2, clock(20, 10), clock(21, 0), "Coffee 21:00–21:15 · round 3 about 21:15 · end about 22:25"),
        (3, clock(21, 0), clock(21, 5), "Round 4 about 21:35 · end about 22:10"),
        (4, clock(21, 35), clock(21, 40), "End about 22:10"),
    ],
)
def test_times_adjust_as_the_evening_goes_on(planned, number, announced_at, at, text):
    assert times(planned, number, announced_at, at) == text


@pytest.mark.parametrize(
    ("announced_at", "at", "later", "moves_on"),
    [
        (None, clock(19, 0), clock(19, 25), False),
        (None, clock(19, 34), clock(19, 41), True),
        (clock(19, 30), clock(19, 31), clock(20, 4), False),
        (clock(19, 30), clock(20, 16), clock(20, 17), False),
        (clock(19, 30), clock(20, 17), clock(20, 18), True),
    ],
)
def test_open_pages_hold_another_version_only_when_other_times_are_shown(planned, announced_at, at, later, moves_on):
    planned.refresh_from_db()
    number = 1 if announced_at else 0
    tokens = [token_of_times(planned, number, announced_at, each) for each in (at, later)]
    assert (tokens[0] != tokens[1]) == moves_on
    assert (times(planned, number, announced_at, at) != times(planned, number, announced_at, later)) == moves_on


def test_open_pages_of_a_late_evening_are_sent_later_times(planned, olga, organiser):
    next_round(planned, olga, at=clock(19, 30))
    typed(planned, olga, (5, 3), at=clock(19, 50))
    planned.refresh_from_db()
    before = datetime.now(tz=CHICAGO) - timedelta(minutes=5)
    seats = version_with_times(planned, token_of_finished_tables(planned), before)
    for address, held in (("public_live", f"evening.{seats}"), ("projector_live", seats)):
        shown = Html(Client().get(reverse(f"party:{address}", args=[planned.code]) + f"?v={held}", headers=HTMX))
        assert "Round 2 about " in shown.text, address
    desk = run(planned, "console_live") + f"?v={console_version.version(planned, before)}"
    assert "Round 2 about " in Html(organiser.get(desk, headers=HTMX)).text


def test_without_a_number_of_rounds_no_end_is_expected(olga, settings):
    settings.TIME_ZONE = "America/Chicago"
    made = friday(olga, planned_rounds=None)
    change_timetable(made, Timetable(minutes=30), by=olga, at=clock(19, 0))
    assert times(made, 0, None, clock(19, 0)) == ""
    assert times(made, 1, clock(19, 0), clock(19, 5)) == "Round 2 about 19:30"


def test_the_first_round_is_expected_at_the_time_of_the_invitation(olga, settings):
    settings.TIME_ZONE = "America/Chicago"
    made = friday(olga)
    change_timetable(made, Timetable(minutes=30), by=olga, at=clock(12, 0))
    expected.change_invitation(made, Invitation(clock(18, 0)), by=olga, at=clock(12, 0))
    assert times(made, 0, None, clock(12, 0)).startswith("Round 1 about 18:00")


def test_a_party_without_a_timetable_shows_no_times(olga, organiser):
    made = friday_playing(olga, count=4)
    for address in (run(made, "console"), reverse("party:public", args=[made.code])):
        assert "Round 2 about" not in Html(organiser.get(address)).text


def test_the_desk_the_public_page_and_the_projector_show_the_times(planned, olga, organiser):
    next_round(planned, olga, at=clock(19, 30))
    typed(planned, olga, (5, 3), at=clock(19, 50))
    # A real clock: the evening of the test is long over.
    for address in (
        run(planned, "console"),
        reverse("party:public", args=[planned.code]),
        reverse("party:projector", args=[planned.code]),
    ):
        assert "Round 2 about " in Html(organiser.get(address)).text, address


@pytest.fixture
def before_coffee(planned, olga):
    """Two rounds are over."""
    for _each in range(2):
        next_round(planned, olga, at=clock(20, 0))
        typed(planned, olga, (5, 3), at=clock(20, 30))
    return planned


def offer(client, of):
    return Html(client.get(run(of, "console"))).find("form", css="message")


def test_the_break_is_shown_to_everyone_in_one_tap_with_its_time_left(before_coffee, organiser):
    page = Html(organiser.get(run(before_coffee, "console")))
    assert "Show “Coffee, 15 minutes” to everyone" in page.texts("button")
    fields = {"text": "Coffee, 15 minutes", "minutes": "15"}
    assert fields.items() <= {(each["name"], each.attributes.get("value")) for each in page.find("input")}
    send(organiser, run(before_coffee, "show_message"), fields)
    assert "Show “Coffee" not in Html(organiser.get(run(before_coffee, "console"))).text
    for address in ("public", "projector"):
        shown = Html(Client().get(reverse(f"party:{address}", args=[before_coffee.code])))
        (left, *_more) = shown.find("span", css="time-left")
        assert (left["data-state"], "data-silent" in left.attributes) == ("running", True)
        assert 0 < int(left["data-bell"]) - int(left["data-now"]) <= 15 * 60_000


def test_the_break_is_not_offered_before_its_round_is_over_nor_after_the_next_has_begun(planned, olga, organiser):
    play_round(planned, olga, (5, 3))
    next_round(planned, olga)
    assert not offer(organiser, planned)
    typed(planned, olga, (5, 3))
    assert offer(organiser, planned)
    next_round(planned, olga)
    assert not offer(organiser, planned)


def test_another_message_with_an_end_counts_nothing_down(before_coffee, olga):
    broadcast.show_message(before_coffee, "Lost keys at the bar", minutes=10, by=olga, at=datetime.now(tz=CHICAGO))
    shown = Html(Client().get(reverse("party:public", args=[before_coffee.code])))
    assert "Lost keys at the bar" in shown.text
    assert not shown.find("span", css="time-left")


def test_the_next_round_ends_the_break_and_is_expected_when_it_ends(before_coffee, olga, organiser):
    broadcast.show_message(before_coffee, "Coffee, 15 minutes", minutes=15, by=olga, at=clock(20, 33))
    text = times(before_coffee, 2, clock(20, 0), clock(20, 40))
    assert text == "Coffee 20:35–20:50 · round 3 about 20:50 · end about 22:00"
    # The break is over, and is not offered again.
    assert times(before_coffee, 2, clock(20, 0), clock(20, 55)) == "Round 3 about 20:55 · end about 22:05"
    assert not offer(organiser, before_coffee)
    seating.make_draft(before_coffee, seating_method="arrival", by=olga, at=clock(20, 41))
    seating.announce(before_coffee, by=olga, at=clock(20, 42))
    before_coffee.refresh_from_db()
    assert (before_coffee.message, logged(before_coffee)[-2].sentence) == ("", "Message cleared")


def test_the_timetable_is_changed_removed_and_logged(planned, organiser):
    fields = {"starts": "18:00", "minutes": "30", "after_1": "3", "length_1": "20", "name_1": "Buffet"}
    send(organiser, run(planned, "timetable"), fields)
    line = logged(planned)[-1]
    assert (line.sentence, line.before, line.after) == (
        "Times and breaks changed",
        "starts at 19:30 · 35 minutes per round · after round 2: Coffee, 15 minutes",
        "starts at 18:00 · 30 minutes per round · after round 3: Buffet, 20 minutes",
    )
    page = Html(organiser.get(run(planned, "timetable")))
    assert [page.value(name) for name in fields] == ["18:00", "30", "3", "20", "Buffet"]
    assert page.texts("li", css="faint")[0].startswith("Buffet ")
    send(organiser, run(planned, "timetable"), {"starts": "", "minutes": ""})
    assert logged(planned)[-1].after == "no timetable"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"starts": "19:30"}, "How long does a round take?"),
        ({"minutes": "35", "after_1": "2"}, "How long is this break?"),
        ({"minutes": "35", "length_2": "15"}, "After which round?"),
        (
            {"minutes": "35", "after_1": "2", "length_1": "5", "after_2": "2", "length_2": "5"},
            "There is already a break after",
        ),
        ({"minutes": "35", "after_1": "5", "length_1": "15"}, "The last planned round is round 4."),
        ({"minutes": "4"}, "Enter a number from 5 to 240."),
        ({"minutes": "²"}, "Enter a number from 5 to 240."),
        ({"minutes": "35", "starts": "soon"}, "Enter a time, such as 19:30."),
        ({"minutes": "35", "after_1": "2", "length_1": "5", "name_1": "W" * 41}, "At most 40 characters."),
    ],
)
def test_a_wrong_timetable_is_refused_with_what_was_typed(planned, organiser, fields, sentence):
    response = send(organiser, run(planned, "timetable"), fields)
    assert (response.status_code, sentence in Html(response).text) == (422, True)
    assert Party.objects.get().timetable == EVENING
    assert Html(response).value("minutes") == fields.get("minutes", "")


def test_the_next_party_keeps_the_timetable_and_invites_nobody(planned, olga, organiser):
    expected.change_invitation(planned, Invitation(clock(18, 0)), by=olga, at=clock(12, 0))
    address = reverse("party:set_up", args=["prairie"])
    form = Html(organiser.get(address))
    fields = {each["name"]: each.attributes.get("value", "") for each in form.find("input") if each["type"] == "text"}
    fields |= {"preset": "neuralplay", "round_end": "hands", "hands": "4", "movement": "ladder", "top": "keep"}
    fields |= {"sit_out_worth": "half", "drop_out": "walkover", "first_by": "wins"}
    assert organiser.post(address, fields).status_code == 302
    newest = Party.objects.latest("pk")
    assert (newest.timetable, newest.invitation.starts_at) == (EVENING, None)


def test_the_open_desk_is_offered_the_break_when_the_last_result_is_in(planned, olga, organiser):
    change_timetable(planned, Timetable(minutes=35, breaks={1: Break(1, "Coffee")}), by=olga, at=clock(19, 0))
    next_round(planned, olga)
    version = Html(organiser.get(run(planned, "console"))).find("div", id="tables")[0]["data-live"]
    typed(planned, olga, (5, 3), at=clock(20, 0) + timedelta(minutes=1))
    assert "Show “Coffee, 1 minute” to everyone" in Html(organiser.get(version, headers=HTMX)).text


def test_the_notice_of_the_desk_goes_when_the_break_is_over(before_coffee, olga, organiser):
    now = datetime.now(tz=CHICAGO)
    broadcast.show_message(before_coffee, "Coffee, 15 minutes", minutes=15, by=olga, at=now)
    page = Html(organiser.get(run(before_coffee, "console")))
    assert "On all phones and the projector: Coffee, 15 minutes" in page.text
    Party.objects.update(message_until=now)
    fresh = Html(organiser.get(page.find("div", id="tables")[0]["data-live"], headers=HTMX))
    (notice,) = fresh.find("div", id="message-now")
    assert (notice.text, "data-also" in notice.attributes) == ("", True)

"""A cellar without reception: a hand is kept, resent automatically, and stored once."""

import pytest
from playwright.sync_api import Route, expect

from tests import builders
from tests.browser.conftest import BrowserErrors, OpenPad
from tests.browser.phone import Phone
from whistclub.play.actions.recording import correct_hand
from whistclub.play.models import EntryRecord, Game

pytestmark = pytest.mark.browser

NOT_SENT = "Your hand is saved on this phone"
RETRIES = 3.1  # seconds after which a phone tries again
RECORD = "**/hands/"
LIVE = "**/live/**"


@pytest.fixture
def pad(game: Game, open_pad: OpenPad, browser_errors: BrowserErrors) -> Phone:
    """Ann's pad with a hand chosen and not yet saved."""
    browser_errors.expect_bad_network()
    pad = open_pad(game)
    pad.set_clock()
    pad.bid("Ann")
    pad.tricks(9)
    return pad


def lose_the_answer(route: Route) -> None:
    route.fetch()
    route.abort()


def leave_waiting(route: Route) -> None:
    """The server takes its time."""


def goes_on_with_the_next_hand(pad: Phone) -> None:
    pad.shows("3", "0")
    pad.is_silent_about(NOT_SENT)
    pad.is_silent_about("another phone")
    assert EntryRecord.objects.count() == 1
    pad.record("Bob", 8, "3", "2")
    pad.is_silent_about("another phone")
    assert EntryRecord.objects.count() == 2


def test_a_hand_saved_offline_is_sent_when_the_network_returns(pad: Phone):
    pad.page.context.set_offline(True)
    pad.save()
    pad.says(NOT_SENT)
    pad.has_chosen("Ann", "9 4")
    expect(pad.page.get_by_text("No connection.").first).to_be_visible()
    assert not EntryRecord.objects.exists()
    pad.page.context.set_offline(False)
    pad.waits(RETRIES)
    goes_on_with_the_next_hand(pad)
    expect(pad.page.get_by_text("No connection.").filter(visible=True)).to_have_count(0)


def test_a_hand_with_a_lost_response_is_stored_once_and_the_pad_continues(pad: Phone):
    pad.page.route(RECORD, lose_the_answer, times=1)
    pad.save()
    goes_on_with_the_next_hand(pad)


def test_a_hand_with_a_lost_response_is_resent_when_the_page_cannot_poll(pad: Phone):
    pad.stop_following()
    pad.page.route(RECORD, lose_the_answer, times=1)
    pad.save()
    pad.says(NOT_SENT)
    with pad.page.expect_response(RECORD) as answer:
        pad.waits(RETRIES)
    assert answer.value.status == 200
    pad.follow_again()
    goes_on_with_the_next_hand(pad)


def test_a_hand_is_resent_after_a_server_error(pad: Phone):
    pad.page.route(RECORD, lambda route: route.fulfill(status=500, body="broken"), times=1)
    pad.save()
    pad.says(NOT_SENT)
    pad.has_chosen("Ann", "9 4")
    pad.waits(RETRIES)
    goes_on_with_the_next_hand(pad)


def test_a_bid_saved_offline_is_sent_as_a_bid(pad: Phone):
    pad.page.context.set_offline(True)
    pad.tap(pad.button("Save bid"))
    pad.says(NOT_SENT)
    pad.page.context.set_offline(False)
    pad.waits(RETRIES)
    expect(pad.button("Bid saved ✓")).to_be_visible()
    assert EntryRecord.objects.get().tricks is None
    pad.shows("0", "0")


def test_a_hand_changed_before_resending_is_stored_as_changed(pad: Phone):
    pad.page.context.set_offline(True)
    pad.save()
    pad.says(NOT_SENT)
    pad.tricks(10)
    pad.page.context.set_offline(False)
    pad.waits(RETRIES)
    pad.shows("4", "0")
    assert EntryRecord.objects.get().tricks == [10, 3]


def test_a_hand_changed_after_its_first_request_arrived_is_not_lost_silently(pad: Phone):
    """Nine tricks are stored, the phone now has ten: it must be notified in any case."""
    pad.stop_following()
    pad.page.route(RECORD, lose_the_answer, times=1)
    pad.save()
    pad.says(NOT_SENT)
    pad.tricks(10)
    with pad.page.expect_response(RECORD) as answer:
        pad.waits(RETRIES)
    assert answer.value.status == 409
    expect(pad.page.get_by_role("alert")).to_be_visible()
    assert EntryRecord.objects.get().tricks == [9, 4]


def test_an_offline_hand_is_sent_even_if_the_pad_was_redrawn_meanwhile(pad: Phone, game: Game):
    """Another phone corrects an earlier hand while this one has no connection."""
    pad.save()
    pad.shows("3", "0")
    pad.bid("Ann")
    pad.tricks(9)
    pad.page.context.set_offline(True)
    pad.save()
    pad.says(NOT_SENT)
    first = EntryRecord.objects.get()
    correct_hand(builders.link(game), builders.high(1, 0, 8, replaces=first.uid), by_seat=1, at=builders.NOON)
    pad.page.context.set_offline(False)
    pad.shows("2", "0")
    pad.waits(RETRIES)
    pad.shows("5", "0")
    pad.is_silent_about(NOT_SENT)
    assert EntryRecord.objects.filter(current=True).count() == 2


def test_a_stored_hand_is_not_reported_lost_after_later_hands(pad: Phone, game: Game):
    """The answer was lost, and another phone has entered the next hand before this one hears of anything."""
    pad.stop_following()
    pad.page.route(RECORD, lose_the_answer, times=1)
    pad.save()
    pad.says(NOT_SENT)
    builders.record(game, builders.high(2, 0, 8), by_seat=1)
    pad.follow_again()
    pad.waits(2.1)
    pad.shows("5", "0")
    pad.is_silent_about("another phone")
    pad.is_silent_about(NOT_SENT)
    assert EntryRecord.objects.count() == 2


@pytest.mark.parametrize("button", ["Save", "Undo hand 1"])
def test_a_tap_is_not_lost_while_the_page_polls(
    game: Game, open_pad: OpenPad, browser_errors: BrowserErrors, button: str
):
    """On a slow network the page is nearly always asking."""
    browser_errors.expect_bad_network()
    builders.record(game, builders.high(1, 0, 9))
    pad = open_pad(game)
    with pad.page.expect_request(LIVE):
        pad.page.route(LIVE, leave_waiting)
    pad.bid("Ann")
    pad.tricks(8)
    with pad.page.expect_response(lambda response: response.request.method == "POST"):
        pad.tap(pad.page.get_by_role("button", name=button, exact=button == "Save"))
    pad.page.unroute(LIVE, leave_waiting)
    pad.shows(*(("5", "0") if button == "Save" else ("0", "0")))


def test_a_watching_page_warns_when_stale_and_catches_up(pad: Phone, game: Game):
    pad.page.goto(f"/p/game/{game.code}/")
    notice = pad.page.get_by_text("No connection. This page may be out of date")
    expect(notice).to_be_hidden()
    pad.page.context.set_offline(True)
    expect(notice).to_be_visible()
    pad.page.context.set_offline(False)
    expect(notice).to_be_hidden()

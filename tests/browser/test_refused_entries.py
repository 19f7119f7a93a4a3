"""What the club refused, or the link no longer takes: shown and decided, never dropped."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests import builders
from tests.browser.conftest import BrowserErrors, OpenPad
from tests.browser.phone import OF_CLUB, Phone
from tests.browser.test_bad_network import FIRST, RECORD, SECOND, answered, offline, online, stored
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.play.games import continue_game, end_now, end_without_result, renew_link
from whistclub.play.models import EntryRecord, Game

pytestmark = pytest.mark.browser


@pytest.fixture
def pad(game: Game, open_pad: OpenPad, browser_errors: BrowserErrors) -> Phone:
    """Ann's pad before the first hand."""
    browser_errors.expect_bad_network()
    browser_errors.expect_refusals()
    return open_pad(game)


def test_a_hand_that_waited_while_its_link_was_renewed_is_sent_from_the_new_pad(
    pad: Phone, game: Game, olga: User, set_seat: Callable
):
    offline(pad)
    pad.enter("Ann", 9, "3", "0")
    pad.enter("Bob", 8, "3", "2")
    renew_link(game, by=olga, at=builders.NOON)
    online(pad)
    pad.says("This score pad link has been replaced.")
    pad.keeps(FIRST, SECOND)
    expect(pad.page.locator("[data-decision]:visible")).to_have_count(0)
    game.refresh_from_db()
    address = f"/t/{builders.link(game).token}/"
    set_seat(pad.page, "0", address)
    pad.page.goto(address)
    pad.is_sent()
    pad.shows("3", "2")
    assert stored() == [(1, [9, 4]), (2, [5, 8])]


@pytest.mark.parametrize("end", [end_without_result, end_now])
def test_hands_for_a_game_that_was_closed_meanwhile_are_sent_when_it_goes_on(
    pad: Phone, game: Game, olga: User, end: Callable
):
    builders.record(game, builders.high(1, 0, 9))
    pad.shows("3", "0")
    offline(pad)
    pad.enter("Bob", 8, "3", "2")
    pad.enter("Clara", 7, "4", "2")
    end(game, by=olga, at=builders.NOON)
    online(pad)
    pad.says("It stays on this phone and is sent after the organiser has tapped “Continue this game”.")
    pad.keeps(SECOND, "Hand 3: Clara granded, made 7: Us +1.")
    continue_game(game, by=olga, at=builders.NOON)
    pad.is_sent()
    pad.shows("4", "2")
    assert stored() == [(1, [9, 4]), (2, [5, 8]), (3, [7, 6])]


def test_refused_hands_of_an_earlier_game_are_one_line_on_the_next_pad(
    pad: Phone, game: Game, prairie: Club, olga: User, set_seat: Callable
):
    offline(pad)
    pad.enter("Ann", 9, "3", "0")
    pad.enter("Bob", 8, "3", "2")
    end_without_result(game, by=olga, at=builders.NOON)
    online(pad)
    expect(pad.page.locator(".decide")).to_be_visible()
    address = f"/t/{builders.link(builders.game(prairie, olga)).token}/"
    set_seat(pad.page, "0", address)
    pad.page.goto(address)
    line = pad.page.get_by_text("2 hands are waiting to be sent.")
    expect(line).to_be_in_viewport()
    expect(pad.page.locator(".decide")).to_be_hidden()
    pad.enter("Bob", 8, "0", "2")
    expect(pad.page.locator("#waiting")).to_have_attribute("data-count", "2")
    assert len(stored()) == 1
    pad.keeps(*(f"Ann, Bob, Clara, Dan: {each}" for each in (FIRST, SECOND)))


def test_a_hand_that_the_server_does_not_understand_is_kept_until_it_is_discarded(pad: Phone):
    """The server is older than the page, or newer. A second tap never discards the next hand."""
    pad.page.route(RECORD, answered(404, "<h1>Not found</h1>", OF_CLUB))
    pad.bid("Ann")
    pad.tricks(9)
    pad.save()
    pad.says("This hand was refused and no reason was given.")
    pad.page.reload()
    pad.keeps(FIRST)
    pad.bid("Bob")
    pad.tricks(8)
    pad.save()
    pad.keeps(FIRST, "Hand 1: Bob granded, made 8: Them +2.")
    pad.page.wait_for_timeout(600)
    pad.page.once("dialog", lambda dialog: dialog.dismiss())
    pad.tap(pad.button("Discard"))
    pad.keeps(FIRST, "Hand 1: Bob granded, made 8: Them +2.")
    pad.page.on("dialog", lambda dialog: dialog.accept())
    pad.tap(pad.button("Discard"))
    expect(pad.page.locator(".decide .mine")).to_have_text("Hand 1: Bob granded, made 8: Them +2.")
    pad.button("Discard").evaluate("(button) => button.click()")
    pad.keeps("Hand 1: Bob granded, made 8: Them +2.")
    assert not EntryRecord.objects.exists()
    pad.page.unroute(RECORD)
    pad.page.wait_for_timeout(600)
    pad.tap(pad.button("Try again"))
    pad.is_sent()
    pad.shows("0", "2")

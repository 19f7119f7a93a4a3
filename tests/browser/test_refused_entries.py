"""What the club refused, or the link no longer takes: shown and decided, never dropped."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests import builders
from tests.browser.conftest import BrowserErrors, OpenPad
from tests.browser.phone import OF_CLUB, Phone
from tests.browser.test_bad_network import FIRST, RECORD, answered, offline, online, stored
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.play.entries import correct_hand
from whistclub.play.games import continue_game, end_now, end_without_result, renew_link
from whistclub.play.models import EntryRecord, Game

pytestmark = pytest.mark.browser


@pytest.fixture
def pad(game: Game, open_pad: OpenPad, browser_errors: BrowserErrors) -> Phone:
    """Ann's pad before the first hand."""
    browser_errors.expect_bad_network()
    browser_errors.expect_refusals()
    return open_pad(game)


def test_a_hand_that_waited_while_its_link_was_replaced_is_sent_from_the_new_pad(
    pad: Phone, game: Game, olga: User, set_seat: Callable
):
    offline(pad)
    pad.enter("Ann", 9, "3", "0")
    pad.enter("Bob", 8, "3", "2")
    renew_link(game, by=olga, at=builders.NOON)
    online(pad)
    pad.says("This score pad link has been replaced.")
    pad.says("This entry can’t be sent with the old link.")
    expect(pad.page.get_by_text("This score pad link has been replaced.")).to_have_count(1)
    expect(pad.page.locator("[data-decision]:visible")).to_have_count(0)
    game.refresh_from_db()
    address = f"/t/{builders.link(game).token}/"
    set_seat(pad.page, "0", address)
    pad.page.goto(address)
    pad.keeps(FIRST, "Hand 2: Bob granded, made 8: Them +2.")
    assert not EntryRecord.objects.exists()
    pad.says("This entry was made with the old link.")
    pad.tap(pad.button("Send it here"))
    pad.is_sent()
    pad.shows("3", "2")
    assert stored() == [(1, [9, 4]), (2, [5, 8])]


def test_a_pad_whose_link_was_replaced_stays_closed_and_says_why(pad: Phone, game: Game, olga: User):
    pad.bid("Ann")
    renew_link(game, by=olga, at=builders.NOON)
    replaced = "This score pad link has been replaced."
    pad.says(replaced)
    pad.page.get_by_text(replaced).first.click()
    pad.chair("Bob").click(force=True)
    pad.page.locator("#hand-form .main").click(force=True)
    pad.says(replaced)
    expect(pad.page.locator('[name="bid"][value="0"]')).to_be_checked()
    assert pad.page.evaluate("() => document.getElementById('pad').inert")


def test_hands_for_a_game_that_was_stopped_meanwhile_are_sent_when_it_goes_on(pad: Phone, game: Game, olga: User):
    offline(pad)
    pad.enter("Ann", 9, "3", "0")
    pad.enter("Bob", 8, "3", "2")
    pad.keeps(FIRST, "Hand 2: Bob granded, made 8: Them +2.")
    end_without_result(game, by=olga, at=builders.NOON)
    online(pad)
    pad.says("The organiser has ended this game without a result.")
    pad.says("2 entries are waiting. Ask the organiser to tap “Continue this game”; they are then sent automatically.")
    pad.says("This game ended without a result")
    pad.is_silent_about("Your choices were not saved")
    continue_game(game, by=olga, at=builders.NOON)
    pad.is_sent()
    pad.shows("3", "2")
    assert stored() == [(1, [9, 4]), (2, [5, 8])]


def test_an_undo_of_a_corrected_hand_is_not_discarded_with_the_correction(pad: Phone, game: Game):
    first = builders.high(1, 0, 9)
    builders.record(game, first)
    pad.shows("3", "0")
    pad.page.route("**/hands/**", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    pad.page.on("dialog", lambda dialog: dialog.accept())
    pad.follow(pad.page.get_by_role("link", name="Hand 1: Ann granded"))
    pad.tricks(8)
    pad.tap(pad.button("Save correction"))
    pad.says("1 change is waiting to be sent.")
    pad.page.goto(f"/t/{builders.link(game).token}/")
    pad.tap(pad.page.get_by_role("button", name="Undo hand 1"))
    pad.shows("0", "0")
    corrected = builders.high(1, 0, 10, replaces=first.uid)
    correct_hand(builders.link(game), corrected, by_seat=1, at=builders.NOON)
    pad.page.unroute("**/hands/**")
    pad.says("Yours: Hand 1 corrected: Ann granded, made 8")
    pad.tap(pad.button("Keep what is saved"))
    pad.says("This has been changed on another phone since, so nothing was done.")
    pad.says("Yours: Undo hand 1")
    pad.shows("4", "0")


def test_an_undo_waits_with_the_hand_after_it_while_a_game_is_stopped(pad: Phone, game: Game, olga: User):
    builders.record(game, builders.high(1, 0, 9))
    pad.shows("3", "0")
    offline(pad)
    pad.tap(pad.page.get_by_role("button", name="Undo hand 1"))
    pad.enter("Ann", 8, "2", "0")
    end_without_result(game, by=olga, at=builders.NOON)
    online(pad)
    pad.says("The organiser has ended this game without a result. Nothing was undone.")
    pad.says("2 entries are waiting. Ask the organiser to tap “Resume” or “Continue this game”")
    pad.shows("3", "0")
    expect(pad.page.locator("form.undo")).to_have_count(0)
    assert stored() == [(1, [9, 4])]
    continue_game(game, by=olga, at=builders.NOON)
    pad.is_sent()
    pad.shows("2", "0")
    assert stored() == [(1, [8, 5])]


def test_a_hand_for_a_game_that_was_ended_meanwhile_is_sent_when_it_is_continued(pad: Phone, game: Game, olga: User):
    builders.record(game, builders.high(1, 0, 9))
    pad.shows("3", "0")
    offline(pad)
    pad.enter("Ann", 8, "5", "0")
    end_now(game, by=olga, at=builders.NOON)
    online(pad)
    pad.says("Ask the organiser to tap “Resume” or “Continue this game”; this entry is then sent automatically.")
    continue_game(game, by=olga, at=builders.NOON)
    pad.is_sent()
    pad.shows("5", "0")


def test_refused_entries_of_an_earlier_game_are_one_line_on_the_next_pad(
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
    earlier = pad.page.locator(".earlier-games details")
    line = earlier.get_by_text("Ann, Bob, Clara, Dan: 2 entries were not saved – show the organiser")
    expect(line).to_be_in_viewport()
    expect(pad.page.locator(".decide")).to_be_hidden()
    pad.enter("Bob", 8, "0", "2")
    expect(pad.page.locator("#waiting")).to_have_attribute("data-count", "2")
    pad.tap(line)
    expect(earlier.locator("ol li")).to_have_text([FIRST, "Hand 2: Bob granded, made 8: Them +2."])


def test_an_undo_that_comes_after_another_hand_says_so_and_is_not_tried_again(pad: Phone, game: Game):
    builders.record(game, builders.high(1, 0, 9))
    pad.shows("3", "0")
    offline(pad)
    pad.tap(pad.page.get_by_role("button", name="Undo hand 1"))
    pad.shows("0", "0")
    builders.record(game, builders.high(2, 0, 8), by_seat=1)
    online(pad)
    pad.says("Hand 2 has been entered since, so hand 1 can no longer be undone. To correct it, tap it")
    expect(pad.button("Try again")).to_be_hidden()
    pad.shows("5", "0")
    pad.tap(pad.button("Discard"))
    pad.tap(pad.button("Really discard this entry?"))
    pad.is_sent()
    pad.shows("5", "0")
    assert stored() == [(1, [9, 4]), (2, [8, 5])]


def test_an_entry_that_the_server_does_not_understand_is_kept_and_can_be_discarded(pad: Phone):
    """The server is older than the page, or newer."""
    pad.page.route(RECORD, answered(404, "<h1>Not found</h1>", OF_CLUB))
    pad.bid("Ann")
    pad.tricks(9)
    pad.save()
    pad.says("This entry was refused and no reason was given.")
    pad.keeps(FIRST)
    pad.page.reload()
    pad.keeps(FIRST)
    pad.tap(pad.button("Discard"))
    pad.tap(pad.button("Keep it"))
    pad.keeps(FIRST)
    pad.tap(pad.button("Discard"))
    pad.tap(pad.button("Really discard this entry?"))
    pad.is_sent()
    pad.shows("0", "0")
    assert not EntryRecord.objects.exists()


def test_a_second_tap_does_not_discard_the_next_entry(pad: Phone):
    pad.page.route(RECORD, answered(404, "<h1>Not found</h1>", OF_CLUB))
    pad.bid("Ann")
    pad.tricks(9)
    pad.save()
    pad.says("This entry was refused and no reason was given")
    pad.bid("Bob")
    pad.tricks(8)
    pad.save()
    pad.tap(pad.button("Discard"))
    expect(pad.button("Really discard this entry?")).to_be_enabled()
    pad.page.evaluate(
        """async () => {
            const button = document.querySelector('[data-decision="discard"][data-when="asked"]');
            const mine = document.querySelector("#waiting .mine");
            button.click();
            button.click();
            await new Promise((resolve) => new MutationObserver(resolve).observe(mine, { childList: true }));
            button.click();
        }"""
    )
    pad.keeps("Hand 1: Bob granded, made 8: Them +2.")
    pad.tap(pad.button("Discard"))
    pad.tap(pad.button("Really discard this entry?"))
    pad.is_sent()

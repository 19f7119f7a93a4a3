"""Several phones keep the score of one game, and others watch."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import builders
from tests.browser.conftest import BrowserErrors, OpenPad
from tests.browser.phone import Phone
from whistclub.play.entries import undo_hand
from whistclub.play.games import play_again
from whistclub.play.models import EntryRecord, Game

pytestmark = pytest.mark.browser

LIVE = "**/live/**"


def test_two_pads_and_a_watching_page_stay_in_step_into_the_next_game(game: Game, open_pad: OpenPad, laptop: Page):
    ann, bob = open_pad(game, 0), open_pad(game, 1)
    laptop.goto(reverse("play:watch", args=[game.code]))
    ann.record("Ann", 9, "3", "0")
    bob.shows("0", "3")
    expect(laptop.get_by_text("Hand 1: Ann granded, made 9: Ann & Clara +3.")).to_be_visible()
    bob.record("Bob", 13, "7", "3")
    ann.shows("3", "7")

    bob.record("Ann", 13, "7", "10")
    ann.shows("10", "7")
    ann.record("Clara", 9, "13", "7")

    expect(ann.page.get_by_role("heading", name="We won the game 13–7.")).to_be_visible()
    expect(bob.page.get_by_role("heading", name="They won the game 13–7.")).to_be_visible()
    expect(laptop.get_by_role("heading", name="Ann & Clara won the game 13–7.")).to_be_visible()
    ann.tap(ann.page.get_by_text("Play again", exact=True))
    ann.tap(ann.page.get_by_role("button", name="Ann & Clara against Bob & Dan"))
    ann.shows("0", "0")
    bob.follow(bob.page.get_by_role("link", name="Go to the next game"))
    laptop.get_by_role("link", name="Watch the next game").click()
    bob.record("Bob", 8, "2", "0")
    ann.shows("0", "2")
    expect(laptop.get_by_text("Bob granded, made 8")).not_to_have_count(0)


def test_a_phone_that_asks_for_other_partners_learns_who_plays_before_it_goes_there(game: Game, open_pad: OpenPad):
    builders.play_out(game)
    bob = open_pad(game, 1)
    bob.unfold("Play again")
    bob.stop_following()
    play_again(builders.link(game), 2, by=0, at=builders.NOON)
    bob.tap(bob.page.get_by_role("button", name="Ann & Bob against Clara & Dan"))
    bob.says("The next game was already started from another phone: Ann & Clara against Bob & Dan.")
    bob.is_sent()
    bob.follow_again()
    bob.follow(bob.page.get_by_role("link", name="Go to the next game"))
    bob.shows("0", "0")


def test_a_pad_that_led_to_the_next_game_does_not_lead_there_again(
    game: Game, open_pad: OpenPad, browser_errors: BrowserErrors
):
    """A browser may keep the page as it was left, for those who come back to it."""
    browser_errors.expect_bad_network()
    builders.play_out(game)
    page = (ann := open_pad(game)).page
    led: list[str] = []
    page.route(re.compile(r"/t/[^/]+/$"), lambda route: led.append(route.request.url) or route.fulfill(status=204))
    ann.unfold("Play again")
    with page.expect_event("requestfailed", lambda request: request.is_navigation_request()):
        ann.tap(ann.button("Ann & Clara against Bob & Dan"))
    page.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    page.context.set_offline(True)
    ann.tap(ann.page.get_by_role("button", name="Undo hand 5"))
    ann.shows("12", "0")
    with page.expect_event("dialog") as asked:
        page.close(run_before_unload=True)
    asked.value.dismiss()
    page.context.set_offline(False)
    ann.is_sent()
    assert len(led) == 1


def test_choices_on_one_phone_survive_a_correction_on_another(game: Game, open_pad: OpenPad):
    builders.record(game, builders.high(1, 0, 9))
    ann, bob = open_pad(game, 0), open_pad(game, 1)
    bob.bid("Dan")
    bob.tricks(10)
    ann.follow(ann.page.get_by_role("link", name="Hand 1: Ann granded, made 9"))
    ann.tricks(11)
    ann.tap(ann.button("Save correction"))
    bob.shows("0", "5")
    bob.has_chosen("Dan", "10 3")
    bob.says("Dan granded, made 10: Us +4. Score: Us 4, Them 5.")
    bob.save()
    bob.shows("4", "5")


def test_a_phone_is_notified_when_another_enters_the_same_hand(game: Game, open_pad: OpenPad):
    ann, bob = open_pad(game, 0), open_pad(game, 1)
    bob.bid("Dan")
    bob.tricks(10)
    ann.record("Ann", 9, "3", "0")
    bob.says("This hand has just been entered on another phone. Your choices were not saved:")
    bob.says("Dan granded, made 10: Us +4.")
    bob.shows("0", "3")
    bob.has_not_chosen("Dan", "10 3")
    assert EntryRecord.objects.count() == 1


@pytest.fixture
def too_late(game: Game, open_pad: OpenPad, browser_errors: BrowserErrors) -> Phone:
    """Bob enters hands 1 and 2 before his phone hears that Ann has entered the first in other words."""
    browser_errors.expect_refusals()
    bob = open_pad(game, 1)
    bob.stop_following()
    builders.record(game, builders.high(1, 0, 9))
    bob.bid("Ann")
    bob.tricks(10)
    bob.save()
    bob.says("This hand has already been entered on another phone.")
    expect(bob.page.locator(".saved-version")).to_have_text("Saved: Hand 1: Ann granded, made 9: Them +3.")
    expect(bob.page.locator(".mine")).to_have_text("Hand 1: Ann granded, made 10: Them +4.")
    bob.follow_again()
    bob.shows("0", "3")
    bob.enter("Bob", 8, "2", "3")
    bob.keeps("Hand 1: Ann granded, made 10: Them +4.", "Hand 2: Bob granded, made 8: Us +2.")
    assert EntryRecord.objects.count() == 1
    return bob


def test_one_tap_replaces_the_saved_hand_and_both_stay_in_the_history(too_late: Phone):
    too_late.tap(too_late.button("Use mine"))
    too_late.is_sent()
    too_late.shows("2", "4")
    assert list(EntryRecord.objects.values_list("position", "tricks", "current")) == [
        (1, [9, 4], False),
        (1, [10, 3], True),
        (2, [5, 8], True),
    ]


def test_both_versions_of_a_hand_have_the_number_that_it_has_by_now(
    game: Game, open_pad: OpenPad, browser_errors: BrowserErrors
):
    """Bob’s page sleeps while the first hand is taken out and two others are entered. His third hand is the second by
    now; with the number 3 it would seem to be another one than is saved in its place."""
    browser_errors.expect_refusals()
    hands = [builders.high(1, 0, 7), builders.high(2, 1, 7)]
    builders.record(game, *hands)
    bob = open_pad(game, 1)
    bob.stop_following()
    builders.record(game, builders.high(3, 2, 8), builders.high(4, 3, 9))
    builders.take_out(game, 1)
    bob.bid("Clara")
    bob.tricks(11)
    bob.save()
    expect(bob.page.locator(".saved-version")).to_have_text("Saved: Hand 2: Clara granded, made 8: Them +2.")
    expect(bob.page.locator(".mine")).to_have_text("Hand 2: Clara granded, made 11: Them +5.")


def test_one_tap_keeps_the_saved_hand_and_sends_what_waited_behind(too_late: Phone):
    too_late.tap(too_late.button("Keep what is saved"))
    too_late.is_sent()
    too_late.shows("2", "3")
    assert list(EntryRecord.objects.values_list("position", "tricks")) == [(1, [9, 4]), (2, [5, 8])]


@pytest.fixture
def entered_already(game: Game, open_pad: OpenPad, browser_errors: BrowserErrors) -> Phone:
    """Bob's page sleeps while hand 2 is undone and another entered in its place. He enters the same, as hand 3."""
    browser_errors.expect_refusals()
    first, second = builders.high(1, 0, 9), builders.high(2, 1, 8)
    builders.record(game, first, second)
    bob = open_pad(game, 1)
    bob.stop_following()
    undo_hand(builders.link(game), uuid4(), second.uid, by_seat=0, at=builders.NOON)
    builders.record(game, builders.high(2, 2, 10))
    bob.bid("Clara")
    bob.tricks(10)
    bob.save()
    bob.says("Another phone has changed the last entry: it now says the same as yours. Yours was not saved.")
    expect(bob.page.locator(".saved-version")).to_have_text("Saved: Hand 2: Clara granded, made 10: Them +4.")
    expect(bob.page.locator(".mine")).to_have_text("Hand 3: Clara granded, made 10: Them +4.")
    bob.follow_again()
    return bob


def test_a_hand_that_was_put_in_the_place_of_the_last_is_not_saved_twice(entered_already: Phone):
    entered_already.tap(entered_already.button("Keep what is saved"))
    entered_already.is_sent()
    entered_already.shows("0", "7")
    assert [hand.position for hand in EntryRecord.objects.filter(current=True)] == [1, 2]


def test_the_same_hand_played_once_more_is_saved_with_one_tap(entered_already: Phone):
    entered_already.tap(entered_already.button("Add it as the next hand"))
    entered_already.is_sent()
    entered_already.shows("0", "11")
    assert [hand.position for hand in EntryRecord.objects.filter(current=True)] == [1, 2, 3]


@pytest.mark.parametrize(
    "answer, score, count", [("Keep what is saved", ("4", "1"), 1), ("Add it as the next hand", ("6", "1"), 2)]
)
def test_hands_that_wait_behind_one_that_may_be_saved_already_follow_the_answer(
    game: Game, open_pad: OpenPad, browser_errors: BrowserErrors, answer: str, score: tuple[str, str], count: int
):
    """Bob enters three hands offline. Ann has the first of them in the place of the last that he saw."""
    browser_errors.expect_bad_network()
    browser_errors.expect_refusals()
    first = builders.high(1, 0, 9)
    builders.record(game, first)
    bob = open_pad(game, 1)
    bob.page.context.set_offline(True)
    undo_hand(builders.link(game), uuid4(), first.uid, by_seat=0, at=builders.NOON)
    builders.record(game, builders.high(1, 1, 8))
    bob.enter("Bob", 8, "2", "3")
    bob.enter("Bob", 8, "4", "3")
    bob.enter("Clara", 7, "4", "4")
    bob.page.context.set_offline(False)
    expect(bob.page.locator(".saved-version")).to_have_text("Saved: Hand 1: Bob granded, made 8: Us +2.")
    bob.tap(bob.button(answer))
    bob.is_sent()
    bob.shows(*score)
    hands = EntryRecord.objects.filter(current=True).order_by("position").values_list("declarer", "tricks")
    assert list(hands) == [(1, [5, 8])] * (count + 1) + [(2, [7, 6])]


def test_the_same_hand_entered_on_two_phones_is_stored_once(game: Game, open_pad: OpenPad):
    ann, bob = open_pad(game, 0), open_pad(game, 1)
    for pad in (ann, bob):
        pad.bid("Ann")
        pad.tricks(9)
    ann.save()
    bob.save()
    ann.shows("3", "0")
    bob.shows("0", "3")
    ann.is_sent()
    bob.is_sent()
    assert EntryRecord.objects.count() == 1


def test_a_question_waits_for_news_but_not_after_one_that_was_lost(
    game: Game, phone: Page, browser_errors: BrowserErrors
):
    """“No connection” would stay until the wait is over. Nor does the cache of the browser make one window wait for
    another that asks the same."""
    browser_errors.expect_bad_network()
    with phone.expect_request(LIVE) as first:
        phone.goto(reverse("play:watch", args=[game.code]))
    headers = first.value.all_headers()
    assert (headers["prefer"], headers["cache-control"]) == ("wait=5", "no-cache")
    asked = []
    with phone.expect_event("requestfailed"):
        phone.route(LIVE, lambda route: route.abort(), times=1)
    phone.on("requestfinished", lambda request: asked.append(request.headers.get("prefer")))
    for _ in range(2):
        phone.wait_for_event("requestfinished")
    assert asked == [None, "wait=5"]

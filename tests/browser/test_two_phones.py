"""Several phones keep the score of one game, and others watch; what is chosen on a pad outlives what others do."""

from collections.abc import Callable
from dataclasses import replace
from uuid import uuid4

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import builders
from tests.browser.conftest import BrowserErrors, OpenPad
from tests.browser.phone import LOW, Phone
from tests.builders import entry_row
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.engine.hand import Contract
from whistclub.engine.options import PRESETS
from whistclub.play.models import EntryRecord, Game

pytestmark = pytest.mark.browser


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


def test_another_phones_hand_is_shown_and_the_same_hand_of_two_is_stored_once(game: Game, open_pad: OpenPad):
    ann, bob = open_pad(game, 0), open_pad(game, 1)
    whole = "Dan", 10, "Dan granded, made 10: Us +4."
    for number, (bid, tricks, said) in enumerate((whole, (LOW, None, LOW)), start=1):
        bob.bid(bid)
        if tricks:
            bob.tricks(tricks)
        ann.record("Ann", 9, str(3 * number), "0")
        bob.says("The game has moved on. Your choices were not saved:")
        bob.shows("0", str(3 * number))
        expect(bob.page.locator("#notice p").last).to_have_text(said)
        bob.has_not_chosen(bid)
        assert EntryRecord.objects.count() == number
    for pad in (ann, bob):
        pad.bid("Ann")
        pad.tricks(9)
    ann.save()
    bob.save()
    ann.shows("9", "0")
    bob.shows("0", "9")
    ann.is_sent()
    bob.is_sent()
    assert EntryRecord.objects.count() == 3


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
    expect(bob.page.locator(".saved-version")).to_have_text("Hand 1: Ann granded, made 9: Them +3.")
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


def test_one_tap_keeps_the_saved_hand_and_sends_what_waited_behind(too_late: Phone):
    too_late.tap(too_late.button("Keep what is saved"))
    too_late.is_sent()
    too_late.shows("2", "3")
    assert list(EntryRecord.objects.values_list("position", "tricks")) == [(1, [9, 4]), (2, [5, 8])]


RIGHT = "Confirm"
UNUSUAL = "Revoke, misdeal…"
REVOKE = "Revoke: a player did not follow suit"


@pytest.fixture
def pads(prairie: Club, olga: User, open_pad: OpenPad) -> Callable[[str], tuple[Phone, Callable[[], None]]]:
    """Ann's pad, and what makes it redraw: Bob accepts the first hand on his phone."""

    def opened(preset: str) -> tuple[Phone, Callable[[], None]]:
        rules = replace(PRESETS[preset], revoke_tricks=1)
        game = builders.game(prairie, olga, preset=preset, rules=rules, asks=True)
        first = entry_row(uuid4(), 1, Contract.WIDOW, 1, (4, 5, 4)) if preset == "widow" else builders.high(1, 0, 9)
        builders.record(game, first)
        ann, bob = open_pad(game, 0), open_pad(game, 1)

        def redraw() -> None:
            bob.tap(bob.button(RIGHT))
            ann.entry_says(1, "confirmed by Bob")

        return ann, redraw

    return opened


def test_taker_counts_and_revoke_of_three_survive(pads):
    ann, redraw = pads("widow")
    ann.count(You=6, Bob=4)
    ann.save()
    ann.says("First tap who took the widow, or that nobody did.")
    ann.bid("Bob")
    ann.unfold(UNUSUAL)
    ann.note(REVOKE, "Revoke by Clara against you")
    summary = "Bob took the widow. Tricks: You 7, Bob 4, Clara 2 – You +4, Clara −1."
    ann.tells(summary)
    redraw()
    ann.counts("6", "4", "3")
    ann.tells(summary, "Revoke by Clara: 1 trick to you.")
    expect(ann.page.get_by_label(REVOKE)).to_be_visible()
    expect(ann.number("Clara", 7)).to_have_count(0)
    before = ann.taps
    ann.save()
    assert ann.taps - before == 1
    ann.entry_says(2, "You 7, Bob 4, Clara 2")


def test_choices_survive_a_reload_until_they_are_saved(game: Game, open_pad: OpenPad):
    pad = open_pad(game)
    pad.bid("Bob")
    pad.tricks(8)
    pad.page.reload()
    pad.has_chosen("Bob", "8 5")
    pad.tells("Bob granded, made 8: Them +2.")
    pad.save()
    pad.shows("0", "2")
    pad.is_sent()
    pad.page.reload()
    pad.shows("0", "2")
    pad.has_not_chosen("Bob", "8 5")

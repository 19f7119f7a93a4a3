"""The other side's phone is shown each hand: it accepts it, or says that it is wrong."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import builders
from tests.browser.conftest import OpenPad
from tests.browser.phone import Phone
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.play.models import Game

pytestmark = pytest.mark.browser

RIGHT, WRONG = "Confirm", "Dispute"
OPEN = "waiting for "


@pytest.fixture
def agreed(prairie: Club, olga: User) -> Game:
    """A game in which the other side is asked."""
    return builders.game(prairie, olga, asks=True)


@pytest.fixture
def watcher(agreed: Game, laptop: Page) -> Page:
    laptop.goto(reverse("play:watch", args=[agreed.code]))
    return laptop


def is_asked(pad: Phone, about: str) -> None:
    expect(pad.page.locator("form.confirm")).to_contain_text(about)
    for button in (RIGHT, WRONG):
        expect(pad.button(button)).to_be_enabled()


def is_not_asked(pad: Phone) -> None:
    expect(pad.page.locator("form.confirm")).to_have_count(0)


def line_of(page: Page, number: int):
    return Phone(page).line(number)


def all_say(number: int, text: str, *pages: Page) -> None:
    """The score sheet on every page says so of a hand."""
    for page in pages:
        expect(line_of(page, number)).to_contain_text(text)


def test_the_other_side_disputes_a_hand_and_confirms_its_correction(agreed: Game, open_pad: OpenPad, watcher: Page):
    ann, bob = open_pad(agreed, 0), open_pad(agreed, 1)
    ann.record("Ann", 9, "3", "0")
    is_asked(bob, "Hand 1: Ann granded, made 9: Them +3.")
    is_not_asked(ann)
    all_say(1, OPEN, ann.page, bob.page, watcher)
    bob.tap(bob.button(WRONG))
    all_say(1, "Bob disputes this hand", ann.page, bob.page, watcher)
    is_not_asked(bob)
    ann.shows("3", "0")
    ann.follow(ann.page.get_by_role("link", name="Correct", exact=True))
    expect(ann.page.get_by_role("heading", name="Correct hand 1")).to_be_visible()
    ann.tricks(8)
    ann.tap(ann.button("Save correction"))
    ann.shows("2", "0")
    all_say(1, OPEN, ann.page, bob.page, watcher)
    is_asked(bob, "Hand 1: Ann granded, made 8: Them +2.")
    before = bob.taps
    bob.tap(bob.button(RIGHT))
    assert bob.taps - before == 1
    all_say(1, "confirmed by Bob", ann.page, bob.page, watcher)
    expect(line_of(watcher, 1)).not_to_contain_text("wrong")
    is_not_asked(bob)
    bob.record("Bob", 8, "2", "2")
    is_asked(ann, "Hand 2: Bob granded, made 8: Them +2.")
    is_not_asked(bob)

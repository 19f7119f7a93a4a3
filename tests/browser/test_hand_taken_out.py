"""A hand that was entered twice is found later: the phone says what follows, takes it out, and can put it back."""

import pytest
from playwright.sync_api import Locator, expect

from tests import builders
from tests.browser.conftest import OpenPad
from tests.browser.phone import Phone
from whistclub.play.models import Game

pytestmark = pytest.mark.browser

FOLLOWS = "New score: Us 4, Them 2 (now Us 7, Them 2). Dan then deals the next hand. Hands 3 to 4 become hands 2 to 3."


@pytest.fixture
def pad(game: Game, open_pad: OpenPad) -> Phone:
    """Ann's pad after four hands, of which the second is the first again."""
    hands = [builders.high(1, 0, 9), builders.high(2, 0, 9), builders.high(3, 1, 8), builders.high(4, 2, 7)]
    builders.record(game, *hands)
    return open_pad(game)


def opened(pad: Phone) -> Locator:
    """The page of the second hand, where it can be taken out; what is said of that."""
    pad.follow(pad.page.get_by_role("link", name="Correct hand 2"))
    return pad.page.locator(".take-out output")


def test_the_page_says_what_follows_before_a_hand_is_taken_out_and_put_back(pad: Phone, game: Game):
    pad.deals("Ann")
    expect(opened(pad)).to_have_text(FOLLOWS)
    with pad.page.expect_navigation():
        pad.tap(pad.button("Take hand 2 out"))
    pad.shows("4", "2")
    pad.deals("Dan")
    expect(pad.page.locator(".entries > li .number")).to_have_text(["3", "2", "1"])
    expect(pad.page.locator(".hand-heading")).to_have_text("Hand 4")
    with pad.page.expect_navigation():
        pad.tap(pad.button("Restore it"))
    pad.shows("7", "2")
    pad.deals("Ann")
    assert Game.objects.get(pk=game.pk).totals == [7, 2]

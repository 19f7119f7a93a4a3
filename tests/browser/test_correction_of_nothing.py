"""A correction of a hand that was undone meanwhile."""

import pytest

from tests import builders
from tests.browser.conftest import BrowserErrors, OpenPad
from tests.browser.phone import Phone
from whistclub.play.models import Game

pytestmark = pytest.mark.browser


@pytest.fixture
def pad(game: Game, open_pad: OpenPad) -> Phone:
    builders.record(game, builders.high(1, 0, 9), builders.high(2, 1, 8))
    return open_pad(game)


def test_a_correction_never_takes_the_place_of_another_hand(pad: Phone, game: Game, browser_errors: BrowserErrors):
    """Its page was open when, on the same phone, that hand was undone and another one entered."""
    browser_errors.expect_refusals()
    other = Phone(pad.page.context.new_page())
    other.page.goto(pad.page.url)
    pad.follow(pad.page.get_by_role("link", name="Hand 2: Bob granded"))
    other.tap(other.page.get_by_role("button", name="Undo hand 2"))
    other.shows("3", "0")
    other.record("Clara", 10, "7", "0")
    pad.tricks(9)
    pad.tap(pad.button("Save correction"))
    pad.says("This hand has since been corrected on another phone. Your correction was not saved.")
    assert game.hands.get(position=2, current=True).declarer == 2

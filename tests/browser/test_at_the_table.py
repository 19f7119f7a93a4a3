"""What a pad offers besides scoring: the score alone on the screen, the link for another phone, a call."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests import builders
from tests.browser.conftest import BrowserErrors, OpenPad
from tests.browser.phone import IMPOSSIBLE, Phone
from whistclub.play.models import Game

pytestmark = pytest.mark.browser

# In one step: the score may be drawn again at any time.
FONT_SIZE = "() => parseFloat(getComputedStyle(document.querySelector('#score-only .total')).fontSize)"
HINT_COVERS_TRUTH = """() => {
  const hint = document.querySelector(".score-only-hint").getBoundingClientRect();
  return [...document.querySelectorAll(".score-only-truth")].some((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    const { left, top, right, bottom } = range.getBoundingClientRect();
    return left < hint.right && right > hint.left && top < hint.bottom && bottom > hint.top;
  });
}"""
SIZES = [(360, 616), (667, 331), (320, 568), (768, 1024)]


@pytest.fixture
def pad(game: Game, open_pad: OpenPad) -> Phone:
    builders.record(game, builders.high(1, 0, 13))
    builders.record(game, builders.high(2, 0, 10))
    pad = open_pad(game)
    pad.shows("11", "0")
    return pad


def numbers(page: Page) -> list[str]:
    return page.locator("#score-only .total").all_text_contents()


def overflow(page: Page) -> list[str]:
    """The numbers and names that are wider than the place they have, or outside the screen."""
    return page.evaluate(
        """() => [...document.querySelectorAll("#score-only .total, #score-only-heading")].filter((each) => {
            const [own, place] = [each, each.parentNode].map((box) => box.getBoundingClientRect());
            const range = document.createRange();
            range.selectNodeContents(each);
            return range.getBoundingClientRect().width > place.width || own.top < 0 || own.bottom > innerHeight;
        }).map((each) => each.textContent)"""
    )


def test_the_score_alone_fills_the_screen_and_follows_the_game(pad: Phone, game: Game):
    pad.tap(pad.button("Show only the score"))
    alone = pad.page.locator("#score-only")
    expect(alone).to_be_visible()
    assert numbers(pad.page) == ["11", "0", "11", "0"]
    assert "Ann & Clara" in alone.inner_text()
    builders.record(game, builders.high(3, 1, 8), by_seat=1)
    expect(alone.locator(".total").last).to_have_text("2")
    for width, height in SIZES:
        pad.page.set_viewport_size({"width": width, "height": height})
        box = alone.bounding_box()
        assert (box["width"], box["height"]) == (width, height)
        assert overflow(pad.page) == []
        assert pad.page.evaluate(FONT_SIZE) >= 120
    pad.tap(alone)
    expect(alone).to_be_hidden()
    pad.record("Ann", 7, "12", "2")


def test_the_score_alone_says_that_it_is_old_what_waits_and_which_way_up_it_is(
    pad: Phone, browser_errors: BrowserErrors
):
    browser_errors.expect_bad_network()
    pad.record("Bob", 12, "11", "6")
    pad.tap(pad.button("Show only the score"))
    alone = pad.page.locator("#score-only")
    truth = alone.locator(".score-only-truth").last
    expect(truth).to_be_hidden()
    expect(alone.locator(".turns")).to_have_text(["6", "6"])
    pad.goes_offline()
    expect(truth).to_contain_text("No connection.")
    expect(truth).to_contain_text(re.compile(r"at \d\d:\d\d\."))
    pad.tap(alone)
    pad.enter("Bob", 7, "11", "7")
    pad.tap(pad.button("Show only the score"))
    expect(truth).to_contain_text("1 hand")
    expect(truth).to_be_in_viewport()
    for width, height in SIZES:
        pad.page.set_viewport_size({"width": width, "height": height})
        assert overflow(pad.page) == []
        assert not pad.page.evaluate(HINT_COVERS_TRUTH), (width, height)


def test_a_call_is_confirmed_and_withdrawn_and_offline_it_says_so(
    pad: Phone, game: Game, browser_errors: BrowserErrors
):
    browser_errors.expect_bad_network()
    pad.goes_offline()
    pad.tap(pad.button("Call the organiser"))
    pad.says(IMPOSSIBLE)
    pad.comes_back()
    pad.tap(pad.button("Call the organiser"))
    pad.says("You called the organiser at")
    pad.is_silent_about(IMPOSSIBLE)
    game.refresh_from_db()
    assert game.organiser_called_at is not None
    pad.tap(pad.button("Cancel the call"))
    expect(pad.button("Call the organiser")).to_be_visible()
    game.refresh_from_db()
    assert game.organiser_called_at is None

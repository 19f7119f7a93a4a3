"""What a pad offers besides scoring: the score alone on the screen, the link for another phone, a call."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests import builders
from tests.browser.conftest import BrowserErrors, OpenPad
from tests.browser.phone import IMPOSSIBLE, Phone
from tests.party import builders as parties
from whistclub.accounts.models import User
from whistclub.party.actions import timer
from whistclub.party.models import Party
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
# How often the pad was without the part that leads to the next table.
NOTE_A_GAP = """() => {
  document.gaps = 0;
  const look = () => (document.gaps += document.querySelector("#next-table h2") ? 0 : 1);
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
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


# The second tap of two meets the button that has come in the place of the first.
TWO_TAPS = """async () => {
  const button = (value) => document.querySelector(`[name=needed][value=${value}]`);
  button("yes").click();
  for (let frame = 0; frame < 300 && !button("no"); frame++) await new Promise(requestAnimationFrame);
  button("no").click();
}"""


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
    pad.tap_later(pad.button("Cancel the call"))
    expect(pad.button("Call the organiser")).to_be_visible()
    game.refresh_from_db()
    assert game.organiser_called_at is None
    pad.page.evaluate(TWO_TAPS)
    pad.says("You called the organiser at")
    game.refresh_from_db()
    assert game.organiser_called_at is not None


def test_the_link_under_a_finger_stays_whatever_is_drawn_again(playing: Party, olga: User, open_pad: OpenPad):
    parties.typed(playing, olga, (5, 3), (2, 6))
    pad = open_pad(parties.game_of(playing))
    pad.says("Waiting for round 2")
    pad.page.evaluate(NOTE_A_GAP)
    timer.show_message(playing, "Coffee", by=olga, at=timezone.now())
    pad.says("Coffee")
    parties.next_round(playing, olga, at=timezone.now())
    link = pad.page.get_by_role("link", name="Open the pad of table")
    link.hover()
    assert pad.page.evaluate("document.gaps") == 0

    pad.page.evaluate("performance.now = () => 0")  # however slow the machine, the finger has just come down
    pad.page.mouse.down()
    touched = link.element_handle()
    for message in ("Tea", "Cake"):
        timer.show_message(playing, message, by=olga, at=timezone.now())
        with pad.page.expect_response(lambda answer: "/next/?v=" in answer.url and answer.status == 200):
            pass
    assert touched.evaluate("each => each.isConnected")
    with pad.page.expect_navigation():
        pad.page.mouse.up()
    pad.shows("0", "0")

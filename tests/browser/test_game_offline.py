"""Several hands entered offline: the phone shows score, dealer and number as the club will once they arrive."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import BrowserErrors, OpenPad
from tests.browser.pad_measures import SIZES
from tests.browser.phone import LOW, Phone
from whistclub.play.models import EntryRecord, Game

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def bad_network(browser_errors: BrowserErrors) -> None:
    browser_errors.expect_bad_network()


def goes_offline(pad: Phone) -> None:
    pad.page.context.set_offline(True)


def comes_back(pad: Phone) -> None:
    pad.page.context.set_offline(False)
    pad.is_sent()


def heading(pad: Phone, text: str) -> None:
    expect(pad.page.locator(".hand-heading")).to_have_text(text)


def would_be_over(pad: Phone, score: str) -> None:
    expect(pad.page.locator("#would-be-over")).to_contain_text(f"The game would be over: {score}.")
    expect(pad.page.locator(".hand-form")).to_be_hidden()


def test_a_whole_game_is_played_to_its_end_offline(game: Game, open_pad: OpenPad):
    pad = open_pad(game)
    pad.says("If the connection drops, keep this page open: hands can still be entered and are sent later.")
    goes_offline(pad)
    pad.deals("Ann")
    pad.enter("Ann", 11, "5", "0")
    pad.tells("✓ Hand 1: Ann granded, made 11: Us +5 – waiting to be sent")
    pad.deals("Bob")
    heading(pad, "Hand 2")
    pad.bid(LOW)
    pad.tells("Clara leads to the first trick.")
    pad.tricks(9)
    pad.tells("Score: Us 5, Them 3.")
    pad.save()
    pad.shows("5", "3")
    pad.deals("Clara")
    heading(pad, "Hand 3")
    pad.enter("Bob", 4, "11", "3")
    pad.deals("Dan")
    pad.bid("Clara")
    pad.tricks(9)
    pad.tells("Clara granded, made 9: Us +3. Score: Us 14, Them 3. The game would be over.")
    pad.save()
    would_be_over(pad, "Us 14, Them 3")
    pad.shows("14", "3")
    pad.undo_waiting()
    pad.shows("11", "3")
    pad.enter("Clara", 9, "14", "3")
    assert not EntryRecord.objects.exists()
    comes_back(pad)
    expect(pad.page.get_by_role("heading", name="We won the game 14–3.")).to_be_visible()
    expect(pad.page.locator("#would-be-over")).to_be_hidden()
    saved = Game.objects.get(pk=game.pk)
    assert (saved.totals, saved.winner, saved.state, saved.dealer) == ([14, 3], 0, Game.State.FINISHED, 0)


# How much of Save the bar at the bottom covers, once the page has been laid out anew.
COVERED = """() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const [save, bar] = [".saves .main", "#waiting"].map((each) => document.querySelector(each).getBoundingClientRect());
  resolve(Math.max(0, Math.round(save.bottom - bar.top)));
})))"""


def test_the_bar_without_network_leaves_save_in_sight_and_says_things_once(game: Game, open_pad: OpenPad):
    pad = open_pad(game)
    bar = pad.page.locator("#waiting")
    goes_offline(pad)
    expect(pad.page.get_by_text("No connection.")).to_be_in_viewport()
    expect(bar.get_by_text("Last updated").filter(visible=True)).to_have_count(1)
    for entries in (0, 2):
        for width, height in SIZES:
            pad.page.set_viewport_size({"width": width, "height": height})
            assert pad.page.evaluate(COVERED) == 0, (entries, width, height)
        if not entries:
            pad.enter("Ann", 9, "3", "0")
            pad.enter("Bob", 8, "3", "2")
            expect(bar.get_by_text("2 hands are waiting to be sent.")).to_be_visible()


def test_redeals_wait_like_hands(game: Game, open_pad: OpenPad):
    pad = open_pad(game)
    goes_offline(pad)
    pad.unfold("Revoke, misdeal…")
    pad.tap(pad.button("Thrown in – Bob deals"))
    pad.deals("Bob")
    heading(pad, "Hand 1")
    expect(pad.page.locator(".special-cases button").last).to_have_text("Thrown in – Clara deals")
    pad.keeps("Thrown in – no points, the deal passes on.")
    pad.bid("Dan")
    pad.tells("Dan granded. Clara leads to the first trick.")
    pad.tricks(8)
    pad.save()
    pad.shows("0", "2")
    pad.deals("Clara")
    comes_back(pad)
    pad.shows("0", "2")
    pad.deals("Clara")
    expect(pad.page.locator(".entries > li .after")).to_have_text(["0–2", "0–0"])

"""A hand that was entered twice is found later: the phone says what follows, takes it out, and can put it back."""

import pytest
from playwright.sync_api import Locator, expect

from tests import builders
from tests.browser.conftest import BrowserErrors, OpenPad
from tests.browser.phone import Phone
from tests.browser.test_pages_are_usable import resize
from whistclub.play.models import Game

pytestmark = pytest.mark.browser

FOLLOWS = "New score: Us 4, Them 2 (now Us 7, Them 2). The deal moves back one place. Hands 3 to 4 become hands 2 to 3."


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
    expect(pad.page.locator(".entries > li .number")).to_have_text(["3", "2", "", "1"])
    expect(pad.page.locator(".hand-heading")).to_have_text("Hand 4")

    pad.follow(pad.page.get_by_role("link", name="Put it back: Hand 2 taken out"))
    pad.tells(
        "Ann granded, made 9: Us +3. New score: Us 7, Them 2 (now Us 4, Them 2).",
        "The deal moves on one place. Hands 2 to 3 become hands 3 to 4.",
    )
    with pad.page.expect_navigation():
        pad.tap(pad.button("Put it back"))
    pad.shows("7", "2")
    pad.deals("Ann")
    assert Game.objects.get(pk=game.pk).totals == [7, 2]


def test_with_large_text_no_button_covers_what_follows(pad: Phone):
    opened(pad)
    with pad.page.expect_navigation():
        pad.tap(pad.button("Take hand 2 out"))
    pad.follow(pad.page.get_by_role("link", name="Put it back: Hand 2 taken out"))
    resize(pad.page, 360, 640)
    pad.page.evaluate("document.documentElement.style.fontSize = '130%'")
    pad.tells("Hands 2 to 3 become hands 3 to 4.")
    bottom, top = (
        pad.page.locator(f".saves {each}").evaluate(f"element => element.getBoundingClientRect().{edge}")
        for each, edge in ((".preview", "bottom"), (".main", "top"))
    )
    assert bottom <= top


def test_the_button_stands_below_the_sentence_and_not_in_its_last_line(pad: Phone):
    resize(pad.page, 360, 616)
    expect(opened(pad)).to_have_text(FOLLOWS)
    sentence, button = (pad.page.locator(f".take-out {each}").bounding_box() for each in ("output", "button"))
    assert sentence["y"] + sentence["height"] < button["y"]
    assert button["x"] == sentence["x"]


def test_without_a_network_it_waits_with_what_was_entered_before_it(
    pad: Phone, game: Game, browser_errors: BrowserErrors
):
    browser_errors.expect_bad_network()
    says = opened(pad)
    expect(says).to_have_text(FOLLOWS)
    pad.page.context.set_offline(True)
    pad.tap(pad.button("Take hand 2 out"))
    expect(pad.page.locator(".take-out")).to_be_hidden()
    pad.keeps("Hand 2 taken out")
    assert Game.objects.get(pk=game.pk).totals == [7, 2]
    with pad.page.expect_navigation():
        pad.page.context.set_offline(False)
    pad.shows("4", "2")
    pad.is_sent()
    assert Game.objects.get(pk=game.pk).totals == [4, 2]


def taken_out_unsent(pad: Phone) -> None:
    """Take hand 2 out while nothing can be sent, and go back to the pad."""
    opened(pad)
    pad.page.route("**/hands/**", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    pad.tap(pad.button("Take hand 2 out"))
    pad.keeps("Hand 2 taken out")
    pad.page.goto(pad.page.locator("#waiting").get_attribute("data-pad"))


def test_a_line_that_waits_says_which_hand_is_taken_out_and_what_it_was(
    pad: Phone, game: Game, browser_errors: BrowserErrors
):
    """The pad shows it as it will once it is sent; put back again, the hand is named so."""
    browser_errors.expect_bad_network()
    taken_out_unsent(pad)
    line = pad.page.locator(".entries > li.waiting .what")
    expect(line).to_have_text("Hand 2 taken out Ann granded, made 9: Us +3. · waiting to be sent")
    expect(line.locator("s")).to_have_text("Ann granded, made 9: Us +3.")
    pad.page.unroute("**/hands/**")
    pad.is_sent()
    pad.follow(pad.page.get_by_role("link", name="Put it back: Hand 2 taken out: Ann granded"))
    pad.page.context.set_offline(True)
    pad.tap(pad.button("Put it back"))
    pad.keeps("Hand 2 put back: Ann granded, made 9: Us +3.")
    with pad.page.expect_navigation():
        pad.page.context.set_offline(False)
    pad.shows("7", "2")


def test_the_hands_after_one_that_waits_to_be_taken_out_have_their_new_numbers(
    pad: Phone, browser_errors: BrowserErrors
):
    """What “Undo hand 3” removes is the line 3 of the score sheet."""
    browser_errors.expect_bad_network()
    taken_out_unsent(pad)
    shown = pad.page.locator(".entries > li:not([hidden])")
    expect(shown.locator(".number")).to_have_text(["3", "2", "", "1"])
    expect(pad.page.locator(".hand-heading")).to_have_text("Hand 4")
    expect(pad.page.locator(".undo-label")).to_have_text("Undo hand 3")
    expect(pad.page.get_by_role("link", name="Correct hand 2: Bob granded")).to_be_visible()
    expect(pad.page.get_by_role("link", name="Correct hand 3: Clara granded")).to_be_visible()

"""A correction that is saved unchanged, and another of the same hand after it; one of a hand that was undone."""

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


def test_a_correction_that_changes_nothing_is_followed_by_one_that_does(pad: Phone, browser_errors: BrowserErrors):
    """Both wait: the first saves nothing, and the second corrects the hand that is saved."""
    browser_errors.expect_bad_network()
    address = pad.page.url
    pad.follow(pad.page.get_by_role("link", name="Hand 1: Ann granded"))
    pad.page.context.set_offline(True)
    pad.tap(pad.button("Save correction"))
    pad.keeps("Hand 1 corrected: Ann granded, made 9: Us +3.")
    pad.tricks(10)
    pad.tap(pad.button("Save correction"))
    pad.page.context.set_offline(False)
    pad.page.wait_for_url(address)
    pad.is_sent()
    pad.shows("4", "2")


# In the page itself: Playwright would wait for the pad, to which the first leads. 600 ms are no double tap.
TWO_CORRECTIONS = """async () => {
    const save = document.querySelector('form[data-item="correction"] [name="save"]');
    save.click();
    await new Promise((done) => setTimeout(done, 600));
    while (document.querySelector("#waiting").dataset.count !== "0") await new Promise((done) => setTimeout(done, 50));
    document.querySelector('[name="tricks"][value="10-3"]').click();
    save.click();
}"""


def test_a_correction_right_after_one_that_changed_nothing_corrects_the_saved_hand(pad: Phone, game: Game):
    address, held = pad.page.url, []
    pad.follow(pad.page.get_by_role("link", name="Hand 1: Ann granded"))
    # The pad is slow to come.
    pad.page.route(address, lambda route: held.append(route), times=1)
    with pad.page.expect_response(lambda response: "tricks=10-3" in (response.request.post_data or "")) as second:
        pad.page.evaluate(TWO_CORRECTIONS)
    assert second.value.ok
    assert game.hands.get(position=1, current=True).tricks == [10, 3]


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

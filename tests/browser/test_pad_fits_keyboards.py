"""The entry of a hand without a finger, and without scripts."""

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.conftest import OpenPad
from whistclub.play.models import EntryRecord, Game

pytestmark = pytest.mark.browser


def focused(page: Page, choice: Locator, key: str = "Tab") -> None:
    """Press a key until the focus is there."""
    for _ in range(20):
        if choice.evaluate("(each) => each === document.activeElement"):
            return
        page.keyboard.press(key)
    pytest.fail("the focus never came there")


def test_a_hand_is_recorded_with_the_keyboard_alone(game: Game, open_pad: OpenPad):
    pad = open_pad(game, viewport={"width": 1280, "height": 800}, has_touch=False, is_mobile=False)
    keys = pad.page.keyboard
    focused(pad.page, pad.radio("Ann"))
    keys.press("Space")
    pad.has_chosen("Ann")
    keys.press("ArrowDown")
    pad.has_chosen("Bob")
    keys.press("Tab")
    focused(pad.page, pad.radio("0 13"))
    keys.press("Space")
    for _ in range(9):
        keys.press("ArrowRight")
    pad.has_chosen("9 4")
    focused(pad.page, pad.button("Save"))
    assert focus_is_seen(pad.page)
    keys.press("Enter")
    pad.shows("0", "3")
    pad.is_sent()
    assert EntryRecord.objects.count() == 1


def focus_is_seen(page: Page) -> bool:
    style = "getComputedStyle(document.activeElement).outlineStyle"
    return page.evaluate(f"() => {style}") != "none"


def test_enter_saves_the_whole_hand_not_just_the_bid(game: Game, open_pad: OpenPad):
    pad = open_pad(game)
    pad.bid("Ann")
    pad.tricks(9)
    pad.radio("9 4").press("Enter")
    pad.shows("3", "0")
    pad.is_sent()
    assert EntryRecord.objects.get().tricks == [9, 4]


def test_without_javascript_a_hand_can_be_recorded_removed_restored_and_corrected(game: Game, open_pad: OpenPad):
    pad = open_pad(game, java_script_enabled=False)
    pad.enter("Ann", 9, "3", "0")
    pad.tap(pad.page.get_by_role("button", name="Undo hand 1"))
    pad.shows("0", "0")
    pad.tap(pad.button("Restore it"))
    pad.shows("3", "0")
    pad.tap(pad.page.get_by_role("link", name="Hand 1: Ann granded, made 9"))
    pad.has_chosen("Ann", "9 4")
    pad.tricks(10)
    pad.tap(pad.button("Save correction"))
    pad.shows("4", "0")
    assert EntryRecord.objects.filter(current=True).count() == 1

"""The pad for any eyes, without a finger, and without scripts."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests import builders
from tests.browser.conftest import OpenPad
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.play.games import call_organiser
from whistclub.play.models import EntryRecord, Game

pytestmark = pytest.mark.browser


# 7 : 1, and 4.5 : 1 for large text.
LOW_CONTRAST = """async () => (await axe.run(document, {
  resultTypes: ["violations"], preload: {assets: ["media"]},
  runOnly: {type: "rule", values: ["color-contrast-enhanced"]}, rules: {"color-contrast-enhanced": {enabled: true}},
})).violations.flatMap(({nodes}) => nodes.map((node) => `${node.html.slice(0, 120)} ${node.any[0].message}`))"""
RECORD_VIBRATIONS = "window.vibrations = []; navigator.vibrate = (time) => window.vibrations.push(time);"
BACKGROUND = "(each) => getComputedStyle(each).backgroundColor"


def test_text_has_the_contrast_for_dim_light(prairie: Club, olga: User, open_pad: OpenPad):
    game = builders.game(prairie, olga, preset="askov", asks=True)
    builders.record(game, builders.high(1, 1, 8), by_seat=1)
    builders.rung(game)
    pad = open_pad(game)
    pad.page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    pad.page.evaluate(Axe().axe_script)
    found = []
    for chosen in (False, True):
        if chosen:
            pad.bid("Bob")
            pad.tricks(8)
        for scheme in ("light", "dark"):
            pad.page.emulate_media(color_scheme=scheme)
            found += [f"{scheme}: {each}" for each in pad.page.evaluate(LOW_CONTRAST)]
    assert not found, "\n".join(found)


def test_forced_colours_show_what_is_chosen(game: Game, open_pad: OpenPad):
    pad = open_pad(game, forced_colors="active")
    pad.bid("Ann")
    pad.tricks(9)
    for chosen, other in [(pad.chair("Ann"), pad.chair("Bob")), (pad.choice("9 4"), pad.choice("8 5"))]:
        assert chosen.evaluate(BACKGROUND) != other.evaluate(BACKGROUND)


def test_saving_marks_the_total_and_the_line_and_vibrates(game: Game, open_pad: OpenPad):
    pad = open_pad(game)
    pad.page.add_init_script(RECORD_VIBRATIONS)
    pad.set_clock()
    pad.record("Ann", 9, "3", "0")
    expect(pad.page.locator(".score.side-0")).to_have_class(with_word("just-saved"))
    expect(pad.page.locator(".score.side-1")).not_to_have_class(with_word("just-saved"))
    expect(pad.line(1)).to_have_class(with_word("just-saved"))
    assert pad.page.evaluate("window.vibrations.length") == 1
    pad.waits(3)
    expect(pad.page.locator(".just-saved")).to_have_count(0)


def with_word(name: str) -> re.Pattern:
    return re.compile(rf"\b{name}\b")


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
    call_organiser(builders.link(game), by_seat=1, at=builders.NOON)
    pad.says("You called the organiser")
    expect(pad.radio("9 4")).to_be_focused()
    focused(pad.page, pad.button("Save"))
    assert focus_is_seen(pad.page)
    keys.press("Enter")
    pad.entry_says(1, "Bob granded")
    expect(pad.radio("Ann")).to_be_focused()
    assert EntryRecord.objects.count() == 1

    # Enter saves the whole hand, not just the bid.
    keys.press("Space")
    pad.radio("9 4").press("Space")
    keys.press("Enter")
    pad.entry_says(2, "Ann granded", "made 9")
    pad.is_sent()
    assert EntryRecord.objects.get(position=2).tricks == [9, 4]


def focus_is_seen(page: Page) -> bool:
    style = "getComputedStyle(document.activeElement).outlineStyle"
    return page.evaluate(f"() => {style}") != "none"


def test_without_javascript_a_hand_can_be_recorded_removed_restored_and_corrected(game: Game, open_pad: OpenPad):
    pad = open_pad(game, java_script_enabled=False)
    pad.enter("Ann", 9, "3", "0")
    pad.tap(pad.page.get_by_role("button", name="Undo hand 1"))
    pad.shows("0", "0")
    pad.tap(pad.button("Restore it"))
    pad.shows("3", "0")
    pad.tap(pad.page.get_by_role("link", name="Correct hand 1"))
    pad.has_chosen("Ann", "9 4")
    pad.tricks(10)
    pad.tap(pad.button("Save correction"))
    pad.shows("4", "0")
    assert EntryRecord.objects.filter(current=True).count() == 1

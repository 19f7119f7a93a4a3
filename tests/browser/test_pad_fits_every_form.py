"""Everything of a hand on the screens of phones: for every preset, with short and long names, and with larger text."""

import re
from collections.abc import Callable
from uuid import uuid4

import pytest

from tests import builders
from tests.browser.conftest import BrowserErrors, OpenPad
from tests.browser.pad_measures import (
    FAULTS,
    LITTLE_ROOM,
    PLACES,
    SENTENCE_IS_SEEN,
    SIZES,
)
from tests.browser.pages import LONG_NAMES
from tests.browser.phone import BOTH_LOW, LOW, Phone
from tests.browser.test_pages_are_usable import resize
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.engine.hand import Contract
from whistclub.engine.options import Colour, TableFormat
from whistclub.engine.presets import PRESETS
from whistclub.play.entries import EntrySubmission
from whistclub.play.games import adjust_points
from whistclub.play.models import Game

pytestmark = pytest.mark.browser

OF_TWO_SIDES = ["neuralplay", "askov", "tuppi"]  # the usual form, with solos, with a reset
# Two of them take two lines, or more.
ORDINARY = ("Elizabeth Montgomery", "Hans Peter van der Berg", "Mary Ann Johnson", "Bob")
NAMES = {
    "short": builders.FOUR,
    "long": LONG_NAMES,
    "ordinary": ORDINARY,
    "two words": ("Ann Berg", "Harald Bjornstad", "Bob Dahl", "Margarethe Olsen"),
}


@pytest.fixture
def open_game(prairie: Club, olga: User, open_pad: OpenPad) -> Callable[..., Phone]:
    """The pad of a game with one hand, on one phone: with the bell rung, or with a hand to confirm. Or before its first
    hand."""
    phones: list[Phone] = []

    def opened(preset: str, names: str, state: str = "") -> Phone:
        game = builders.game(prairie, olga, preset=preset, names=NAMES[names], asks=state == "confirm")
        if state != "first":
            builders.record(game, first_hand(game), by_seat=1)
        if state == "bell":
            builders.rung(game)
        phones[:] = [open_pad(game, on=phones[0] if phones else None)]
        return phones[0]

    return opened


def first_hand(game: Game) -> EntrySubmission:
    if game.form is TableFormat.THREE_WITH_WIDOW:
        return EntrySubmission(uuid4(), 1, Contract.WIDOW, 1, (4, 5, 4))
    return builders.high(1, 1, 8)


def faults(pad: Phone, size: tuple[int, int], scale: int = 100, *, whole: bool = True, least: float = 0) -> list[str]:
    width, height = size
    resize(pad.page, width, height)
    least = least or (43.5 if size in LITTLE_ROOM or not whole else 55.5)
    found = pad.page.evaluate(FAULTS, {"least": least, "whole": whole, "scale": scale})
    return [f"{width} × {height}, {scale} %: {each}" for each in found]


def with_larger_text(pad: Phone) -> list[str]:
    """Nothing is cut, covered or broken; the page may scroll. Half the screen is what zoom by 200 % leaves."""
    larger = [*((size, 150) for size in SIZES), ((360, 616), 130), ((360, 616), 200)]
    found = [fault for size, scale in larger for fault in faults(pad, size, scale, whole=False)]
    doubled = [((320, 568), 200), ((180, 308), 100), ((206, 366), 100)]
    found += [fault for size, scale in doubled for fault in faults(pad, size, scale, whole=False)]
    # There even the shortened form of a name of forty letters is wider than a line below the first screen.
    breaking = re.compile(r"(320|180|206) .*broken: (Wolf|[+−])")
    return [fault for fault in found if not breaking.match(fault)]


@pytest.mark.parametrize("preset", OF_TWO_SIDES)
def test_a_whole_hand_is_on_the_screen_of_every_phone(open_game: Callable[..., Phone], preset: str):
    """An ordinary one with text of 150 per cent too."""
    found = []
    for names, state in [("short", ""), ("long", ""), ("long", "bell"), ("long", "confirm")]:
        pad = open_game(preset, names, state)
        place = f"{names} {state}"
        for chosen in (False, True):
            if chosen:
                pad.page.evaluate("document.querySelector('.seat input').click()")
                pad.tricks(9)
                place += ", chosen"
            for size in SIZES:
                if state or names == "short":
                    found += [f"{place}: {each}" for each in faults(pad, size)]
                if chosen and names == "short" and not pad.page.evaluate(SENTENCE_IS_SEEN):
                    found.append(f"{size}: the sentence needs scrolling")
                for scale in [] if state else [130, 150] if chosen else [150]:
                    found += [f"{place}: {each}" for each in faults(pad, size, scale, least=43.5)]
    found += [f"larger text: {each}" for each in with_larger_text(pad)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("preset", ["neuralplay", "askov", "south_dakota"])
def test_all_of_what_a_correction_changes_is_seen(open_game: Callable[..., Phone], preset: str):
    """Without scrolling in the sentence."""
    pad = open_game(preset, "ordinary")
    pad.follow(pad.page.get_by_role("link", name="Correct hand 1"))
    pad.tricks(5)
    pad.tells("New score: ")
    found = []
    for size in SIZES:
        for scale in (100, 115, 130, 150):
            faults(pad, size, scale, whole=False)
            pad.page.locator(".preview").scroll_into_view_if_needed()
            if not pad.page.evaluate(SENTENCE_IS_SEEN):
                found.append(f"{size}, {scale} %")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("preset", OF_TWO_SIDES)
def test_the_first_hand_and_names_of_several_words_fit_too(open_game: Callable[..., Phone], preset: str):
    pad = open_game(preset, "ordinary", "first")
    found = [fault for size in SIZES for scale in (100, 115, 150) for fault in faults(pad, size, scale, least=43.5)]
    assert not found, "\n".join(found)


CUT_NAMES = """() => [...document.querySelectorAll(".hand-form .who > span")]
  .filter((each) => each.scrollHeight > each.clientHeight + 2)
  .map((each) => each.textContent)"""


# Words of names that are shortened, or on a line that is not shown.
CUT_WORDS = """() => {
  const bottom = (each) => each.getBoundingClientRect().bottom;
  const isCut = (each) =>
    each.scrollWidth > each.clientWidth + 1 || bottom(each) > bottom(each.closest(".who > span")) + 3;
  return [...document.querySelectorAll(".hand-form .word")].filter(isCut).map((each) => each.textContent);
}"""


def test_with_large_text_all_of_the_name_of_who_deals_beside_the_table_is_seen(open_game: Callable[..., Phone]):
    pad = open_game("neuralplay", "two words")
    assert pad.page.locator(".seat.west .deals").count() == 1
    for size in [(360, 616), (390, 664), (360, 740)]:
        assert faults(pad, size, 130, least=43.5) == []
        assert pad.page.evaluate(CUT_WORDS) == []


def test_on_a_tall_screen_names_have_all_their_lines(open_game: Callable[..., Phone]):
    pad = open_game("neuralplay", "ordinary")
    for size in ((360, 740), (412, 732), (390, 844)):
        resize(pad.page, *size)
        assert pad.page.evaluate(CUT_NAMES) == []
        assert faults(pad, size) == []


# How far Save reaches below what stays at the bottom of the screen, how high that is, and how much Save covers of the
# first line of the sentence.
BELOW_WHAT_WAITS = """() => {
  const boxOf = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [save, waiting] = [".saves .main", "#waiting"].map(boxOf);
  const text = document.createRange();
  text.selectNodeContents(document.querySelector(".preview"));
  const [line] = text.getClientRects();
  return [save.bottom - waiting.top, waiting.height, line.bottom - save.top];
}"""


@pytest.mark.parametrize("preset", ["neuralplay", "askov", "south_dakota"])
def test_save_stays_in_reach_while_a_hand_waits(
    open_game: Callable[..., Phone], preset: str, browser_errors: BrowserErrors
):
    browser_errors.expect_bad_network()
    pad = open_game(preset, "ordinary")
    pad.page.context.set_offline(True)
    pad.bid("Bob")
    pad.tricks(9)
    pad.save()
    pad.says("1 hand is waiting to be sent.")
    pad.bid("Bob")
    pad.page.evaluate("document.querySelector('#notice').replaceChildren()")
    pad.page.evaluate("scrollTo(0, 0)")
    found = []
    for size in SIZES:
        found += faults(pad, size, least=43.5)
        assert pad.page.locator("#offline [data-heard]").is_visible()
        for scale in (100, 115, 130, 150):
            faults(pad, size, scale, whole=False)
            below, height, covered = pad.page.evaluate(BELOW_WHAT_WAITS)
            if below > 0 or covered > 3 or height > (52 if scale == 100 else 64):
                found.append(f"{size}, {scale} %: {below} px behind what waits, in {height} px; {covered} px covered")
    assert not found, "\n".join(found)


def test_with_three_players_the_sentence_ends_with_a_whole_line_while_a_hand_waits(
    open_game: Callable[..., Phone], browser_errors: BrowserErrors
):
    browser_errors.expect_bad_network()
    pad = open_game("widow", "ordinary")
    pad.page.context.set_offline(True)
    for _hand in range(2):
        resize(pad.page, 360, 740)
        pad.bid("Hans")
        pad.count(You=5, Hans=4)
        pad.tells("Score: ")
        found = [each for size in SIZES for scale in (115, 130) for each in faults(pad, size, scale, whole=False)]
        assert [each for each in found if "half a line" in each] == []
        faults(pad, (360, 740))
        pad.save()
        pad.says("waiting to be sent.")


def test_a_solo_is_on_the_screen_of_every_phone(open_game: Callable[..., Phone]):
    pad = open_game("askov", "long", "bell")
    pad.tap(pad.choice("Grand Dix"))
    pad.tap(pad.choice("failed"))
    found = [each for size in SIZES for each in faults(pad, size)] + with_larger_text(pad)
    assert not found, "\n".join(found)


# Each total, and the hint of its side: do they touch, or reach out of their box?
TOTALS_OVER_HINTS = """() => [...document.querySelectorAll(".score")].filter((score) => {
  const outer = score.getBoundingClientRect();
  // As wide as the text, as high as the line: the box of a large font is higher than its digits.
  const [total, hint] = [".total", ".beside"].map((each) => {
    const range = document.createRange();
    range.selectNodeContents(score.querySelector(each));
    const {left, right} = range.getBoundingClientRect();
    const {top, bottom} = score.querySelector(each).getBoundingClientRect();
    return {left, right, top, bottom};
  });
  const isIn = ({left, right}) => left >= outer.left && right <= outer.right;
  const meet = total.left < hint.right && hint.left < total.right && total.bottom > hint.top + 1;
  return meet || !isIn(total) || !isIn(hint);
}).map((score) => score.textContent.trim().replace(/\\s+/g, " "))"""


def test_the_totals_of_three_players_leave_room_for_their_hints(prairie: Club, olga: User, open_pad: OpenPad):
    game = builders.game(prairie, olga, preset="widow")
    builders.record(game, first_hand(game))
    adjust_points(game, (-16, 8, 50), "as agreed", by=olga, at=builders.NOON)
    pad = open_pad(game)
    pad.shows("−15", "9", "51")
    for width, height in SIZES:
        pad.page.set_viewport_size({"width": width, "height": height})
        assert pad.page.evaluate(TOTALS_OVER_HINTS) == [], (width, height)


@pytest.mark.parametrize("names", NAMES)
def test_a_hand_with_a_widow_needs_no_scrolling_on_upright_phones(open_game: Callable[..., Phone], names: str):
    pad = open_game("widow", names)
    found = [each for size in SIZES for each in faults(pad, size, whole=size != (667, 331))] + with_larger_text(pad)
    assert not found, "\n".join(found)


def test_nothing_moves_while_a_hand_is_chosen(open_game: Callable[..., Phone]):
    for preset in ("neuralplay", "askov", "south_dakota", "two_player"):
        low = {"two_player": BOTH_LOW}.get(preset, LOW)
        assert PRESETS[preset].high_colour is Colour.BLACK
        pad = open_game(preset, "short")
        before = pad.page.evaluate(PLACES)
        for choose, what in ((pad.bid, "Bob"), (pad.tricks, 9), (pad.bid, low), (pad.bid, "Ann")):
            choose(what)
            assert pad.page.evaluate(PLACES) == before, preset

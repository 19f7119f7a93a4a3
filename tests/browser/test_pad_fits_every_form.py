"""The entry of a hand in every form of the game: in sight at once, under the thumb, and still under the finger."""

from collections.abc import Callable
from uuid import uuid4

import pytest

from tests import builders
from tests.browser.conftest import OpenPad
from tests.browser.pages import LONG_NAMES
from tests.browser.phone import BOTH_LOW, LOW, NOBODY, Phone
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.engine.hand import Contract
from whistclub.engine.options import TableFormat
from whistclub.play.actions.entries import EntrySubmission
from whistclub.play.models import Game

pytestmark = pytest.mark.browser

NAMES = {"short": builders.FOUR, "long": LONG_NAMES}
SHORT = {"short": "Bob", "long": "Wolfeschleg…"}  # what stands where there is little room
PRESETS = ["neuralplay", "askov", "south_dakota", "widow", "two_player"]
WIDTH, HEIGHT = 360, 740
TOUCHED = ".entry .choice, .saves button, .entry .over select"
# What is to be tapped and is not: out of sight, covered by something else, or too small for a thumb.
HARD_TO_TAP = """(touched) => [...document.querySelectorAll(touched)]
  .filter((each) => each.checkVisibility({visibilityProperty: true}))
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([each, {left, top, right, bottom}]) => {
    const least = each.matches(".trick, .counter, .saves .main") ? 56 : 48;
    const meets = [[left + 12, top + 4], [right - 12, bottom - 4]].every(([x, y]) => {
      const met = document.elementFromPoint(x, y);
      return met && (each.contains(met) || met.contains(each));
    });
    const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return !(inside && meets && bottom - top >= least && right - left >= 48);
  })
  .map(([each, {top, bottom, width}]) => `${each.textContent.trim().replace(/\\s+/g, " ").slice(0, 30)}:
    ${top} to ${bottom}, ${width} wide`)"""
SCORES_IN_SIGHT = """() => [...document.querySelectorAll(".score")].every((each) => {
  const {top, bottom} = each.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight
    && [...each.children].every((part) => part.getBoundingClientRect().bottom <= bottom);
})"""
PLACES = """(touched) => [...document.querySelectorAll(`.score, .counter.rest, ${touched}`)]
  .filter((each) => each.checkVisibility())
  .map((each) => each.getBoundingClientRect())
  .map(({x, y, width, height}) => [x, y, width, height].join(" "))"""
# The sentence before Save: whether it stands in its place, and all of it is seen or can be scrolled to.
SENTENCE_STAYS = """() => {
  const [told, save] = [document.querySelector(".preview"), document.querySelector(".saves .main")];
  const range = document.createRange();
  range.selectNodeContents(told);
  // A letter's box is a little higher than its line.
  const [place, text] = [told.getBoundingClientRect(), range.getBoundingClientRect()];
  const seen = text.top >= place.top - 4 && text.bottom <= place.bottom + 4;
  return {stays: place.bottom <= save.getBoundingClientRect().top, seen,
    reached: seen || getComputedStyle(told).overflowY === "auto" && text.top >= place.top - 4};
}"""


@pytest.fixture
def games(prairie: Club, olga: User) -> Callable[..., Game]:
    return lambda preset, names: builders.game(prairie, olga, preset=preset, names=NAMES[names])


def some_hand(of: Game, number: int) -> EntrySubmission:
    if of.form is TableFormat.THREE_WITH_WIDOW:
        return EntrySubmission(uuid4(), number, Contract.WIDOW, 1, (4, 5, 4))
    return builders.high(number, 0, 8)


def bids(preset: str, names: str) -> list[str]:
    """Somebody, and nobody."""
    return [NAMES[names][1], {"widow": NOBODY, "two_player": BOTH_LOW}.get(preset, LOW)]


def tricks_of(pad: Phone, preset: str, names: str) -> None:
    if preset == "widow":
        pad.count(**{"You": 5, SHORT[names]: 4})
    else:
        pad.tricks(9)


def fits(pad: Phone, names: str) -> None:
    assert pad.page.evaluate("() => [innerWidth, innerHeight, scrollY]") == [WIDTH, HEIGHT, 0]
    assert not pad.page.evaluate(HARD_TO_TAP, TOUCHED)
    assert pad.page.evaluate(SCORES_IN_SIGHT)
    sentence = pad.page.evaluate(SENTENCE_STAYS)
    assert sentence["stays"]
    assert sentence["seen" if names == "short" else "reached"]


def places(pad: Phone) -> list[str]:
    return pad.page.evaluate(PLACES, TOUCHED)


@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("preset", PRESETS)
def test_the_whole_form_fits_the_screen_and_nothing_moves(
    games: Callable[..., Game], open_pad: OpenPad, preset: str, names: str
):
    game = games(preset, names)
    pad = open_pad(game)
    with_declarer, without_declarer = bids(preset, names)
    fits(pad, names)
    for bid in (with_declarer, without_declarer):
        pad.bid(bid)
        fits(pad, names)
    tricks_of(pad, preset, names)
    fits(pad, names)
    pad.bid(with_declarer)
    fits(pad, names)

    # The second hand has the first one below it.
    builders.record(game, some_hand(game, 1))
    pad.page.goto(pad.page.url)
    before = places(pad)
    fits(pad, names)
    for bid in (with_declarer, without_declarer):
        pad.bid(bid)
        fits(pad, names)
        assert places(pad) == before
    tricks_of(pad, preset, names)
    fits(pad, names)
    pad.bid(with_declarer)
    fits(pad, names)
    assert places(pad) == before
    if preset == "south_dakota":
        pad.tap(pad.choice("Trump: hearts"))
        assert places(pad) == before
    pad.bid(without_declarer)
    fits(pad, names)
    assert places(pad) == before


@pytest.mark.parametrize("names", NAMES)
def test_a_solo_fits_the_screen_and_choosing_its_kind_moves_nothing(
    games: Callable[..., Game], open_pad: OpenPad, names: str
):
    game = games("askov", names)
    builders.record(game, some_hand(game, 1))
    pad = open_pad(game)
    pad.tap(pad.choice("Grand Dix"))
    before = places(pad)
    fits(pad, names)
    pad.bid(NAMES[names][1])
    fits(pad, names)
    pad.tap(pad.choice("failed"))
    fits(pad, names)
    assert places(pad) == before

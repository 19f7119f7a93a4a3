"""Everything of a hand on the screens of phones: for every preset, with short and long names, and with larger text."""

import re
from collections.abc import Callable
from uuid import uuid4

import pytest

from tests import builders
from tests.browser.conftest import OpenPad
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

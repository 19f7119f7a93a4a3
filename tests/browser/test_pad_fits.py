"""Everything of a hand on the screens of phones: in every form of the game, with long names, and with larger text."""

import re
from collections.abc import Callable
from uuid import uuid4

import pytest

from tests import builders
from tests.browser.conftest import OpenPad
from tests.browser.pad_measures import FAULTS, LITTLE_ROOM, PLACES, SENTENCE_IS_SEEN, SIZES
from tests.browser.pages import LONG_NAMES
from tests.browser.phone import BOTH_LOW, LOW, Phone
from tests.builders import entry_row
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.engine.hand import Contract
from whistclub.engine.options import PRESETS, Colour, TableFormat
from whistclub.play.entries import confirm_hand
from whistclub.play.models import EntryRecord, Game

pytestmark = pytest.mark.browser

NAMES = {"short": builders.FOUR, "long": LONG_NAMES}


@pytest.fixture
def open_game(prairie: Club, olga: User, open_pad: OpenPad) -> Callable[..., Phone]:
    """The pad of a game with one hand, on one phone; or with a hand to confirm, or disputed."""
    phones: list[Phone] = []

    def opened(preset: str, names: str, *, asks: str = "") -> Phone:
        game = builders.game(prairie, olga, preset=preset, names=NAMES[names], asks=bool(asks))
        hand = builders.record(game, first_hand(game), by_seat=1)
        if asks == "disputed":
            confirm_hand(builders.link(game), hand.uid, agrees=False, seat=0, at=builders.NOON)
        phones[:] = [open_pad(game, on=phones[0] if phones else None)]
        return phones[0]

    return opened


def first_hand(game: Game) -> EntryRecord:
    if game.form is TableFormat.THREE_WITH_WIDOW:
        return entry_row(uuid4(), 1, Contract.WIDOW, 1, (4, 5, 4))
    return builders.high(1, 1, 8)


def faults(pad: Phone, size: tuple[int, int], scale: int = 100, *, whole: bool = True, least: float = 0) -> list[str]:
    width, height = size
    pad.page.set_viewport_size({"width": width, "height": height})
    least = least or (43.5 if size in LITTLE_ROOM or not whole else 55.5)
    found = pad.page.evaluate(FAULTS, {"least": least, "whole": whole, "scale": scale})
    return [f"{width} × {height}, {scale} %: {each}" for each in found]


def with_larger_text(pad: Phone) -> list[str]:
    """Nothing is cut, covered or broken; the page may scroll. Half the screen is what zoom by 200 % leaves."""
    larger = [*((size, 150) for size in SIZES), ((360, 616), 200), ((320, 568), 200), ((180, 308), 100)]
    found = [fault for size, scale in larger for fault in faults(pad, size, scale, whole=False)]
    # There even the shortened form of a name of forty letters is wider than a line below the first screen.
    breaking = re.compile(r"(320|180) .*broken: (Wolf|[+−])")
    return [fault for fault in found if not breaking.match(fault)]


# The usual form, with solos, and with a reset.
@pytest.mark.parametrize("preset", ["neuralplay", "askov", "tuppi"])
def test_a_whole_hand_is_on_the_screen_of_every_phone(open_game: Callable[..., Phone], preset: str):
    """An ordinary one with text of 150 per cent too."""
    found = []
    for names, asks in (("short", ""), ("long", "to confirm"), ("long", "disputed")):
        pad = open_game(preset, names, asks=asks)
        pad.page.evaluate("document.querySelector('.seat input').click()")
        pad.tricks(9)
        for size in SIZES:
            found += [f"{names} {asks}: {each}" for each in faults(pad, size)]
            if names == "short":
                if not pad.page.evaluate(SENTENCE_IS_SEEN):
                    found.append(f"{size}: the sentence needs scrolling")
                found += faults(pad, size, 150, least=43.5)
    found += [f"larger text: {each}" for each in with_larger_text(pad)]
    assert not found, "\n".join(found)


def test_a_hand_with_a_widow_needs_no_scrolling_on_upright_phones(open_game: Callable[..., Phone]):
    pad = open_game("widow", "long")
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

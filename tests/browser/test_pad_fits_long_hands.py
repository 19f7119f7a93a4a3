"""A hand with a claim and a revoke, which takes long sentences, on the screens of phones: it is not cut off."""

from collections.abc import Callable
from uuid import uuid4

import pytest

from tests import builders
from tests.browser.conftest import OpenPad
from tests.browser.pad_measures import PLACES, SENTENCE_IS_SEEN, SIZES
from tests.browser.phone import Phone
from tests.browser.test_pad_fits_every_form import NAMES, faults, with_larger_text
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.engine.hand import Contract
from whistclub.engine.options import TableFormat
from whistclub.engine.presets import PRESETS as RULES
from whistclub.play.entries import EntrySubmission, confirm_hand, record_hand
from whistclub.play.models import Game

pytestmark = pytest.mark.browser

PRESETS = ["neuralplay", "askov", "widow"]
# The others have room for a hand, and not for one to confirm with notes as well.
ROOMY = [(360, 616), (390, 664), (412, 732), (360, 740)]


@pytest.fixture
def open_game(prairie: Club, olga: User, open_pad: OpenPad) -> Callable[..., Phone]:
    """The pad of a game whose only hand, with notes, Bob's phone has entered: on Bob's, or on another one."""

    def opened(
        preset: str, names: str, seat: int, *, on: Phone | None = None, asks: bool = True, disputed: bool = False
    ) -> Phone:
        game = builders.game(prairie, olga, preset=preset, names=NAMES[names], asks=asks)
        uid = record_hand(builders.link(game), long_hand(game), by_seat=1, at=builders.NOON).hand.uid
        if disputed:
            confirm_hand(builders.link(game), uid, seat=0, agrees=False, at=builders.NOON)
        return open_pad(game, seat, on=on)

    return opened


def long_hand(game: Game) -> EntrySubmission:
    if game.form is TableFormat.THREE_WITH_WIDOW:
        return EntrySubmission(uuid4(), 1, Contract.WIDOW, 1, (4, 5, 4), notes={"revoke": [1, 2]})
    return EntrySubmission(uuid4(), 1, Contract.HIGH, 1, (4, 9), notes={"revoke": [1, 0]})


@pytest.mark.parametrize("preset", PRESETS)
def test_what_was_saved_is_seen_whole(open_game: Callable[..., Phone], preset: str):
    pad = open_game(preset, "short", 1)
    found = [fault for size in SIZES if size != (667, 331) for fault in faults(pad, size, least=43.5)]
    for size in SIZES:
        faults(pad, size, whole=False)
        if not pad.page.evaluate(SENTENCE_IS_SEEN):
            found.append(f"{size}: {pad.page.locator('.preview').text_content()}")
    pad = open_game(preset, "short", 1, on=pad, asks=False)
    pad.tells("Revoke by")
    for size in ROOMY:
        faults(pad, size)
        if not pad.page.evaluate(SENTENCE_IS_SEEN):
            found.append(f"{size}: {pad.page.locator('.preview').text_content()}")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("disputed", [False, True])
@pytest.mark.parametrize("preset", PRESETS)
def test_a_hand_that_is_named_above_the_form_leaves_room_for_the_next(
    open_game: Callable[..., Phone], preset: str, disputed: bool
):
    pad = None
    for names in ("short", "long"):
        pad = open_game(preset, names, 0, on=pad, disputed=disputed)
        notice = pad.page.locator(".screen > .notice:not([hidden])")
        assert ("Revoke by" in notice.text_content()) is not disputed
        assert pad.page.locator(".preview").text_content().startswith("Tap who")
        found = [fault for size in ROOMY for fault in faults(pad, size, least=47.5)]
        found += [f"larger text: {each}" for each in with_larger_text(pad)]
        assert not found, "\n".join(found)


@pytest.mark.parametrize("preset", PRESETS)
def test_all_that_is_said_before_it_is_saved_is_seen(open_game: Callable[..., Phone], preset: str):
    pad = open_game(preset, "short", 1)
    pad.bid("Bob")
    if preset == "widow":
        pad.count(You=5, Clara=4)
    else:
        pad.tricks(9)
    pad.page.evaluate("document.querySelector('.special-cases').open = true")
    if RULES[preset].revoke_tricks:
        pad.page.locator("[name=revoke]").select_option(index=1)
        pad.tells("Revoke by")
    for size in ROOMY:
        faults(pad, size)
        assert pad.page.evaluate(SENTENCE_IS_SEEN), (size, pad.page.locator(".preview").text_content())


def test_with_three_players_and_large_text_save_is_in_sight_and_nothing_moves(open_game: Callable[..., Phone]):
    pad = open_game("widow", "short", 1)
    assert faults(pad, (360, 616), 130, least=43.5) == []
    assert pad.page.evaluate(SENTENCE_IS_SEEN)
    before = pad.page.evaluate(PLACES)
    pad.count(You=5, Clara=4)
    pad.counts("5", "4", "4")
    assert pad.page.evaluate(PLACES) == before

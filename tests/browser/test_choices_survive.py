"""What is chosen on a pad outlives whatever happens elsewhere."""

from collections.abc import Callable
from dataclasses import replace
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests import builders
from tests.browser.conftest import BrowserErrors, OpenPad
from tests.browser.phone import Phone
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.engine.hand import Contract
from whistclub.engine.presets import PRESETS
from whistclub.play.entries import EntrySubmission
from whistclub.play.models import EntryRecord, Game

pytestmark = pytest.mark.browser

RIGHT = "Confirm"
UNUSUAL = "Revoke, misdeal…"
REVOKE = "Revoke: a player did not follow suit"


@pytest.fixture
def pads(prairie: Club, olga: User, open_pad: OpenPad) -> Callable[[str], tuple[Phone, Callable[[], None]]]:
    """Ann's pad, and what makes it redraw: Bob accepts the first hand on his phone."""

    def opened(preset: str) -> tuple[Phone, Callable[[], None]]:
        rules = replace(PRESETS[preset], revoke_tricks=1)
        game = builders.game(prairie, olga, preset=preset, rules=rules, asks=True)
        first = (
            EntrySubmission(uuid4(), 1, Contract.WIDOW, 1, (4, 5, 4)) if preset == "widow" else builders.high(1, 0, 9)
        )
        builders.record(game, first)
        ann, bob = open_pad(game, 0), open_pad(game, 1)

        def redraw() -> None:
            bob.tap(bob.button(RIGHT))
            ann.entry_says(1, "confirmed by Bob")

        return ann, redraw

    return opened


def test_taker_counts_and_revoke_of_three_survive(pads):
    ann, redraw = pads("widow")
    ann.bid("Bob")
    ann.count(You=6, Bob=4)
    ann.unfold(UNUSUAL)
    ann.note(REVOKE, "Revoke by Clara against you")
    summary = "Bob took the widow. Tricks: You 7, Bob 4, Clara 2 – You +4, Clara −1."
    ann.tells(summary)
    redraw()
    ann.counts("6", "4", "3")
    ann.tells(summary, "Revoke by Clara: 1 trick to you.")
    expect(ann.page.get_by_label(REVOKE)).to_be_visible()
    expect(ann.number("Clara", 7)).to_have_count(0)
    before = ann.taps
    ann.save()
    assert ann.taps - before == 1
    ann.entry_says(2, "You 7, Bob 4, Clara 2")


def test_choices_survive_a_reload_until_they_are_saved(game: Game, open_pad: OpenPad):
    pad = open_pad(game)
    pad.bid("Bob")
    pad.tricks(8)
    pad.page.reload()
    pad.has_chosen("Bob", "8 5")
    pad.tells("Bob granded, made 8: Them +2.")
    pad.save()
    pad.shows("0", "2")
    pad.is_sent()
    pad.page.reload()
    pad.shows("0", "2")
    pad.has_not_chosen("Bob", "8 5")


# --- Three, in a cellar without reception -----------------------------------------------------------------------------


def test_a_three_player_hand_entered_offline_is_kept_and_stored_once(
    widow_game: Game, open_pad: OpenPad, browser_errors: BrowserErrors
):
    browser_errors.expect_bad_network()
    pad = open_pad(widow_game)
    pad.page.context.set_offline(True)
    pad.bid("Ann")
    pad.count(You=6, Bob=4)
    pad.save()
    pad.shows("2", "1", "0")
    pad.counts("tricks", "tricks", "remaining")
    assert not EntryRecord.objects.exists()
    pad.page.context.set_offline(False)
    pad.is_sent()
    pad.shows("2", "1", "0")
    assert EntryRecord.objects.get().tricks == [6, 4, 3]

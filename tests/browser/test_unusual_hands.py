"""Hands that are not ordinary: revokes, cards thrown in, points adjusted."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import builders
from tests.browser.conftest import OpenPad
from tests.browser.phone import LOW, Phone
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.engine.presets import PRESETS
from whistclub.play.models import EntryRecord, Game

pytestmark = pytest.mark.browser

UNUSUAL = "Revoke, misdeal…"
REVOKE = "Revoke: a player did not follow suit"


@pytest.fixture
def open_with_revokes(prairie: Club, olga: User, open_pad: OpenPad) -> Callable[[str], Phone]:
    """Ann's pad of a game in which a revoke moves two tricks."""

    def opened(preset: str) -> Phone:
        rules = replace(PRESETS[preset], revoke_tricks=2)
        return open_pad(builders.game(prairie, olga, preset=preset, rules=rules))

    return opened


def history_says(pad: Phone, *parts: str) -> None:
    """The page of changes, in words; back to the pad."""
    pad.is_sent()
    pad.follow(pad.page.get_by_role("link", name="History of changes"))
    for part in parts:
        pad.says(part)
    pad.follow(pad.page.get_by_role("link", name="Back to the pad"))
    expect(pad.page.locator("#pad")).to_be_visible()


# --- Noted beside the tricks -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "bid", "tricks", "by", "result", "moved", "totals"),
    [
        ("neuralplay", "Ann", 9, "them", "made 11: Us +5.", "2 tricks to us.", ("5", "0")),
        ("neuralplay", "Ann", 8, "us", "failed with 6 tricks: Them +2.", "2 tricks to them.", ("0", "2")),
        (
            "neuralplay",
            LOW,
            9,
            "them",
            "Tricks: Us 7, Them 6 – Them +1.",
            "2 tricks moved from us to them.",
            ("0", "1"),
        ),
        ("neuralplay", LOW, 6, "us", "Tricks: Us 8, Them 5 – Them +2.", "2 tricks moved from them to us.", ("0", "2")),
        ("two_player", "Bob", 7, "Bob", "failed with 5 tricks: You +4.", "2 tricks to you.", ("4", "0")),
    ],
)
def test_a_revoke_moves_tricks_and_says_so(open_with_revokes, preset, bid, tricks, by, result, moved, totals):
    pad = open_with_revokes(preset)
    pad.bid(bid)
    pad.tricks(tricks)
    pad.unfold(UNUSUAL)
    pad.note(REVOKE, f"Revoke by {by}")
    pad.tells(result, f"Revoke by {by}: {moved}")
    pad.save()
    pad.shows(*totals)
    pad.entry_says(1, f"Revoke by {by}: {moved}")
    history_says(pad, f"{result} Revoke by {by}: {moved}")
    assert sum(EntryRecord.objects.get().tricks) == 13


# --- Thrown in --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("button", "dealer", "after", "sentence"),
    [
        ("Thrown in – Ann deals again", "Ann", "Bob", "Thrown in – no points, the same player deals again."),
        ("Thrown in – Bob deals", "Bob", "Clara", "Thrown in – no points, the deal passes on."),
    ],
)
def test_a_redeal_keeps_the_hand_number(game: Game, open_pad: OpenPad, button, dealer, after, sentence):
    pad = open_pad(game)
    pad.deals("Ann")
    pad.unfold(UNUSUAL)
    pad.tap(pad.button(button))
    pad.says(sentence)
    pad.deals(dealer)
    is_hand(pad, 1)
    pad.shows("0", "0")
    assert pad.taps == 2

    pad.tap(pad.page.get_by_role("button", name="Undo the redeal"))
    pad.says(f"Removed: {sentence}")
    pad.deals("Ann")
    is_hand(pad, 1)
    pad.tap(pad.button("Restore it"))
    pad.says("Undo the redeal")
    pad.deals(dealer)

    pad.record("Ann", 9, "3", "0")
    pad.entry_says(1, "Ann granded")
    pad.deals(after)
    is_hand(pad, 2)
    history_says(pad, sentence, "Hand 1: Ann granded, made 9: Us +3.")


def test_a_hand_can_be_corrected_into_a_redeal_and_back(game: Game, open_pad: OpenPad):
    builders.record(game, builders.high(1, 0, 9), builders.high(2, 0, 8))
    pad = open_pad(game)
    pad.deals("Clara")
    pad.follow(pad.page.get_by_role("link", name="Hand 1: Ann granded, made 9"))
    pad.unfold(UNUSUAL)
    pad.tap(pad.button("Thrown in – Ann deals again"))
    pad.shows("2", "0")
    pad.deals("Bob")
    is_hand(pad, 2)
    pad.entry_says(1, "made 8")
    pad.says("Thrown in – no points, the same player deals again.")

    pad.follow(
        pad.page.get_by_role("link", name="Correct the redeal: Thrown in – no points, the same player deals again.")
    )
    expect(pad.page.get_by_role("heading", name="Correct the redeal")).to_be_visible()
    pad.deals("Ann")
    pad.bid("Ann")
    pad.tricks(10)
    pad.tells("New score: Us 6, Them 0 (now Us 2, Them 0).")
    pad.tap(pad.button("Save correction"))
    pad.shows("6", "0")
    pad.deals("Clara")
    is_hand(pad, 3)
    pad.entry_says(2, "made 8")
    history_says(pad, "before: Thrown in – no points, the same player deals again.", "Hand 1: Ann granded, made 10")


def is_hand(pad: Phone, number: int) -> None:
    expect(pad.page.locator(".state span").first).to_have_text(f"Hand {number}")


# --- Points adjusted by the organiser ---------------------------------------------------------------------------------


def test_an_adjustment_can_end_a_game_and_undoing_it_continues_the_game(
    game: Game, laptop: Page, sign_in: Callable, open_pad: OpenPad, open_device: Callable
):
    builders.record(game, builders.high(1, 0, 13), builders.high(2, 1, 8))
    pad, watcher = open_pad(game, 1), open_device()
    watcher.goto(reverse("play:watch", args=[game.code]))
    sign_in(laptop).goto(reverse("play:game", args=["prairie", game.code]))
    adjust(laptop, "Ann & Clara", "6", "agreed by all")
    expect(laptop.get_by_role("heading", name="Ann & Clara won the game 13–2.")).to_be_visible()
    expect(laptop.locator("#game .entries")).to_contain_text("agreed by all")
    expect(watcher.get_by_role("heading", name="Ann & Clara won the game 13–2.")).to_be_visible()
    expect(watcher.locator(".entries > li").first).to_contain_text("agreed by all")
    expect(pad.page.get_by_role("heading", name="They won the game 13–2.")).to_be_visible()
    pad.shows("2", "13")
    expect(pad.button("Save")).to_have_count(0)

    laptop.locator(".adjust").get_by_role("button", name="Undo").click()
    expect(laptop.get_by_role("heading", name="Game in progress")).to_be_visible()
    expect(watcher.get_by_text("Hand 3: Clara deals.")).to_be_visible()
    pad.shows("2", "7")
    pad.record("Bob", 8, "4", "7")
    history_says(pad, "Them +6 (agreed by all)")


def adjust(page: Page, side: str, points: str, reason: str) -> None:
    page.get_by_text("Adjust points", exact=True).click()
    if side:
        page.get_by_role("radio", name=side).check()
    page.get_by_label("Points (use − to deduct)").fill(points)
    page.get_by_label("Why?").fill(reason)
    page.get_by_role("button", name="Adjust", exact=True).click()

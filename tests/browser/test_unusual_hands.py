"""Hands that are not ordinary: revokes, cards thrown in, points adjusted, a hand taken out."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from tests import builders
from tests.browser.conftest import OpenPad
from tests.browser.phone import Phone
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.engine.options import PRESETS
from whistclub.play.models import Game

pytestmark = pytest.mark.browser


UNUSUAL = "Revoke, misdeal…"
REVOKE = "Revoke: a player did not follow suit"


def history_says(pad: Phone, *parts: str) -> None:
    """The page of changes, in words; back to the pad."""
    pad.is_sent()
    pad.follow(pad.page.get_by_role("link", name="History of changes"))
    for part in parts:
        pad.says(part)
    pad.follow(pad.page.get_by_role("link", name="Back to the pad"))
    expect(pad.page.locator("#pad")).to_be_visible()


# --- Noted beside the tricks -----------------------------------------------------------------------------------------


def test_a_revoke_moves_tricks_and_says_so(prairie: Club, olga: User, open_pad: OpenPad):
    rules = replace(PRESETS["neuralplay"], revoke_tricks=2)
    pad = open_pad(builders.game(prairie, olga, rules=rules))
    pad.bid("Ann")
    pad.tricks(9)
    pad.unfold(UNUSUAL)
    pad.note(REVOKE, "Revoke by them")
    said = "made 11: Us +5.", "Revoke by them: 2 tricks to us."
    pad.tells(*said)
    pad.save()
    pad.shows("5", "0")
    pad.entry_says(1, said[1])
    history_says(pad, " ".join(said))


# --- Thrown in --------------------------------------------------------------------------------------------------------


def test_a_redeal_keeps_the_hand_number(game: Game, open_pad: OpenPad):
    sentence = "Thrown in – no points, the deal passes on."
    pad = open_pad(game)
    pad.deals("Ann")
    pad.unfold(UNUSUAL)
    pad.tap(pad.button("Thrown in – the deal passes on"))
    pad.says(sentence)
    pad.deals("Bob")
    is_hand(pad, 1)
    pad.shows("0", "0")
    assert pad.taps == 2

    pad.tap(pad.page.get_by_role("button", name="Undo the redeal"))
    pad.says(f"Removed: {sentence}")
    pad.deals("Ann")
    is_hand(pad, 1)
    pad.tap(pad.button("Restore it"))
    pad.says("Undo the redeal")
    pad.deals("Bob")

    pad.record("Ann", 9, "3", "0")
    pad.entry_says(1, "Ann granded")
    pad.deals("Clara")
    is_hand(pad, 2)
    history_says(pad, sentence, "Hand 1: Ann granded, made 9: Us +3.")


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


FOLLOWS = "New score: Us 4, Them 2 (now Us 7, Them 2). Dan then deals the next hand. Hands 3 to 4 become hands 2 to 3."


@pytest.fixture
def pad(game: Game, open_pad: OpenPad) -> Phone:
    """Ann's pad after four hands, of which the second is the first again."""
    hands = [builders.high(1, 0, 9), builders.high(2, 0, 9), builders.high(3, 1, 8), builders.high(4, 2, 7)]
    builders.record(game, *hands)
    return open_pad(game)


def opened(pad: Phone) -> Locator:
    """The page of the second hand, where it can be taken out; what is said of that."""
    pad.follow(pad.page.get_by_role("link", name="Correct hand 2"))
    return pad.page.locator(".take-out output")


def test_the_page_says_what_follows_before_a_hand_is_taken_out_and_put_back(pad: Phone, game: Game):
    pad.deals("Ann")
    expect(opened(pad)).to_have_text(FOLLOWS)
    with pad.page.expect_navigation():
        pad.tap(pad.button("Take hand 2 out"))
    pad.shows("4", "2")
    pad.deals("Dan")
    expect(pad.page.locator(".entries > li .number")).to_have_text(["3", "2", "1"])
    expect(pad.page.locator(".hand-heading")).to_have_text("Hand 4")
    with pad.page.expect_navigation():
        pad.tap(pad.button("Restore it"))
    pad.shows("7", "2")
    pad.deals("Ann")
    assert Game.objects.get(pk=game.pk).totals == [7, 2]

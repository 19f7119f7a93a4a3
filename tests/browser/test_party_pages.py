"""The organiser's pages by mouse, keyboard and without scripts; the console while things happen."""

import re
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPad
from tests.browser.party_devices import Desk
from tests.browser.party_pages import of_organiser
from tests.party import builders
from whistclub.accounts.models import User
from whistclub.club.actions import players_named
from whistclub.club.models import Club
from whistclub.party.models import Party

pytestmark = pytest.mark.browser

EIGHT = ("Ann", "Bob", "Clara", "Dan", "Eva", "Fay", "Gus", "Hal")


@pytest.fixture
def party(prairie: Club, olga: User) -> Party:
    """Eight people are there; Ida of the club is not."""
    players_named(prairie, ["Ida"])
    return builders.party(prairie, olga, *EIGHT)


@pytest.fixture
def playing(party: Party, olga: User) -> Party:
    """Round 1: Ann & Bob against Clara & Dan, Eva & Fay against Gus & Hal."""
    builders.next_round(party, olga, at=timezone.now())
    return party


@pytest.fixture
def desk(laptop: Page, sign_in: Callable[[Page], Page]) -> Desk:
    return Desk(sign_in(laptop))


# --- Changing places --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", ["mouse", "keyboard"])
def test_two_taps_swap_two_players_in_a_draft(party: Party, desk: Desk, olga: User, hand: str):
    builders.seating.make_draft(party, seating_method="arrival", by=olga, at=builders.NOON)
    desk.page.goto(of_organiser(party, "console"))
    before = builders.seats(builders.party_state(party))
    one, other = (desk.page.get_by_role("checkbox", name=re.compile(rf"^{name}\b")) for name in ("Ann", "Hal"))
    if hand == "mouse":
        for name in ("Ann", "Hal"):
            desk.page.locator(f".swappable .who:text-is('{name}')").click()
    else:
        one.focus()
        desk.page.keyboard.press("Space")
        tab_to(desk.page, other)
        desk.page.keyboard.press("Space")
    expect(desk.page.locator(".swap-text")).to_have_text("Ann ⇄ Hal")
    if hand == "mouse":
        desk.press("Swap")
    else:
        tab_to(desk.page, desk.page.get_by_role("button", name="Swap"))
        desk.page.keyboard.press("Enter")
    desk.says("Swapped.")
    after = [[swapped(pair, "Ann", "Hal") for pair in table] for table in before]
    assert builders.seats(builders.party_state(party)) == after != before


def swapped(pair: str, one: str, other: str) -> str:
    return "+".join(sorted({one: other, other: one}.get(name, name) for name in pair.split("+")))


def tab_to(page: Page, assignment: Locator) -> None:
    for _ in range(40):
        if assignment.evaluate("(each) => each === document.activeElement"):
            return
        page.keyboard.press("Tab")
    pytest.fail("the focus never came there")


# --- Slips ------------------------------------------------------------------------------------------------------------


def card_of(desk: Desk, table: int) -> Locator:
    return desk.page.locator("a.table-tile").filter(has=desk.page.locator(f".table-number:text-is('{table}')"))


# --- Following --------------------------------------------------------------------------------------------------------


def test_the_console_follows_the_hand_of_a_phone_within_three_seconds(playing: Party, desk: Desk, open_pad: OpenPad):
    desk.page.goto(of_organiser(playing, "console"))
    expect(card_of(desk, 2)).to_contain_text("not started")
    pad = open_pad(builders.party_state(playing).current.table(2).game)
    pad.record("Gus", 9, "0", "3")
    expect(card_of(desk, 2)).to_contain_text("1 hand", timeout=3000)
    expect(card_of(desk, 2).locator(".score-row b")).to_have_text(["0", "3"])


# --- The pad ----------------------------------------------------------------------------------------------------------


def test_a_pad_follows_its_owner_to_the_other_side_of_the_table(playing: Party, olga: User, open_pad: OpenPad):
    pad = open_pad(builders.party_state(playing).current.table(1).game, "none")
    pad.tap(pad.page.get_by_role("link", name="Change my seat"))
    pad.tap(pad.page.get_by_role("button", name="Ann"))
    pad.record("Ann", 9, "3", "0")
    change_places(playing, olga, "Ann", "Clara")
    pad.shows("0", "3")
    expect(pad.page.locator(".seat.south")).to_contain_text("Ann")


def change_places(party: Party, by: User, one: str, other: str) -> None:
    keys = [builders.key(party, name) for name in (one, other)]
    builders.swaps.swap_seats(party, *keys, reason="wrong", by=by, at=timezone.now())

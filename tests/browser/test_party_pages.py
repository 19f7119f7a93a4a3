"""The organiser's pages by mouse, keyboard and without scripts; the console while things happen."""

import re
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import BrowserErrors, OpenPad
from tests.browser.pad_measures import FAULTS
from tests.browser.party_devices import Desk
from tests.browser.party_pages import long_names, of_organiser
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


def pressed(desk: Desk, name: str) -> Locator:
    return desk.page.locator(".roster button").filter(has_text=name)


# --- Check-in (names: test_check_in.py) -------------------------------------------------------------------------------


def test_ticking_by_keyboard_keeps_the_focus(party: Party, desk: Desk):
    desk.page.goto(of_organiser(party, "people"))
    pressed(desk, "Ida").focus()
    desk.page.keyboard.press("Space")
    expect(pressed(desk, "Ida")).to_have_attribute("aria-pressed", "true")
    expect(pressed(desk, "Ida")).to_be_focused()


def test_a_second_tap_checks_a_player_out(party: Party, desk: Desk):
    desk.page.goto(of_organiser(party, "people"))
    pressed(desk, "Hal").click()
    expect(pressed(desk, "Hal")).to_have_attribute("aria-pressed", "false")
    desk.counts("7 people · 1 table · 3 sitting out")


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


def test_a_third_tap_clears_the_first(party: Party, desk: Desk, olga: User):
    builders.seating.make_draft(party, seating_method="arrival", by=olga, at=builders.NOON)
    desk.page.goto(of_organiser(party, "console"))
    for name in ("Ann", "Bob", "Clara"):
        desk.page.locator(f".swappable .who:text-is('{name}')").click()
    expect(desk.page.locator(".swap-text")).to_have_text("Bob ⇄ Clara")
    expect(desk.page.get_by_role("checkbox", checked=True)).to_have_count(2)


def test_a_swap_in_play_needs_a_reason_and_keeps_the_choice(playing: Party, desk: Desk, browser_errors: BrowserErrors):
    browser_errors.expect_refusals()
    desk.page.goto(of_organiser(playing, "round_table", 1, 1))
    desk.open("Two people in the wrong seats?")
    for name in ("Ann", "Clara"):
        desk.page.locator(f".swappable .who:text-is('{name}')").click()
    desk.page.get_by_label("Why?").fill("")
    desk.press("Swap")
    desk.says("Enter a short reason for the swap")
    expect(desk.page.locator(".swap-text")).to_have_text("Ann ⇄ Clara")
    desk.page.get_by_label("Why?").fill("By request")
    desk.press("Swap")
    desk.says("Swapped.")


# --- Slips ------------------------------------------------------------------------------------------------------------


def test_slips_are_typed_one_after_the_other_by_the_keyboard_alone(playing: Party, desk: Desk):
    desk.page.goto(of_organiser(playing, "console"))
    keys = desk.page.keyboard
    desk.press("Start the timer")
    undo = desk.page.get_by_role("button", name="Undo", exact=True)
    expect(undo).to_have_count(1)
    desk.page.get_by_label("Table", exact=True).focus()
    for line in ("2 13 7", "1 4 10"):
        table, first, second = line.split()
        keys.type(table)
        expect(desk.page.locator("form.quick [data-side='0']")).to_have_text(
            {"1": "Ann & Bob", "2": "Eva & Fay"}[table]
        )
        keys.press("Enter")
        keys.type(first)
        keys.press("Tab")
        keys.type(second)
        keys.press("Enter")
        desk.says(f"Table {table}: ")
        expect(desk.page.get_by_label("Table", exact=True)).to_be_focused()
    # A new notice replaces the old one, and its Undo that of the timer.
    expect(undo).to_have_count(1)
    expect(desk.page.locator("#answer")).to_have_text("Table 1: Ann & Bob 4–10 Clara & Dan. Undo")
    assert [table_state.game.totals for table_state in builders.party_state(playing).current.tables] == [
        [4, 10],
        [13, 7],
    ]
    desk.says("2 of 2 results in")


def test_typed_input_survives_updates_from_other_tables(playing: Party, desk: Desk):
    desk.page.goto(of_organiser(playing, "console"))
    desk.page.get_by_label("Table", exact=True).fill("2")
    desk.page.locator("form.quick [name=first]").fill("13")
    builders.play(builders.party_state(playing).current.table(1), (0, 9))
    expect(card_of(desk, 1)).to_contain_text("1 hand")
    expect(desk.page.locator("form.quick [name=first]")).to_have_value("13")
    expect(desk.page.locator("form.quick [name=first]")).to_be_focused()


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


@pytest.mark.parametrize("names", [EIGHT, long_names(8)], ids=["short", "long"])
def test_the_whole_hand_form_is_visible_in_a_party_too(
    prairie: Club, olga: User, open_pad: OpenPad, names: tuple[str, ...]
):
    party = builders.party(prairie, olga, *names)
    pad = open_pad(builders.next_round(party, olga).current.table(1).game)
    assert pad.page.evaluate(FAULTS, {"least": 44, "whole": True}) == []


def test_a_pad_follows_its_owner_to_the_other_side_of_the_table(playing: Party, olga: User, open_pad: OpenPad):
    pad = open_pad(builders.party_state(playing).current.table(1).game, "none")
    pad.tap(pad.page.get_by_role("link", name="Change my seat"))
    pad.tap(pad.page.get_by_role("button", name="Ann"))
    pad.record("Ann", 9, "3", "0")
    change_places(playing, olga, "Ann", "Clara")
    pad.shows("0", "3")
    expect(pad.page.locator(".seat.south")).to_contain_text("Ann")


def test_a_pad_whose_owner_moved_to_another_table_asks_who_holds_it(playing: Party, olga: User, open_pad: OpenPad):
    pad = open_pad(builders.party_state(playing).current.table(1).game, "none")
    pad.tap(pad.page.get_by_role("link", name="Change my seat"))
    pad.tap(pad.page.get_by_role("button", name="Ann"))
    pad.shows("0", "0")
    change_places(playing, olga, "Ann", "Eva")
    pad.says("the owner of this phone has moved to another table")
    pad.tap(pad.page.get_by_role("button", name="Eva"))
    pad.record("Eva", 9, "3", "0")


def change_places(party: Party, by: User, one: str, other: str) -> None:
    keys = [builders.key(party, name) for name in (one, other)]
    builders.swaps.swap_seats(party, *keys, reason="wrong", by=by, at=timezone.now())

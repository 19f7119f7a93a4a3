"""The organiser's desk while a round is played: what follows by itself, slips, swaps, keys, the bell."""

import re
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, BrowserErrors, OpenPad
from tests.browser.party_devices import Desk
from tests.browser.party_pages import of_organiser
from tests.party import builders
from whistclub.accounts.models import User
from whistclub.party.actions import timer
from whistclub.party.models import Party

pytestmark = pytest.mark.browser


def test_the_timer_and_the_next_round_are_followed_but_nothing_typed_is_lost(desk: Desk, playing: Party, olga: User):
    """Another organiser starts the timer, then seats the next round."""
    minutes, slip = desk.page.locator(".timer-tools input[name=minutes]"), desk.page.locator("form.quick [name=first]")
    minutes.fill("25")
    slip.fill("13")
    builders.typed(playing, olga, (5, 3))
    desk.says("1 of 2 results in")
    expect(minutes).to_have_value("25")
    timer.start(playing, 20, by=olga, at=timezone.now())
    expect(desk.page.get_by_role("button", name="Pause")).to_be_visible()
    expect(desk.page.get_by_role("button", name="Start the timer")).to_have_count(0)
    expect(slip).to_have_value("13")
    builders.typed(playing, olga, (5, 3), (5, 3))
    with desk.page.expect_response("**/live/**"):
        builders.next_round(playing, olga, at=timezone.now())
    desk.says("The party has moved on, and the rest of this page is out of date.")
    expect(slip).to_have_value("13")
    slip.fill("")
    expect(desk.page.get_by_role("heading", name="Round 2 of 4")).to_be_visible()
    expect(desk.page.get_by_role("button", name="Start the timer")).to_be_visible()


def test_a_slip_typed_on_a_laptop_that_slept_is_refused_and_kept(
    desk: Desk, playing: Party, olga: User, browser_errors: BrowserErrors
):
    browser_errors.expect_refusals()
    browser_errors.expect_bad_network()
    desk.page.route("**/live/**", lambda route: route.abort())
    desk.says("No connection.")
    builders.typed(playing, olga, (5, 3), (5, 3))
    builders.next_round(playing, olga, at=timezone.now())
    desk.type_slip(2, 11, 8)
    question = desk.page.get_by_role("alert")
    expect(question).to_contain_text("Not saved: table 2, 11–8. Round 1 is over; round 2 is being played.")
    question.get_by_role("button", name="It is of round 2").click()
    desk.says("Table 2: ")
    first, second = builders.party_state(playing).announced
    assert [table.game.totals for table in first.tables] == [[5, 3], [5, 3]]
    assert second.table(2).game.totals == [11, 8]


def test_keys_do_what_their_list_says_but_not_while_one_types(desk: Desk, playing: Party, olga: User):
    page, keys = desk.page, desk.page.keyboard
    expect(page.get_by_role("button", name="Keyboard shortcuts")).to_be_visible()
    keys.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    keys.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    keys.press("c")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.get_by_role("button", name="Keyboard shortcuts")).to_be_visible()
    keys.press("t")
    expect(page.get_by_label("Table", exact=True)).to_be_focused()
    keys.type("ps?")
    expect(page.get_by_label("Table", exact=True)).to_have_value("ps?")
    page.get_by_label("Table", exact=True).fill("")
    page.get_by_label("Table", exact=True).blur()
    with page.expect_popup() as wall:
        keys.press("w")
    wall.value.close()
    keys.press("n")  # Not while results are missing.
    builders.typed(playing, olga, (5, 3), (5, 3))
    desk.says("All results are in.")
    keys.press("n")
    expect(page.get_by_role("button", name="Announce round 2")).to_be_visible()
    expect(page.get_by_role("button", name="Keyboard shortcuts")).to_be_visible()
    keys.press("s")
    expect(page.get_by_role("heading", name="Standings")).to_be_visible()
    expect(page.get_by_role("button", name="Keyboard shortcuts")).to_be_visible()
    keys.press("p")
    expect(page.get_by_role("link", name="Check-in")).to_have_attribute("aria-current", "page")


def test_a_finger_swaps_the_two_it_taps_though_their_reasons_take_room_above_them(
    phone: Page, sign_in: Callable[[Page], Page], playing: Party, olga: User
):
    builders.typed(playing, olga, (5, 3), (3, 5))
    builders.draft(playing, olga)
    sign_in(phone).goto(of_organiser(playing, "console"))
    for name in ("Ann", "Gus"):
        phone.locator(f".swappable:has(.who:text-is('{name}'))").tap()
    expect(phone.locator(".swap-text")).to_have_text("Ann ⇄ Gus")
    expect(phone.locator(".swap-why")).not_to_be_empty()


SENDS = "**/rounds/*/"


def type_slip(page: Page, *line: str) -> None:
    """Into the box that has the focus, and nothing waits for the page."""
    for value in line:
        page.keyboard.type(value)
        page.keyboard.press("Enter")


def totals(party: Party) -> list[list[int]]:
    return [table.game.totals for table in builders.party_state(party).current.tables]


def test_slips_are_sent_one_after_the_other_and_come_back_into_the_form_without_a_connection(
    desk: Desk, playing: Party, browser_errors: BrowserErrors
):
    browser_errors.expect_bad_network()
    page, held = desk.page, []
    page.route(SENDS, lambda route: held.append(route), times=1)
    page.get_by_label("Table", exact=True).focus()
    page.keyboard.type("1")
    expect(page.locator("form.quick .mark")).to_have_text(["Ann & Bob", "Clara & Dan"])
    page.keyboard.press("Enter")
    type_slip(page, "4", "10")
    type_slip(page, "2", "13", "7")
    expect(page.locator("form.quick [name=second]")).to_have_value("")
    held[0].continue_()
    desk.says("2 of 2 results in")
    assert totals(playing) == [[4, 10], [13, 7]]
    desk.press("Undo")
    desk.says("1 of 2 results in")
    page.route(SENDS, lambda route: route.abort())
    page.get_by_label("Table", exact=True).focus()
    type_slip(page, "2", "5", "9")
    desk.says("Not saved: table 2, 5–9. The club does not answer. Try again.")
    expect(page.locator("form.quick [name=first]")).to_have_value("5")
    page.unroute(SENDS)
    page.locator("form.quick [name=second]").press("Enter")
    desk.says("Table 2: Eva & Fay 5–9 Gus & Hal.")
    assert totals(playing) == [[4, 10], [5, 9]]


def test_a_result_that_is_there_already_is_asked_about_once_and_does_not_block_the_next(
    desk: Desk, playing: Party, olga: User, browser_errors: BrowserErrors
):
    browser_errors.expect_refusals()
    builders.typed(playing, olga, (5, 3))
    page, alert = desk.page, desk.page.get_by_role("alert")
    page.set_viewport_size(PHONE["viewport"])
    table = page.get_by_label("Table", exact=True)
    table.focus()
    type_slip(page, "1", "4", "10")
    type_slip(page, "2", "13", "7")
    desk.says("Table 2: Eva & Fay 13–7 Gus & Hal.")
    expect(alert).to_contain_text("Not saved: table 1, 4–10. Table 1 has 5–3, typed by Olga at")
    alert.get_by_role("link", name="Discard it").click()
    expect(alert).to_have_count(0)
    expect(table).to_be_focused()
    type_slip(page, "1", "4", "1.5")
    expect(alert).to_contain_text("Not saved: table 1, 4–1.5. Enter the second pair’s points as a whole number.")
    page.get_by_role("button", name="Correct it").click()
    expect(alert).to_have_count(0)
    page.locator("form.quick [name=second]").fill("10")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Replace it").click()
    desk.says("Table 1: Ann & Bob 4–10 Clara & Dan.")
    assert totals(playing) == [[4, 10], [13, 7]]


def test_two_people_of_a_draft_change_places_by_the_keyboard_alone(playing: Party, desk: Desk, olga: User):
    builders.typed(playing, olga, (5, 3), (5, 3))
    before = builders.seats(builders.draft(playing, olga))
    desk.page.reload()
    one, other = (desk.page.get_by_role("checkbox", name=re.compile(rf"^{name}\b")) for name in ("Ann", "Hal"))
    one.focus()
    desk.page.keyboard.press("Space")
    tab_to(desk.page, other)
    desk.page.keyboard.press("Space")
    expect(desk.page.locator(".swap-text")).to_have_text("Ann ⇄ Hal")
    tab_to(desk.page, desk.page.get_by_role("button", name="Swap"))
    desk.page.keyboard.press("Enter")
    desk.says("Swapped.")
    after = [[swapped(pair, "Ann", "Hal") for pair in table] for table in before]
    assert builders.seats(builders.party_state(playing)) == after != before


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
    expect(card_of(desk, 2)).to_contain_text("not started")
    pad = open_pad(builders.party_state(playing).current.table(2).game)
    pad.record("Gus", 9, "0", "3")
    expect(card_of(desk, 2)).to_contain_text("1 hand", timeout=3000)
    expect(card_of(desk, 2).locator(".score-row b")).to_have_text(["0", "3"])

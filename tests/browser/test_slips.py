"""Results from paper, typed faster than the network carries them."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, BrowserErrors
from tests.browser.party_devices import Desk
from tests.party import builders
from whistclub.accounts.models import User
from whistclub.party.models import Party

pytestmark = pytest.mark.browser

SENDS = "**/result/"


def type_slip(page: Page, *line: str) -> None:
    """Into the box that has the focus, and nothing waits for the page."""
    for value in line:
        page.keyboard.type(value)
        page.keyboard.press("Enter")


def totals(party: Party) -> list[list[int]]:
    return [table.game.totals for table in builders.party_state(party).current.tables]


def test_slips_are_sent_one_after_the_other_while_the_next_is_typed(desk: Desk, playing: Party):
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


def test_without_a_connection_the_slip_comes_back_into_the_form(
    desk: Desk, playing: Party, browser_errors: BrowserErrors
):
    browser_errors.expect_bad_network()
    page = desk.page
    page.route(SENDS, lambda route: route.abort())
    page.get_by_label("Table", exact=True).focus()
    type_slip(page, "1", "4", "10")
    desk.says("Not saved: table 1, 4–10. The club does not answer. Try again.")
    expect(page.locator("form.quick [name=first]")).to_have_value("4")
    page.unroute(SENDS)
    page.locator("form.quick [name=second]").press("Enter")
    desk.says("Table 1: Ann & Bob 4–10 Clara & Dan.")
    assert totals(playing)[0] == [4, 10]


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

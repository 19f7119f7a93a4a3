"""Results from paper, typed faster than the network carries them."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONE, BrowserErrors, OpenDevice
from tests.browser.party_devices import Desk
from tests.browser.party_pages import of_organiser
from tests.party import builders
from whistclub.accounts.models import User
from whistclub.party.actions import results
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


def test_another_network_that_answers_in_place_of_the_club_saves_nothing(desk: Desk, playing: Party):
    page = desk.page

    def sign_in_page(route: Route) -> None:
        route.fulfill(status=200, content_type="text/html", body="<p>Welcome to the hotel! Room number?</p>")

    page.route(SENDS, sign_in_page, times=1)
    page.get_by_label("Table", exact=True).focus()
    type_slip(page, "1", "4", "10")
    desk.says("Not saved: table 1, 4–10.")
    expect(page.get_by_text("Room number?")).to_have_count(0)


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


def test_a_result_that_changed_since_it_was_asked_about_is_asked_about_again(
    desk: Desk, playing: Party, olga: User, browser_errors: BrowserErrors
):
    browser_errors.expect_refusals()
    builders.typed(playing, olga, (5, 3))
    page, alert = desk.page, desk.page.get_by_role("alert")
    page.get_by_label("Table", exact=True).focus()
    type_slip(page, "1", "4", "10")
    expect(alert).to_contain_text("Table 1 has 5–3")
    results.type_result(playing, 1, 1, (9, 9), by=olga, at=timezone.now())
    page.get_by_role("button", name="Replace it").click()
    expect(alert).to_contain_text("Table 1 has 9–9")
    assert totals(playing)[0] == [9, 9]


def test_a_phone_without_scripts_shows_why_a_slip_is_refused(
    open_device: OpenDevice, sign_in: Callable[[Page], Page], playing: Party, browser_errors: BrowserErrors
):
    browser_errors.expect_refusals()
    page = sign_in(open_device(**PHONE, java_script_enabled=False))
    page.goto(of_organiser(playing, "console"))
    for name, value in (("table", "9"), ("first", "13"), ("second", "7")):
        page.locator(f"form.quick [name={name}]").fill(value)
    page.locator("form.quick").get_by_role("button", name="Save").click()
    alert = page.get_by_role("alert").filter(has_text="There is no table 9 in this round.")
    expect(alert).to_be_in_viewport()
    expect(page.locator("form.quick [name=second]")).to_have_value("7")


def test_a_phone_shows_what_was_saved_and_both_pairs_beside_each_other(
    open_device: OpenDevice, sign_in: Callable[[Page], Page], playing: Party
):
    page = sign_in(open_device(**PHONE))
    page.goto(of_organiser(playing, "console"))
    fields = [page.locator(f"form.quick [name={name}]") for name in ("first", "second")]
    assert len({field.bounding_box()["y"] for field in fields}) == 1
    page.get_by_label("Table", exact=True).focus()
    type_slip(page, "1", "4", "10")
    expect(page.locator("#answer")).to_have_text("Table 1: Ann & Bob 4–10 Clara & Dan. Undo")
    expect(page.locator("#answer")).to_be_in_viewport(ratio=1)
    expect(page.get_by_label("Table", exact=True)).to_be_in_viewport(ratio=1)


def test_on_a_phone_a_link_above_the_tables_leads_to_the_form_below_them(
    open_device: OpenDevice, sign_in: Callable[[Page], Page], playing: Party
):
    page = sign_in(open_device(**PHONE))
    page.goto(of_organiser(playing, "console"))
    link, table = page.get_by_role("link", name="Enter a paper result"), page.get_by_label("Table", exact=True)
    expect(link).to_be_in_viewport(ratio=1)
    expect(table).not_to_be_in_viewport()
    assert link.bounding_box()["height"] >= 48
    link.press("Enter")
    expect(table).to_be_focused()
    expect(table).to_be_in_viewport(ratio=1)
    type_slip(page, "1", "4", "10")
    expect(page.locator("#answer")).to_have_text("Table 1: Ann & Bob 4–10 Clara & Dan. Undo")
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(link).to_be_hidden()

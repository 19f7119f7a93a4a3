"""Results from paper, typed faster than the network carries them."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

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


def test_slips_typed_without_a_connection_outlive_a_reload_and_are_sent_in_order(
    desk: Desk, playing: Party, browser_errors: BrowserErrors
):
    browser_errors.expect_bad_network()
    page, waiting = desk.page, desk.page.locator("#queue p")
    page.on("dialog", lambda dialog: dialog.accept())
    page.route(SENDS, lambda route: route.abort())
    page.get_by_label("Table", exact=True).focus()
    type_slip(page, "1", "4", "10")
    type_slip(page, "2", "13", "7")
    text = "Not saved yet: table 1, 4–10; table 2, 13–7. Trying again …"
    expect(waiting).to_have_text(text)
    expect(waiting.locator(".whole-score")).to_have_text(["4–10", "13–7"])
    expect(page.get_by_label("Table", exact=True)).to_be_focused()
    expect(page.locator("form.quick [name=second]")).to_have_value("")
    assert not page.evaluate("dispatchEvent(new Event('beforeunload', { cancelable: true }))")
    page.reload()
    expect(waiting).to_have_text(text)
    page.unroute(SENDS)
    page.evaluate("dispatchEvent(new Event('online'))")
    desk.says("2 of 2 results in")
    expect(waiting).to_be_hidden()
    assert totals(playing) == [[4, 10], [13, 7]]
    assert page.evaluate("dispatchEvent(new Event('beforeunload', { cancelable: true }))")


def test_a_slip_typed_while_another_is_on_its_way_outlives_a_reload(
    desk: Desk, playing: Party, browser_errors: BrowserErrors
):
    browser_errors.expect_bad_network()
    page, held = desk.page, []
    page.on("dialog", lambda dialog: dialog.accept())
    page.route(SENDS, lambda route: held.append(route))
    page.get_by_label("Table", exact=True).focus()
    with page.expect_request(SENDS):
        type_slip(page, "1", "4", "10")
    type_slip(page, "2", "13", "7")
    assert held
    page.reload()
    page.unroute(SENDS)
    desk.says("2 of 2 results in")
    assert totals(playing) == [[4, 10], [13, 7]]


def test_a_refused_slip_and_its_choices_outlive_a_reload_and_it_does_not_block_the_next(
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
    expect(alert).to_contain_text("Table 1 has 5–3")
    expect(alert).to_contain_text("You typed 4–10.")
    page.reload()
    expect(alert).to_contain_text("You typed 4–10.")
    expect(alert).to_be_in_viewport()
    page.get_by_role("button", name="Keep 5–3").click()
    desk.says("Nothing changed: Table 1 has 5–3. Your 4–10 was not saved.")
    expect(alert).to_have_count(0)
    expect(table).to_be_focused()
    type_slip(page, "1", "4", "1.5")
    expect(alert).to_contain_text("Not saved: table 1, 4–1.5. Enter the second pair’s points as a whole number.")
    expect(alert.locator(".whole-score")).to_have_text("4–1.5")
    page.get_by_role("button", name="Correct it").click()
    expect(alert).to_have_count(0)
    page.locator("form.quick [name=second]").fill("10")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Replace it with 4–10").click()
    desk.says("Table 1: Ann & Bob 4–10 Clara & Dan.")
    expect(table).to_be_focused()
    assert totals(playing) == [[4, 10], [13, 7]]


def test_a_result_that_is_changed_elsewhere_is_no_longer_shown_as_saved(
    desk: Desk, playing: Party, olga: User, browser_errors: BrowserErrors
):
    browser_errors.expect_refusals()
    page, alert = desk.page, desk.page.get_by_role("alert")
    table = page.get_by_label("Table", exact=True)
    table.focus()
    type_slip(page, "1", "7", "4")
    type_slip(page, "2", "13", "7")
    desk.says("Table 2: Eva & Fay 13–7 Gus & Hal.")
    results.type_result(playing, 1, 1, (4, 7), by=olga, at=timezone.now())
    expect(alert).to_have_text("Table 1 was changed elsewhere. It is now 4–7; you typed 7–4. OK")
    expect(alert.locator(".whole-score")).to_have_text(["4–7", "7–4"])
    expect(page.locator("#slip-saved")).to_be_empty()
    alert.get_by_role("button", name="OK").click()
    type_slip(page, "2", "7", "13")
    page.get_by_role("button", name="Replace it with 7–13").click()
    desk.says("Table 2: Eva & Fay 7–13 Gus & Hal.")
    expect(alert).to_have_count(0)
    table.press_sequentially("1")
    desk.press("Undo")
    desk.says("Undone: table 2, 7–13. The result is again Eva & Fay 13–7 Gus & Hal.")
    expect(alert).to_have_count(0)
    assert totals(playing) == [[4, 7], [13, 7]]
    expect(table).to_have_value("1")
    expect(page.locator("form.quick [name=first]")).to_be_focused()


def test_after_an_undo_the_next_slip_can_be_typed_at_once(desk: Desk, playing: Party):
    page, table = desk.page, desk.page.get_by_label("Table", exact=True)
    table.focus()
    type_slip(page, "1", "4", "10")
    desk.press("Undo")
    desk.says("Undone: table 1, 4–10. The table now has no result.")
    expect(table).to_be_focused()
    desk.says("0 of 2 results in")
    expect(page.get_by_role("alert")).to_have_count(0)
    type_slip(page, "1", "10", "4")
    desk.says("Table 1: Ann & Bob 10–4 Clara & Dan.")


def test_a_question_is_asked_again_or_closes_once_another_result_of_its_table_is_saved(
    desk: Desk, playing: Party, olga: User, browser_errors: BrowserErrors
):
    browser_errors.expect_refusals()
    builders.typed(playing, olga, (5, 3))
    page, alert = desk.page, desk.page.get_by_role("alert")
    page.get_by_label("Table", exact=True).focus()
    type_slip(page, "1", "4", "10")
    type_slip(page, "1", "10", "4")
    expect(alert).to_have_count(2)
    alert.last.get_by_role("button", name="Replace it with 10–4").click()
    desk.says("Table 1: Ann & Bob 10–4 Clara & Dan.")
    expect(alert).to_have_count(1)
    expect(alert).to_contain_text("Table 1 has 10–4 (typed by Olga")
    results.type_result(playing, 1, 1, (9, 9), by=olga, at=timezone.now())
    question = alert.filter(has_text="You typed 4–10.")
    expect(question).to_contain_text("Table 1 has 9–9")
    page.get_by_role("button", name="OK").click()
    results.reopen_table(playing, 1, 1, by=olga, at=timezone.now())
    expect(alert).to_contain_text("Ann & Bob 4–10 Clara & Dan, in round 1. The table now has no result.")
    page.reload()
    expect(alert).to_contain_text("The table now has no result.")
    results.type_result(playing, 1, 1, (4, 10), by=olga, at=timezone.now())
    desk.says("Table 1 has this result already: Ann & Bob 4–10 Clara & Dan.")
    expect(alert).to_have_count(0)


def test_keep_says_that_the_result_is_another_by_now(
    desk: Desk, playing: Party, olga: User, browser_errors: BrowserErrors
):
    browser_errors.expect_refusals()
    browser_errors.expect_bad_network()
    builders.typed(playing, olga, (5, 3))
    page, alert = desk.page, desk.page.get_by_role("alert")
    page.get_by_label("Table", exact=True).focus()
    type_slip(page, "1", "4", "10")
    expect(alert.get_by_role("button").first).to_have_text("Keep 5–3")
    page.route("**/live/**", lambda route: route.abort())
    results.type_result(playing, 1, 1, (9, 9), by=olga, at=timezone.now())
    page.get_by_role("button", name="Keep 5–3").click()
    expect(alert).to_contain_text("Table 1 has 9–9")
    page.get_by_role("button", name="Keep 9–9").click()
    desk.says("Nothing changed: Table 1 has 9–9. Your 4–10 was not saved.")
    expect(alert).to_have_count(0)


def test_the_same_slip_typed_twice_is_one_question_and_no_older_note_stays_below_it(
    desk: Desk, playing: Party, olga: User, browser_errors: BrowserErrors
):
    browser_errors.expect_refusals()
    builders.typed(playing, olga, (5, 3))
    page, alert = desk.page, desk.page.get_by_role("alert")
    page.get_by_label("Table", exact=True).focus()
    type_slip(page, "1", "5", "3")
    desk.says("Table 1 has this result already: Ann & Bob 5–3 Clara & Dan.")
    for _time in range(2):
        with page.expect_response(SENDS):
            type_slip(page, "1", "4", "10")
    expect(alert).to_have_count(1)
    expect(page.locator("#slip-saved")).to_be_empty()
    page.get_by_role("button", name="Keep 5–3").click()
    expect(alert).to_have_count(0)
    page.reload()
    expect(page.get_by_label("Table", exact=True)).to_be_visible()
    expect(alert).to_have_count(0)


def test_what_is_taken_back_to_be_corrected_holds_the_page_at_its_round(
    desk: Desk, playing: Party, olga: User, browser_errors: BrowserErrors
):
    browser_errors.expect_refusals()
    builders.typed(playing, olga, (5, 3), (5, 3))
    page = desk.page
    page.get_by_label("Table", exact=True).focus()
    type_slip(page, "1", "4", "1.5")
    page.get_by_role("button", name="Correct it").click()
    with page.expect_response("**/live/**"):
        builders.next_round(playing, olga, at=timezone.now())
    desk.says("The party has moved on, and the rest of this page is out of date.")
    expect(page.locator("form.quick [name=second]")).to_have_value("1.5")


def test_a_result_that_is_taken_away_or_overruled_elsewhere_is_said_too(desk: Desk, playing: Party, olga: User):
    page, alert = desk.page, desk.page.get_by_role("alert")
    page.get_by_label("Table", exact=True).focus()
    type_slip(page, "1", "7", "4")
    desk.says("Table 1: Ann & Bob 7–4 Clara & Dan.")
    results.reopen_table(playing, 1, 1, by=olga, at=timezone.now())
    expect(alert).to_have_text("Table 1 was changed elsewhere. It has no result now; you typed 7–4. OK")
    alert.get_by_role("button", name="OK").click()
    type_slip(page, "1", "7", "4")
    desk.says("Table 1: Ann & Bob 7–4 Clara & Dan.")
    results.award_walkover(playing, 1, 1, 1, by=olga, at=timezone.now())
    expect(alert).to_have_text("Table 1 was changed elsewhere. Clara & Dan win by default. You typed 7–4. OK")


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
    expect(page.locator("#slip-saved")).to_have_text("Table 1: Ann & Bob 4–10 Clara & Dan. Undo")
    expect(page.locator("#slip-saved")).to_be_in_viewport(ratio=1)
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
    expect(page.locator("#slip-saved")).to_have_text("Table 1: Ann & Bob 4–10 Clara & Dan. Undo")
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(link).to_be_hidden()

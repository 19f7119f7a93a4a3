"""What the desk says of results from paper, and of their undo, that the site refuses."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.conftest import BrowserErrors
from tests.browser.party_devices import Desk
from tests.browser.test_slips import type_slip
from tests.party import builders
from whistclub.accounts.models import User
from whistclub.party.actions import room
from whistclub.party.models import Party
from whistclub.party.room import Room

pytestmark = pytest.mark.browser


def test_why_a_slip_was_not_saved_goes_once_a_later_one_of_its_table_is_saved(
    desk: Desk, playing: Party, browser_errors: BrowserErrors
):
    browser_errors.expect_refusals()
    page, alert = desk.page, desk.page.get_by_role("alert")
    page.get_by_label("Table", exact=True).focus()
    type_slip(page, "1", "x", "4")
    type_slip(page, "2", "x", "4")
    expect(alert).to_have_count(2)
    type_slip(page, "2", "13", "4")
    desk.says("Table 2: Eva & Fay 13–4 Gus & Hal.")
    expect(alert).to_have_count(1)
    expect(alert).to_contain_text("Not saved: table 1, x–4.")
    page.reload()
    expect(alert).to_have_count(1)
    expect(alert).to_contain_text("Not saved: table 1, x–4.")


def test_slips_with_the_name_and_with_the_number_of_a_table_are_of_the_same_table(
    desk: Desk, playing: Party, olga: User, browser_errors: BrowserErrors
):
    browser_errors.expect_refusals()
    room.change_room(playing, Room({2: "Window"}), by=olga, at=timezone.now())
    desk.page.reload()
    page, alert = desk.page, desk.page.get_by_role("alert")
    page.get_by_label("Table", exact=True).focus()
    type_slip(page, "Window", "x", "4")
    expect(alert).to_have_count(1)
    type_slip(page, "2", "13", "4")
    desk.says("Window: Eva & Fay 13–4 Gus & Hal.")
    expect(alert).to_have_count(0)
    for table in ("2", "window"):
        type_slip(page, table, "5", "3")
        expect(alert).to_contain_text("You typed 5–3.")
        expect(page.locator("#queue p")).to_be_hidden()
    expect(alert).to_have_count(1)
    assert builders.party_state(playing).current.table(2).game.totals == [13, 4]

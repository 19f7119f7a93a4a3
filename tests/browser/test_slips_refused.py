"""What the desk says of results from paper, and of their undo, that the site refuses."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import BrowserErrors
from tests.browser.party_devices import Desk
from tests.browser.test_slips import type_slip
from whistclub.party.models import Party

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

"""The page that starts a game says at the chair what is wrong, until that is changed."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.conftest import BrowserErrors
from whistclub.club.models import Club

pytestmark = pytest.mark.browser


def test_a_name_typed_twice_is_marked_and_has_the_focus_until_it_is_changed(
    prairie: Club, phone: Page, sign_in: Callable[[Page], Page], browser_errors: BrowserErrors
):
    browser_errors.expect_refusals()
    sign_in(phone).goto(reverse("play:start", args=[prairie.slug]))
    for number, name in enumerate(("Ann", "Dee", "Bob", "dee"), start=1):
        phone.get_by_label(f"Seat {number}", exact=True).fill(name)
    phone.get_by_role("button", name="Start the game").tap()
    last = phone.get_by_label("Seat 4", exact=True)
    expect(last).to_be_focused()
    expect(last).to_have_attribute("aria-invalid", "true")
    expect(last).to_have_accessible_description("dee is already seated.")
    expect(phone.get_by_text("dee is already seated.")).to_be_visible()
    last.fill("Dora")
    expect(phone.get_by_text("dee is already seated.")).to_have_count(0)
    expect(last).not_to_have_attribute("aria-invalid", "true")

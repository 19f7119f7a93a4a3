"""Every page of a party, with the longest names: accessible, wide enough for fingers, no wider than the screen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.party_pages import party_pages
from tests.browser.test_pages_are_usable import TOO_WIDE, faults
from whistclub.accounts.models import User
from whistclub.club.models import Club

pytestmark = pytest.mark.browser

# Lower than 48 px; of a box to tick, or one of several, the words around it are tapped too.
TOO_LOW = """() => [...document.querySelectorAll("button, summary, a.button, nav a, select, textarea, input")]
  .filter((each) => each.type !== "hidden")
  .map((each) => ["radio", "checkbox"].includes(each.type) ? each.closest("label") ?? each : each)
  .map((each) => [each, each.getBoundingClientRect().height])
  .filter(([each, height]) => each.checkVisibility() && height < 47.5)
  .map(([each, height]) => `${each.tagName}: ${(each.textContent || each.name).trim().slice(0, 40)}, ${height} px`)"""
OPEN_ALL = "for (const each of document.querySelectorAll('details')) each.open = true"


def test_every_party_page_is_accessible_and_fits_the_screen(
    prairie: Club, olga: User, phone: Page, sign_in: Callable, set_seat: Callable
):
    """On phone and laptop, in light and dark."""
    set_seat(sign_in(phone))
    found, seen = [], set()
    for name, path in party_pages(prairie, olga).items():
        phone.emulate_media(color_scheme="light")
        phone.goto(path)
        phone.evaluate(OPEN_ALL)
        for width in (360, 320):
            phone.set_viewport_size({"width": width, "height": 740})
            found += [f"{name}, {width} px wide: {each}" for each in phone.evaluate(TOO_WIDE)]
            found += [f"{name}, {width} px wide: low {each}" for each in phone.evaluate(TOO_LOW)]
        found += faults(phone, name, seen=seen)
    assert not found, "\n".join(found)

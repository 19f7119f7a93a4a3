"""Every page of a party, with the longest names: accessible, wide enough for fingers, no wider than the screen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.party_pages import address, party_pages
from tests.browser.test_pages_are_usable import OPEN_ALL, TOO_WIDE, faults, misfits
from tests.browser.test_statistics import BROKEN_WORDS
from tests.party import builders
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


SCROLLING = "all => all.map((each) => each.scrollWidth - each.clientWidth).filter((more) => more > 0)"


@pytest.mark.long
def test_every_party_page_is_accessible_and_fits_the_screen(
    prairie: Club, olga: User, phone: Page, sign_in: Callable, set_seat: Callable
):
    """On phone and laptop, in light and dark."""
    set_seat(sign_in(phone))
    found, seen = [], set()
    for name, path in party_pages(prairie, olga).items():
        phone.goto(path)
        phone.evaluate(OPEN_ALL)
        found += misfits(phone, name, too_small=TOO_LOW)
        found += faults(phone, name, seen=seen)
    assert not found, "\n".join(found)


def test_twice_as_large_text_breaks_no_word_of_a_party_and_makes_no_page_wider_than_a_phone(
    prairie: Club, olga: User, phone: Page, sign_in: Callable
):
    names = ("Quentin", "Ingrid", "Clara", "Marge", "Edith", "Greta", "Henrik", "Karin")
    party = builders.party(prairie, olga, *names, mixed=True, own_prizes=("Best cake",), fee=500, shares=(50, 30, 20))
    builders.next_round(party, olga)
    builders.typed(party, olga, (13, 7), (3, 10))
    sign_in(phone).set_viewport_size({"width": 360, "height": 740})
    found = []
    for name in ("console", "people", "settings", "standings", "log", "print_menu", "public", "public_standings"):
        phone.goto(address(party, name))
        phone.evaluate("() => { document.documentElement.style.fontSize = '130%' }")
        assert phone.locator(".standings-box").evaluate_all(SCROLLING) == [], "as long as text is not much larger"
        phone.evaluate("() => { document.documentElement.style.fontSize = '200%' }")
        phone.evaluate(OPEN_ALL)
        found += [f"{name}: {each}" for each in phone.evaluate(BROKEN_WORDS) + phone.evaluate(TOO_WIDE)]
    assert not found, "\n".join(found)

"""Every page of a party, with the longest names: accessible, wide enough for fingers, no wider than the screen."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from tests.browser.party_pages import address, drafted, of_organiser, party_pages
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

CUT_NAMES = """() => [...document.querySelectorAll(".who")]
  .filter((each) => getComputedStyle(each).overflow !== "visible")
  .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 3)
  .map((each) => each.textContent)"""


# On two lines, or beyond the edge of the screen.
BROKEN_TABS = """() => [...document.querySelectorAll(".tabs > a, .tabs summary")].filter((each) => {
  const text = document.createRange();
  text.selectNodeContents(each);
  const { left, right } = text.getBoundingClientRect();
  return left < 0 || right > innerWidth || new Set([...text.getClientRects()].map((line) => line.top)).size > 1;
}).map((each) => each.textContent.trim())"""

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


def test_on_a_phone_the_longest_names_are_readable_in_a_draft_and_at_a_table(
    prairie: Club, olga: User, phone: Page, sign_in: Callable
):
    party = drafted(prairie, olga)
    sign_in(phone)
    session = phone.context.new_cdp_session(phone)
    for size in (16, 24):
        session.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size}})
        for path in (of_organiser(party, "console"), of_organiser(party, "round_table", 1, 1)):
            phone.goto(path)
            assert phone.locator(".who").count() >= 8
            assert not phone.evaluate(CUT_NAMES)
            assert not phone.evaluate(TOO_WIDE)


def test_on_a_phone_tabs_stand_on_one_line(prairie: Club, olga: User, phone: Page, sign_in: Callable):
    party = builders.party(prairie, olga, count=8)
    builders.next_round(party, olga)
    sign_in(phone).set_viewport_size({"width": 360, "height": 616})
    phone.goto(of_organiser(party, "console"))
    tops = phone.locator(".party-head .tabs > *").evaluate_all("all => all.map((each) => each.offsetTop)")
    assert len(tops) == 4
    assert len(set(tops)) == 1
    phone.goto(reverse("party:public", args=[party.code]))
    find = phone.get_by_role("button", name="Find")
    assert (
        find.evaluate(
            "each => { const r = document.createRange(); r.selectNodeContents(each);"
            " return new Set([...r.getClientRects()].map((line) => line.top)).size }"
        )
        == 1
    )


@pytest.mark.parametrize("how", ["browser", "page"])
def test_tabs_stay_whole_when_text_is_twice_as_large(
    prairie: Club, olga: User, phone: Page, sign_in: Callable, how: str
):
    party = builders.party(prairie, olga, count=8)
    sign_in(phone).set_viewport_size({"width": 360, "height": 740})
    if how == "browser":
        sizes = {"fontSizes": {"standard": 32, "fixed": 26}}
        phone.context.new_cdp_session(phone).send("Page.setFontSizes", sizes)
    for path in (of_organiser(party, "people"), reverse("stats:results", args=[prairie.slug])):
        phone.goto(path)
        if how == "page":
            phone.evaluate("() => { document.documentElement.style.fontSize = '200%' }")
        assert phone.evaluate(BROKEN_TABS) == []


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


def test_no_form_and_no_score_is_wider_than_a_phone_whose_browser_doubles_the_text(
    prairie: Club, olga: User, phone: Page, sign_in: Callable
):
    pages = party_pages(prairie, olga)
    sign_in(phone).set_viewport_size({"width": 360, "height": 616})
    sizes = {"fontSizes": {"standard": 32, "fixed": 26}}
    phone.context.new_cdp_session(phone).send("Page.setFontSizes", sizes)
    found = []
    for name in (
        "parties: set_up",
        "running: settings",
        "running: standings",
        "finished: standings",
        "running: table 2",
    ):
        phone.goto(pages[name])
        phone.evaluate(OPEN_ALL)
        found += [f"{name}: {each}" for each in phone.evaluate(TOO_WIDE)]
    assert not found

"""Every page, for every visitor: accessible, wide enough for fingers, no wider than a phone, with larger text too."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, PHONE, OpenDevice, sign_in_as
from tests.browser.pages import site_pages, table_pages
from tests.browser.party_pages import address, party_pages
from tests.browser.statistics_pages import evenings, statistics_pages
from tests.builders import organiser
from tests.party import builders
from whistclub.accounts.models import User
from whistclub.club.founding import first_link_path
from whistclub.club.models import Club

pytestmark = pytest.mark.browser

# No rule of these reads style sheets, and axe would load what they import from a wrong address.
RULES = {
    "resultTypes": ["violations"],
    "preload": {"assets": ["media"]},
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]},
}
VIOLATIONS = """async (rules) => (readAxe(), await axe.run(document, rules)).violations.flatMap(
  ({id, nodes}) => nodes.map((node) => `${id}: ${node.html.slice(0, 150)}`))"""
OPEN_ALL = "() => { for (const each of document.querySelectorAll('details')) each.open = true; }"
# What does not fit: elements that reach beyond the right edge, by what stands in them. (innerWidth would not do: on a
# phone it grows with a page that is too wide.)
TOO_WIDE = """() => document.documentElement.scrollWidth <= document.documentElement.clientWidth ? [] : [
  `${document.documentElement.scrollWidth} px`,
  ...[...document.querySelectorAll("main *")]
    .filter((each) => each.getBoundingClientRect().right > document.documentElement.clientWidth + .5)
    .slice(0, 3).map((each) => `${each.tagName}.${each.className}: ${each.textContent.trim().slice(0, 30)}`)]"""
# Lower than 48 px; a box is ticked by its whole label.
TOO_LOW = """() => [...document.querySelectorAll(
    "button, summary, a.button, nav a, select, input:not([type=hidden], [type=radio])")]
  .map((each) => [each, (each.type === "checkbox" && each.closest("label") || each).getBoundingClientRect().height])
  .filter(([each, height]) => each.checkVisibility() && height < 47.5)
  .map(([each, height]) => `low: ${(each.textContent || each.name).trim().slice(0, 40)}, ${height} px`)"""
# Scores, as "16–6" or "3 – −2", that a line may end within.
BREAKABLE_SCORES = """() => {
  const found = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode());) {
    const score = text.data.match(/\\d(?:–| – −?)\\d/u);
    const holder = text.parentElement;
    if (!score || holder.closest("script, style, template, option, textarea, svg")) continue;
    if (getComputedStyle(holder).textWrapMode !== "nowrap") found.push(`breakable: ${text.data.trim().slice(0, 60)}`);
  }
  return found;
}"""
# Words that stand on two lines, but those of more than twelve letters, which may fit no line.
BROKEN_WORDS = """() => {
  const found = [], range = document.createRange();
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode());) {
    const shown = text.parentElement;
    if (!shown.checkVisibility({visibilityProperty: true}) || shown.closest(".visually-hidden, svg")) continue;
    for (const word of text.data.matchAll(/(?<![\\p{L}\\p{N}])[\\p{L}\\p{N}]{2,12}(?![\\p{L}\\p{N}])/gu)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map((each) => Math.round(each.top)));
      if (lines.size > 1) found.push(word[0]);
    }
  }
  return found;
}"""
# All but the broken words, in one question to the browser.
CHECKS = ", ".join(f"...({each})()" for each in (TOO_WIDE, TOO_LOW, BREAKABLE_SCORES))
FAULTS = f"() => {{ ({OPEN_ALL})(); return [{CHECKS}]; }}"
NARROW = {**PHONE, "viewport": {"width": 320, "height": 740}}


def with_axe(page: Page) -> Page:
    """The script goes to the browser once, and is read only where it is wanted."""
    page.add_init_script(f"window.readAxe = () => {{ {Axe().axe_script}\n}}")
    return page


def violations(page: Page) -> list[str]:
    return page.evaluate(VIOLATIONS, RULES)


@pytest.mark.long
@pytest.mark.parametrize("pages", [site_pages, table_pages, party_pages, statistics_pages])
def test_every_page_is_accessible_and_fits_a_phone(
    all_answered: None, open_device: OpenDevice, live_server, set_seat: Callable, browser_errors, pages
):
    """What a page is comes before the comma in its name: accessibility is looked at once for each, in the light. The
    colours of the dark are compared by tests/club/test_colours.py. Two kinds of pages need evenings behind the club."""
    browser_errors.expect_refusals()
    phone = with_axe(open_device(**NARROW))
    if pages in (site_pages, statistics_pages):
        olga = evenings().olga
    else:
        olga, _club = organiser()
    set_seat(sign_in_as(olga, phone, live_server))
    found, looked_at = [], set()
    for name, path in pages(olga.roles.get().club, olga).items():
        phone.goto(path)
        faults = phone.evaluate(FAULTS)
        what = name.partition(",")[0]
        if what not in looked_at:
            looked_at.add(what)
            faults += violations(phone)
        found += [f"{name}: {each}" for each in faults]
    assert not found, "\n".join(found)


def test_text_twice_as_large_breaks_no_word_and_makes_no_page_wider_than_a_phone(
    prairie: Club, olga: User, phone: Page, sign_in: Callable
):
    names = ("Quentin", "Ingrid", "Clara", "Marge", "Edith", "Greta", "Henrik", "Karin")
    party = builders.party(prairie, olga, *names, mixed=True, own_prizes=("Best cake",), fee=500, shares=(50, 30, 20))
    builders.play_round(party, olga, (13, 7), (3, 10))
    pages = {
        name: address(party, name)
        for name in ("console", "people", "settings", "standings", "log", "print_menu", "public", "public_standings")
    }
    pages["people of the club"] = reverse("club:people", args=[prairie.slug])
    sign_in(phone)
    found = []
    for name, path in pages.items():
        phone.goto(path)
        phone.evaluate(OPEN_ALL)
        phone.evaluate("() => { document.documentElement.style.fontSize = '200%' }")
        found += [f"{name}: {each}" for each in phone.evaluate(BROKEN_WORDS) + phone.evaluate(TOO_WIDE)]
    assert not found, "\n".join(found)


def test_the_first_pages_of_a_new_site_are_accessible_and_know_the_browsers_time_zone(open_device: OpenDevice):
    page = with_axe(open_device(**LAPTOP, timezone_id="Europe/Oslo"))
    for path in ("/", first_link_path()):
        page.goto(path)
        assert not violations(page)
    expect(page.get_by_label("Time zone")).to_have_value("Europe/Oslo")

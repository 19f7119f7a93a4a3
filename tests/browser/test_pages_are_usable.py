"""Every page, for every visitor on every device: accessible, wide enough for fingers, no wider than the screen."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, PHONE, BrowserErrors, OpenDevice
from tests.browser.pages import all_pages, pages_of_every_form
from whistclub.accounts.models import User
from whistclub.club.founding import first_link_path
from whistclub.club.models import Club

pytestmark = pytest.mark.browser

# No rule of these reads style sheets, and axe would load what they import from a wrong address.
HOW = {"resultTypes": ["violations"], "preload": {"assets": ["media"]}}
RULES = HOW | {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}}
BUT_COLOURS = RULES | {"rules": {"color-contrast": {"enabled": False}}}
COLOURS = HOW | {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
# By whether something else is shown, and whether some text looks different.
RULES_BY_NEED = {(True, True): RULES, (True, False): BUT_COLOURS, (False, True): COLOURS, (False, False): None}
VIOLATIONS = """async (rules) => (await axe.run(document, rules)).violations.flatMap(
  ({id, nodes}) => nodes.map((node) => `${id}: ${node.html.slice(0, 150)}`))"""
# What contrast depends on, once for each kind of text: its colour and size, and what lies behind it.
LOOKS = """() => {
  const behind = new Map(), looks = new Set();
  for (const each of document.querySelectorAll("body, body *")) {
    const now = getComputedStyle(each), below = behind.get(each.parentElement) ?? "";
    const own = [now.backgroundColor, now.backgroundImage, now.opacity, now.position].join();
    const covers = now.backgroundColor.startsWith("rgb(") && now.opacity === "1";
    behind.set(each, own === "rgba(0, 0, 0, 0),none,1,static" ? below : covers ? own : `${below} ${own}`);
    const writes = each.matches("input, select, textarea")
      || [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!writes || !each.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
    const bold = Number(now.fontWeight) >= 700;
    const large = parseFloat(now.fontSize) >= (bold ? 18.66 : 24);
    looks.add([now.color, now.textShadow, bold, large, behind.get(each)].join());
  }
  return [...looks];
}"""
# What does not fit: elements that reach beyond the right edge, by what stands in them. (innerWidth would not do: on a
# phone it grows with a page that is too wide.)
TOO_WIDE = """() => document.documentElement.scrollWidth <= document.documentElement.clientWidth ? [] : [
  `${document.documentElement.scrollWidth} px`,
  ...[...document.querySelectorAll("main *")]
    .filter((each) => each.getBoundingClientRect().right > document.documentElement.clientWidth + .5)
    .slice(0, 3).map((each) => `${each.tagName}.${each.className}: ${each.textContent.trim().slice(0, 30)}`)]"""
# Buttons, links that look like one, fields and what opens: lower than 48 px. A box is ticked by its whole label.
TOO_SMALL = """() => [...document.querySelectorAll(
    "button, summary, a.button, nav a, select, input:not([type=hidden], [type=radio])")]
  .map((each) => [each, (each.type === "checkbox" && each.closest("label") || each).getBoundingClientRect().height])
  .filter(([each, height]) => each.checkVisibility() && height < 47.5)
  .map(([each, height]) => `${each.tagName}: ${(each.textContent || each.name).trim()}, ${height} px`)"""

# Scores, as "16–6" or "3 – −2", that a line may end within.
BREAKABLE_SCORES = """() => {
  const found = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode());) {
    const score = text.data.match(/\\d(?:–| – −?)\\d/u);
    const holder = text.parentElement;
    if (!score || holder.closest("script, style, template, option, textarea, svg")) continue;
    if (getComputedStyle(holder).textWrapMode !== "nowrap") found.push(text.data.trim().slice(0, 60));
  }
  return found;
}"""


# Which elements are seen, and which of them scroll: all that other rules than those on colours learn of the width.
SHOWN = """() => [...document.querySelectorAll("body *")].map((each) => {
  if (!each.checkVisibility({visibilityProperty: true})) return 0;
  if (getComputedStyle(each).overflow === "visible") return 1;
  return each.scrollHeight > each.clientHeight || each.scrollWidth > each.clientWidth ? 2 : 1;
}).join("")"""
OPEN_ALL = """() => {
  for (const each of document.querySelectorAll("details")) each.open = true;
  return Boolean(window.axe);
}"""


def faults(page: Page, name: str, kinds: tuple[dict, ...] = (PHONE, LAPTOP), seen: set[str] | None = None) -> list[str]:
    """What axe finds on a page, on a phone and on a laptop; it is left in the light. In the dark only colours are
    different. They, which take most of the time, are looked at only where a page brings a look that is not among those
    `seen`; all else only where a width shows what another does not."""
    seen = set() if seen is None else seen
    if not page.evaluate(OPEN_ALL):
        page.add_init_script(Axe().axe_script)  # handing it over takes longer than running it
        page.evaluate(Axe().axe_script)
    found, shown = [], set()
    for kind in kinds:
        resize(page, **kind["viewport"])
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            now, looks = page.evaluate(f"() => [({SHOWN})(), ({LOOKS})()]")
            rules = RULES_BY_NEED[now not in shown, not seen.issuperset(looks)]
            if rules:
                place = f"{name}, {kind['viewport']['width']} px, {scheme}"
                found += [f"{place}: {fault}" for fault in page.evaluate(VIOLATIONS, rules)]
            shown.add(now)
            seen.update(looks)
    page.emulate_media(color_scheme="light")
    return found


def misfits(page: Page, name: str, widths: tuple[int, ...] = (320, 360), too_small: str = TOO_SMALL) -> list[str]:
    """What is too wide for a phone, or too low for a finger; scores that may stand on two lines."""
    found = [f"{name}: breakable {each}" for each in page.evaluate(BREAKABLE_SCORES)]
    for width in widths:
        resize(page, width, 740)
        wide, low = page.evaluate(f"() => [({TOO_WIDE})(), ({too_small})()]")
        found += [f"{name}, {width} px wide: {each}" for each in wide]
        found += [f"{name}, {width} px wide: low {each}" for each in low]
    return found


def resize(page: Page, width: int, height: int) -> None:
    """Does nothing to a page that has this size: each time all of it is laid out again."""
    size = {"width": width, "height": height}
    if page.viewport_size != size:
        page.set_viewport_size(size)


@pytest.mark.long
def test_every_page_is_accessible_and_fits_a_phone(
    prairie: Club, olga: User, phone: Page, sign_in: Callable, set_seat: Callable, browser_errors: BrowserErrors
):
    """On phone and laptop, in light and dark."""
    browser_errors.expect_refusals()
    set_seat(sign_in(phone))
    found, seen = [], set()
    for name, path in all_pages(prairie, olga).items():
        phone.goto(path)
        found += misfits(phone, name)
        found += faults(phone, name, seen=seen)
    assert not found, "\n".join(found)


@pytest.mark.long
def test_every_page_of_every_table_format_is_accessible_and_fits_a_phone(
    prairie: Club, olga: User, phone: Page, sign_in: Callable, set_seat: Callable, browser_errors: BrowserErrors
):
    """Their laptop's side is that of the pages above, and hard names change no more than widths."""
    browser_errors.expect_refusals()
    set_seat(sign_in(phone))
    found, seen = [], set()
    for name, path in pages_of_every_form(prairie, olga).items():
        phone.goto(path)
        found += misfits(phone, name)
        if "long names" not in name:
            found += faults(phone, name, (PHONE,), seen)
    assert not found, "\n".join(found)


def test_the_first_pages_of_a_new_site_are_accessible(laptop: Page, transactional_db: None):
    for path in ("/", first_link_path()):
        laptop.goto(path)
        assert not faults(laptop, path)


def test_the_claim_page_detects_the_browsers_time_zone(open_device: OpenDevice, transactional_db: None):
    page = open_device(**LAPTOP, timezone_id="Europe/Oslo")
    page.goto(first_link_path())
    expect(page.get_by_label("Time zone")).to_have_value("Europe/Oslo")

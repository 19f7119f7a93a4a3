"""The pages of statistics in a browser: usable by everybody, drawn from their tables, and the ways between them."""

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import builders
from tests.browser.conftest import PHONE
from tests.browser.statistics_pages import evenings, statistics_pages
from tests.browser.test_pages_are_usable import HOW, OPEN_ALL, TOO_WIDE, VIOLATIONS, faults, misfits, resize
from tests.stats.evenings import Evenings
from whistclub.club.models import Club
from whistclub.play.models import Game

pytestmark = pytest.mark.browser

# Whatever is tapped has 24 px in both directions, or nothing else within them.
TARGETS = HOW | {"runOnly": {"type": "rule", "values": ["target-size"]}}


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


@pytest.fixture
def played(transactional_db: None) -> Evenings:
    return evenings()


@pytest.fixture
def prairie(request: pytest.FixtureRequest) -> Club:
    """The club of those evenings, where a test has them."""
    if "played" in request.fixturenames:
        return request.getfixturevalue("played").club
    request.getfixturevalue("transactional_db")
    return builders.organiser()[1]


@pytest.mark.long
def test_every_page_of_statistics_is_usable_on_phone_and_laptop_in_light_and_dark(
    played: Evenings, phone: Page, sign_in: Callable[[Page], Page]
):
    """Accessible, no wider than the screen, high enough for fingers."""
    sign_in(phone)
    found, seen = [], set()
    for name, path in statistics_pages(played).items():
        assert phone.goto(path).status == 200, name
        phone.evaluate(OPEN_ALL)
        found += misfits(phone, name, (320, 1280, 360))
        found += faults(phone, name, seen=seen)
        resize(phone, **PHONE["viewport"])
        found += [f"{name}: {each}" for each in phone.evaluate(VIOLATIONS, TARGETS)]
    assert not found, "\n".join(found)


def test_with_text_at_double_size_no_page_of_a_player_is_wider_than_a_phone(
    played: Evenings, phone: Page, sign_in: Callable[[Page], Page]
):
    sign_in(phone)
    resize(phone, 360, 616)
    phone.context.new_cdp_session(phone).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    pages = statistics_pages(played)
    found = []
    for path in (pages["player"], pages["player, long name"], reverse("club:people", args=[played.club.slug])):
        phone.goto(path)
        phone.evaluate(OPEN_ALL)
        found += [f"{path}: {each}" for each in phone.evaluate(TOO_WIDE)]
    assert not found


def test_links_lead_from_game_to_player_to_hands_to_game(
    prairie: Club, game: Game, phone: Page, sign_in: Callable[[Page], Page]
):
    """Ann granded twice, and made one of them."""
    by_clara = builders.high(3, 2, 13), builders.high(4, 2, 13)
    over = builders.record(game, builders.high(1, 0, 9), builders.high(2, 0, 6), *by_clara).game
    assert over.state == Game.State.FINISHED
    page = sign_in(phone)
    page.goto(reverse("play:game", args=[prairie.slug, game.code]))
    page.locator("summary", has_text="Statistics").tap()
    page.get_by_role("link", name="Club statistics").tap()
    page.get_by_role("link", name="Players", exact=True).tap()
    page.locator("summary", has_text="Filter:").tap()
    page.get_by_role("button", name="Show", exact=True).tap()
    page.locator("tbody th a", has_text="Ann").tap()
    page.locator("summary", has_text="All figures").tap()
    made = page.locator("#numbers tbody tr").filter(has=page.get_by_text("Grands made", exact=True))
    expect(made.locator("td").first).to_have_text("50%")
    made.get_by_role("link").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Grands made")
    hands = page.locator(".entries a")
    expect(hands).to_have_count(1)
    expect(hands).to_contain_text("Ann")
    hands.tap()
    expect(page).to_have_url(re.compile(reverse("play:watch", args=[game.code])))
    expect(page.get_by_text("won the game")).to_be_visible()

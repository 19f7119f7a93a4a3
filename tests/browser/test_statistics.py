"""The pages of statistics in a browser: usable by everybody, drawn from their tables, and the ways between them."""

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import builders
from tests.browser.conftest import PHONE, BrowserErrors, OpenDevice
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


def test_with_large_text_no_word_breaks_and_no_page_is_too_wide(
    played: Evenings, phone: Page, sign_in: Callable[[Page], Page]
):
    """Text at 150 %, as a browser is set to; the longest name of all fits no line."""
    sign_in(phone)
    phone.context.new_cdp_session(phone).send("Page.setFontSizes", {"fontSizes": {"standard": 24, "fixed": 20}})
    party = played.club.party_facts.get()
    pages = statistics_pages(played) | {"party": reverse("party:public", args=[party.code])}
    found = []
    for name in ("results", "day", "players", "player", "games", "records", "versus", "party"):
        assert phone.goto(pages[name]).status == 200, name
        phone.evaluate(OPEN_ALL)
        found += [f"{name}: {word}" for word in phone.evaluate(BROKEN_WORDS) + phone.evaluate(TOO_WIDE)]
    assert not found


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


def test_what_decides_is_in_sight_on_a_phone_where_one_is_in_high_contrast_and_no_button_on_paper(
    played: Evenings, phone: Page, sign_in: Callable[[Page], Page]
):
    sign_in(phone).goto(played.url("records"))
    tabs = phone.locator(".tabs a")
    assert {tabs.nth(place).bounding_box()["y"] for place in range(4)} == {tabs.first.bounding_box()["y"]}
    phone.emulate_media(forced_colors="active")
    edge = "(tabs) => tabs.map((tab) => getComputedStyle(tab).borderBottomColor)"
    drawn = tabs.evaluate_all(edge)
    assert drawn.count(drawn[0]) == 3
    assert drawn[2] != drawn[0]

    phone.emulate_media(forced_colors="none", media="print")
    expect(phone.locator("main")).to_contain_text(played.club.name)
    shown = "(all) => all.filter((each) => each.checkVisibility()).map((each) => each.textContent)"
    assert phone.locator("main .button, main nav, main details:not([open], .narrow)").evaluate_all(shown) == []
    assert phone.locator(".leaders").first.is_visible()


def test_the_figures_of_an_evening_stand_on_one_line_on_a_phone(played: Evenings, phone: Page):
    phone.goto(played.url("results"))
    lines = """rows => rows.map(row => [...row.querySelectorAll("td[data-label]")].map(
        figure => Math.round(figure.getBoundingClientRect().top)))"""
    tops = phone.get_by_role("region", name="Evenings").locator("tbody tr").evaluate_all(lines)
    assert len(tops) > 5
    assert [(len(each), len(set(each))) for each in tops] == [(3, 1)] * len(tops)


def test_forms_work_without_javascript(played: Evenings, open_device: OpenDevice):
    page = open_device(**PHONE, java_script_enabled=False)
    page.goto(played.url("players") + "?least=1")
    names = page.locator("tbody th a")
    expect(names).to_have_count(8)
    page.get_by_role("link", name="Games won").tap()
    expect(page.locator("[aria-sort]")).to_have_text("Games won %")
    expect(page).to_have_url(re.compile("by=won"))
    expect(names).to_have_count(8)
    names.filter(has_text="Ann").tap()

    expect(page.get_by_role("heading", name="Ann", level=1)).to_be_visible()


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


def test_a_stranger_finds_statistics_when_the_organiser_shows_them(
    prairie: Club, game: Game, laptop: Page, phone: Page, sign_in: Callable[[Page], Page], browser_errors: BrowserErrors
):
    browser_errors.expect_refusals()
    builders.play_out(game)
    address = f"/c/{prairie.slug}/"
    assert phone.goto(address).status == 404
    sign_in(laptop).goto(f"/run/{prairie.slug}/")
    laptop.get_by_role("link", name="Club", exact=True).click()
    laptop.get_by_role("link", name="Club settings").click()
    laptop.get_by_label("Everything with names").check()
    laptop.get_by_role("button", name="Save").click()
    expect(laptop.get_by_text("Saved.")).to_be_visible()
    assert phone.goto(address).status == 200
    expect(phone.get_by_role("link", name="Players", exact=True)).to_be_visible()
    laptop.get_by_label("Nothing: only organisers").check()
    with laptop.expect_navigation():
        laptop.get_by_role("button", name="Save").click()
    assert phone.goto(address).status == 404

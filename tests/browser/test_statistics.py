"""The pages of statistics in a browser: usable by everybody, drawn from their tables, and the ways between them."""

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import builders
from tests.browser.charts import DRAWN, MOVED, Chart, watch_for_shifts
from tests.browser.conftest import PHONE, BrowserErrors, OpenDevice
from tests.browser.pages import LONG_NAMES
from tests.browser.statistics_pages import evenings, statistics_pages
from tests.browser.test_pages_are_usable import HOW, OPEN_ALL, TOO_WIDE, VIOLATIONS, faults, misfits, resize
from tests.stats.evenings import Evenings
from whistclub.club.models import Club
from whistclub.play.models import Game

pytestmark = pytest.mark.browser

# Whatever is tapped has 24 px in both directions, or nothing else within them.
TARGETS = HOW | {"runOnly": {"type": "rule", "values": ["target-size"]}}

# Everything that a page fetches, and its size without headers.
LOADED = """() => performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource"))
    .map(({ name, encodedBodySize }) => [name, encodedBodySize])"""

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
    """Accessible, no wider than the screen, high enough for fingers; charts draw without moving anything."""
    watch_for_shifts(sign_in(phone))
    found, seen = [], set()
    for name, path in statistics_pages(played).items():
        assert phone.goto(path).status == 200, name
        if phone.locator("[data-chart]").count():
            phone.wait_for_function(DRAWN)
            if (moved := phone.evaluate(MOVED)) >= 0.1:
                found.append(f"{name}: moves by {moved}")
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
    for name in ("results", "day", "players", "player", "games", "records", "parties", "versus", "party"):
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


def test_a_page_with_a_chart_in_sight_loads_at_most_80_kilobytes(played: Evenings, phone: Page):
    ann, bob = (played.club.players.get(name=name).pk for name in ("Ann", "Bob"))
    phone.goto(played.url("versus", ann, bob))
    phone.wait_for_function(DRAWN)
    phone.wait_for_load_state("networkidle")
    loaded = dict(phone.evaluate(LOADED))
    assert any("uPlot" in name for name in loaded)
    assert sum(loaded.values()) <= 80_000, sorted(loaded.items(), key=lambda item: -item[1])


def test_arrow_keys_step_through_a_chart_and_read_its_values(played: Evenings, laptop: Page):
    player = played.club.players.get(name=LONG_NAMES[0])
    laptop.goto(played.url("player", player.pk))
    laptop.locator("summary", has_text="Rating and evenings").click()
    chart = Chart(laptop, "rating")
    last = len(chart.rows) - 1
    assert last >= 3
    heights = []
    for row in range(last + 1):
        chart.press("ArrowRight")
        chart.says(chart.readout(row))
        heights.append(chart.painted()[1])
    chart.press("ArrowRight")
    chart.says(chart.readout(last))
    for key, row in (("ArrowLeft", last - 1), ("Home", 0), ("ArrowLeft", 0), ("ArrowDown", 1), ("End", last)):
        chart.press(key)
        chart.says(chart.readout(row))
    chart.press("Escape")
    expect(chart.figure.locator("[aria-live]")).to_be_empty()
    chart.press("ArrowLeft")
    chart.says(chart.readout(last))

    # The line goes through the values.
    values = [row[1]["value"] for row in chart.rows]
    low, high = values.index(min(values)), values.index(max(values))
    scale = (heights[high] - heights[low]) / (values[high] - values[low])
    assert scale < -0.2
    assert heights == pytest.approx([heights[low] + scale * (value - values[low]) for value in values], abs=2.5)


def test_bars_are_as_high_as_the_numbers_of_their_table_and_follow_the_colours_of_the_page(
    played: Evenings, laptop: Page
):
    laptop.goto(played.url("results"))
    laptop.locator("summary", has_text="Games by month").click()
    chart = Chart(laptop, "months")
    bars = []
    for row in range(len(chart.rows)):
        chart.press("ArrowRight")
        chart.says(chart.readout(row))
        bars.append(chart.painted()[0])
    values = [row[1]["value"] for row in chart.rows]
    assert len(set(values)) > 2
    most = values.index(max(values))
    assert bars[most] > 50
    assert bars == pytest.approx([bars[most] * value / values[most] for value in values], abs=2.5)

    chart.press("Escape")
    light = chart.picture()
    laptop.emulate_media(color_scheme="dark")
    dark = chart.redrawn(light)
    chart.press("End")
    assert chart.painted()[0] == pytest.approx(bars[-1], abs=1)
    chart.press("Escape")
    laptop.emulate_media(color_scheme="light")
    assert chart.redrawn(dark) == light


def test_what_decides_is_in_sight_on_a_phone_where_one_is_in_high_contrast_and_no_button_on_paper(
    played: Evenings, phone: Page, sign_in: Callable[[Page], Page]
):
    sign_in(phone).goto(played.url("records"))
    tabs = phone.locator(".tabs a")
    assert {tabs.nth(place).bounding_box()["y"] for place in range(5)} == {tabs.first.bounding_box()["y"]}
    phone.emulate_media(forced_colors="active")
    edge = "(tabs) => tabs.map((tab) => getComputedStyle(tab).borderBottomColor)"
    drawn = tabs.evaluate_all(edge)
    assert drawn.count(drawn[0]) == 4
    assert drawn[3] != drawn[0]

    phone.emulate_media(forced_colors="none", media="print")
    expect(phone.locator("main")).to_contain_text(played.club.name)
    shown = "(all) => all.filter((each) => each.checkVisibility()).map((each) => each.textContent)"
    assert phone.locator("main .button, main nav, main details:not([open], .narrow)").evaluate_all(shown) == []
    assert phone.locator(".record").first.is_visible()


def test_the_figures_of_an_evening_stand_on_one_line_on_a_phone(played: Evenings, phone: Page):
    phone.goto(played.url("results"))
    lines = """rows => rows.map(row => [...row.querySelectorAll("td[data-label]")].map(
        figure => Math.round(figure.getBoundingClientRect().top)))"""
    tops = phone.get_by_role("region", name="Evenings").locator("tbody tr").evaluate_all(lines)
    assert len(tops) > 5
    assert [(len(each), len(set(each))) for each in tops] == [(3, 1)] * len(tops)


def test_without_javascript_tables_replace_charts_and_forms_work(played: Evenings, open_device: OpenDevice):
    page = open_device(**PHONE, java_script_enabled=False)
    page.goto(played.url("players"))
    page.locator("summary", has_text="Sort:").tap()
    page.get_by_label("Minimum games").fill("1")
    page.get_by_label("Games", exact=True).select_option(label="Parties")
    page.get_by_role("button", name="Show", exact=True).tap()
    expect(page).to_have_url(re.compile(r"setting=party\b.*least=1|least=1.*setting=party\b"))
    names = page.locator("tbody th a")
    expect(names).to_have_count(8)
    page.get_by_role("link", name="Games won").tap()
    expect(page.locator("[aria-sort]")).to_have_text("Games won")
    expect(page).to_have_url(re.compile("by=won"))
    expect(names).to_have_count(8)
    names.filter(has_text="Ann").tap()

    expect(page.get_by_role("heading", name="Ann", level=1)).to_be_visible()
    page.locator("summary", has_text="Rating and evenings").tap()
    chart = page.locator("#chart-rating")
    expect(chart.get_by_role("table")).to_be_visible()
    assert chart.locator("tbody tr").count() > 3
    expect(chart.locator(".chart-plot")).to_be_hidden()


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
    page.locator("summary", has_text="Sort:").tap()
    page.get_by_label("Minimum games").fill("1")
    page.get_by_role("button", name="Show", exact=True).tap()
    page.locator("tbody th a", has_text="Ann").tap()
    page.locator("summary", has_text="All figures").tap()
    made = page.locator("#numbers .numbers tr").filter(has=page.get_by_text("Grands made", exact=True))
    expect(made.locator(".main")).to_have_text("50%")
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
    laptop.get_by_role("link", name="Statistics").click()
    laptop.get_by_role("button", name="Make public").click()
    expect(laptop.get_by_text("Anyone with the link can see the statistics now.")).to_be_visible()
    assert phone.goto(address).status == 200
    expect(phone.get_by_role("link", name="Players", exact=True)).to_be_visible()
    laptop.get_by_role("button", name="Make private").click()
    expect(laptop.get_by_text("Only organisers can see the statistics now.")).to_be_visible()
    assert phone.goto(address).status == 404

"""The first page on a slow network: little to load, and nothing moves when fonts and scripts arrive."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Request, Route

from tests import builders
from tests.browser.conftest import PHONE, OpenDevice
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.play.models import Game

pytestmark = pytest.mark.browser

# With the headers of each answer.
MOST_BYTES = 90_000
MOST_ANSWERS = 36
MOST_SHIFT = 0.02

PAINTED = "() => performance.getEntriesByName('first-contentful-paint').length > 0"
SETTLED = """async () => {
    await document.fonts.ready;
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}"""
# Also shifts that Chromium forgives because it takes the opening of the page for a tap.
WATCH_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    window.shifts.push([value, sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? node?.textContent)]);
}).observe({ type: "layout-shift", buffered: true });
"""


@pytest.fixture
def running(game: Game) -> Game:
    builders.record(game, builders.high(1, 0, 9), builders.high(2, 1, 5), builders.low(3, 9))
    return game


def test_a_pad_loads_little(running: Game, open_device: OpenDevice, set_seat: Callable, settings):
    settings.POLL_EVERY = {"follows_closely": 20_000, "follows": 20_000}
    page = open_device(**PHONE)
    address = reverse("play:pad", args=[builders.link(running).token])
    set_seat(page, "0", address)
    requests: list[Request] = []
    page.on("requestfinished", lambda each: requests.append(each))
    page.goto(address)
    page.wait_for_load_state("networkidle")
    sizes = {each.url: each.sizes() for each in requests}
    answers = {url: size["responseHeadersSize"] + size["responseBodySize"] for url, size in sizes.items()}
    assert sum(url.endswith(".woff2") for url in answers) == 1
    assert len(answers) <= MOST_ANSWERS, sorted(answers)
    assert sum(answers.values()) <= MOST_BYTES, sorted(answers.items(), key=lambda item: -item[1])


def test_nothing_moves_when_fonts_and_scripts_arrive_late(
    running: Game, prairie: Club, olga: User, phone: Page, sign_in: Callable, set_seat: Callable
):
    with_solos = builders.game(prairie, olga, preset="askov")
    sign_in(phone)
    set_seat(phone)
    phone.add_init_script(WATCH_SHIFTS)
    held: list[Route] = []
    is_painted = False
    for late in ("**/*.woff2", "**/*.js"):
        phone.route(late, lambda route: route.continue_() if is_painted else held.append(route))
    for address in (
        reverse("play:pad", args=[builders.link(running).token]),
        reverse("play:pad", args=[builders.link(with_solos).token]),
        reverse("play:watch", args=[running.code]),
        reverse("rules:card", args=["askov"]),
        reverse("play:start", args=[running.club.slug]),
        reverse("club:front"),
    ):
        is_painted = False
        phone.goto(address, wait_until="commit")
        phone.wait_for_function(PAINTED)
        is_painted = True  # what a script imports is asked for only now
        assert held, address
        while held:
            held.pop().continue_()
        phone.wait_for_load_state()
        phone.evaluate(SETTLED)
        shifts = phone.evaluate("window.shifts")
        assert sum(value for value, _sources in shifts) < MOST_SHIFT, (address, shifts)

"""What the hall sees and hears: the projector, the public page, messages and the bell."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, BrowserErrors, OpenDevice, OpenPad
from tests.browser.party_devices import Wall
from tests.browser.party_pages import long_names, of_organiser
from tests.party import builders
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import timer
from whistclub.party.models import Party

pytestmark = pytest.mark.browser


PROJECTOR = {"viewport": {"width": 1280, "height": 720}}
EACH, LAST = 10.1, 15.1  # seconds that a page stays, and the last one of its kind
SMALLEST = """(what) => Math.min(...[...document.querySelectorAll(what)].filter((each) => each.checkVisibility())
  .map((each) => Math.round(10 * parseFloat(getComputedStyle(each).fontSize)) / 10))"""
# What of a page lies below the projector's lower edge, or beyond the right one.
CUT_OFF = """() => [...document.querySelectorAll("[data-page]:not([hidden]) *")].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.height && (box.bottom > innerHeight + .5 || box.right > innerWidth + .5);
  }).map((each) => each.textContent.trim().slice(0, 40))"""


@pytest.fixture
def party(prairie: Club, olga: User) -> Party:
    """Forty-one people, most with the longest names: ten tables and one who sits out, on two pages."""
    party = builders.party(prairie, olga, *long_names(26), *builders.NINE, "Jon", "Kim", "Lea", "Max", "Nan", "Oli")
    builders.next_round(party, olga, at=timezone.now())
    return party


@pytest.fixture
def wall(party: Party, open_device: OpenDevice) -> Wall:
    return hung_up(party, open_device)


def hung_up(party: Party, open_device: OpenDevice) -> Wall:
    page = open_device(**PROJECTOR)
    page.clock.install()
    page.goto(reverse("party:projector", args=[party.code]))
    wall = Wall(page)
    expect(page.locator("[data-page]:visible")).to_have_count(1)
    return wall


def waits(wall: Wall, seconds: float) -> None:
    wall.page.clock.fast_forward(int(seconds * 1000))


def shows(wall: Wall, page: str) -> None:
    expect(wall.page.locator("[data-page]:visible")).to_have_attribute("data-page", page)


# --- Turning ----------------------------------------------------------------------------------------------------------


def test_pages_advance_and_wrap_around_space_pauses_and_arrows_turn(wall: Wall, party: Party, olga: User):
    shows(wall, "tables-1")
    waits(wall, EACH)
    shows(wall, "tables-2")
    waits(wall, LAST)
    shows(wall, "names-1")
    waits(wall, EACH)
    shows(wall, "names-2")
    waits(wall, LAST)
    shows(wall, "phones-1")
    waits(wall, LAST)
    shows(wall, "tables-1")
    keys = wall.page.keyboard
    keys.press("Space")
    expect(wall.page.get_by_role("button", name="Resume")).to_be_visible()
    waits(wall, 60)
    shows(wall, "tables-1")
    keys.press("ArrowRight")
    shows(wall, "tables-2")
    keys.press("ArrowLeft")
    keys.press("ArrowLeft")
    waits(wall, 60)
    assert wall.page_shown() != "tables-1"
    keys.press("ArrowRight")
    shows(wall, "tables-1")
    keys.press("Space")
    expect(wall.page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    waits(wall, EACH)
    shows(wall, "tables-2")
    # It keeps its place while results come in.
    builders.play(builders.party_state(party).current.table(9), (0, 9))
    builders.results.type_result(party, 1, 9, (4, 10), by=olga, at=timezone.now())
    waits(wall, 2.1)
    wall.shows_round(1, "1 of 10 results in")
    expect(wall.page.locator("[data-page]:visible .tile-in")).to_have_text("✓ 4–10")
    shows(wall, "tables-2")
    waits(wall, LAST - 2)
    shows(wall, "names-1")


# --- The clock --------------------------------------------------------------------------------------------------------


def test_the_clock_shows_the_same_second_everywhere_whatever_the_device_says(
    playing: Party, open_device: OpenDevice, laptop: Page, sign_in: Callable, olga: User
):
    timer.start(playing, 20, by=olga, at=timezone.now())
    fast, slow = open_device(**PROJECTOR), open_device(**PHONE)
    for page, wrong in ((fast, timedelta(minutes=7)), (slow, timedelta(hours=-3))):
        page.add_init_script(
            f"""{{ const now = Date.now; Date.now = () => now() + {wrong.total_seconds() * 1000}; }}"""
        )
    fast.goto(reverse("party:projector", args=[playing.code]))
    slow.goto(reverse("party:public", args=[playing.code]))
    sign_in(laptop).goto(of_organiser(playing, "console"))
    laptop.wait_for_timeout(1000)
    assert max(apart(page, playing) for page in (fast, slow, laptop)) < 0.4


def apart(page: Page, party: Party) -> float:
    """How many seconds before or after it should the face of the clock changes."""
    bell = party.now.bell_at.timestamp()
    at, face = page.evaluate(
        """() => new Promise((done) => {
          const left = document.querySelector("[data-left]");
          new MutationObserver(() => done([performance.timeOrigin + performance.now(), left.textContent]))
            .observe(left, {childList: true, characterData: true, subtree: true});
        })"""
    )
    minutes, seconds = face.split(":")
    return abs(bell - at / 1000 - (int(minutes) * 60 + int(seconds)))


def test_at_zero_the_bell_rings_and_phones_show_it(playing: Party, open_device: OpenDevice, phone: Page, olga: User):
    timer.show_message(playing, "Coffee, ten minutes", by=olga, at=timezone.now())
    timer.start(playing, 20, by=olga, at=timezone.now() - timedelta(minutes=19, seconds=55))
    wall = Wall(open_device(**PROJECTOR))
    wall.page.goto(reverse("party:projector", args=[playing.code]))
    phone.goto(reverse("party:public", args=[playing.code]))
    for page in (wall.page, phone):
        expect(page.locator(".timer")).to_contain_text("last minute")
        expect(page.locator(".timer-left")).to_be_visible()
    expect(wall.page.locator("[data-page]:visible h2")).to_have_text("Coffee, ten minutes")
    for page in (wall.page, phone):
        expect(page.locator(".timer .bell")).to_be_visible(timeout=8000)
        expect(page.get_by_text("The bell has rung.")).to_be_visible()
        expect(page.locator(".timer-left")).to_be_hidden()
    expect(wall.page.locator("[data-page]:visible")).to_have_attribute("data-slide", "tables")
    expect(wall.page.locator(".bar-message")).to_have_text("Coffee, ten minutes")


# --- Readable from the back of the hall -------------------------------------------------------------------------------


def every_page(wall: Wall) -> list[str]:
    """Turn through all pages once; what is too small or cut off on them."""
    wall.page.keyboard.press("Space")
    found, first = [], wall.page_shown()
    while True:
        shown = wall.page_shown()
        smallest = {what: wall.page.evaluate(SMALLEST, what) for what in (".page .number", ".page .name")}
        if smallest[".page .number"] < 72 or smallest[".page .name"] < 36:
            found.append(f"{shown}: {smallest}")
        found += [f"{shown}: cut off: {each}" for each in wall.page.evaluate(CUT_OFF)]
        wall.page.keyboard.press("ArrowRight")
        if wall.page_shown() == first:
            return found


def test_every_projector_page_is_large_enough_and_complete(prairie: Club, open_device: OpenDevice, olga: User):
    names = [*long_names(26), "Ann", "Bob", "Clara"]
    party = builders.party(prairie, olga, *names, preset="minnesota", own_prizes=("Best cake of the whole evening",))
    assert not every_page(hung_up(party, open_device))
    builders.next_round(party, olga, at=timezone.now())
    timer.start(party, 20, by=olga, at=timezone.now())
    builders.typed(party, olga, *[(13, -12)] * (6))
    assert not every_page(hung_up(party, open_device))
    builders.results.type_result(party, 1, 7, (4, 10), by=olga, at=timezone.now())
    assert not every_page(hung_up(party, open_device))
    party_lifecycle.finish(party, by=olga, at=timezone.now())
    assert not every_page(hung_up(party, open_device))


MESSAGE = "Coffee and cake in the kitchen for everyone who likes some, ten minutes; then please take your seats again"
BOTTOM_OF_SAVE = "() => document.querySelector('[name=save]:not([value=bid])').getBoundingClientRect().bottom"


@pytest.fixture
def small(prairie: Club, olga: User) -> Party:
    """Eight people with the longest names, at two tables."""
    party = builders.party(prairie, olga, *long_names(8))
    builders.next_round(party, olga, at=timezone.now())
    return party


def test_a_message_reaches_wall_and_pads_within_two_seconds_and_goes_in_one_tap(
    small: Party, open_device: OpenDevice, open_pad: OpenPad, laptop: Page, sign_in: Callable
):
    pad = open_pad(builders.game_of(small)).page
    pad.set_viewport_size({"width": 360, "height": 616})
    wall = open_device(**PROJECTOR)
    wall.goto(reverse("party:projector", args=[small.code]))
    expect(wall.locator("[data-page]:visible")).to_have_attribute("data-slide", "tables")
    bottom = pad.evaluate(BOTTOM_OF_SAVE)
    sign_in(laptop).goto(of_organiser(small, "console"))
    laptop.get_by_text("Message to everyone").click()
    laptop.get_by_label("Shown on the projector and on every phone").fill(MESSAGE)
    laptop.get_by_role("button", name="Show message").click()
    expect(laptop.get_by_text("On all phones and the projector")).to_be_visible()
    expect(wall.locator(".bar-message")).to_have_text(MESSAGE, timeout=3000)
    expect(wall.locator("[data-page]:visible")).to_have_attribute("data-slide", "message")
    expect(wall.get_by_text(MESSAGE).and_(wall.locator(":visible"))).to_have_count(1)
    wall.keyboard.press("ArrowRight")
    expect(wall.locator("[data-page]:visible")).to_have_attribute("data-slide", "tables")
    expect(wall.locator(".bar-message")).to_be_visible()
    expect(pad.locator(".message-line")).to_contain_text(MESSAGE, timeout=3000)
    expect(pad.get_by_text("Table 1, round 1")).to_be_visible()
    assert pad.evaluate(BOTTOM_OF_SAVE) == bottom <= 616
    laptop.get_by_role("button", name="Clear").click()
    expect(wall.locator(".bar-message")).to_have_count(0, timeout=3000)
    expect(wall.locator("[data-page]:visible")).to_have_attribute("data-slide", "tables")
    expect(pad.locator(".message-line")).to_have_count(0, timeout=3000)


STRIKES = """
window.struck = 0;
const Oscillator = OscillatorNode;
window.OscillatorNode = class extends Oscillator {
  constructor(...more) { super(...more); window.struck += 1; }
};
"""


def test_the_bell_sounds_on_a_pad_once_somebody_turned_it_on_and_the_phone_remembers_it(
    prairie: Club, olga: User, open_pad: OpenPad, open_device: OpenDevice, browser_errors: BrowserErrors
):
    browser_errors.expect("The AudioContext was not allowed to start")
    party = builders.party(prairie, olga, count=4, round_end="bell", hands=None, minutes=20)
    builders.next_round(party, olga, at=timezone.now())
    pad = open_pad(builders.game_of(party)).page
    pad.add_init_script(STRIKES)
    button = pad.locator("[data-bell-sound]")
    waiting = open_device(**PHONE)
    waiting.goto(reverse("party:public", args=[party.code]))
    expect(waiting.locator("[data-timer]")).to_be_attached()
    expect(button).to_have_text("Sound on", timeout=3000)
    expect(waiting.locator("[data-bell-sound]")).to_be_visible()
    button.click()
    expect(button).to_have_text("✓ Sound is on")
    pad.reload()
    expect(button).to_have_text(re.compile("Tap to hear the bell|✓ Sound is on"))
    pad.locator(".hand-heading").first.click()
    expect(button).to_have_text("✓ Sound is on")
    assert pad.evaluate("window.struck") == 0
    timer.ring(party, by=olga, at=timezone.now())
    pad.wait_for_function("() => window.struck > 0", timeout=5000)


def test_the_public_page_shows_a_seat_automatically(prairie: Club, phone: Page, olga: User):
    party = builders.party(prairie, olga, "Ann", "Bob", "Clara", "Dan", "Eva", "Fay", "Gus", "Hal")
    phone.goto(reverse("party:public", args=[party.code]))
    phone.get_by_label("Type your name").fill("gu")
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("heading", name="You are checked in")).to_be_visible()
    builders.next_round(party, olga)
    expect(phone.get_by_role("heading", name="Table 2")).to_be_visible()
    expect(phone.locator(".my-seat")).to_contain_text("Hal")
    expect(phone.locator(".my-seat")).to_contain_text("Eva & Fay")


def test_public_pages_warn_when_stale_and_catch_up(
    playing: Party, phone: Page, olga: User, browser_errors: BrowserErrors
):
    browser_errors.expect_bad_network()
    wall = phone.context.new_page()
    wall.set_viewport_size(PROJECTOR["viewport"])
    for page, name in ((phone, "public"), (wall, "projector")):
        page.goto(reverse(f"party:{name}", args=[playing.code]))
    notices = [page.get_by_text("No connection. This page may be out of date") for page in (phone, wall)]
    for notice in notices:
        expect(notice).to_be_hidden()
    phone.context.set_offline(True)
    for notice in notices:
        expect(notice).to_be_in_viewport()
    builders.typed(playing, olga, (4, 10), (13, 7))
    phone.context.set_offline(False)
    for page, notice in zip((phone, wall), notices, strict=True):
        expect(notice).to_be_hidden()
        expect(page.locator("main")).to_contain_text("13")

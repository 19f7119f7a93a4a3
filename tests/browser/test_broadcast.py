"""What the desk tells the hall: on the wall and on phones within two seconds, and never over the form of a hand."""

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, BrowserErrors, OpenDevice, OpenPad
from tests.browser.party_pages import long_names, of_organiser
from tests.party import builders
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.party.actions import timer
from whistclub.party.models import Party

pytestmark = pytest.mark.browser

WALL = {"viewport": {"width": 1280, "height": 720}}
MESSAGE = "Coffee and cake in the kitchen for everyone who likes some, ten minutes; then please take your seats again"
BOTTOM_OF_SAVE = "() => document.querySelector('[name=save]:not([value=bid])').getBoundingClientRect().bottom"


@pytest.fixture
def party(prairie: Club, olga: User) -> Party:
    party = builders.party(prairie, olga, *long_names(8))
    builders.next_round(party, olga, at=timezone.now())
    return party


def test_a_message_reaches_wall_and_pads_within_two_seconds_and_goes_in_one_tap(
    party: Party, open_device: OpenDevice, open_pad: OpenPad, laptop: Page, sign_in: Callable
):
    pad = open_pad(builders.game_of(party)).page
    pad.set_viewport_size({"width": 360, "height": 616})
    wall = open_device(**WALL)
    wall.goto(reverse("party:projector", args=[party.code]))
    expect(wall.locator("[data-page]:visible")).to_have_attribute("data-slide", "tables")
    bottom = pad.evaluate(BOTTOM_OF_SAVE)
    sign_in(laptop).goto(of_organiser(party, "console"))
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
    expect(pad.locator(".state .message-line")).to_have_text(MESSAGE, timeout=3000)
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

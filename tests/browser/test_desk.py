"""The organiser's desk while a round is played: what follows by itself, slips, keys, the bell."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.conftest import BrowserErrors
from tests.browser.party_devices import Desk
from tests.browser.party_pages import of_organiser
from tests.party import builders
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.party.actions import timer
from whistclub.party.models import Party

pytestmark = pytest.mark.browser

EIGHT = ("Ann", "Bob", "Clara", "Dan", "Eva", "Fay", "Gus", "Hal")


@pytest.fixture
def playing(prairie: Club, olga: User) -> Party:
    """Round 1: Ann & Bob against Clara & Dan, Eva & Fay against Gus & Hal."""
    party = builders.party(prairie, olga, *EIGHT)
    builders.next_round(party, olga, at=timezone.now())
    return party


@pytest.fixture
def desk(laptop: Page, sign_in: Callable[[Page], Page], playing: Party) -> Desk:
    page = sign_in(laptop)
    page.goto(of_organiser(playing, "console"))
    return Desk(page)


def test_the_timer_and_the_next_round_are_followed_but_nothing_typed_is_lost(desk: Desk, playing: Party, olga: User):
    """Another organiser starts the timer, then seats the next round."""
    minutes, slip = desk.page.locator(".timer-tools input[name=minutes]"), desk.page.locator("form.quick [name=first]")
    minutes.fill("25")
    slip.fill("13")
    builders.typed(playing, olga, (5, 3))
    desk.says("1 of 2 results in")
    expect(minutes).to_have_value("25")
    timer.start(playing, 20, by=olga, at=timezone.now())
    expect(desk.page.get_by_role("button", name="Pause")).to_be_visible()
    expect(minutes).to_have_count(0)
    expect(slip).to_have_value("13")
    builders.typed(playing, olga, (5, 3), (5, 3))
    with desk.page.expect_response("**/live/**"):
        builders.next_round(playing, olga, at=timezone.now())
    expect(slip).to_have_value("13")
    slip.fill("")
    expect(desk.page.get_by_role("heading", name="Round 2 of 4")).to_be_visible()
    expect(desk.page.get_by_role("button", name="Start the timer")).to_be_visible()
    expect(desk.page.get_by_role("link", name="Round 1", exact=True)).to_be_visible()


def test_a_slip_typed_on_a_laptop_that_slept_is_refused_and_kept(
    desk: Desk, playing: Party, olga: User, browser_errors: BrowserErrors
):
    browser_errors.expect_refusals()
    browser_errors.expect_bad_network()
    desk.page.route("**/live/**", lambda route: route.abort())
    desk.says("No connection.")
    builders.typed(playing, olga, (5, 3), (5, 3))
    builders.next_round(playing, olga, at=timezone.now())
    for name, value in (("table", "2"), ("first", "11"), ("second", "8")):
        desk.page.locator(f"form.quick [name={name}]").fill(value)
    desk.page.keyboard.press("Enter")
    desk.says("This page shows round 1; round 2 is being played. Nothing was saved: table 2, 11 to 8.")
    expect(desk.page.locator("form.quick [name=second]")).to_have_value("8")
    assert [table.game.totals for table in builders.party_state(playing).round(1).tables] == [[5, 3], [5, 3]]

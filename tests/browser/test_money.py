"""Marking who has paid the entry fee, on the organiser's laptop."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.party_pages import of_organiser
from tests.party import builders
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.party.models import Party

pytestmark = pytest.mark.browser


@pytest.fixture
def party(prairie: Club, olga: User) -> Party:
    return builders.party(prairie, olga, count=8, fee=500, shares=(60, 40))


@pytest.fixture
def page(laptop: Page, sign_in: Callable[[Page], Page], party: Party) -> Page:
    sign_in(laptop).goto(of_organiser(party, "standings"))
    return laptop


def test_quick_taps_are_all_saved_and_everyone_is_one_tap_that_can_be_undone(page: Page, party: Party):
    page.evaluate("[...document.querySelectorAll('#pot li button')].slice(0, 3).forEach((button) => button.click())")
    expect(page.get_by_text("3 of 8 have paid $5.00.")).to_be_visible()
    expect(page.get_by_text("$9.00")).to_be_visible()
    page.get_by_role("button", name="P3").click()
    expect(page.get_by_text("2 of 8 have paid")).to_be_visible()
    expect(page.get_by_role("button", name="P3")).to_be_focused()
    page.get_by_role("button", name="Everyone has paid").click()
    expect(page.get_by_role("heading", name="Pot: $40.00")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("2 of 8 have paid")).to_be_visible()
    assert list(party.entrants.filter(paid=True).values_list("player__name", flat=True)) == ["P1", "P2"]


def test_taps_wait_for_the_club_in_view_and_outlive_a_reload(page: Page, party: Party):
    """Another network answers in place of the club."""
    hotel = "<p>Welcome to our hotel</p>"
    page.on("dialog", lambda dialog: dialog.accept())
    page.route("**/paid/", lambda route: route.fulfill(status=200, body=hotel))
    page.get_by_role("button", name="P1").click()
    page.get_by_role("button", name="P3").click()
    expect(page.get_by_text("Not saved yet: P1, P3. Trying again …")).to_be_in_viewport()
    page.reload()
    expect(page.get_by_role("button", name="P3")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("Welcome to our hotel")).to_have_count(0)
    page.unroute("**/paid/")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_text("2 of 8 have paid")).to_be_visible()
    expect(page.locator("#queue p")).to_be_hidden()
    assert list(party.entrants.filter(paid=True).values_list("player__name", flat=True)) == ["P1", "P3"]

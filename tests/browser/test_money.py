"""Marking who has paid the entry fee, on the organiser's laptop."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.party_pages import of_organiser
from tests.party import builders
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.party.money import MoneySettings

pytestmark = pytest.mark.browser


def test_quick_taps_are_all_saved_and_everyone_is_one_tap_that_can_be_undone(
    laptop: Page, sign_in: Callable[[Page], Page], prairie: Club, olga: User
):
    party = builders.party(prairie, olga, count=8, money=MoneySettings(fee=500, shares=(60, 40)))
    page = sign_in(laptop)
    page.goto(of_organiser(party, "standings"))
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

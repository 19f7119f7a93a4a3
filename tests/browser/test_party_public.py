"""The public page of a party on a phone, while things happen."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, PHONE, BrowserErrors, OpenDevice
from tests.party import builders
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.party.models import Party
from whistclub.party.public import seats

pytestmark = pytest.mark.browser


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


def test_a_phone_of_a_large_party_follows_its_owner(
    playing: Party, phone: Page, olga: User, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(seats, "FEW_PEOPLE", 4)
    phone.goto(reverse("party:public", args=[playing.code]) + "?me=1")
    builders.play(builders.party_state(playing).current.table(2), (0, 9), (0, 9), (0, 9), (0, 9))
    expect(phone.locator("#round")).to_contain_text("1 of 2 results in")
    builders.play(builders.party_state(playing).current.table(1), (0, 9), (0, 9), (0, 9), (0, 9))
    expect(phone.locator("#round")).to_contain_text("All results are in.")
    builders.next_round(playing, olga)
    expect(phone.locator("#own")).to_contain_text("Round 2")
    expect(phone.locator("#round")).to_contain_text("0 of 2 results in")


@pytest.mark.parametrize("page", ["public", "public_standings", "projector"])
def test_a_public_page_warns_when_stale_and_catches_up(
    playing: Party, open_device: OpenDevice, olga: User, browser_errors: BrowserErrors, page: str
):
    browser_errors.expect_bad_network()
    device = open_device(**(LAPTOP if page == "projector" else PHONE))
    device.goto(reverse(f"party:{page}", args=[playing.code]))
    notice = device.get_by_text("No connection. This page may be out of date")
    expect(notice).to_be_hidden()
    device.context.set_offline(True)
    expect(notice).to_be_in_viewport()
    builders.typed(playing, olga, (4, 10), (13, 7))
    device.context.set_offline(False)
    expect(notice).to_be_hidden()
    expect(device.locator("main")).to_contain_text("13")

"""An evening in browsers that run no scripts: forms, links and a tap on "look again"."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, PHONE, OpenDevice
from tests.browser.party_devices import Desk, Owned
from whistclub.club.actions import players_named
from whistclub.club.models import Club
from whistclub.party.models import Party

pytestmark = pytest.mark.browser

EIGHT = ("Ann", "Bob", "Clara", "Dan", "Eva", "Fay", "Gus", "Hal")


def test_a_whole_round_works_without_javascript(
    prairie: Club, open_device: OpenDevice, sign_in: Callable[[Page], Page]
):
    players_named(prairie, list(EIGHT[:-1]))
    desk = Desk(sign_in(open_device(**LAPTOP, java_script_enabled=False)))
    desk.page.goto(reverse("play:tonight", args=[prairie.slug]))
    desk.set_up(hands=1)
    desk.tap_here("Ann", "Bob")
    desk.list_here(*EIGHT[2:-1])
    desk.page.get_by_label("Search or add a player").fill("Hal")
    desk.page.keyboard.press("Enter")
    desk.counts("8 people · 2 tables")

    desk.go("Go to the seating", exact=False)
    desk.page.get_by_label("In order of arrival").check()
    desk.press("Show the seating")
    for name in ("Ann", "Hal"):
        desk.page.locator(f".swappable:has(.who:text-is('{name}'))").click()
    desk.press("Swap")
    desk.announce(1)
    assert desk.tables() == {1: [["Hal", "Bob"], ["Clara", "Dan"]], 2: [["Eva", "Fay"], ["Gus", "Ann"]]}

    phone = Owned(open_device(**PHONE, java_script_enabled=False))
    phone.scans_card(Party.objects.get(), 1)
    phone.sits_down("Bob")
    phone.enter("Hal", 9, "3", "0")
    phone.says("We won the game 3–0.")
    desk.paper_result(2, 4, 10)
    desk.says("2 of 2 results in")

    phone.tap(phone.page.get_by_role("link", name="Where do I sit next?"))
    phone.says("Waiting for round 2")
    desk.seat_and_announce(2)
    phone.page.reload()
    phone.is_sent_to(2, 2)
    desk.paper_result(1, 5, 2)
    desk.paper_result(2, 6, 1)
    desk.finish_early()
    desk.tab("Standings")
    expect(desk.page.get_by_role("heading", name="Final standings")).to_be_visible()
    assert len(desk.standings()) == len(EIGHT)

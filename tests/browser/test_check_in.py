"""Check-in at the desk: typing without waiting, lists, taps while the network is gone."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import BrowserErrors
from tests.browser.party_devices import Desk
from tests.browser.party_pages import of_organiser
from tests.builders import NOON
from tests.party import builders
from whistclub.accounts.models import User
from whistclub.club.actions import players_named
from whistclub.club.models import Club
from whistclub.party.actions import signup
from whistclub.party.models import Party

pytestmark = pytest.mark.browser


@pytest.fixture
def party(prairie: Club, olga: User) -> Party:
    """Hannelore and Gerdi are here; Bo, Ilse and Ida of the club are not."""
    players_named(prairie, ["Bo Gerdes", "Ida", "Ilse"])
    return builders.party(prairie, olga, "Hannelore", "Gerdi")


@pytest.fixture
def desk(laptop: Page, sign_in: Callable[[Page], Page], party: Party) -> Desk:
    sign_in(laptop).goto(of_organiser(party, "people"))
    expect(laptop.get_by_label("Search or add a player")).to_be_focused()
    return Desk(laptop)


def here(desk: Desk, *names: str) -> None:
    """Exactly these people are ticked."""
    ticked = desk.page.locator(".roster button[aria-pressed=true] .who")
    expect(ticked).to_have_count(len(names))
    assert sorted(ticked.all_inner_texts()) == sorted(names)


def test_what_is_typed_in_one_breath_adds_everyone_and_touches_nobody_else(party: Party, desk: Desk):
    # One tap undoes a mistake, and the roster forgets it.
    desk.page.keyboard.type("Wolfrum\n")
    desk.counts("3 people · too few for a table")
    desk.press("Undo")
    desk.counts("2 people · too few for a table")
    expect(desk.page.locator(".roster .who", has_text="Wolfrum")).to_have_count(0)
    assert not party.club.players.filter(name="Wolfrum").exists()

    desk.page.get_by_label("Search or add a player").focus()
    desk.page.keyboard.type("Anne\nWolfram\nKarla\nilse\n")
    desk.counts("6 people · 1 table · 2 sitting out")
    here(desk, "Anne", "Gerdi", "Hannelore", "Ilse", "Karla", "Wolfram")
    expect(desk.page.get_by_label("Search or add a player")).to_be_focused()
    expect(desk.page.get_by_label("Search or add a player")).to_have_value("")
    desk.page.reload()
    here(desk, "Anne", "Gerdi", "Hannelore", "Ilse", "Karla", "Wolfram")


def test_a_part_of_a_name_filters_and_the_first_match_is_taken_by_arrow_or_tap(party: Party, desk: Desk):
    keys = desk.page.keyboard
    keys.type("il")
    expect(desk.page.locator(".roster li:visible")).to_have_count(1)
    keys.press("ArrowDown")
    keys.press("Enter")
    desk.counts("3 people · too few for a table")
    keys.type("id")
    desk.page.get_by_role("button", name="Ida").click()
    desk.counts("4 people · 1 table")
    keys.type("ger")
    expect(desk.page.locator(".roster li:visible .who")).to_have_text(["Gerdi", "Bo Gerdes"])
    keys.type("di")
    desk.says("Gerdi is here.")
    keys.press("ArrowDown")
    keys.press("Enter")
    expect(desk.page.get_by_label("Search or add a player")).to_have_value("")
    desk.says("Gerdi is already here.")
    here(desk, "Gerdi", "Hannelore", "Ida", "Ilse")


def test_a_pasted_list_is_shown_first_and_enter_checks_it_in(party: Party, desk: Desk):
    desk.page.evaluate(
        """() => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text", "1. Xaver\\n2. gerdi\\n3. Adam & Eva\\n");
            const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
            document.activeElement.dispatchEvent(paste);
        }"""
    )
    expect(desk.page.locator(".in-columns")).to_contain_text("Gerdi already here")
    here(desk, "Gerdi", "Hannelore")
    desk.page.keyboard.press("Enter")
    desk.counts("5 people · 1 table · 1 sitting out")
    expect(desk.page.locator(".in-columns")).to_have_count(0)
    expect(desk.page.get_by_label("Type one name per line")).to_have_value("")
    here(desk, "Adam", "Eva", "Gerdi", "Hannelore", "Xaver")
    names = desk.page.locator(".roster").first.locator(".who").all_inner_texts()
    assert names == ["Adam", "Eva", "Gerdi", "Hannelore", "Xaver"]


def test_without_the_network_nothing_is_saved_and_the_name_comes_back(
    party: Party, desk: Desk, browser_errors: BrowserErrors
):
    browser_errors.expect_bad_network()
    desk.page.context.set_offline(True)
    desk.page.get_by_role("button", name="Ida").click()
    desk.says("Not saved: Ida. The club does not answer. Try again.")
    desk.page.get_by_label("Search or add a player").focus()
    desk.page.keyboard.type("Anne\n")
    desk.says("Not saved: Anne. The club does not answer. Try again.")
    expect(desk.page.get_by_label("Search or add a player")).to_have_value("Anne")
    desk.page.context.set_offline(False)
    desk.page.keyboard.press("Enter")
    desk.counts("3 people · too few for a table")
    here(desk, "Anne", "Gerdi", "Hannelore")


def test_a_name_from_a_phone_appears_at_the_desk_and_one_tap_checks_it_in(
    party: Party, desk: Desk, phone: Page, olga: User
):
    signup.set_list(party, "opened", by=olga, at=NOON)
    party.refresh_from_db()
    phone.goto(reverse("party:sign_up", args=[party.code, party.signup]))
    phone.get_by_label("Your name").fill("Ilse & Zita")
    phone.get_by_role("button", name="I am").click()
    desk.page.locator("#signup").get_by_role("button", name="Check in").click()
    desk.counts("4 people · 1 table")
    here(desk, "Gerdi", "Hannelore", "Ilse", "Zita")
    expect(phone.get_by_text("The organiser has checked you in.")).to_be_visible()


def test_answers_may_be_slow_without_anybody_waiting(party: Party, desk: Desk):
    held: list[Route] = []
    desk.page.route("**/people/", lambda route: held.append(route), times=1)
    desk.page.keyboard.type("Ilse\nAnne\n")
    desk.page.get_by_role("button", name="Ida").click()
    here(desk, "Gerdi", "Hannelore", "Ida")
    held[0].continue_()
    desk.counts("5 people · 1 table · 1 sitting out")
    here(desk, "Anne", "Gerdi", "Hannelore", "Ida", "Ilse")

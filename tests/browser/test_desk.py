"""The organiser's desk while a round is played: what follows by itself, slips, keys, the bell."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.conftest import BrowserErrors
from tests.browser.party_devices import Desk
from tests.party import builders
from whistclub.accounts.models import User
from whistclub.party.actions import timer
from whistclub.party.models import Party

pytestmark = pytest.mark.browser


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
    desk.says("The party has moved on, and the rest of this page is out of date.")
    expect(slip).to_have_value("13")
    slip.fill("")
    expect(desk.page.get_by_role("heading", name="Round 2 of 4")).to_be_visible()
    expect(desk.page.get_by_role("button", name="Start the timer")).to_be_visible()


def test_a_slip_typed_on_a_laptop_that_slept_is_refused_and_kept(
    desk: Desk, playing: Party, olga: User, browser_errors: BrowserErrors
):
    browser_errors.expect_refusals()
    browser_errors.expect_bad_network()
    desk.page.route("**/live/**", lambda route: route.abort())
    desk.says("No connection.")
    builders.typed(playing, olga, (5, 3), (5, 3))
    builders.next_round(playing, olga, at=timezone.now())
    desk.type_slip(2, 11, 8)
    question = desk.page.get_by_role("alert")
    expect(question).to_contain_text("Not saved: table 2, 11–8. Round 1 is over; round 2 is being played.")
    question.get_by_role("button", name="It is of round 2").click()
    desk.says("Table 2: ")
    first, second = builders.party_state(playing).announced
    assert [table.game.totals for table in first.tables] == [[5, 3], [5, 3]]
    assert second.table(2).game.totals == [11, 8]


def test_keys_do_what_their_list_says_but_not_while_one_types(desk: Desk, playing: Party, olga: User):
    page, keys = desk.page, desk.page.keyboard
    expect(page.get_by_role("button", name="Keyboard shortcuts")).to_be_visible()
    keys.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    keys.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    keys.press("c")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.get_by_role("button", name="Keyboard shortcuts")).to_be_visible()
    keys.press("t")
    expect(page.get_by_label("Table", exact=True)).to_be_focused()
    keys.type("ps?")
    expect(page.get_by_label("Table", exact=True)).to_have_value("ps?")
    page.get_by_label("Table", exact=True).fill("")
    page.get_by_label("Table", exact=True).blur()
    with page.expect_popup() as wall:
        keys.press("w")
    wall.value.close()
    keys.press("n")  # Not while results are missing.
    builders.typed(playing, olga, (5, 3), (5, 3))
    desk.says("All results are in.")
    keys.press("n")
    expect(page.get_by_role("button", name="Announce round 2")).to_be_visible()
    expect(page.get_by_role("button", name="Keyboard shortcuts")).to_be_visible()
    keys.press("s")
    expect(page.get_by_role("heading", name="Standings")).to_be_visible()
    expect(page.get_by_role("button", name="Keyboard shortcuts")).to_be_visible()
    keys.press("p")
    expect(page.get_by_role("link", name="Check-in")).to_have_attribute("aria-current", "page")


def test_after_the_bell_the_desk_says_what_comes_next(desk: Desk, playing: Party, olga: User):
    Party.objects.filter(pk=playing.pk).update(round_end=Party.RoundEnd.BELL)
    timer.start(playing, 5, by=olga, at=timezone.now() - timedelta(minutes=5) + timedelta(seconds=3))
    desk.page.reload()
    sound = desk.page.get_by_role("button", name="Sound on")
    sound.click()
    expect(desk.page.get_by_role("button", name="Sound is on")).to_be_visible()
    expect(desk.page.get_by_role("button", name="Pause")).to_be_visible()
    desk.says("The bell has rung. Waiting for tables 1, 2.")
    expect(desk.page.get_by_role("button", name="Start the timer")).to_be_visible()
    desk.says("Finish the hand you are playing; it is the last.")
    builders.typed(playing, olga, (5, 3), (5, 3))
    desk.says("The bell has rung. All results are in.")
    expect(desk.page.get_by_role("button", name="Seat round 2")).to_be_enabled()
    expect(desk.page.get_by_role("button", name="Sound is on")).to_be_visible()
    expect(desk.page.get_by_role("button", name="Start the timer")).to_have_count(0)
    expect(desk.page.get_by_text("Finish the hand you are playing")).to_have_count(0)


def test_a_page_of_the_desk_that_follows_nothing_says_when_the_server_is_gone(
    desk: Desk, playing: Party, browser_errors: BrowserErrors
):
    browser_errors.expect_bad_network()
    desk.tab("Standings")
    desk.page.route("**/alive/**", lambda route: route.abort())
    notice = desk.page.get_by_text("No connection.")
    expect(notice).to_be_in_viewport()
    expect(notice).to_contain_text("Last updated at ")
    desk.page.unroute("**/alive/**")
    expect(notice).to_be_hidden()

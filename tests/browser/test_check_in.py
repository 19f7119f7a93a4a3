"""Check-in at the desk: typing without waiting, lists, taps while the network is gone."""

# Over 300 lines because all of it is tried at the same desk.

import re
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
from whistclub.party.actions import expected
from whistclub.party.invitation import Invitation
from whistclub.party.models import Party
from whistclub.party.organiser.queries import people as queries

pytestmark = pytest.mark.browser


@pytest.fixture
def party(prairie: Club, olga: User) -> Party:
    """Hannelore and Gerdi are here; Ilse and Ida of the club are not."""
    players_named(prairie, ["Ida", "Ilse"])
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
    desk.page.keyboard.type("Anne\nWolfram\nhanne\nilse\n")
    desk.counts("6 people · 1 table · 2 sitting out")
    here(desk, "Anne", "Gerdi", "Hannelore", "Ilse", "Wolfram", "hanne")
    expect(desk.page.get_by_label("Search or add a player")).to_be_focused()
    expect(desk.page.get_by_label("Search or add a player")).to_have_value("")
    desk.page.reload()
    here(desk, "Anne", "Gerdi", "Hannelore", "Ilse", "Wolfram", "hanne")


def test_a_second_gerdi_is_asked_about_until_somebody_has_read_it(party: Party, desk: Desk):
    desk.page.keyboard.type("Gerdi\nAnne\nWolfram\nKarla\nLars\nMia\n")
    desk.counts("7 people · 1 table · 3 sitting out")
    question = desk.page.get_by_text("Gerdi is already here. If this is another Gerdi")
    expect(question).to_be_visible()
    desk.go("OK")
    expect(question).to_have_count(0)
    here(desk, "Anne", "Gerdi", "Hannelore", "Karla", "Lars", "Mia", "Wolfram")


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
    keys.press("ArrowDown")
    keys.press("Enter")
    expect(desk.page.get_by_label("Search or add a player")).to_have_value("")
    here(desk, "Gerdi", "Hannelore", "Ida", "Ilse")
    desk.says("Gerdi is already here.")
    desk.press("Not here after all")
    here(desk, "Hannelore", "Ida", "Ilse")
    expect(desk.page.get_by_text("Gerdi is already here.")).to_have_count(0)


def test_of_a_long_roster_the_names_that_fit_come_while_typing(party: Party, desk: Desk, monkeypatch):
    monkeypatch.setattr(queries, "MOST_LISTED", 3)
    monkeypatch.setattr(queries, "MOST_FOUND", 1)
    desk.page.reload()
    ilse = desk.page.locator(".roster .who", has_text="Ilse")
    expect(desk.page.locator(".roster .who", has_text="Ida")).to_be_visible()
    assert ilse.count() == 0
    desk.page.keyboard.type("ils")
    ilse.click()
    desk.counts("3 people · too few for a table")
    here(desk, "Gerdi", "Hannelore", "Ilse")


def test_a_pasted_list_is_shown_first_and_enter_checks_it_in(party: Party, desk: Desk):
    desk.page.evaluate(
        """() => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text", "1. Xaver\\n2. gerdi\\n3. Adam & Eva\\n");
            const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
            document.activeElement.dispatchEvent(paste);
        }"""
    )
    expect(desk.page.locator(".typed-names")).to_contain_text("Gerdi already here")
    here(desk, "Gerdi", "Hannelore")
    desk.page.keyboard.type("Mona; Nils\n")
    expect(desk.page.locator(".typed-names li")).to_have_count(5)
    desk.page.keyboard.press("Enter")
    desk.counts("7 people · 1 table · 3 sitting out")
    expect(desk.page.locator(".typed-names")).to_have_count(0)
    here(desk, "Adam", "Eva", "Gerdi", "Hannelore", "Mona", "Nils", "Xaver")


def test_a_list_that_is_not_checked_in_outlives_a_reload_and_a_refused_name_comes_back(
    party: Party, desk: Desk, browser_errors: BrowserErrors
):
    browser_errors.expect_refusals()
    desk.page.keyboard.type("Mona; Nils\n")
    expect(desk.page.locator(".typed-names li")).to_have_count(2)
    desk.page.reload()
    expect(desk.page.locator(".typed-names li")).to_have_count(2)
    desk.page.keyboard.type("Olaf; Pia\n")
    expect(desk.page.locator(".typed-names li")).to_have_count(4)
    desk.go("Change the list")
    expect(desk.page.get_by_label("Type one name per line")).to_have_value("Mona; Nils\nOlaf; Pia")
    field = desk.page.get_by_label("Search or add a player")
    field.fill("?!?")
    field.press("Enter")
    desk.says("A name needs a letter or a digit.")
    expect(field).to_have_value("?!?")
    field.fill("W" * 41)
    field.press("Enter")
    desk.says("is too long.")
    desk.says("A name needs a letter or a digit.")
    desk.go("OK")
    expect(desk.page.locator("#answer .notice")).to_have_count(0)


def test_a_list_that_is_not_checked_in_goes_back_to_be_corrected(party: Party, desk: Desk):
    desk.page.get_by_text("Add several people").click()
    desk.page.get_by_label("Type one name per line").fill("Xaver\nYvonn")
    desk.press("Preview the list")
    expect(desk.page.locator(".typed-names")).to_be_in_viewport(ratio=1)
    desk.go("Change the list")
    expect(desk.page.get_by_label("Type one name per line")).to_have_value("Xaver\nYvonn")
    expect(desk.page.locator(".typed-names")).to_have_count(0)


def test_a_club_without_players_is_not_told_so_below_the_list_it_has_pasted(
    prairie: Club, olga: User, laptop: Page, sign_in: Callable[[Page], Page]
):
    sign_in(laptop).goto(of_organiser(builders.party(prairie, olga), "people"))
    desk, none = Desk(laptop), laptop.get_by_text("The club has no players yet")
    expect(none).to_be_visible()
    desk.page.get_by_label("Type one name per line").fill("Xaver\nYvonne")
    desk.press("Preview the list")
    expect(desk.page.locator(".typed-names")).to_be_visible()
    expect(none).to_be_hidden()
    desk.go("Change the list")
    expect(none).to_be_visible()


def test_a_list_that_is_read_the_other_way_takes_the_place_of_the_first(party: Party, desk: Desk):
    desk.page.get_by_text("Add several people").click()
    desk.page.get_by_label("Type one name per line").fill("Lund, Bob\nMoe, Dan")
    desk.press("Preview the list")
    expect(desk.page.locator(".typed-names li")).to_have_text([re.compile("Bob Lund"), re.compile("Dan Moe")])
    desk.page.get_by_role("button", name="No, two people").first.click()
    expect(desk.page.locator(".typed-names li")).to_have_text(
        [re.compile(r"Lund.*Bob", re.S), re.compile(r"Moe", re.S)]
    )
    desk.page.get_by_role("button", name="No, one person: Bob Lund").first.click()
    expect(desk.page.locator(".typed-names li")).to_have_text([re.compile("Bob Lund"), re.compile("Dan Moe")])
    desk.page.get_by_text("One line at a time").click()
    desk.page.locator("#preview details li", has_text="Moe, Dan").get_by_role("button").click()
    expect(desk.page.locator(".typed-names li")).to_have_text([re.compile("Bob Lund"), re.compile(r"Moe.*Dan", re.S)])
    desk.page.keyboard.type("Olaf; Pia\n")
    expect(desk.page.locator(".typed-names li")).to_have_count(4)
    desk.page.reload()
    expect(desk.page.locator(".typed-names li")).to_have_count(4)
    desk.press("Check in 5 people")
    desk.counts("7 people · 1 table · 3 sitting out")
    here(desk, "Bob Lund", "Dan", "Gerdi", "Hannelore", "Moe", "Olaf", "Pia")


def test_a_list_that_becomes_longer_before_its_other_reading_is_answered_keeps_that(party: Party, desk: Desk):
    desk.page.keyboard.type("Lund, Zebulon\n")
    expect(desk.page.locator(".typed-names li")).to_have_count(2)
    held: list[Route] = []
    desk.page.route("**/people/add/", lambda route: held.append(route), times=1)
    desk.press("No, one person: Zebulon Lund")
    desk.page.keyboard.type("Olaf; Pia\n")
    held[0].continue_()
    expect(desk.page.locator(".typed-names li")).to_have_text(
        [re.compile("Zebulon Lund"), re.compile("Olaf"), re.compile("Pia")]
    )


def test_names_typed_one_after_the_other_with_commas_are_one_list(party: Party, desk: Desk):
    desk.page.keyboard.type("Ann, Bob\nEva, Dan\n")
    expect(desk.page.locator(".typed-names li")).to_have_count(4)
    expect(desk.page.get_by_text("“Ann, Bob” was read as two people. 1 more line")).to_be_visible()
    desk.page.keyboard.type("Ann & Bob Larson\n")
    expect(desk.page.locator(".typed-names li")).to_have_count(5)
    desk.page.get_by_text("Add several people").click()
    desk.page.get_by_label("Type one name per line").fill("Berg, Eva\nFalk, Max")
    desk.press("Preview the list")
    expect(desk.page.locator(".typed-names li")).to_have_count(7)
    expect(desk.page.get_by_text("“Ann & Bob Larson” was read as Ann Larson & Bob Larson.")).to_be_visible()
    desk.go("Change the list")
    expect(desk.page.get_by_label("Type one name per line")).to_have_value(
        "Ann, Bob\nEva, Dan\nAnn & Bob Larson\nBerg, Eva\nFalk, Max"
    )


def test_the_number_of_tables_stands_on_one_line_with_its_dot(party: Party, desk: Desk):
    desk.page.set_viewport_size({"width": 200, "height": 616})
    desk.page.keyboard.type("Anne\nBob\nClara\nDan\nEva\nFinn\nGro\n")
    desk.counts("9 people · 2 tables · 1 sitting out")
    lines = desk.page.locator("#count").evaluate("""(count) => {
        const text = count.firstChild;
        const range = document.createRange();
        const lines = {};
        for (let at = 0; at < text.length; at += 1) {
            range.setStart(text, at);
            range.setEnd(text, at + 1);
            const { top } = range.getBoundingClientRect();
            lines[top] = (lines[top] ?? "") + text.data[at];
        }
        return Object.keys(lines).toSorted((a, b) => a - b).map((top) => lines[top].trim());
    }""")
    assert len(lines) > 1
    assert not any(line.endswith("·") for line in lines)
    assert "·\u00a02\u00a0tables" in " ".join(lines)


def test_a_name_typed_after_a_tap_goes_into_the_field_and_presses_no_shortcut(party: Party, desk: Desk):
    desk.tap_here("Ida")
    desk.page.keyboard.type("Nils\n")
    desk.counts("4 people · 1 table")
    here(desk, "Gerdi", "Hannelore", "Ida", "Nils")


def test_the_answer_to_a_name_is_in_view_on_a_phone(party: Party, desk: Desk):
    desk.page.set_viewport_size({"width": 360, "height": 616})
    desk.page.keyboard.type("Gerdi\n")
    expect(desk.page.get_by_text("Gerdi is already here.")).to_be_in_viewport(ratio=1)


def test_one_tap_undoes_a_mistake_and_the_roster_forgets_it(party: Party, desk: Desk):
    desk.page.keyboard.type("Wolfrum\n")
    desk.counts("3 people · too few for a table")
    desk.press("Undo")
    desk.counts("2 people · too few for a table")
    expect(desk.page.get_by_text("No longer a player: Wolfrum.")).to_be_visible()
    expect(desk.page.locator(".roster .who", has_text="Wolfrum")).to_have_count(0)
    expect(desk.page.get_by_label("Search or add a player")).to_be_focused()
    assert not party.club.players.filter(name="Wolfrum").exists()


def test_taps_and_names_wait_for_the_network_in_view_and_arrive_in_order(
    party: Party, desk: Desk, browser_errors: BrowserErrors
):
    browser_errors.expect_bad_network()
    desk.page.context.set_offline(True)
    desk.page.get_by_role("button", name="Ida").click()
    desk.page.get_by_role("button", name="Ilse").click()
    desk.page.get_by_role("button", name="Ilse").click()
    desk.page.get_by_label("Search or add a player").focus()
    desk.page.keyboard.type("Anne\n")
    expect(desk.page.locator("#queue p")).to_have_text("Not saved yet: Ida, Ilse, Ilse, Anne. Trying again …")
    here(desk, "Gerdi", "Hannelore", "Ida")
    desk.page.context.set_offline(False)
    desk.counts("4 people · 1 table")
    expect(desk.page.locator("#queue p")).to_be_hidden()
    here(desk, "Anne", "Gerdi", "Hannelore", "Ida")
    assert sorted(builders.present(party)) == ["Anne", "Gerdi", "Hannelore", "Ida"]


def send_again(desk: Desk) -> None:
    """The network is said to be back: nobody waits for the next attempt."""
    desk.page.evaluate("dispatchEvent(new Event('online'))")


def test_a_name_is_kept_while_another_network_answers_in_place_of_the_club(party: Party, desk: Desk):
    answers: list[Route] = []

    def sign_in_page(route: Route) -> None:
        answers.append(route)
        route.fulfill(status=200, content_type="text/html", body="<p>Welcome to the hotel! Room number?</p>")

    desk.page.route("**/people/add/", sign_in_page, times=2)
    desk.page.keyboard.type("Anne\n")
    expect(desk.page.locator("#queue p")).to_have_text("Not saved yet: Anne. Trying again …")
    expect(desk.page.get_by_text("Room number?")).to_have_count(0)
    send_again(desk)
    send_again(desk)
    desk.counts("3 people · too few for a table")
    here(desk, "Anne", "Gerdi", "Hannelore")
    assert answers


def test_what_the_club_cannot_do_is_put_aside_by_name_and_the_others_go_on(
    party: Party, desk: Desk, browser_errors: BrowserErrors
):
    browser_errors.expect_bad_network()
    marked = {"Answered-By": "whistclub"}

    def fail_for_anne(route: Route) -> None:
        broken = "Anne" in (route.request.post_data or "")
        route.fulfill(status=500, headers=marked, body="Sorry") if broken else route.fallback()

    desk.page.route("**/people/add/", fail_for_anne)
    desk.page.keyboard.type("Anne\nKarla\n")
    expect(desk.page.locator("#queue .error")).to_have_text(
        "Not saved: Anne. The site had an error. Try again", timeout=10_000
    )
    desk.counts("3 people · too few for a table")
    here(desk, "Gerdi", "Hannelore", "Karla")
    desk.page.unroute("**/people/add/")
    desk.press("Try again")
    desk.counts("4 people · 1 table")
    expect(desk.page.locator("#queue .error")).to_have_count(0)


def test_who_is_signed_out_signs_in_again_and_nothing_typed_is_lost(
    party: Party, desk: Desk, sign_in: Callable[[Page], Page], browser_errors: BrowserErrors
):
    browser_errors.expect_refusals()
    desk.page.context.clear_cookies()
    desk.page.keyboard.type("Anne\n")
    notice = desk.page.locator("#queue .notice")
    expect(notice).to_contain_text("You are signed out. Not saved yet, but kept on this page: Anne.")
    expect(notice.get_by_role("link", name="Sign in again")).to_have_attribute("target", "_blank")
    sign_in(desk.page)
    desk.press("Try again")
    desk.counts("3 people · too few for a table")
    expect(notice).to_be_hidden()


def test_a_person_who_said_by_phone_that_they_are_coming_is_listed_first_and_checked_in_by_one_tap(
    party: Party, desk: Desk, phone: Page, olga: User
):
    expected.change_invitation(party, Invitation(NOON), by=olga, at=NOON)
    phone.goto(reverse("party:public", args=[party.code]))
    phone.get_by_label("Your name", exact=True).fill("Ilse")
    phone.get_by_label("Your partner’s name (optional)").fill("Zita")
    phone.get_by_role("button", name="I am coming").click()
    expect(phone.get_by_text("Ilse & Zita: you have a seat.")).to_be_visible()
    # The numbers follow, as another desk may check people in; the names come with the next page.
    expect(desk.page.get_by_text("2 more expected")).to_be_visible()
    desk.page.reload()
    expect(desk.page.locator(".roster").first.locator(".who")).to_have_text(["Ilse", "Zita"])
    for name in ("Zita", "Ilse"):
        desk.page.locator(".who").get_by_text(name, exact=True).click()
    desk.counts("4 people · 1 table")
    here(desk, "Gerdi", "Hannelore", "Ilse", "Zita")


def test_answers_may_be_slow_without_anybody_waiting(party: Party, desk: Desk):
    held: list[Route] = []
    desk.page.route("**/people/add/", lambda route: held.append(route), times=1)
    desk.page.keyboard.type("Ilse\nAnne\n")
    desk.page.get_by_role("button", name="Ida").click()
    here(desk, "Gerdi", "Hannelore", "Ida", "Ilse")
    held[0].continue_()
    desk.counts("5 people · 1 table · 1 sitting out")
    here(desk, "Anne", "Gerdi", "Hannelore", "Ida", "Ilse")

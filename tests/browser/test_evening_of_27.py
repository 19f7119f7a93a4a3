"""A whole evening of rounds that end with the bell: 27 people, six tables, two laptops, two phones, the projector.

Most results are slips, typed with the keyboard.
"""

import re
from collections.abc import Callable, Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, PHONE, BrowserErrors, OpenDevice
from tests.browser.party_devices import PROJECTOR, Desk, Owned, Wall, without_phone
from tests.browser.party_napkin import Napkin, table_in
from tests.browser.party_pages import of_organiser
from tests.party import builders
from whistclub.club.models import Club
from whistclub.party.access import TableLink
from whistclub.party.actions import seating
from whistclub.party.models import Party

pytestmark = pytest.mark.browser

TWENTY_SEVEN = [
    "Anne",
    "Wolfram",
    "Hannelore",
    "Gerdi",
    "Karla",
    "Lars",
    "Mia",
    "Nils",
    "Otto",
    "Paula",
    "Quentin",
    "Rosa",
    "Sven",
    "Tilda",
    "Ulf",
    "Vera",
    "Willi",
    "Xaver",
    "Yvonne",
    "Zita",
    "Arne",
    "Berta",
    "Carl",
    "Dora",
    "Emil",
    "Frieda",
    "Gustav",
]
LATE = "Hugo"
SLIPS = ((7, 4), (2, 6), (5, 3), (9, 1), (0, 8), (6, 5))


@pytest.fixture(autouse=True)
def _lots(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same lots every time; any others would do."""
    monkeypatch.setattr(seating, "new_seed", lambda: 7)


@pytest.fixture
def desk(prairie: Club, laptop: Page, sign_in: Callable[[Page], Page]) -> Desk:
    """Olga at her laptop; the club is empty."""
    sign_in(laptop).goto(f"/run/{prairie.slug}/")
    return Desk(laptop)


def test_an_evening_of_27_people_in_rounds_that_end_with_the_bell(
    desk: Desk, open_device: OpenDevice, sign_in: Callable[[Page], Page], browser_errors: BrowserErrors
):
    set_up_within_75_seconds(desk)
    party, napkin = Party.objects.get(), Napkin([*TWENTY_SEVEN])
    wall = Wall(open_device(**PROJECTOR))
    wall.page.goto(reverse("party:projector", args=[party.code]))
    other_desk = Desk(sign_in(open_device(**LAPTOP)))
    other_desk.page.goto(of_organiser(party, "console"))
    is_seated(1, desk, wall, napkin)
    phones = list(phones_of_two_tables(party, open_device, napkin))

    latecomer_substitutes_at_once(desk, wall, phones[1], napkin)
    leaves = player_will_leave_after_the_round(desk, phones, napkin)
    stays = without_phone(5, phones, napkin)
    desk.keep_at_table(5, stays)
    desk.tab("Tables")
    the_bell_ends_the_round(desk, wall, phones, napkin)

    falls_asleep(other_desk, browser_errors)
    desk.seat_and_announce(2)
    is_seated(2, desk, wall, napkin)
    assert napkin.table_of(leaves) is None
    assert leaves not in napkin.sit_outs
    assert napkin.table_of(stays) == 5
    phones_follow(2, phones, napkin)
    its_old_form_is_refused(other_desk, party, browser_errors)
    the_bell_ends_the_round(desk, wall, phones, napkin)

    desk.seat_and_announce(3)
    wall.shows_round(3, "0 of 6 results in")
    announced = wall.tables()
    for phone in phones:
        if any(phone.owner in side for sides in announced.values() for side in sides):
            phone.is_sent_to(3, table_in(announced, phone.owner))
    desk.withdraw(3)
    expect(wall.page.locator(".bar-message")).to_have_text("Round 3 was withdrawn. Please wait for the new seating.")
    for phone in phones:
        phone.says("Round 3 was withdrawn. Please wait for the new seating.")
    desk.seat_and_announce(3)
    is_seated(3, desk, wall, napkin)
    assert napkin.seats == announced
    assert napkin.table_of(stays) == 5
    phones_follow(3, phones, napkin)
    the_bell_ends_the_round(desk, wall, phones, napkin)

    desk.finish_early()
    expect(wall.page.locator("[data-page]:visible")).to_have_attribute("data-page", "winners-1")
    desk.tab("Standings")
    expect(desk.page.get_by_role("heading", name="Final standings")).to_be_visible()
    assert desk.standings() == napkin.lines_for_everyone()
    for phone in phones:
        assert phone.final_standings() == napkin.lines_for_everyone()
    expect(wall.page.locator(".bar-round")).to_have_text("The party is finished")
    assert wall.standings() == napkin.lines_for_everyone()


def set_up_within_75_seconds(desk: Desk) -> None:
    """From the empty club’s front page to the first round announced. Each person costs one request."""
    requests = []
    desk.go("New party")
    desk.choose("A round ends", "When the bell rings")
    desk.tap(desk.page.get_by_role("button", name="Create and check people in"))
    expect(desk.page.get_by_label("Search or add a player")).to_be_focused()
    desk.page.on("request", lambda request: requests.append(request.method))
    for name in TWENTY_SEVEN:
        desk.type(f"{name}\n")
    desk.counts("27 people · 6 tables · 3 sitting out", timeout=40_000)  # one request after the other
    assert requests.count("POST") == len(TWENTY_SEVEN)
    desk.go("Go to the seating", exact=False)
    desk.press("Show the seating")
    desk.announce(1)
    assert desk.spent <= 75


def is_seated(number: int, desk: Desk, wall: Wall, napkin: Napkin) -> None:
    """The wall, the desk and the napkin agree on the round that has just been announced."""
    wall.shows_round(number, "0 of 6 results in")
    expect(wall.page.locator("[data-timer]").first).to_have_attribute("data-state", "running")
    assert wall.tables() == desk.tables()
    napkin.new_round(wall.tables(), wall.sitting_out())


def phones_of_two_tables(party: Party, open_device: OpenDevice, napkin: Napkin) -> Iterator[Owned]:
    for table in (1, 2):
        phone = Owned(open_device(**PHONE))
        phone.page.goto(reverse("party:table", args=[TableLink(party.club_id, party.club.card_version, table).token]))
        phone.sits_down(napkin.now[table].sides[0][0])
        yield phone


def phones_follow(number: int, phones: list[Owned], napkin: Napkin) -> None:
    for phone in phones:
        table = napkin.table_of(phone.owner)
        if table is None:
            phone.sits_out(number)
        else:
            phone.is_sent_to(number, table)
            phone.goes_to(table)


def latecomer_substitutes_at_once(desk: Desk, wall: Wall, phone: Owned, napkin: Napkin) -> None:
    """The hand that was played stays with the chair."""
    here = napkin.table_of(phone.owner)
    gone = without_phone(here, [phone], napkin)
    phone.hand(napkin.now[here], gone, 9)
    desk.tab("Check-in")
    expect(desk.page.get_by_label("Search or add a player")).to_be_focused()
    desk.type(f"{LATE}\n")
    desk.counts("28 people · 7 tables")
    desk.tab("Tables")
    desk.seat_substitute(here, gone, LATE)
    napkin.put({gone: LATE})
    desk.says(f"{gone} left table {here}. {LATE} takes over the seat.")
    phone.says(f"{LATE} granded, made 9")
    expect(wall.page.locator("[data-slide=tables] .tile").nth(here - 1)).to_contain_text(LATE)
    assert wall.tables() == desk.tables() == napkin.seats
    assert wall.sitting_out() == napkin.sit_outs


def player_will_leave_after_the_round(desk: Desk, phones: list[Owned], napkin: Napkin) -> str:
    name = without_phone(4, phones, napkin)
    desk.tab("Check-in")
    desk.page.get_by_role("button", name=re.compile(rf"\b{name}\b")).click()
    desk.press("Leaves after this round")
    return name


def the_bell_ends_the_round(desk: Desk, wall: Wall, phones: list[Owned], napkin: Napkin) -> None:
    """Phones that keep score enter a last hand; slips come from the other tables."""
    number, scored = len(napkin.rounds), set()
    desk.press("Ring the bell now")
    desk.says("The bell has rung. Waiting for tables")
    wall.shows_the_bell()
    for phone in phones:
        table = napkin.table_of(phone.owner)
        if table is None or table in scored:
            continue
        game = napkin.now[table]
        phone.says("The bell has rung.")
        phone.hand(game, game.sides[1][0], 12)
        phone.says(f"Waiting for round {number + 1}")
        scored.add(table)
    for table, points in enumerate(SLIPS, start=1):
        if table not in scored:
            desk.paper_result(table, *points)
            napkin.now[table].points[:] = points
    wall.shows_round(number, "6 of 6 results in")
    desk.says("The bell has rung. All results are in.")


def falls_asleep(desk: Desk, browser_errors: BrowserErrors) -> None:
    """It shows the round being played, and hears nothing any more."""
    browser_errors.expect_bad_network()
    desk.page.route("**/live/**", lambda route: route.abort())
    desk.says("No connection.")


def its_old_form_is_refused(desk: Desk, party: Party, browser_errors: BrowserErrors) -> None:
    browser_errors.expect_refusals()
    before = [table.result_key for each in builders.party_state(party).announced for table in each.tables]
    desk.type_slip(3, 11, 8)
    desk.says("Not saved: table 3, 11–8.")
    desk.page.unroute("**/live/**")
    after = [table.result_key for each in builders.party_state(party).announced for table in each.tables]
    assert after == before

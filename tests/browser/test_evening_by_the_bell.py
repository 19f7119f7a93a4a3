"""An evening of twenty-seven by the bell: six tables, three sit out, one keeps her table, a second laptop sleeps."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, PHONE, BrowserErrors, OpenDevice
from tests.browser.party_devices import Desk, Owned
from tests.browser.party_napkin import Napkin
from whistclub.club.models import Club
from whistclub.party.actions import seating
from whistclub.party.models import Party

pytestmark = [pytest.mark.browser, pytest.mark.long]

NAMES = (
    "Ann Bob Clara Dan Eva Fay Gus Hal Ida Jon Kim Lea Max Nora "
    "Olaf Pia Quin Rosa Sven Tilda Ulf Vera Willi Xaver Yvonne Zita Arne"
)
PEOPLE = NAMES.split()


@pytest.fixture
def desk(prairie: Club, laptop: Page, sign_in: Callable[[Page], Page], monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Olga at her laptop; the lots are the same every time, and any others would do."""
    monkeypatch.setattr(seating, "new_seed", lambda: 7)
    sign_in(laptop).goto(reverse("play:tonight", args=[prairie.slug]))
    return Desk(laptop)


def test_an_evening_of_27_people_by_the_bell(
    desk: Desk, open_device: OpenDevice, sign_in: Callable[[Page], Page], browser_errors: BrowserErrors
):
    browser_errors.expect_bad_network()
    browser_errors.expect_refusals()
    napkin = Napkin([*PEOPLE])
    all_are_seated(desk, napkin)
    asleep = Desk(sign_in(open_device(**LAPTOP)))
    asleep.page.goto(desk.page.url)
    asleep.says("0 of 6 results in")
    asleep.page.context.set_offline(True)
    phones = [Owned(open_device(**PHONE)) for _ in range(2)]
    for table, phone in enumerate(phones, start=1):
        phone.scans_card(Party.objects.get(), table)
        phone.sits_down(napkin.now[table].sides[0][0])

    the_bell_ends_the_round(desk, phones, napkin)
    slips(desk, napkin, {3: (4, 7), 4: (9, 2), 5: (3, 0), 6: (1, 6)})
    desk.says("The bell has rung. All results are in.")
    expect(desk.page.get_by_text("Finish the hand you are playing")).to_have_count(0)
    expect(desk.page.get_by_role("button", name="Sound is on")).to_be_visible()
    next_round(2, desk, phones, napkin)
    what_the_sleeper_types_is_not_saved(asleep, desk)
    slips(desk, napkin, {1: (5, 2), 2: (2, 8), 3: (7, 6), 4: (0, 3), 5: (6, 4), 6: (8, 1)})
    next_round(3, desk, phones, napkin)
    slips(desk, napkin, {1: (3, 9), 2: (4, 1), 3: (2, 5), 4: (10, 7), 5: (1, 2), 6: (6, 3)})

    desk.finish_early()
    every_number_is_right(desk, napkin)
    finishing_is_undone_for_a_wrong_slip(desk, napkin)
    desk.finish_early()
    every_number_is_right(desk, napkin)
    for phone in phones:
        assert phone.final_standings() == napkin.lines_for_everyone()


def all_are_seated(desk: Desk, napkin: Napkin) -> None:
    """From the front page of an empty club until round 1 is announced: in 75 seconds, with a request for each person.

    Ann cannot walk far, and keeps table 2."""
    posts: list[str] = []
    desk.page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    desk.go("New party")
    desk.choose("A round ends", "When the bell rings")
    desk.press("Create and check people in")
    expect(desk.page.get_by_label("Search or add a player")).to_be_focused()
    posts.clear()
    for name in PEOPLE:
        desk.type(f"{name}\n")
    desk.counts("27 people · 6 tables · 3 sitting out")
    assert len(posts) == len(PEOPLE)
    desk.go("Wishes: apart, together, staying at a table")
    desk.choose("Player", "Ann")
    desk.page.get_by_label("Table", exact=True).fill("2")
    desk.press("Stays at this table")
    desk.says("From the next round on, Ann stays at table 2.")
    desk.tab("Tables")
    desk.press("Show the seating")
    desk.announce(1)
    assert desk.spent <= 75
    note_the_round(desk, napkin)


def note_the_round(desk: Desk, napkin: Napkin) -> None:
    """Six tables of four as the desk shows them; those whom it shows nowhere sit out."""
    tables = desk.tables()
    seated = [name for sides in tables.values() for side in sides for name in side]
    assert (len(tables), len(seated), len({*seated})) == (6, 24, 24)
    napkin.new_round(tables, [name for name in PEOPLE if name not in seated])
    assert napkin.table_of("Ann") == 2


def the_bell_ends_the_round(desk: Desk, phones: list[Owned], napkin: Napkin) -> None:
    """The first table plays on to its last hand; the second has just finished one, and is done."""
    first, second = phones
    for phone, table, tricks in (first, 1, 9), (second, 2, 12):
        game = napkin.now[table]
        phone.hand(game, game.sides[1][0], tricks)
    desk.press("Sound on")
    desk.press("Ring the bell now")
    desk.says("The bell has rung. Waiting for")
    desk.says("Finish the hand you are playing; it is the last.")
    for phone in phones:
        phone.says("Finish this hand. No cards out?")
    first.hand(napkin.now[1], napkin.now[1].sides[0][1], 11)
    first.says("Waiting for round 2")
    second.tap(second.button("End the game"))
    second.says("Waiting for round 2")
    desk.says("2 of 6 results in")


def slips(desk: Desk, napkin: Napkin, points: dict[int, tuple[int, int]]) -> None:
    for table, (first, second) in points.items():
        desk.paper_result(table, first, second)
        napkin.now[table].points[:] = first, second
    desk.says("6 of 6 results in")


def next_round(number: int, desk: Desk, phones: list[Owned], napkin: Napkin) -> None:
    rested = napkin.sit_outs
    desk.seat_and_announce(number)
    note_the_round(desk, napkin)
    assert not {*rested} & {*napkin.sit_outs}
    for phone in phones:
        phone.is_sent_to(number, napkin.table_of(phone.owner))


def what_the_sleeper_types_is_not_saved(asleep: Desk, desk: Desk) -> None:
    """It showed round 1 when it lost the network, and a slip of that round is typed before it has it again."""
    for name, value in (("table", 3), ("first", 12), ("second", 1)):
        asleep.page.locator(f"form.quick [name={name}]").fill(str(value))
    asleep.page.context.set_offline(False)
    asleep.says("The party has moved on")
    asleep.page.locator("form.quick [name=second]").press("Enter")
    asleep.says("Not saved: table 3, 12–1. Round 1 is over; round 2 is being played.")
    desk.says("0 of 6 results in")
    asleep.page.close()


def finishing_is_undone_for_a_wrong_slip(desk: Desk, napkin: Napkin) -> None:
    desk.page.locator("details.more summary").click()
    desk.tab("Log")
    desk.press("Undo")
    desk.tab("Tables")
    desk.put_right(4, napkin.now[4], 7, 10)
    desk.says("Table 4: ")
    desk.tab("Tables")


def every_number_is_right(desk: Desk, napkin: Napkin) -> None:
    desk.tab("Standings")
    expect(desk.page.get_by_role("heading", name="Final standings")).to_be_visible()
    assert desk.standings() == napkin.lines_for_everyone()
    desk.tab("Tables")

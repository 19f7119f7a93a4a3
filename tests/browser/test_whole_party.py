"""An evening: thirteen people, three tables, three rounds; an organiser, three phones and the projector at once."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, OpenDevice
from tests.browser.party_devices import PROJECTOR, Desk, Owned, Wall, without_phone
from tests.browser.party_napkin import Napkin, table_in
from whistclub.club.actions import players_named
from whistclub.club.models import Club
from whistclub.party.actions import seating
from whistclub.party.models import Party

pytestmark = [pytest.mark.browser, pytest.mark.long]

PEOPLE = ("Ann", "Bob", "Clara", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea")
LATE = "Max"


@pytest.fixture(autouse=True)
def _lots(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same lots every time; any others would do."""
    monkeypatch.setattr(seating, "new_seed", lambda: 7)


@pytest.fixture
def desk(prairie: Club, laptop: Page, sign_in: Callable[[Page], Page]) -> Desk:
    """Olga at her laptop, a party set up, nobody there yet."""
    players_named(prairie, [*PEOPLE, LATE])
    sign_in(laptop).goto(reverse("play:tonight", args=[prairie.slug]))
    desk = Desk(laptop)
    desk.set_up(hands=2)
    return desk


@pytest.fixture
def wall(desk: Desk, open_device: OpenDevice) -> Wall:
    page = open_device(**PROJECTOR)
    page.goto(reverse("party:projector", args=[Party.objects.get().code]))
    return Wall(page)


@pytest.fixture
def phones(desk: Desk, open_device: OpenDevice) -> list[Owned]:
    """Three phones at the cards of the three tables."""
    party = Party.objects.get()
    phones = [Owned(open_device(**PHONE)) for _ in range(3)]
    for table, phone in enumerate(phones, start=1):
        phone.scans_card(party, table)
        expect(phone.page.get_by_role("heading", name="Round 1 has not been announced yet")).to_be_visible()
    return phones


def test_a_party_of_thirteen_on_three_tables_for_three_rounds(desk: Desk, wall: Wall, phones: list[Owned]):
    napkin = Napkin([*PEOPLE])
    twelve_are_seated_by_lot(desk, wall, phones, napkin)
    first_round_by_phones_and_paper(desk, wall, phones, napkin)

    desk.tab("Check-in")
    desk.tap_here(LATE)
    desk.counts("13 people · 3 tables · 1 sitting out")
    desk.tab("Tables")
    next_round(2, desk, wall, phones, napkin)
    two_sat_down_wrongly(desk, wall, phones, napkin)
    the_rest_from_paper(desk, wall, napkin, {1: (7, 4), 2: (2, 6), 3: (5, 3)})

    a_round_is_taken_back_and_announced_again(3, desk, wall, phones, napkin)
    player_leaves(desk, wall, phones, napkin)
    an_old_result_is_put_right(desk, wall, napkin)
    the_rest_from_paper(desk, wall, napkin, {1: (3, 8), 2: (6, 1), 3: (0, 4)})

    desk.finish_early()
    desk.tab("Standings")
    expect(desk.page.get_by_role("heading", name="Final standings")).to_be_visible()
    assert desk.standings() == napkin.lines_for_everyone()
    for phone in phones:
        assert phone.final_standings() == napkin.lines_for_everyone()
    expect(wall.page.locator(".bar-round")).to_have_text("The party is finished")


# --- The evening, in the order in which it goes -----------------------------------------------------------------------


def twelve_are_seated_by_lot(desk: Desk, wall: Wall, phones: list[Owned], napkin: Napkin) -> None:
    desk.tap_here(*PEOPLE[:2])
    desk.list_here(*PEOPLE[2:])
    desk.counts("12 people · 3 tables")
    desk.go("Go to the seating", exact=False)
    desk.page.get_by_label("Random draw").check()
    desk.press("Show the seating")
    desk.says("Only organisers can see this until it is announced.")
    assert not wall.tables()
    desk.announce(1)
    wall.shows_round(1, "0 of 3 results in")
    assert wall.tables() == desk.tables()
    napkin.new_round(wall.tables(), wall.sitting_out())
    for table, phone in enumerate(phones, start=1):
        phone.sits_down(napkin.now[table].sides[table % 2][0])


def first_round_by_phones_and_paper(desk: Desk, wall: Wall, phones: list[Owned], napkin: Napkin) -> None:
    """The first table by phone; the second too, with one more hand since it is level; the third on paper."""
    play_by_phone(phones, napkin)
    game, phone = napkin.now[2], phones[1]
    one, other = game.sides[0][0], game.sides[1][0]
    phone.hand(game, one, 9)
    phone.hand(game, other, 9)
    phone.says("Hand 3")
    phone.hand(game, other, 8)
    wall.shows_round(1, "2 of 3 results in")
    desk.says("Waiting for table 3.")
    desk.paper_result(3, 4, 10)
    napkin.now[3].points[:] = 4, 10
    wall.shows_round(1, "3 of 3 results in")
    phones[2].says("The organiser entered this result from paper.")
    phones[2].says("Waiting for round 2")


def next_round(number: int, desk: Desk, wall: Wall, phones: list[Owned], napkin: Napkin) -> None:
    """Every phone shows its owner’s seat, and one tap later keeps the score there."""
    desk.seat_and_announce(number)
    wall.shows_round(number, "0 of 3 results in")
    assert wall.tables() == desk.tables()
    before = napkin.now[1]
    napkin.new_round(wall.tables(), wall.sitting_out())
    stay = before.sides[0] if before.points[0] > before.points[1] else before.sides[1]
    assert {napkin.table_of(name) for name in stay} == {1}
    for phone in phones:
        table = napkin.table_of(phone.owner)
        phone.is_sent_to(number, table)
        if table:
            phone.goes_to(table)


def two_sat_down_wrongly(desk: Desk, wall: Wall, phones: list[Owned], napkin: Napkin) -> None:
    """It is seen after a hand: the two change places, the hand stays with the chairs."""
    phone = next(each for each in phones if napkin.table_of(each.owner))
    here = napkin.table_of(phone.owner)
    there = 1 + here % 3
    one, other = without_phone(here, phones, napkin), without_phone(there, phones, napkin)
    phone.hand(napkin.now[here], one, 10)
    phone.says(f"{one} granded, made 10")
    desk.to_table(here)
    desk.swap(one, other, why="Sat in the wrong seats")
    napkin.put({one: other, other: one})
    phone.says(f"{other} granded, made 10")
    wall.shows_round(2, "0 of 3 results in")
    expect(wall.page.locator("[data-slide=tables] .tile").nth(here - 1)).to_contain_text(other)
    desk.tab("Tables")
    assert wall.tables() == desk.tables() == napkin.seats
    phone.hand(napkin.now[here], other, 7)
    wall.shows_round(2, "1 of 3 results in")


def player_leaves(desk: Desk, wall: Wall, phones: list[Owned], napkin: Napkin) -> None:
    """In the middle of a game; a player sitting out takes over the chair and the game."""
    phone = next(each for each in phones if napkin.table_of(each.owner))
    here, (substitute,) = napkin.table_of(phone.owner), napkin.sit_outs
    gone = without_phone(here, phones, napkin)
    phone.hand(napkin.now[here], gone, 8)
    desk.seat_substitute(here, gone, substitute)
    napkin.put({gone: substitute})
    phone.says(f"{substitute} granded, made 8")
    expect(wall.page.locator("[data-slide=tables] .tile").nth(here - 1)).to_contain_text(substitute)
    assert wall.tables() == desk.tables() == napkin.seats
    for each in phones:
        if each.owner == substitute:
            each.goes_to(here, *each.sees(napkin.now[here]))
    phone.hand(napkin.now[here], substitute, 9)
    wall.shows_round(3, "1 of 3 results in")


def an_old_result_is_put_right(desk: Desk, wall: Wall, napkin: Napkin) -> None:
    """Table 3 of the first round had been typed the wrong way round."""
    desk.open("Share, earlier rounds, finish")
    desk.go("Round 1")
    desk.put_right(3, napkin.rounds[0][3], 10, 4)
    desk.says("Past rounds are not reseated.")
    expect(desk.page.get_by_text("ranks change:")).to_be_visible()
    desk.tab("Tables")
    assert wall.tables() == desk.tables() == napkin.seats


def a_round_is_taken_back_and_announced_again(
    number: int, desk: Desk, wall: Wall, phones: list[Owned], napkin: Napkin
) -> None:
    """Phones have gone on to their new pads already, one has not: all three find their places again."""
    desk.seat_and_announce(number)
    wall.shows_round(number, "0 of 3 results in")
    announced = wall.tables()
    playing = [phone for phone in phones if phone.owner not in wall.sitting_out()]
    for phone in playing:
        phone.is_sent_to(number, table_in(announced, phone.owner))
    for phone in playing[1:]:
        phone.goes_to(table_in(announced, phone.owner))
    desk.withdraw(number)
    withdrawn = f"Round {number} was withdrawn. Please wait for the new seating."
    expect(wall.page.locator(".bar-message")).to_have_text(withdrawn)
    assert desk.tables() == napkin.seats
    for phone in phones:
        phone.says(withdrawn)
        phone.says(f"Waiting for round {number}")
    next_round(number, desk, wall, phones, napkin)
    assert napkin.seats == announced


def the_rest_from_paper(desk: Desk, wall: Wall, napkin: Napkin, points: dict[int, tuple[int, int]]) -> None:
    """Slips of the tables that have no result yet."""
    left = [table for table in points if napkin.now[table].points == [0, 0]]
    for table in left:
        desk.paper_result(table, *points[table])
        napkin.now[table].points[:] = points[table]
    wall.shows_round(len(napkin.rounds), "3 of 3 results in")


# --- What recurs ------------------------------------------------------------------------------------------------------


def play_by_phone(phones: list[Owned], napkin: Napkin) -> None:
    """A whole game of two hands by the first phone whose owner plays: the second pair grands, then the first."""
    phone = next(each for each in phones if napkin.table_of(each.owner))
    game = napkin.now[napkin.table_of(phone.owner)]
    phone.hand(game, game.sides[1][1], 11)
    phone.hand(game, game.sides[0][1], 8)

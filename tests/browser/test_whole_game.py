"""A whole game from the one-time link to the next game, by taps on a phone."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests import builders
from tests.browser.conftest import OpenPad
from tests.browser.phone import LOW, Phone
from whistclub.club.founding import first_link_path
from whistclub.play.models import EntryRecord, Game

pytestmark = pytest.mark.browser


def make_the_club(page: Page) -> None:
    page.goto(first_link_path())
    page.get_by_label("Club name").fill("Kitchen")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Your e-mail").fill("ann@example.org")
    page.get_by_label("Password").fill(builders.PASSWORD)
    page.get_by_role("button", name="Create your club").tap()
    expect(page.get_by_role("heading", name="Tonight")).to_be_visible()


def put_on_the_roster(page: Page, *names: str) -> None:
    page.get_by_role("link", name="Players", exact=True).tap()
    page.get_by_role("link", name="People").tap()
    for name in names:
        page.get_by_label("Name", exact=True).fill(name)
        page.get_by_role("button", name="Add", exact=True).tap()
        expect(page.get_by_role("main").get_by_text(name, exact=True)).to_be_visible()


def seat_four_and_start(page: Page) -> None:
    """Bob is tapped onto the seat opposite Ann by mistake and moved to her left by the arrows."""
    page.get_by_role("link", name="Tonight").tap()
    page.get_by_role("link", name="Start a game").tap()
    seats = [page.get_by_label(f"Seat {number}", exact=True) for number in (1, 2, 3, 4)]
    page.get_by_role("button", name="Ann", exact=True).tap()
    seats[1].fill("Clara")
    page.get_by_role("button", name="Bob", exact=True).tap()
    seats[3].fill("Dan")
    assert [seat.input_value() for seat in seats] == ["Ann", "Clara", "Bob", "Dan"]
    page.get_by_role("radio", name="deals").nth(3).check()
    page.get_by_role("button", name="Swap the player in seat 3").tap()
    page.get_by_role("button", name="Swap the player in seat 2").tap()
    assert [seat.input_value() for seat in seats] == ["Ann", "Bob", "Clara", "Dan"]
    page.get_by_role("button", name="Start the game").tap()
    expect(page.get_by_role("heading", name="Game in progress")).to_be_visible()


# --- A whole game ---------------------------------------------------------------------------------------------------


def test_a_whole_game_works_by_taps_from_claim_link_to_next_game(phone, transactional_db):
    make_the_club(phone)
    put_on_the_roster(phone, "Ann", "Bob")
    seat_four_and_start(phone)
    phone.get_by_role("link", name="Keep score on this device").tap()
    phone.get_by_role("button", name="Ann").tap()
    pad = Phone(phone)

    # Hand 1: three taps, and what it means is said before the third.
    pad.shows("0", "0")
    pad.bid("Ann")
    pad.says("Ann granded. Dan leads to the first trick.")
    pad.tricks(9)
    pad.says("Ann granded, made 9: Us +3. Score: Us 3, Them 0.")
    assert not EntryRecord.objects.exists()
    pad.save()
    pad.shows("3", "0")
    pad.is_sent()
    assert (pad.taps, EntryRecord.objects.count()) == (3, 1)

    # Hand 2: a failed grand.
    pad.bid("Bob")
    pad.says("Bob granded. Ann leads to the first trick.")
    pad.tricks(5)
    pad.says("Bob granded, failed with 5 tricks: Us +4. Score: Us 7, Them 0.")
    pad.save()
    pad.shows("7", "0")

    # Hand 3: nobody granded; the tricks are those of this phone's side.
    pad.bid(LOW)
    pad.says("Clara leads to the first trick.")
    pad.tricks(9)
    pad.says("All red: low. Tricks: Us 9, Them 4 – Them +3. Score: Us 7, Them 3.")
    pad.save()
    pad.shows("7", "3")
    pad.record("Dan", 10, "7", "7")

    # A correction says what it changes before it is saved; what was chosen for the next hand stays.
    pad.tricks(7)
    pad.follow(phone.get_by_role("link", name="Correct hand 1"))
    expect(phone.get_by_role("heading", name="Correct hand 1")).to_be_visible()
    pad.tricks(8)
    pad.says("Ann granded, made 8: Us +2. New score: Us 6, Them 7 (now Us 7, Them 7).")
    pad.tap(pad.button("Save correction"))
    pad.shows("6", "7")
    pad.has_chosen("7 6")

    # Undo and put back; an undo clears it.
    pad.tap(phone.get_by_role("button", name="Undo hand 4"))
    pad.shows("6", "3")
    pad.says("Removed: Hand 4: Dan granded, made 10: Them +4.")
    pad.has_not_chosen("7 6")
    pad.tap(pad.button("Restore it"))
    pad.shows("6", "7")

    # The game ends; no more hand can be entered.
    pad.bid("Clara")
    pad.tricks(13)
    pad.tells("The game would be over.")
    pad.save()
    expect(phone.get_by_role("heading", name="We won the game 13–7.")).to_be_visible()
    pad.shows("13", "7")
    expect(pad.button("Save")).to_have_count(0)
    expect(phone.get_by_role("radio")).to_have_count(0)

    # A correction reopens it; it ends again.
    pad.follow(phone.get_by_role("link", name="Correct hand 5"))
    pad.tricks(12)
    pad.says("The game is no longer over: play continues.")
    pad.tap(pad.button("Save correction"))
    pad.shows("12", "7")
    pad.record("Ann", 7, "13", "7")
    expect(phone.get_by_role("heading", name="We won the game 13–7.")).to_be_visible()

    # Again with other partners, in two taps; the deal has gone on to the left of Ann, to Bob.
    before = pad.taps
    pad.tap(phone.get_by_text("Play again", exact=True))
    pad.tap(phone.get_by_role("button", name="Ann & Bob against Clara & Dan"))
    pad.shows("0", "0")
    assert pad.taps - before == 2
    expect(pad.chair("Bob")).to_have_class(re.compile(r"\bnorth\b"))
    pad.deals("Bob")
    pad.record("Bob", 8, "2", "0")
    assert Game.objects.filter(follows__state=Game.State.FINISHED).count() == 1


# --- Wrong inputs -----------------------------------------------------------------------------------------------------


def test_saving_asks_for_the_bid_keeps_the_tricks_and_a_double_tap_stores_one_hand(game: Game, open_pad: OpenPad):
    pad = open_pad(game)
    pad.tricks(9)
    pad.save()
    pad.says("First tap a player, or low.")
    pad.has_chosen("9 4")
    assert not EntryRecord.objects.exists()
    pad.bid("Ann")
    pad.button("Save").dblclick()
    pad.shows("3", "0")
    pad.says("Hand 2")
    pad.is_silent_about("First tap a player")
    pad.is_sent()
    assert EntryRecord.objects.count() == 1

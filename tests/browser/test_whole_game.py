"""A game from the one-time link to the next game, by taps on a phone; the rule book's examples; wrong inputs."""

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import builders
from tests.browser.conftest import BrowserErrors, OpenPad
from tests.browser.organiser import make_the_club, put_on_the_roster, seat_four_and_start
from tests.browser.phone import LOW, Phone
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.play import games
from whistclub.play.models import EntryRecord, Game

pytestmark = pytest.mark.browser

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

    # A correction says what it changes before it is saved.
    pad.follow(phone.get_by_role("link", name="Hand 1: Ann granded, made 9"))
    expect(phone.get_by_role("heading", name="Correct hand 1")).to_be_visible()
    pad.tricks(8)
    pad.says("Ann granded, made 8: Us +2. New score: Us 6, Them 7 (now Us 7, Them 7).")
    pad.tap(pad.button("Save correction"))
    pad.shows("6", "7")

    # Undo and put back.
    pad.tap(phone.get_by_role("button", name="Undo hand 4"))
    pad.shows("6", "3")
    pad.says("Removed: Hand 4: Dan granded, made 10: Them +4.")
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
    pad.follow(phone.get_by_role("link", name="Hand 5: Clara granded, made 13"))
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


# --- The worked examples of the rules' sources ------------------------------------------------------------------------

US, THEM = "Ann", "Bob"  # who grands; the phone is Ann's

EXAMPLES = [
    ("NeuralPlay", "neuralplay", US, 8, "2", "0"),
    ("NeuralPlay: defenders take nine", "neuralplay", US, 4, "0", "6"),
    ("NeuralPlay", "neuralplay", LOW, 9, "0", "3"),
    ("wiki: Us 10, Them 3", "wiki_four", US, 10, "4", "0"),
    ("wiki: Us 5, Them 8", "wiki_four", US, 5, "0", "4"),
    ("wiki: Us 9, Them 4", "wiki_four", LOW, 9, "0", "3"),
    ("Denexa, Pagat", "minnesota", US, 8, "2", "0"),
    ("Denexa, Pagat: whoever granded", "minnesota", THEM, 5, "2", "0"),
    ("Denexa, Pagat", "minnesota", LOW, 8, "−2", "0"),
    ("Pagat: defenders take eight", "minnesota_double", US, 5, "0", "4"),
    ("Pagat", "south_dakota", US, 9, "3", "0"),
    ("Pagat", "south_dakota", US, 5, "−2", "0"),
    ("Pagat", "south_dakota", LOW, 8, "−2", "0"),
]


@pytest.mark.parametrize(("source", "preset", "bid", "tricks", "ours", "theirs"), EXAMPLES)
def test_worked_examples_match_the_page(
    prairie: Club, olga: User, open_pad: OpenPad, source, preset, bid, tricks, ours, theirs
):
    open_pad(builders.game(prairie, olga, preset=preset)).record(bid, tricks, ours, theirs)


def test_an_askov_game_pays_15_cents_and_15_for_each_star_of_the_winners(prairie: Club, olga: User, open_pad: OpenPad):
    pad = open_pad(builders.game(prairie, olga, preset="askov"))
    solos = [
        ("Sola Nola", "Ann", "a star for Us", "Us 0 ★, Them 0"),
        ("Grand Dix", "Clara", "a star for Us", "Us 0 ★★, Them 0"),
        ("Sola Nola", "Bob", "a star for Them", "Us 0 ★★, Them 0 ★"),
    ]
    for number, (solo, name, gain, score) in enumerate(solos, start=1):
        pad.tap(pad.choice(solo))
        pad.bid(name)
        pad.tap(pad.choice("made"))
        pad.says(f"{name}: {solo}, made: {gain}. Score: {score}.")
        pad.save()
        pad.says(f"Undo hand {number}")
        pad.shows("0", "0")
    pad.record("Ann", 13, "7", "0")
    pad.record("Clara", 13, "14", "0")
    pad.record("Ann", 7, "15", "0")
    pad.says("We won the game 15–0.")
    pad.says("Bob & Dan each pay $0.45: the game and 2 stars.")


# --- Wrong inputs -----------------------------------------------------------------------------------------------------


def test_saving_without_a_bid_asks_for_it_and_keeps_the_tricks(game: Game, open_pad: OpenPad):
    pad = open_pad(game)
    pad.tricks(9)
    pad.save()
    pad.says("First tap who granded, or the middle of the table for low.")
    pad.has_chosen("9 4")
    assert not EntryRecord.objects.exists()
    pad.bid("Ann")
    pad.save()
    pad.shows("3", "0")


def test_saving_without_tricks_asks_for_them_and_keeps_the_bid(game: Game, open_pad: OpenPad):
    pad = open_pad(game)
    pad.bid("Bob")
    pad.save()
    pad.says("Now tap the number of tricks, then save.")
    pad.has_chosen("Bob")
    assert not EntryRecord.objects.exists()
    pad.tricks(8)
    pad.save()
    pad.shows("0", "2")


def test_an_impossible_number_of_tricks_is_not_kept(game: Game, open_pad: OpenPad):
    pad = open_pad(game)
    pad.tampered("13 0", "14-0")
    pad.bid("Ann")
    pad.tricks(13)
    pad.save()
    pad.says("Now tap the number of tricks, then save.")
    pad.has_chosen("Ann", "13 0")
    assert not EntryRecord.objects.exists()


def test_a_stale_page_does_not_overwrite_another_phones_hand(
    game: Game, open_pad: OpenPad, browser_errors: BrowserErrors
):
    browser_errors.expect_refusals()
    pad = open_pad(game)
    pad.stop_following()
    builders.record(game, builders.high(1, 1, 8), by_seat=1)
    pad.bid("Ann")
    pad.tricks(9)
    assert pad.answer_to_save().status == 409
    pad.says("This hand has already been entered on another phone. Yours was not saved.")
    pad.keeps("Hand 1: Ann granded, made 9: Us +3.")
    assert EntryRecord.objects.count() == 1


@pytest.mark.parametrize(
    ("close", "sentence"),
    [
        (lambda game, olga: builders.play_out(game), "The game is over. This hand was not saved."),
        (
            lambda game, olga: games.end_without_result(game, by=olga, at=builders.NOON),
            "The organiser has ended this game without a result. This hand was not saved.",
        ),
    ],
    ids=["over", "stopped"],
)
def test_a_locked_game_accepts_no_hand(
    game: Game, olga: User, open_pad: OpenPad, browser_errors: BrowserErrors, close: Callable, sentence: str
):
    browser_errors.expect_refusals()
    pad = open_pad(game)
    pad.stop_following()
    close(game, olga)
    before = EntryRecord.objects.count()
    pad.bid("Ann")
    pad.tricks(10)
    assert pad.answer_to_save().status == 409
    pad.says(sentence)
    pad.keeps("Hand 1: Ann granded, made 10: Us +4.")
    assert EntryRecord.objects.count() == before


def test_a_forged_link_leads_to_no_pad(game: Game, phone: Page, browser_errors: BrowserErrors):
    browser_errors.expect_refusals()
    token = builders.link(game).token
    answer = phone.goto(reverse("play:pad", args=[token[:-1] + ("A" if token[-1] != "A" else "B")]))
    assert answer.status == 404
    expect(phone.get_by_role("heading", name="This is not a score pad")).to_be_visible()


def test_a_replaced_link_saves_nothing_and_says_so(
    game: Game, laptop: Page, sign_in: Callable, open_pad: OpenPad, browser_errors: BrowserErrors
):
    browser_errors.expect_refusals()
    pad = open_pad(game)
    pad.stop_following()
    pad.bid("Ann")
    pad.tricks(9)
    sign_in(laptop).goto(reverse("play:game", args=["prairie", game.code]))
    laptop.get_by_text("Link leaked? Replace it").click()
    laptop.get_by_role("button", name="Make a new link").click()
    expect(laptop.get_by_role("link", name="Keep score on this device")).to_be_visible()
    game.refresh_from_db()
    assert game.link_version == 2
    assert pad.answer_to_save().status == 410
    pad.says("This score pad link has been replaced.")
    pad.keeps("Hand 1: Ann granded, made 9: Us +3.")
    assert not EntryRecord.objects.exists()


def test_an_open_pad_reports_a_replaced_link_automatically(
    game: Game, olga: User, open_pad: OpenPad, browser_errors: BrowserErrors
):
    browser_errors.expect_refusals()
    pad = open_pad(game)
    pad.bid("Ann")
    games.renew_link(game, by=olga, at=builders.NOON)
    pad.says("This score pad link has been replaced. Ask the organiser for the new code.")
    pad.has_chosen("Ann")


def test_a_double_tap_on_save_stores_one_hand(game: Game, open_pad: OpenPad):
    pad = open_pad(game)
    pad.bid("Ann")
    pad.tricks(9)
    pad.button("Save").dblclick()
    pad.shows("3", "0")
    pad.says("Hand 2")
    pad.is_silent_about("First tap who granded")
    pad.is_sent()
    assert EntryRecord.objects.count() == 1

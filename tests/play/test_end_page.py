"""The pad of a game that is over."""

from uuid import uuid4

import pytest

from tests import builders
from tests.builders import high, play_out, record
from tests.play.phone import hand_form, pad_url, phone
from tests.web.html import Html
from whistclub.engine.hand import Contract
from whistclub.play.entries import EntrySubmission

pytestmark = pytest.mark.django_db


def solo(number, declarer, *, made):
    return EntrySubmission(uuid4(), number, Contract.SOLA_NOLA, declarer, (0,) if made else (1,))


def settled(game, seat="0"):
    return Html(phone(seat).get(pad_url(game))).texts("p", css="paid")[-1]


@pytest.fixture
def askov(prairie, olga):
    return builders.game(prairie, olga, preset="askov")


@pytest.mark.parametrize(
    "seat, verdict",
    [
        ("0", "We won the game 15–0."),
        ("1", "They won the game 15–0."),
        ("none", "Ann & Clara won the game 15–0."),
    ],
)
def test_the_winner_is_named_from_the_owners_perspective(game, seat, verdict):
    play_out(game)
    assert Html(phone(seat).get(pad_url(game))).texts("h1") == [verdict]


def test_there_is_no_form_for_another_hand(game):
    assert Html(phone().get(pad_url(game))).find("form", css="hand-form")
    play_out(game)
    assert not Html(phone().get(pad_url(game))).find("form", css="hand-form")


def test_the_winners_box_is_marked(game):
    play_out(game)
    (won,) = Html(phone("1").get(pad_url(game))).find("div", css="won")
    assert won.text.startswith("Them 15")


def test_a_game_with_a_stake_shows_who_pays_whom(askov):
    play_out(askov)
    assert settled(askov) == "Bob & Dan each pay $0.15."


def test_each_star_of_the_winners_raises_the_stake(askov):
    record(askov, solo(1, 0, made=True), solo(2, 2, made=True), *(high(number, 0, 9) for number in range(3, 8)))
    assert settled(askov) == "Bob & Dan each pay $0.45: the game and 2 stars."


def test_one_star_is_one_star(askov):
    record(askov, solo(1, 0, made=True), *(high(number, 0, 9) for number in range(2, 7)))
    assert settled(askov) == "Bob & Dan each pay $0.30: the game and 1 star."


def test_the_losers_stars_are_worth_nothing(askov):
    record(askov, solo(1, 1, made=True), *(high(number, 0, 9) for number in range(2, 7)))
    assert settled(askov) == "Bob & Dan each pay $0.15."


def test_money_is_shown_in_the_clubs_currency(askov, prairie):
    prairie.currency = "kr "
    prairie.save()
    play_out(askov)
    assert settled(askov) == "Bob & Dan each pay kr 0.15."


def test_a_game_without_a_stake_has_no_payments(game):
    play_out(game)
    assert " pay " not in Html(phone().get(pad_url(game))).text


def test_hands_after_the_end_are_marked(game):
    record(game, high(1, 0, 12), high(2, 0, 7), high(3, 1, 8))
    row = game.hands.get(position=2).uid
    phone().post(pad_url(game, "pad_correct", 2), hand_form(number=2, tricks="13-0", replaces=row))
    page = Html(phone().get(pad_url(game)))
    (extra,) = page.find("li", css="after-end")
    assert "after the end – not counted" in extra.text
    assert page.texts("span", css="total") == ["13", "0"]

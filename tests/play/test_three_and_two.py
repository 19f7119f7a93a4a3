"""A game of three with a widow, as their phones enter it. Ann, Bob and Clara each play alone."""

import pytest

from tests import builders
from tests.play.phone import hand_form, pad_url, phone, send
from tests.web.html import Html
from whistclub.play.models import Game

pytestmark = pytest.mark.django_db


def taken(bid="1", first="5", second="5", **more):
    """What the pad of a game of three sends: who took the widow, the tricks of two, from the nearest on."""
    return {
        "contract": "widow",
        "bid": bid,
        "first": first,
        "second": second,
        "tricks": "",
        "counting": "second",
    } | more


def page_of(game, seat="0"):
    return Html(phone(seat).get(pad_url(game)))


def boxes(page):
    return dict(zip(page.texts("span", css="label"), page.texts("span", css="total"), strict=True))


@pytest.mark.parametrize("seat, others", [("0", ["You", "Bob", "Clara"]), ("1", ["You", "Clara", "Ann"])])
def test_every_seat_sees_itself_first(widow_game, seat, others):
    page = page_of(widow_game, seat)
    assert [each.split()[0] for each in page.texts("label", css="counter")] == others[:2]
    assert page.texts("span", css="remaining") == [f"{others[2]} remaining"]
    assert page.texts("span", css="label") == others
    assert page.value("viewer_side") == seat


def test_each_phone_reads_the_hand_in_its_own_words(widow_game):
    send(phone(), widow_game, **taken("1"))
    assert boxes(page_of(widow_game, "0")) == {"You": "2", "Bob": "1", "Clara": "0"}
    assert boxes(page_of(widow_game, "1")) == {"You": "1", "Clara": "0", "Ann": "2"}
    text = page_of(widow_game, "1").texts("output")[0]
    assert text == "✓ Hand 1: Bob took the widow. Tricks: You 5, Clara 3, Ann 5 – You +1, Ann +2."


@pytest.mark.parametrize("first, second", [("9", "9"), ("8", "6"), ("13", "1"), ("14", "0"), ("0", "99")])
def test_more_than_thirteen_tricks_are_refused_and_everything_is_kept(widow_game, first, second):
    response = send(phone(), widow_game, **taken("2", first, second))
    page = Html(response)
    assert response.status_code == 422
    assert page.texts("div", css="error") != [""]
    assert page.chosen("bid") == ["2"]
    assert [page.chosen("first"), page.chosen("second")] == [
        [count] if int(count) <= 13 else [] for count in (first, second)
    ]
    assert widow_game.entries.count() == 0


@pytest.mark.parametrize(
    "form, text",
    [
        (taken("3"), "That seat is empty."),
        (taken("low"), "These rules do not have that bid."),
        ({"contract": "high", "bid": "1", "tricks": "9-4"}, "These rules do not have that bid."),
        (taken("1", revoke="1-1"), "A side cannot revoke against itself."),
    ],
)
def test_hands_impossible_for_three_are_refused_with_a_message(widow_game, form, text):
    response = send(phone(), widow_game, htmx=True, **form)
    assert (response.status_code, widow_game.entries.count()) == (422, 0)
    assert text in Html(response).text


def test_a_hand_is_corrected(widow_game):
    send(phone(), widow_game, **taken("none", "6", "4"))
    old = widow_game.entries.get()
    form = hand_form(corrects=old.uid, **taken("2", "3", "3", viewer_side=1))
    assert phone("1").post(pad_url(widow_game, "pad_correct", 1), form).status_code == 302
    assert Game.objects.get(pk=widow_game.pk).totals == [4, 0, -1]


def test_a_conflicting_entry_is_shown_beside_the_phones_own(widow_game):
    send(phone("1"), widow_game, **taken("1", "5", "3", viewer_side=1))
    response = send(phone("0"), widow_game, htmx=True, **taken("none", "4", "6"))
    page = Html(response)
    assert response.status_code == 409
    assert "Saved: Hand 1: Bob took the widow. Tricks: You 5, Bob 5, Clara 3 – You +2, Bob +1." in page.text
    assert "Yours: Hand 1: Nobody took the widow. Tricks: You 4, Bob 6, Clara 3 – You +1, Bob +3." in page.text
    (change,) = [each for each in page.find("a") if each.text == "Use mine"]
    wanted = Html(phone("0").get(change["href"]))
    assert (wanted.chosen("bid"), wanted.chosen("first"), wanted.chosen("second")) == (["none"], ["4"], ["6"])


@pytest.fixture
def two(prairie, olga):
    return builders.game(prairie, olga, preset="two_player")


@pytest.mark.parametrize("seat, labels", [("0", ["You", "Bob"]), ("1", ["You", "Ann"]), ("none", ["Ann", "Bob"])])
def test_each_of_two_sees_itself_first(two, seat, labels):
    page = page_of(two, seat)
    assert page.texts("span", css="label") == labels
    assert page.texts("label", css="south")[0].split()[0] == ("Bob" if seat == "1" else "Ann")


def test_a_hand_is_corrected_on_the_other_phone(two):
    send(phone(), two, bid="low", tricks="8-5")
    old = two.entries.get()
    page = Html(phone("1").get(pad_url(two, "pad_correct", 1)))
    assert (page.chosen("bid"), page.chosen("tricks")) == (["low"], ["5-8"])
    form = hand_form(corrects=old.uid, bid="low", tricks="9-4", viewer_side=1)
    assert phone("1").post(pad_url(two, "pad_correct", 1), form).status_code == 302
    assert Game.objects.get(pk=two.pk).totals == [3, 0]

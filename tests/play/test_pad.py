"""The score pad as a phone shows it."""

from uuid import uuid4

import pytest
from django.urls import reverse

from tests import builders
from tests.builders import entry_row, high, low, play_out, record
from tests.play.phone import HTMX, hand_form, pad_url, phone, send
from tests.web.html import Html
from whistclub.engine.hand import Contract
from whistclub.engine.options import LimitTie, RuleOptions

pytestmark = pytest.mark.django_db


def totals(page: Html) -> list[tuple[str, str]]:
    labels = page.texts("span", css="label")
    return list(zip(labels, page.texts("span", css="total"), strict=True))


def test_a_phone_without_a_seat_asks_for_it(game):
    page = Html(phone(None).get(pad_url(game)))
    assert page.texts("h1") == ["Where do you sit?"]
    assert page.texts("button", name="seat") == ["Ann", "Bob", "Clara", "Dan", "I’m just keeping score"]


@pytest.mark.parametrize("cookie", ["4", "-1", "x", "", "None", "0 ", "²", "99999999999999999999"])
def test_an_invalid_seat_cookie_makes_the_pad_ask_again(game, cookie):
    assert Html(phone(cookie).get(pad_url(game))).texts("h1") == ["Where do you sit?"]


@pytest.mark.parametrize("seat", ["0", "1", "2", "3", "none"])
def test_the_seat_is_remembered_on_the_phone_for_this_link_only(game, seat):
    response = phone(None).post(pad_url(game, "pad_seat"), {"seat": seat})
    cookie = response.cookies["seat"]
    assert (response.status_code, response.url) == (302, pad_url(game))
    expected = seat if seat == "none" else f"{seat}.{game.seats.get(position=seat).player_id}"
    assert (cookie.value, cookie["path"], cookie["httponly"], cookie["samesite"]) == (
        expected,
        pad_url(game),
        True,
        "Lax",
    )


@pytest.mark.parametrize(
    "seat, shown",
    [
        ("0", [("Us", "3"), ("Them", "4")]),
        ("2", [("Us", "3"), ("Them", "4")]),
        ("1", [("Us", "4"), ("Them", "3")]),
        ("3", [("Us", "4"), ("Them", "3")]),
        ("none", [("Ann & Clara", "3"), ("Bob & Dan", "4")]),
    ],
)
def test_the_score_is_shown_from_the_owners_seat(game, seat, shown):
    record(game, high(1, 0, 9), high(2, 1, 10))
    assert totals(Html(phone(seat).get(pad_url(game)))) == shown


@pytest.mark.parametrize("seat, at_the_bottom", [("0", "Ann"), ("1", "Bob"), ("2", "Clara"), ("3", "Dan")])
def test_the_owner_sits_at_the_bottom_of_the_table_diagram(game, seat, at_the_bottom):
    page = Html(phone(seat).get(pad_url(game)))
    (south,) = page.find("label", css="south")
    assert south.text.split()[0] == at_the_bottom


def test_solos_are_offered_only_where_the_rules_have_them(prairie, olga, game):
    askov = builders.game(prairie, olga, preset="askov")
    offered = [
        [each["value"] for each in Html(phone().get(pad_url(of))).find("input", type="radio", name="contract")]
        for of in (game, askov)
    ]
    assert offered == [[], ["high", "sola_nola", "grand_dix"]]


def test_the_score_sheet_shows_the_newest_hand_first_with_a_correction_link(game):
    record(game, high(1, 0, 9), low(2, 9))
    page = Html(phone().get(pad_url(game)))
    assert page.texts("span", css="number") == ["2", "1"]
    assert [line["href"] for line in page.find("a", css="line")] == [
        pad_url(game, "pad_correct", 2),
        pad_url(game, "pad_correct", 1),
    ]


def test_the_pad_says_how_a_hand_is_corrected_and_the_spectator_page_does_not(game):
    how = "Tap a hand to correct it."
    record(game, high(1, 0, 8))
    assert how in Html(phone().get(pad_url(game))).text
    assert how not in Html(phone().get(reverse("play:watch", args=[game.code]))).text


def test_saving_without_javascript_redirects_to_a_pad_that_shows_the_hand(game):
    response = send(phone(), game)
    assert (response.status_code, response.url) == (302, pad_url(game))
    page = Html(phone().get(response.url))
    assert page.texts("output") == ["✓ Hand 1: Ann granded, made 9: Us +3."]


def test_saving_with_javascript_leads_to_the_pad(game):
    response = send(phone(), game, htmx=True)
    assert (response.status_code, response["HX-Redirect"]) == (200, pad_url(game))


@pytest.mark.parametrize("htmx", [True, False])
def test_a_conflict_reports_both_entries(game, htmx):
    record(game, high(1, 0, 9))
    response = send(phone("0"), game, htmx=htmx, bid="1", tricks="8-5")
    text = Html(response).text
    assert response.status_code == 409
    assert "This hand has already been entered on another phone. Yours was not saved." in text
    assert "Saved: Hand 1: Ann granded, made 9: Us +3." in text
    assert "Yours: Hand 1: Bob granded, made 8: Them +2." in text
    assert not Html(response).chosen("bid"), "the form is for the next hand"


@pytest.mark.parametrize("bid, tricks, viewer_side", [("1", "8-5", 0), ("low", "4-9", 0)])
def test_a_conflict_leads_to_a_correction_with_their_entry_selected(game, bid, tricks, viewer_side):
    record(game, high(1, 0, 9))
    response = send(phone(), game, htmx=True, bid=bid, tricks=tricks, viewer_side=viewer_side)
    (change,) = [each for each in Html(response).find("a") if each.text == "Use mine"]
    page = Html(phone().get(change["href"]))
    assert (page.chosen("bid"), page.chosen("tricks")) == ([bid], [tricks])


@pytest.mark.parametrize("htmx", [True, False])
def test_an_impossible_hand_is_refused_with_every_sentence(game, htmx):
    response = send(phone(), game, htmx=htmx, bid="7", tricks="9-9")
    text = Html(response).text
    assert response.status_code == 422
    assert "That seat is empty." in text
    assert "The tricks add up to 18, but a hand has 13." in text


def test_tricks_without_a_bid_are_kept(game):
    assert Html(send(phone(), game, bid="")).chosen("tricks") == ["9-4"]


def test_a_hand_for_a_finished_game_is_refused(game):
    play_out(game)
    response = send(phone(), game, htmx=True, position=3)
    assert response.status_code == 409
    assert Html(response).texts("p") == [
        "The game is over. This hand was not saved.",
        "You entered: Hand 3: Ann granded, made 9: Us +3.",
    ]


def test_undo_with_javascript_reports_what_was_removed(game):
    last = record(game, high(1, 0, 9))
    response = phone().post(pad_url(game, "pad_undo"), {"entry": last.uid}, headers={"HX-Request": "true"})
    assert (response.status_code, "changed" in response["HX-Trigger-After-Settle"]) == (200, True)
    assert Html(response).text == "Last hand undone."


def test_the_page_shows_the_recorded_hand(game):
    record(game, high(1, 0, 9), low(2, 9))
    page = Html(phone().get(pad_url(game, "pad_correct", 1)))
    assert page.texts("h1") == ["Correct hand 1"]
    assert "Saved: Ann granded, made 9: Us +3." in page.text
    assert (page.chosen("bid"), page.chosen("tricks")) == (["0"], ["9-4"])


def test_a_saved_correction_comes_back_to_the_pad(game):
    old = record(game, high(1, 0, 9))
    response = phone().post(pad_url(game, "pad_correct", 1), hand_form(tricks="8-5", corrects=old.uid))
    assert (response.status_code, response.url) == (302, pad_url(game))
    assert Html(phone().get(response.url)).texts("span", css="total") == ["2", "0"]


def test_a_conflicting_correction_shows_both_entries(game):
    response = correct_too_late(game, headers=HTMX)
    text = Html(response).text
    assert response.status_code == 409
    assert "Saved: Hand 1: Ann granded, made 8: Us +2." in text
    assert "Yours: Hand 1: Ann granded, made 7: Us +1." in text


def test_a_conflicting_correction_without_javascript_shows_the_record_and_keeps_the_choices(game):
    response = correct_too_late(game)
    page = Html(response)
    assert response.status_code == 409
    assert "Saved: Ann granded, made 8: Us +2." in page.text
    assert (page.chosen("bid"), page.chosen("tricks")) == (["0"], ["7-6"])


def correct_too_late(game, **how):
    """Bob's phone makes eight of Ann's nine; Ann's phone, which has not seen it, wants seven."""
    old = record(game, high(1, 0, 9))
    url = pad_url(game, "pad_correct", 1)
    phone("1").post(url, hand_form(tricks="8-5", corrects=old.uid))
    return phone().post(url, hand_form(tricks="7-6", corrects=old.uid), **how)


@pytest.mark.parametrize("position", [0, 2, 999, 2**31, 2**63, 10**30])
def test_a_hand_that_was_never_played_shows_a_message(game, position):
    record(game, high(1, 0, 9))
    response = phone().get(pad_url(game, "pad_correct", position))
    assert response.status_code == 404
    assert "There is no such hand in this game." in Html(response).text


def test_the_page_of_one_hand_never_changes_another(game):
    record(game, high(1, 0, 9), high(2, 0, 8))
    second = game.entries.get(position=2)
    phone().post(pad_url(game, "pad_correct", 1), hand_form(position=2, tricks="7-6", corrects=second.uid))
    assert not game.entries.filter(corrects=second).exists()


def solo(number, declarer, *, made):
    return entry_row(uuid4(), number, Contract.SOLA_NOLA, declarer, (0,) if made else (1,))


def settled(game, seat="0"):
    return Html(phone(seat).get(pad_url(game))).texts("p", css="paid")[-1]


@pytest.fixture
def askov(prairie, olga):
    return builders.game(prairie, olga, preset="askov")


@pytest.mark.parametrize(
    "seat, verdict",
    [("0", "We won the game 14–0."), ("1", "They won the game 14–0."), ("none", "Ann & Clara won the game 14–0.")],
)
def test_the_winner_is_named_from_the_owners_perspective(game, seat, verdict):
    play_out(game)
    assert Html(phone(seat).get(pad_url(game))).texts("h1") == [verdict]


def test_a_game_with_a_stake_shows_who_pays_whom(askov):
    play_out(askov)
    assert settled(askov) == "Bob & Dan each pay $0.15."


def test_the_losers_stars_are_worth_nothing(askov):
    record(askov, solo(1, 1, made=True), *(high(number, 0, 9) for number in range(2, 7)))
    assert settled(askov) == "Bob & Dan each pay $0.15."


def test_hands_after_the_end_are_marked(game):
    record(game, high(1, 0, 12), high(2, 0, 7), high(3, 1, 8))
    row = game.entries.get(position=2).uid
    phone().post(pad_url(game, "pad_correct", 2), hand_form(position=2, tricks="13-0", corrects=row))
    page = Html(phone().get(pad_url(game)))
    (extra,) = page.find("li", css="after-end")
    assert "after the end – not counted" in extra.text
    assert page.texts("span", css="total") == ["13", "0"]


@pytest.fixture
def two_hands(prairie, olga):
    """Two hands, and more if the score is level then; a made and a failed grand give 1 a trick."""
    return builders.game(prairie, olga, rules=RuleOptions(max_hands=2, limit_tie=LimitTie.EXTRA))


def head(game):
    (state,) = Html(phone("0").get(pad_url(game))).texts("p", css="state")
    return state


def test_a_hand_beyond_the_limit_is_an_extra_hand(two_hands):
    record(two_hands, high(1, 0, 8), high(2, 1, 8))
    assert head(two_hands).startswith("Hand 3, extra hand")
    assert "of 2" not in head(two_hands)
    page = Html(phone("0").get(pad_url(two_hands)))
    assert "play more hands until one side is ahead" in page.text
    assert "This is the last hand." not in page.text
    record(two_hands, high(3, 0, 8))
    assert "extra hand" not in head(two_hands)


def test_no_page_of_a_finished_game_names_a_hand_to_play(two_hands):
    record(two_hands, high(1, 0, 8), high(2, 0, 8))
    for address in (pad_url(two_hands), reverse("play:watch", args=[two_hands.code])):
        page = Html(phone(None).get(address))
        assert "The end" in page.text
        assert "Hand 3" not in page.text

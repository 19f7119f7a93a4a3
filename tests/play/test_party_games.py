"""Games that belong to a party: what the pages of single games make of them, and closed results."""

from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.builders import high, link, play_out, record, refusal_of
from tests.play.party_games import CLOSED, cards, close, fresh
from tests.play.phone import HTMX, hand_form, pad_url, phone, send
from tests.web.html import Html
from whistclub.party.actions import results
from whistclub.play.games import continue_game, end_without_result, play_again
from whistclub.play.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.writes, pytest.mark.alike]

ELSEWHERE = "This game belongs to a party. Go to the party’s page to do this."


# Lists of single games


@pytest.mark.parametrize("page", ["tonight", "history"])
def test_party_games_are_not_listed_among_single_games(organiser, prairie, table, page):
    play_out(table)
    assert cards(organiser.get(reverse(f"play:{page}", args=[prairie.slug]))) == []


def test_a_running_party_game_is_not_listed_tonight(organiser, prairie, table):
    record(table, high(1, 0, 9))
    assert cards(organiser.get(reverse("play:tonight", args=[prairie.slug]))) == []


def test_a_stopped_party_game_is_not_listed(organiser, prairie, olga, friday):
    results.declare_draw(friday, 1, 1, by=olga, at=timezone.now())
    for page in ("tonight", "history"):
        assert cards(organiser.get(reverse(f"play:{page}", args=[prairie.slug]))) == []


def test_single_games_are_listed_with_a_party(organiser, prairie, olga, table):
    other = builders.game(prairie, olga, names=("Edith", "Frank", "Greta", "Henrik"))
    assert cards(organiser.get(reverse("play:tonight", args=[prairie.slug]))) == [
        reverse("play:game", args=[prairie.slug, other.code])
    ]


# The next game is the party's next round


def test_a_party_game_cannot_be_played_again(table):
    play_out(table)
    with refusal_of("belongs_to_party"):
        play_again(link(table), 2, by=0, at=timezone.now())
    assert Game.objects.count() == 1


def test_playing_again_on_a_party_pad_is_refused_with_a_reason(table):
    play_out(table)
    response = phone().post(pad_url(table, "pad_again"), {"partner": 2})
    assert response.status_code == 409
    assert ELSEWHERE in Html(response).text


def test_the_end_page_of_a_party_game_offers_no_replay(table):
    play_out(table)
    page = Html(phone().get(pad_url(table)))
    assert page.find("button", name="partner") == []
    assert "Ann & Clara" in page.text


def test_the_end_page_of_a_party_game_leads_to_the_next_seat(table):
    play_out(table)
    links = [each["href"] for each in Html(phone().get(pad_url(table))).find("a")]
    assert reverse("party:next_table", args=[link(table).token]) in links


def test_an_organiser_playing_a_party_game_again_is_refused_with_a_reason(organiser, prairie, table):
    play_out(table)
    response = organiser.post(reverse("play:again", args=[prairie.slug, table.code]), {"partner": 2})
    assert response.status_code == 409
    assert ELSEWHERE in Html(response).text


@pytest.mark.parametrize("action", [end_without_result, continue_game])
def test_a_party_game_cannot_be_stopped_or_continued_alone(table, olga, action):
    with refusal_of("belongs_to_party"):
        action(table, by=olga, at=timezone.now())
    assert fresh(table).state == Game.State.RUNNING


@pytest.mark.parametrize("page", ["end", "continue"])
def test_the_organisers_request_is_refused_with_a_reason(organiser, prairie, table, page):
    response = organiser.post(reverse(f"play:{page}", args=[prairie.slug, table.code]), {"how": "nobody"})
    assert response.status_code == 409
    assert ELSEWHERE in Html(response).text


def test_the_organisers_page_of_such_a_game_offers_none_of_it(organiser, prairie, table):
    page = Html(organiser.get(reverse("play:game", args=[prairie.slug, table.code])))
    forms = [form.attributes.get("action", "") for form in page.find("form")]
    for name in ("end", "continue", "again"):
        assert reverse(f"play:{name}", args=[prairie.slug, table.code]) not in forms


# A closed result


@pytest.mark.parametrize("htmx", [True, False])
def test_a_hand_for_a_locked_result_is_refused_with_a_message(friday, olga, table, htmx):
    close(friday, olga)
    response = send(phone(), table, htmx=htmx)
    assert response.status_code == 409
    assert CLOSED in Html(response).text
    assert table.hands.count() == 0


@pytest.mark.parametrize("htmx", [True, False])
def test_a_refused_hand_is_described_for_the_organiser(friday, olga, table, htmx):
    close(friday, olga)
    assert "Ann granded, made 9" in Html(send(phone(), table, htmx=htmx)).text


def test_with_javascript_only_the_message_is_returned_and_the_form_stays(friday, olga, table):
    close(friday, olga)
    response = send(phone(), table, htmx=True)
    assert "HX-Trigger-After-Settle" not in response
    assert Html(response).find("div", id="pad") == []


@pytest.mark.parametrize("htmx", [True, False])
def test_correcting_a_locked_result_is_refused_with_a_message(friday, olga, table, htmx):
    hand = record(table, high(1, 0, 9)).hand
    close(friday, olga)
    form = hand_form(tricks="8-5", replaces=hand.uid)
    response = phone().post(pad_url(table, "pad_correct", 1), form, headers=HTMX if htmx else {})
    assert response.status_code == 409
    assert CLOSED in Html(response).text
    assert table.hands.get() == hand


def test_a_refused_correction_keeps_the_choices(friday, olga, table):
    hand = record(table, high(1, 0, 9)).hand
    close(friday, olga)
    form = hand_form(bid="1", tricks="8-5", replaces=hand.uid)
    page = Html(phone().post(pad_url(table, "pad_correct", 1), form))
    assert (page.chosen("bid"), page.chosen("tricks")) == (["1"], ["8-5"])


@pytest.mark.parametrize("htmx", [True, False])
def test_an_undo_in_a_locked_result_is_refused_with_a_message(friday, olga, table, htmx):
    hand = record(table, high(1, 0, 9)).hand
    close(friday, olga)
    form = {"uid": str(uuid4()), "last": hand.uid}
    response = phone().post(pad_url(table, "pad_undo"), form, headers=HTMX if htmx else {})
    assert response.status_code == 409
    assert CLOSED in Html(response).text
    assert fresh(table).hands_scored == 1


@pytest.mark.parametrize("htmx, status", [(True, 200), (False, 302)])
def test_resending_a_hand_saved_before_locking_reports_it_as_saved(friday, olga, table, htmx, status):
    form = hand_form()
    phone().post(pad_url(table, "pad_record"), form, headers=HTMX)
    close(friday, olga)
    response = phone().post(pad_url(table, "pad_record"), form, headers=HTMX if htmx else {})
    assert (response.status_code, table.hands.count()) == (status, 1)


def test_a_locked_pad_is_read_only(friday, olga, table):
    record(table, high(1, 0, 9))
    close(friday, olga)
    page = Html(phone().get(pad_url(table)))
    assert "This result is locked" in page.texts("h1")
    assert page.find("form", css="entry") == []
    actions = [form.attributes.get("action") for form in page.find("form")]
    assert pad_url(table, "pad_undo") not in actions
    assert page.find("a", css="line") == []


def test_a_pad_learns_that_its_result_was_closed(friday, olga, table):
    held = fresh(table).version(timezone.now())
    close(friday, olga)
    response = phone().get(pad_url(table, "pad_live"), {"v": held})
    assert response.status_code == 200
    assert "This result is locked" in Html(response).text


def test_a_pad_shows_a_result_typed_from_paper(friday, olga, table):
    results.type_result(friday, 1, 1, (7, 3), by=olga, at=timezone.now())
    page = Html(phone().get(pad_url(table)))
    assert page.texts("h1") == ["We won the game 7–3."]
    assert page.texts("span", css="total") == ["7", "3"]
    assert "The organiser entered this result from paper." in page.text


def test_an_unlocked_pad_accepts_hands(friday, olga, table):
    close(friday, olga)
    results.reopen_table(friday, 1, 1, by=olga, at=timezone.now())
    assert send(phone(), table, htmx=True).status_code == 201

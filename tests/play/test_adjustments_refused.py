"""Points that cannot be given or taken, and people who may not."""

import pytest
from django.urls import reverse

from tests import builders
from tests.builders import NOON, client_of
from tests.play.adjustment_requests import fresh, given, send, url
from tests.play.phone import HTMX, hand_form, phone
from tests.web.html import Html
from whistclub.play.models import AdjustmentRecord, GameEvent
from whistclub.play.party_games import type_result

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "form, text",
    [
        ({"points": "0"}, "Enter the points to give (7) or deduct (−7)."),
        ({"points": ""}, "Enter the points."),
        ({"points": "two"}, "Points must be a whole number, like −2."),
        ({"points": "1.5"}, "Points must be a whole number, like −2."),
        ({"side": ""}, "Choose a side."),
        ({"side": "2"}, "Choose a side."),
        ({"reason": " "}, "Give a reason; everyone can see it in the history."),
    ],
)
def test_impossible_input_is_refused_with_a_message_and_kept(organiser, game, form, text):
    typed = {"side": "1", "points": "-2", "reason": "Late again"} | form
    response = send(organiser, game, **typed)
    page = Html(response)
    assert response.status_code == 422
    assert page.texts("p", css="error") == [text]
    assert (page.chosen("side"), page.value("points"), page.value("reason").strip()) == (
        [typed["side"]] if typed["side"] in ("0", "1") else [],
        typed["points"],
        typed["reason"].strip(),
    )
    assert AdjustmentRecord.objects.count() == 0


@pytest.mark.parametrize("points", ["201", "-201", str(2**31), str(2**63), "9" * 5000])
def test_more_points_than_any_game_has_are_refused(organiser, game, points):
    response = send(organiser, game, points=points)
    assert (response.status_code, Html(response).value("points"), fresh(game).totals) == (422, points, [0, 0])


@pytest.mark.parametrize("form", [{"reason": "a" * 201}, {"reason": "x\x00"}])
def test_input_that_cannot_be_stored_is_refused(organiser, game, form):
    assert (send(organiser, game, **form).status_code, AdjustmentRecord.objects.count()) == (422, 0)


def test_a_long_reason_is_stored_whole(organiser, game):
    assert send(organiser, game, reason="a" * 200).status_code == 302
    assert AdjustmentRecord.objects.get().reason == "a" * 200
    assert game.events.get(kind=GameEvent.Kind.ADJUSTED).data == {"points": [0, -2], "reason": "a" * 200}


def test_adjusting_a_paper_result_is_refused(organiser, game, olga):
    type_result(game, (13, 7), by=olga, at=NOON)
    response = send(organiser, game)
    assert response.status_code == 422
    assert "This result was entered from paper. Enter the corrected result instead." in Html(response).text
    assert fresh(game).totals == [13, 7]


@pytest.mark.parametrize("page", ["adjust", "take_back"])
def test_the_organiser_of_another_club_finds_no_such_game(game, olga, page):
    made = given(game, olga, 0, -2)
    otto = client_of(builders.organiser("Otto", "Valley")[0])
    form = {"side": "0", "points": "1", "reason": "x", "adjustment": made.pk}
    assert otto.post(url(game, page), form).status_code == 404
    own = reverse(f"play:{page}", args=["valley", game.code])
    assert otto.post(own, form).status_code == 404
    assert fresh(game).totals == [0, -2]


@pytest.mark.parametrize("page", ["adjust", "take_back"])
def test_the_address_does_not_accept_get(organiser, game, page):
    assert organiser.get(url(game, page)).status_code == 405


def test_a_phone_cannot_adjust(game):
    assert phone().post(url(game), hand_form(), headers=HTMX).status_code == 302
    assert AdjustmentRecord.objects.count() == 0

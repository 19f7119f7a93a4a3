"""What the organiser's browser sends to give points, to take them, and to take that back."""

from datetime import timedelta

import pytest
from django.urls import reverse

from tests.builders import NOON, high, link, play_out, record
from tests.play.party_games import fresh
from tests.web.html import Html
from whistclub.play.entries import remove_entry
from whistclub.play.games import adjust_points
from whistclub.play.models import AdjustmentRecord, Game
from whistclub.play.party_games import lock_results, type_result

pytestmark = pytest.mark.django_db


LATER = NOON + timedelta(minutes=30)


def url(game, page="adjust"):
    return reverse(f"play:{page}", args=[game.club.slug, game.code])


def send(client, game, **form):
    return client.post(url(game), {"side": "1", "points": "-2", "reason": "Late again"} | form)


def send_back(client, game, adjustment):
    return client.post(url(game), {"adjustment": adjustment})


def given(game, by, *points, reason="as agreed", at=LATER):
    return adjust_points(game, points, reason, by=by, at=at)


def kinds(game):
    return list(game.events.values_list("kind", flat=True))[1:]


# Given, taken


@pytest.mark.parametrize("side, points, totals", [(0, "3", [6, 0]), (1, "-2", [3, -2]), (0, "-4", [-1, 0])])
def test_points_are_given_to_a_side_or_taken_from_it(organiser, game, side, points, totals):
    record(game, high(1, 0, 9))
    response = send(organiser, game, side=side, points=points)
    assert (response.status_code, response.url) == (302, url(game, "game"))
    assert fresh(game).totals == totals
    assert (fresh(game).hands_scored, fresh(game).dealer) == (1, 1)


# The end of a game


def test_adjustments_may_end_a_game(game, olga):
    record(game, *(high(number, 0, 9) for number in range(1, 5)))
    given(game, olga, 1, 0)
    found = fresh(game)
    assert (found.state, found.winner, found.reason, found.finished_at) == (Game.State.FINISHED, 0, "target", LATER)
    assert kinds(game) == ["adjusted", "ended"]
    assert list(game.events.values_list("by_user__name", flat=True))[1:] == ["Olga", "Olga"]


def test_adjustments_may_reopen_a_game(game, olga):
    play_out(game)
    given(game, olga, -3, 0)
    found = fresh(game)
    assert (found.state, found.winner, found.totals, found.finished_at) == (Game.State.RUNNING, None, [11, 0], None)
    assert kinds(game) == ["ended", "adjusted", "reopened"]


def test_only_the_organiser_can_adjust_a_locked_result(organiser, game, olga):
    lock_results([game], by=olga, at=NOON)
    assert send(organiser, game).status_code == 302
    assert (fresh(game).totals, fresh(game).locked) == ([0, -2], True)


def test_adjustments_stay_when_the_previous_hand_is_removed_and_restored(game, olga):
    last = record(game, high(1, 0, 9))
    given(game, olga, 0, -2)
    remove_entry(link(game), last.uid, must_be_last=True, by_seat=0, at=NOON)
    assert fresh(game).totals == [0, -2]
    record(game, high(1, 0, 9))
    assert fresh(game).totals == [3, -2]


# Taken back


def test_adjustments_can_be_undone(organiser, game, olga):
    made = given(game, olga, 0, -2)
    response = send_back(organiser, game, made.pk)
    assert (response.status_code, response.url) == (302, url(game, "game"))
    made.refresh_from_db()
    assert (made.undone_by, fresh(game).totals) == (olga, [0, 0])


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


def test_adjusting_a_paper_result_is_refused(organiser, game, olga):
    type_result(game, (13, 7), by=olga, at=NOON)
    response = send(organiser, game)
    assert response.status_code == 422
    assert "This result was entered from paper. Enter the corrected result instead." in Html(response).text
    assert fresh(game).totals == [13, 7]

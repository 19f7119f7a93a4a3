"""Points that the organiser gives or takes, with a reason, and takes back."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.builders import NOON, high, link, play_out, record
from tests.play.adjustment_requests import LATER, fresh, given, send, send_back, url
from tests.play.phone import pad_url, phone
from tests.web.html import Html, nothing_new
from whistclub.play.entries import undo_hand
from whistclub.play.games import end_without_result, undo_adjustment
from whistclub.play.models import Game
from whistclub.play.party_games import lock_results

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


def kinds(game):
    return list(game.events.values_list("kind", flat=True))[1:]


def pages(game, organiser):
    """Where everybody reads it: pad, history on the pad, watching page, the organiser's page."""
    return {
        "pad": Html(phone().get(pad_url(game))),
        "log": Html(phone().get(pad_url(game, "pad_log"))),
        "watch": Html(Client().get(reverse("play:watch", args=[game.code]))),
        "organiser": Html(organiser.get(url(game, "game"))),
    }


# Given, taken


@pytest.mark.parametrize("side, points, totals", [(0, "3", [6, 0]), (1, "-2", [3, -2]), (0, "-4", [-1, 0])])
def test_points_are_given_to_a_side_or_taken_from_it(organiser, game, side, points, totals):
    record(game, high(1, 0, 9))
    response = send(organiser, game, side=side, points=points)
    assert (response.status_code, response.url) == (302, url(game, "game"))
    assert fresh(game).totals == totals
    assert (fresh(game).hands_scored, fresh(game).dealer, fresh(game).entries) == (1, 1, 1)


def test_at_a_table_of_three_adjustments_go_to_one_player(organiser, prairie, olga):
    game = builders.game(prairie, olga, preset="widow")
    send(organiser, game, side=2, points="5")
    assert fresh(game).totals == [0, 0, 5]


def test_everyone_sees_the_reason(organiser, game):
    record(game, high(1, 0, 9))
    send(organiser, game)
    shown = pages(game, organiser)
    assert "Late again" in shown["pad"].texts("ol", css="entries")[0]
    assert "Them −2" in shown["pad"].texts("ol", css="entries")[0]
    assert "Bob & Dan −2" in shown["watch"].texts("ol", css="entries")[0]
    assert "Points adjusted: Them −2 (Late again)" in shown["log"].text
    assert "Points adjusted: Bob & Dan −2 (Late again)" in shown["organiser"].text
    assert ["Olga" in shown[name].text for name in ("log", "organiser")] == [True, True]
    assert [shown[name].texts("span", css="total") for name in ("pad", "watch", "organiser")] == [["3", "−2"]] * 3


def test_polling_game_pages_are_notified(organiser, game):
    before = fresh(game).revision
    send(organiser, game)
    after = fresh(game).revision
    assert after > before
    assert Client().get(reverse("play:watch_live", args=[game.code]), {"v": f"1.{before}"}).status_code == 200
    assert phone().get(pad_url(game, "pad_live"), {"v": f"1.{before}"}).status_code == 200
    assert nothing_new(phone().get(pad_url(game, "pad_live"), {"v": f"1.{after}"}))


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
    assert (found.state, found.winner, found.totals, found.finished_at) == (Game.State.RUNNING, None, [12, 0], None)
    assert kinds(game) == ["ended", "adjusted", "reopened"]


def test_adjustments_may_change_the_winner(game, olga):
    play_out(game)
    given(game, olga, -3, 14)
    found = fresh(game)
    assert (found.state, found.winner, found.totals) == (Game.State.FINISHED, 1, [12, 14])
    assert kinds(game) == ["ended", "adjusted"]


def test_adjustments_may_make_a_draw(prairie, olga, game):
    game.options |= {"target": None, "max_hands": 1}
    game.save()
    record(game, high(1, 0, 9))
    given(game, olga, 0, 3)
    assert (fresh(game).state, fresh(game).winner) == (Game.State.FINISHED, None)


def test_a_stopped_game_stays_stopped(game, olga):
    end_without_result(game, by=olga, at=NOON)
    given(game, olga, 13, 0)
    assert (fresh(game).state, fresh(game).totals) == (Game.State.STOPPED, [13, 0])


def test_only_the_organiser_can_adjust_a_locked_result(organiser, game, olga):
    lock_results([game], by=olga, at=NOON)
    assert send(organiser, game).status_code == 302
    assert (fresh(game).totals, fresh(game).locked) == ([0, -2], True)


def test_adjustments_stay_when_the_previous_hand_is_removed_and_restored(game, olga):
    last = record(game, high(1, 0, 9)).hand
    given(game, olga, 0, -2)
    undo_hand(link(game), last.uid, by_seat=0, at=NOON)
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


def test_undone_adjustments_appear_only_in_the_history(organiser, game, olga):
    made = given(game, olga, 0, -2, reason="Late again")
    send_back(organiser, game, made.pk)
    shown = pages(game, organiser)
    for name, side in (("log", "Them"), ("organiser", "Bob & Dan")):
        assert f"Adjustment undone before: {side} −2 (Late again)" in shown[name].text
    assert shown["pad"].texts("ol", css="entries") == [""]
    assert shown["watch"].texts("ol", css="entries") == [""]


def test_undoing_an_adjustment_may_end_or_reopen_a_game(game, olga):
    play_out(game)
    made = given(game, olga, -3, 0)
    undo_adjustment(game, made.pk, by=olga, at=LATER)
    assert (fresh(game).state, fresh(game).winner) == (Game.State.FINISHED, 0)
    undone = given(game, olga, -3, 0)
    undo_adjustment(game, undone.pk, by=olga, at=LATER)
    assert kinds(game)[-3:] == ["reopened", "adjustment_undone", "ended"]


def test_undoing_twice_is_refused(organiser, game, olga):
    made = given(game, olga, 0, -2)
    send_back(organiser, game, made.pk)
    response = send_back(organiser, game, made.pk)
    assert response.status_code == 409
    assert "Something changed since you opened this page." in Html(response).text
    assert kinds(game) == ["adjusted", "adjustment_undone"]


@pytest.mark.parametrize("what", ["", "x", "0", "-1", "999999", str(2**63), "9" * 5000])
def test_only_adjustments_can_be_undone(organiser, game, what):
    assert send_back(organiser, game, what).status_code == 409


def test_an_adjustment_of_another_game_cannot_be_undone(organiser, game, prairie, olga):
    other = builders.game(prairie, olga, names=("Eva", "Finn", "Gil", "Hal"))
    made = given(other, olga, 0, -2)
    assert send_back(organiser, game, made.pk).status_code == 409
    assert fresh(other).totals == [0, -2]


def test_each_adjustment_that_counts_has_an_undo_button(organiser, game, olga):
    first, second = given(game, olga, 0, -2), given(game, olga, 1, 0)
    undo_adjustment(game, first.pk, by=olga, at=LATER)
    page = Html(organiser.get(url(game, "game")))
    assert [each["value"] for each in page.find("input", name="adjustment")] == [str(second.pk)]

"""What a phone has kept and sends later: answered in JSON, stored once, and nothing lost if somebody else was first."""

from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.builders import NOON, high, low, play_out, record
from tests.play.phone import hand_form, pad_url, phone
from whistclub.play.games import end_without_result, renew_link
from whistclub.play.models import Game
from whistclub.play.party_games import lock_results

pytestmark = pytest.mark.django_db

JSON = {"Accept": "application/json"}


def send(
    game: Game, page: str = "pad_record", *more: object, client: Client | None = None, **form: object
) -> HttpResponse:
    return (client or phone()).post(pad_url(game, page, *more), {"uid": str(uuid4())} | form, headers=JSON)


def hand(game: Game, **form: object) -> HttpResponse:
    return send(game, **hand_form(**form))


def saved(game: Game) -> list[tuple[int, list[int] | None]]:
    return list(game.entries.filter(current=True).values_list("position", "tricks"))


# --- Once -------------------------------------------------------------------------------------------------------------


def test_a_saved_hand_is_answered_with_the_revision_that_shows_it(game):
    uid = str(uuid4())
    answers = [hand(game, uid=uid) for _twice in range(2)]
    assert [each.status_code for each in answers] == [200, 200]
    revision = Game.objects.get(pk=game.pk).revision
    assert [(each.json()["result"], each.json()["revision"]) for each in answers] == [("saved", revision)] * 2


def test_an_undo_sent_twice_removes_one_hand(game):
    first, last = record(game, high(1, 0, 9)), record(game, high(2, 0, 8))
    answers = [send(game, "pad_undo", entry=last.uid) for _twice in range(2)]
    assert [each.json()["result"] for each in answers] == ["saved"] * 2
    assert game.entries.get(current=True) == first


def test_a_correction_sent_twice_is_made_once(game):
    old = record(game, high(1, 0, 9))
    form = hand_form(tricks="8-5", corrects=old.uid)
    answers = [send(game, "pad_correct", 1, **form) for _twice in range(2)]
    assert [each.json()["result"] for each in answers] == ["saved"] * 2
    assert game.entries.count() == 2


# --- Somebody else was first ------------------------------------------------------------------------------------------


def test_what_another_phone_saved_in_the_same_words_is_saved(game):
    record(game, low(1, 4))
    answer = hand(game, bid="low", tricks="4-9")
    assert (answer.status_code, answer.json()["result"]) == (200, "saved")
    assert game.entries.count() == 1


def test_the_same_hand_is_saved_although_it_ended_the_game(game):
    play_out(game)
    last = game.entries.get(position=game.entries.count())
    same = hand_form(position=last.position, bid=str(last.declarer), tricks=f"{max(last.tricks)}-{min(last.tricks)}")
    assert send(game, **same).json()["result"] == "saved"
    assert hand(game, position=last.position + 1).json()["result"] == "refused"


def test_two_versions_are_shown_and_mine_can_replace_the_saved_one(game):
    theirs = record(game, high(1, 0, 9))
    form = hand_form(bid="1", tricks="8-5")
    answer = send(game, **form)
    assert answer.status_code == 409
    assert "Hand 1: Ann granded, made 9: Us\N{NO-BREAK SPACE}+3." in answer.json()["html"]
    use = answer.json()["use"]
    assert use["text"] == "Hand 1: Bob granded, made 8: Them\N{NO-BREAK SPACE}+2."
    assert phone().post(pad_url(game) + use["path"], form | use["fields"], headers=JSON).status_code == 200
    assert saved(game) == [(1, [5, 8])]
    assert game.entries.get(pk=theirs.pk).current is False


def test_a_hand_behind_one_that_was_removed_can_be_sent_as_the_next(game):
    form = hand_form(position=3)
    record(game, high(1, 0, 9))
    answer = send(game, **form)
    use = answer.json()["use"]
    assert "An entry before this one is missing. Yours was not saved." in answer.json()["html"]
    assert phone().post(pad_url(game) + use["path"], form | use["fields"], headers=JSON).status_code == 200
    assert saved(game) == [(1, [9, 4]), (2, [9, 4])]


def test_an_undo_of_a_hand_that_was_corrected_meanwhile_is_refused(game):
    old = record(game, high(1, 0, 9))
    send(game, "pad_correct", 1, **hand_form(tricks="8-5", corrects=old.uid))
    answer = send(game, "pad_undo", entry=old.uid)
    assert answer.status_code == 409
    assert "This has been changed on another phone since" in answer.json()["html"]
    assert saved(game) == [(1, [8, 5])]


# --- The game, the link, the phone ------------------------------------------------------------------------------------


@pytest.mark.parametrize("close", ["locked", "stopped", "link replaced"])
def test_a_refused_hand_comes_with_the_reason(game, olga, close):
    url = pad_url(game, "pad_record")
    if close == "locked":
        lock_results([game], by=olga, at=NOON)
    elif close == "stopped":
        end_without_result(game, by=olga, at=NOON)
    else:
        renew_link(game, by=olga, at=NOON)
    answer = phone().post(url, hand_form(), headers=JSON)
    assert answer.status_code == (410 if close == "link replaced" else 409)
    # Without the hand itself: the phone shows what waits on it.
    assert answer.json()["result"] == "refused"
    assert "<p>" in answer.json()["html"]
    assert game.entries.count() == 0


def test_a_forged_link_is_answered_in_json(game):
    answer = phone().post(pad_url(game, "pad_record")[:-8] + "x/hands/", hand_form(), headers=JSON)
    assert (answer.status_code, answer.json()["result"]) == (404, "refused")


def test_the_seat_is_known_although_cookies_were_cleared(game):
    hand(game, by_seat="3.17", client=Client())
    send(game, client=Client(), **hand_form(position=2, by_seat="nonsense"))
    assert list(game.entries.values_list("by_seat", flat=True)) == [3, None]

"""A pad stops with its game: half a day after the end, or two weeks after the last hand, phones only view it."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.builders import high, link, play_out, record
from tests.play.party_games import fresh
from tests.play.phone import HTMX, hand_form, pad_url, phone, send
from tests.web.html import Html
from whistclub.club.settings import change_settings
from whistclub.play.entries import correct_hand
from whistclub.play.games import end_without_result, renew_link
from whistclub.play.models import Game

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}
HALF_A_DAY, TWO_WEEKS = timedelta(hours=12), timedelta(days=14)
A_MOMENT = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def usual_limits(settings):
    settings.PADS_WRITE_AFTER_END, settings.PADS_WRITE_UNUSED = HALF_A_DAY, TWO_WEEKS


def aged(game, by):
    """The same game, as if everything had happened so much earlier."""
    found = fresh(game)
    for name in ("started_at", "used_at", "finished_at"):
        if when := getattr(found, name):
            setattr(found, name, when - by)
    found.save()
    return found


def now(game):
    """The game, begun at this hour: not in the past of the builders."""
    return aged(game, fresh(game).touched_at - timezone.now())


def forms(game):
    """Every form of a pad that changes something."""
    last = game.entries.filter(current=True).order_by("position").last()
    corrected = hand_form(position=1, tricks="8-5", corrects=str(game.entries.get(position=1, current=True).uid))
    return {
        "pad_record": ((), hand_form(position=game.hands_scored + 1)),
        "pad_correct": ((1,), corrected),
        "pad_undo": ((), {"entry": last.uid}),
        "pad_again": ((), {"partner": 2}),
        "pad_call": ((), {"needed": "yes"}),
    }


def answers(game):
    """What the pad answers to each of these forms, with scripts."""
    found = {}
    for name, (more, form) in forms(game).items():
        response = phone().post(pad_url(game, name, *more), form, headers=JSON)
        found[name] = response.status_code
        assert response.status_code != 410 or response.json()["result"] == "refused"
    return found


def test_a_pad_stops_half_a_day_after_the_end(game):
    over = aged(now(play_out(game)), HALF_A_DAY + A_MOMENT)
    before = list(over.entries.values())
    assert answers(over) == dict.fromkeys(forms(over), 410)
    assert list(over.entries.values()) == before
    assert fresh(over).revision == over.revision
    assert not Game.objects.filter(follows=over).exists()


def test_until_then_hands_can_be_corrected_and_undone(game):
    over = aged(now(play_out(game)), HALF_A_DAY - A_MOMENT)
    more, form = forms(over)["pad_correct"]
    assert phone().post(pad_url(over, "pad_correct", *more), form).status_code == 302
    more, form = forms(over)["pad_undo"]
    assert phone().post(pad_url(over, "pad_undo"), form).status_code == 302
    assert fresh(over).state == Game.State.RUNNING


def test_a_correction_does_not_keep_the_pad_of_a_finished_game_open(game):
    over = play_out(game)
    row = over.entries.get(position=1, current=True)
    correct_hand(link(over), high(1, 0, 12), corrects=row.uid, by_seat=0, at=over.finished_at + HALF_A_DAY - A_MOMENT)
    assert not fresh(over).is_of_now(over.finished_at + HALF_A_DAY)


@pytest.mark.parametrize("stopped, after", [(False, TWO_WEEKS), (True, HALF_A_DAY)])
def test_a_pad_stops_when_nobody_has_gone_on_for_two_weeks_or_it_was_stopped(game, olga, stopped, after):
    record(game, high(1, 0, 9))
    if stopped:
        end_without_result(game, by=olga, at=builders.NOON)
    old = aged(now(game), after + A_MOMENT)
    assert send(phone(), old, position=2).status_code == 410
    assert fresh(old).hands_scored == 1


def test_the_page_can_still_be_read_and_says_what_to_do(game):
    over = aged(now(play_out(game)), timedelta(days=40))
    page = Html(phone().get(pad_url(over)))
    assert "so phones can only view it now" in page.text
    assert "Ask the organiser to choose “Let phones change it again”" in page.text
    assert "14" in page.text
    assert [each for each in page.find("form") if "data-item" in each.attributes] == []
    for name in ("pad_log", "pad_rules", "pad_share", "pad_seat"):
        assert phone().get(pad_url(over, name)).status_code == 200


@pytest.mark.parametrize("shown", ["initials", "nothing"])
def test_who_sends_something_to_a_past_game_learns_no_more_names_than_who_reads_it(prairie, olga, game, shown):
    change_settings(prairie, {"shown_to_strangers": shown}, by=olga, at=builders.NOON)
    over = aged(now(play_out(game)), HALF_A_DAY + A_MOMENT)
    for name, (more, form) in (forms(over) | {"pad_seat": ((), {"seat": "7"})}).items():
        for headers in ({}, HTMX, JSON):
            response = phone().post(pad_url(over, name, *more), form, headers=headers)
            assert response.status_code in (403, 409, 410), name
            assert not [each for each in builders.FOUR if each in response.content.decode()], name


def test_what_was_saved_before_is_confirmed_to_a_phone_that_asks_again(game):
    form, recent = hand_form(), now(game)
    assert phone().post(pad_url(recent, "pad_record"), form, headers=JSON).status_code == 200
    old = aged(recent, TWO_WEEKS + A_MOMENT)
    assert phone().post(pad_url(old, "pad_record"), form, headers=JSON).status_code == 200


# Opened again


def test_an_organiser_lets_phones_write_again(game, organiser):
    old = aged(now(game), timedelta(days=40))
    page = reverse("play:game", args=["prairie", old.code])
    assert "Let phones change it again" in Html(organiser.get(page)).texts("button")
    done = Html(organiser.post(reverse("play:pads", args=["prairie", old.code]), {"what": "open"}, follow=True))
    assert "Phones can change this game again." in done.text
    assert "Let phones change it again" not in done.texts("button")
    assert send(phone(), old).status_code == 302
    assert "Phones can change it again" in Html(organiser.get(page)).text


def test_a_new_link_keeps_out_whoever_has_that_of_the_game_before(game, olga):
    before = now(play_out(game))
    phone().post(pad_url(before, "pad_again"), {"partner": 2})
    after = Game.objects.get(follows=before)
    assert phone().get(pad_url(before, "pad_next_game")).status_code == 302
    renew_link(after, by=olga, at=timezone.now())
    assert phone().get(pad_url(before, "pad_next_game")).status_code == 410
    assert phone().post(pad_url(before, "pad_again"), {"partner": 2}).status_code == 410

"""An organiser ends a game before its rules do, a side gives up, and the game goes on after all."""

from datetime import timedelta

import pytest
from django.urls import reverse

from tests import builders
from tests.builders import NOON, high, link, low, play_out, record, refusal_of
from tests.play.party_games import fresh, game_of
from tests.play.phone import form_of, pad_url, phone, send
from tests.web.html import Html
from whistclub.engine.options import LimitTie, RuleOptions
from whistclub.play import replay
from whistclub.play.entries import correct_hand
from whistclub.play.games import concede, continue_game, end_now, end_without_result, renew_link
from whistclub.play.models import Game, PadLink
from whistclub.play.statistics import bring_up_to_date
from whistclub.stats.models import GameFact

pytestmark = pytest.mark.django_db


def state(game):
    found = fresh(game)
    return found.state, found.winner, found.reason


def address(game, name):
    return reverse(f"play:{name}", args=[game.club.slug, game.code])


def test_the_leading_side_has_won(game, olga):
    record(game, high(1, 0, 9), high(2, 1, 8))
    end_now(game, by=olga, at=NOON)
    assert state(game) == ("finished", 0, "hands")
    assert fresh(game).totals == [3, 2]


def test_a_tied_table_cannot_end_when_the_rules_continue(prairie, olga):
    game = builders.game(prairie, olga, rules=RuleOptions(high_set_award=2, limit_tie=LimitTie.EXTRA))
    record(game, high(1, 0, 8), high(2, 1, 8))
    with refusal_of("level_yet"):
        end_now(game, by=olga, at=NOON)
    assert (state(game)[0], fresh(game).last_hand) == ("running", None)


@pytest.mark.parametrize("side", [0, 1])
def test_when_a_side_concedes_the_other_wins(game, olga, side):
    record(game, high(1, 0, 9))
    concede(game, side, by=olga, at=NOON)
    assert state(game) == ("finished", 1 - side, "given_up")
    assert fresh(game).totals == [3, 0]


def test_the_side_that_conceded_pays(prairie, olga):
    game = builders.game(prairie, olga, preset="askov")
    record(game, high(1, 0, 9))
    concede(game, 0, by=olga, at=NOON)
    page = Html(phone("0").get(pad_url(game)))
    assert "We conceded. They won the game 0–3." in page.text
    assert "Ann & Clara each pay $0.15." in page.text


def test_corrections_keep_a_game_conceded(game, olga):
    recorded = record(game, high(1, 0, 9))
    concede(game, 1, by=olga, at=NOON)
    answer = send(phone(), game, page="pad_undo", entry=recorded.uid)
    assert (answer.status_code, state(game)) == (302, ("finished", 0, "given_up"))
    assert replay.fold(fresh(game), replay.read(game)).winner == 0


@pytest.mark.parametrize(
    "end", [lambda game, by: end_now(game, by=by, at=NOON), lambda game, by: concede(game, 1, by=by, at=NOON)]
)
def test_a_hand_undone_after_an_early_end_can_be_restored_and_nothing_else_entered(game, olga, end):
    record(game, high(1, 0, 9), high(2, 1, 8))
    end(game, olga)
    before = state(game)
    send(phone(), game, page="pad_undo", entry=game.entries.get(position=2).uid)
    assert (state(game), fresh(game).totals) == (before, [3, 0])
    assert [send(phone(), game, position=position).status_code for position in (2, 3)] == [409, 409]
    form = form_of(phone().get(pad_url(game)), "Restore it")
    assert phone().post(pad_url(game, "pad_record"), form).status_code == 302
    assert (state(game), fresh(game).totals) == (before, [3, 2])


def test_a_hand_that_no_longer_counts_does_not_count_when_it_is_undone_and_restored(prairie, olga):
    """Hand 3 was played on at a tie after the last one, which was corrected since."""
    game = builders.game(prairie, olga, rules=RuleOptions(high_set_award=2, limit_tie=LimitTie.EXTRA))
    record(game, high(1, 0, 8))
    Game.objects.filter(pk=game.pk).update(last_position=2)
    record(game, high(2, 1, 8), high(3, 0, 9))
    second, third = game.entries.get(position=2), game.entries.get(position=3)
    correct_hand(builders.link(game), high(2, 1, 9), corrects=second.uid, by_seat=0, at=NOON)
    assert (state(game), fresh(game).totals) == (("finished", 1, "hands"), [2, 3])
    send(phone(), game, page="pad_undo", entry=third.uid)
    phone().post(pad_url(game, "pad_record"), form_of(phone().get(pad_url(game)), "Restore it"))
    assert (fresh(game).entries.filter(current=True).count(), fresh(game).totals) == (3, [2, 3])


def test_a_correction_to_a_tie_keeps_a_game_ended_early_over(prairie, olga):
    game = builders.game(prairie, olga, rules=RuleOptions(high_set_award=2, limit_tie=LimitTie.EXTRA))
    record(game, high(1, 0, 9), high(2, 1, 8))
    end_now(game, by=olga, at=NOON)
    first = game.entries.get(position=1)
    correct_hand(builders.link(game), high(1, 0, 8), corrects=first.uid, by_seat=0, at=NOON)
    assert (state(game), fresh(game).totals) == (("finished", None, "hands"), [2, 2])
    assert [event.kind for event in game.events.all()][-1] == "ended"


@pytest.mark.parametrize(
    "end", [lambda game, by: end_now(game, by=by, at=NOON), lambda game, by: concede(game, 1, by=by, at=NOON)]
)
def test_the_game_can_continue_after_all(game, olga, end):
    record(game, high(1, 0, 9))
    end(game, olga)
    continue_game(game, by=olga, at=NOON)
    assert state(game) == ("running", None, "")
    record(game, low(2, 4))
    assert fresh(game).totals == [6, 0]


def test_a_party_game_is_ended_on_the_party_page(friday, olga):
    game = game_of(friday)
    for act in (end_now, continue_game):
        with refusal_of("belongs_to_party"):
            act(game, by=olga, at=NOON)


def test_a_game_can_be_ended_and_continued_from_its_page(organiser, game):
    record(game, high(1, 0, 9))
    page = Html(organiser.get(address(game, "game")))
    assert {"End now: who leads wins", "Ann & Clara concede"} <= set(page.texts("button"))
    assert organiser.post(address(game, "end"), {"how": "0"}).url == address(game, "game")
    page = Html(organiser.get(address(game, "game")))
    assert page.texts("h1") == ["Ann & Clara conceded. Bob & Dan won the game 0–3."]
    assert "Game conceded: Ann & Clara" in page.text
    organiser.post(address(game, "end"), {"how": "not"})
    page = Html(organiser.get(address(game, "game")))
    assert page.texts("h1") == ["Game in progress"]
    assert "Game continued" in page.text


LATER = NOON + timedelta(minutes=9)


def test_a_stopped_game_keeps_its_hands_and_has_no_winner(game, olga):
    record(game, high(1, 0, 9))
    end_without_result(game, by=olga, at=LATER)
    game.refresh_from_db()
    assert (game.state, game.winner, game.finished_at) == (Game.State.STOPPED, None, LATER)
    assert game.entries.count() == 1


def test_a_finished_game_cannot_be_stopped(game, olga):
    over = play_out(game)
    end_without_result(game, by=olga, at=LATER)
    game.refresh_from_db()
    assert (game.state, game.revision, game.finished_at) == (Game.State.FINISHED, over.revision, NOON)


def test_a_stopped_game_won_by_a_correction_reaches_statistics_when_continued(game, olga):
    record(game, high(1, 0, 12), high(2, 0, 11))
    assert Game.objects.get(pk=game.pk).totals == [11, 0]
    end_without_result(game, by=olga, at=NOON)
    row = game.entries.get(position=2).uid
    correct_hand(link(game), high(2, 0, 13), corrects=row, by_seat=0, at=NOON)
    bring_up_to_date()
    assert not GameFact.objects.filter(code=game.code).exists()
    continue_game(game, by=olga, at=LATER)
    bring_up_to_date()
    fact = GameFact.objects.get(code=game.code)
    assert (fact.hands, fact.totals) == (2, [13, 0])


PAGES = ["pad", "pad_seat", "pad_log", "pad_next_game"]


@pytest.mark.parametrize("page", PAGES)
def test_the_old_link_works_on_no_page(game, olga, page):
    old = pad_url(game, page)
    renew_link(game, by=olga, at=LATER)
    response = phone().get(old)
    assert response.status_code == 410
    assert "This score pad link has been replaced. Ask the organiser for the new code" in Html(response).text


def test_the_new_link_works_and_the_game_is_unchanged(game, olga):
    record(game, high(1, 0, 9))
    renew_link(game, by=olga, at=LATER)
    game.refresh_from_db()
    assert send(phone(), game, position=2).status_code == 302
    assert Html(phone().get(pad_url(game))).texts("span", css="total") == ["6", "0"]


def test_links_from_before_a_renewal_stay_invalid(game, olga):
    for _each in range(2):
        renew_link(game, by=olga, at=LATER)
    game.refresh_from_db()
    urls = [pad_url_of(PadLink(game.code, version)) for version in (1, 2, 3, 4)]
    assert [phone().get(url).status_code for url in urls] == [410, 410, 200, 410]


def pad_url_of(link: PadLink) -> str:
    return f"/t/{link.token}/"

"""What the organiser does to a game from outside: stop it, take it up again, renew its link."""

from datetime import timedelta

import pytest

from tests.builders import NOON, high, link, play_out, record
from tests.play.phone import pad_url, phone, send
from tests.web.html import Html
from whistclub.play.entries import correct_hand
from whistclub.play.games import continue_game, end_without_result, renew_link
from whistclub.play.models import Game, GameEvent, PadLink
from whistclub.play.statistics import bring_up_to_date
from whistclub.stats.models import GameFact

pytestmark = pytest.mark.django_db

LATER = NOON + timedelta(minutes=9)


def kinds(game: Game) -> list[str]:
    return list(game.events.order_by("pk").values_list("kind", flat=True))


def test_a_stopped_game_keeps_its_hands_and_has_no_winner(game, olga):
    record(game, high(1, 0, 9))
    end_without_result(game, by=olga, at=LATER)
    game.refresh_from_db()
    assert (game.state, game.winner, game.finished_at) == (Game.State.STOPPED, None, LATER)
    assert game.hands.count() == 1


def test_a_continued_game_goes_on_where_it_stopped(game, olga):
    record(game, high(1, 0, 9))
    end_without_result(game, by=olga, at=LATER)
    continue_game(game, by=olga, at=LATER)
    record(game, high(2, 0, 8))
    game.refresh_from_db()
    assert (game.state, game.totals, game.finished_at) == (Game.State.RUNNING, [5, 0], None)


def test_stopping_and_continuing_are_logged_with_the_organiser(game, olga):
    end_without_result(game, by=olga, at=NOON)
    continue_game(game, by=olga, at=LATER)
    assert kinds(game) == [GameEvent.Kind.STARTED, GameEvent.Kind.STOPPED, GameEvent.Kind.CONTINUED]
    assert {event.by_user for event in game.events.all()} == {olga}


def test_a_finished_game_cannot_be_stopped(game, olga):
    over = play_out(game)
    end_without_result(game, by=olga, at=LATER)
    game.refresh_from_db()
    assert (game.state, game.revision, game.finished_at) == (Game.State.FINISHED, over.revision, NOON)


def test_stopping_twice_is_logged_once(game, olga):
    end_without_result(game, by=olga, at=NOON)
    end_without_result(game, by=olga, at=LATER)
    assert kinds(game).count(GameEvent.Kind.STOPPED) == 1


def test_a_running_game_cannot_be_continued(game, olga):
    continue_game(game, by=olga, at=LATER)
    game.refresh_from_db()
    assert (game.revision, kinds(game)) == (1, [GameEvent.Kind.STARTED])


def test_every_action_increments_revision(game, olga):
    revisions = []
    for change in (end_without_result, continue_game, renew_link):
        change(game, by=olga, at=NOON)
        game.refresh_from_db()
        revisions.append(game.revision)
    assert revisions == [2, 3, 4]


def test_a_stopped_game_ended_by_a_correction_is_finished_when_continued(game, olga):
    record(game, high(1, 0, 12), high(2, 0, 7))
    end_without_result(game, by=olga, at=NOON)
    row = game.hands.get(position=2).uid
    correct_hand(link(game), high(2, 0, 13, replaces=row), by_seat=0, at=NOON)
    continue_game(game, by=olga, at=LATER)
    game.refresh_from_db()
    assert (game.state, game.winner, game.finished_at) == (Game.State.FINISHED, 0, LATER)


def test_continuing_a_decided_game_logs_its_end(game, olga):
    record(game, high(1, 0, 12), high(2, 0, 7))
    end_without_result(game, by=olga, at=NOON)
    row = game.hands.get(position=2).uid
    correct_hand(link(game), high(2, 0, 13, replaces=row), by_seat=0, at=NOON)
    continue_game(game, by=olga, at=LATER)
    assert GameEvent.Kind.ENDED in kinds(game)


def test_a_stopped_game_won_by_a_correction_reaches_statistics_when_continued(game, olga):
    record(game, high(1, 0, 12), high(2, 0, 11))
    assert Game.objects.get(pk=game.pk).totals == [11, 0]
    end_without_result(game, by=olga, at=NOON)
    row = game.hands.get(position=2).uid
    correct_hand(link(game), high(2, 0, 13, replaces=row), by_seat=0, at=NOON)
    bring_up_to_date()
    assert not GameFact.objects.filter(code=game.code).exists()
    continue_game(game, by=olga, at=LATER)
    bring_up_to_date()
    fact = GameFact.objects.get(code=game.code)
    assert (fact.hands, fact.totals) == (2, [13, 0])


def test_a_stopped_game_shows_no_winner_on_its_pad(game, olga):
    end_without_result(game, by=olga, at=NOON)
    page = Html(phone().get(pad_url(game)))
    assert page.texts("h1") == ["This game ended without a result"]
    assert page.find("form", css="entry") == []


PAGES = ["pad", "pad_seat", "pad_live", "pad_log", "pad_next_game"]


@pytest.mark.parametrize("page", PAGES)
def test_the_old_link_works_on_no_page(game, olga, page):
    old = pad_url(game, page)
    renew_link(game, by=olga, at=LATER)
    response = phone().get(old)
    assert response.status_code == 410
    assert "This score pad link has been replaced. Ask the organiser for the new code" in Html(response).text


@pytest.mark.parametrize(
    "page, form",
    [
        ("pad_seat", {"seat": "1"}),
        ("pad_record", {}),
        ("pad_undo", {"uid": "2ee1e1f3-7a0b-4a0c-8ad8-1d06d0b54ab8", "last": "4ee1e1f3-7a0b-4a0c-8ad8-1d06d0b54ab8"}),
        ("pad_again", {"partner": 2}),
    ],
)
def test_the_old_link_changes_nothing(game, olga, page, form):
    old = pad_url(game, page)
    renew_link(game, by=olga, at=LATER)
    assert phone().post(old, form).status_code == 410


def test_the_old_link_neither_shows_nor_takes_a_correction(game, olga):
    record(game, high(1, 0, 9))
    old = pad_url(game, "pad_correct", 1)
    renew_link(game, by=olga, at=LATER)
    assert (phone().get(old).status_code, phone().post(old, {}).status_code) == (410, 410)


def test_the_new_link_works_and_the_game_is_unchanged(game, olga):
    record(game, high(1, 0, 9))
    renew_link(game, by=olga, at=LATER)
    game.refresh_from_db()
    assert send(phone(), game, number=2).status_code == 302
    assert Html(phone().get(pad_url(game))).texts("span", css="total") == ["6", "0"]


def test_links_from_before_a_renewal_stay_invalid(game, olga):
    for _each in range(2):
        renew_link(game, by=olga, at=LATER)
    game.refresh_from_db()
    urls = [pad_url_of(PadLink(game.pk, version)) for version in (1, 2, 3, 4)]
    assert [phone().get(url).status_code for url in urls] == [410, 410, 200, 410]


def pad_url_of(link: PadLink) -> str:
    return f"/t/{link.token}/"


def test_renewing_is_logged_with_the_organiser(game, olga):
    renew_link(game, by=olga, at=LATER)
    event = game.events.get(kind=GameEvent.Kind.LINK_RENEWED)
    assert (event.by_user, event.at) == (olga, LATER)

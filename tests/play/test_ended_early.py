"""An organiser ends a game before its rules do, a side gives up, and the game goes on after all."""

from uuid import uuid4

import pytest
from django.urls import reverse

from tests import builders
from tests.builders import NOON, high, low, record, refusal_of
from tests.play.party_games import game_of
from tests.play.phone import pad_url, phone, send
from tests.web.html import Html
from whistclub.engine.options import LimitTie, RuleOptions
from whistclub.play import replay
from whistclub.play.entries import correct_hand, redeal
from whistclub.play.games import concede, continue_game, end_now, play_again
from whistclub.play.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


def fresh(game):
    return Game.objects.get(pk=game.pk)


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


def test_a_tie_is_resolved_by_the_rules(game, olga):
    record(game, high(1, 0, 8), high(2, 1, 8))
    end_now(game, by=olga, at=NOON)
    assert state(game) == ("finished", None, "hands")


def test_a_tied_table_cannot_end_when_the_rules_continue(prairie, olga):
    game = builders.game(prairie, olga, rules=RuleOptions(high_set_award=2, limit_tie=LimitTie.EXTRA))
    record(game, high(1, 0, 8), high(2, 1, 8))
    with refusal_of("level_yet"):
        end_now(game, by=olga, at=NOON)
    assert (state(game)[0], fresh(game).last_hand) == ("running", None)


def test_before_the_first_hand_there_is_nothing_to_end(game, olga):
    with refusal_of("nothing_played"):
        end_now(game, by=olga, at=NOON)
    assert state(game)[0] == "running"


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


def test_no_hand_comes_after_it(game, olga):
    concede(game, 0, by=olga, at=NOON)
    assert send(phone(), game).status_code == 409


def test_corrections_keep_a_game_conceded(game, olga):
    recorded = record(game, high(1, 0, 9))
    concede(game, 1, by=olga, at=NOON)
    answer = send(phone(), game, page="pad_undo", last=recorded.hand.uid)
    assert (answer.status_code, state(game)) == (302, ("finished", 0, "given_up"))
    assert replay.fold(fresh(game), replay.read(game)).winner == 0


def test_a_correction_to_a_tie_keeps_a_game_ended_early_over(prairie, olga):
    game = builders.game(prairie, olga, rules=RuleOptions(high_set_award=2, limit_tie=LimitTie.EXTRA))
    record(game, high(1, 0, 9), high(2, 1, 8))
    end_now(game, by=olga, at=NOON)
    first = game.hands.get(position=1)
    correct_hand(builders.link(game), high(1, 0, 8, replaces=first.uid), by_seat=0, at=NOON)
    assert (state(game), fresh(game).totals) == (("finished", None, "hands"), [2, 2])
    assert [event.kind for event in game.events.all()][-1] == "ended"


def test_a_redeal_instead_of_a_hand_keeps_a_game_ended_early_over(game, olga):
    record(game, high(1, 0, 9), high(2, 1, 8))
    end_now(game, by=olga, at=NOON)
    last = game.hands.get(position=2)
    correct_hand(builders.link(game), redeal(uuid4(), 2, deal_passes=True, replaces=last.uid), by_seat=0, at=NOON)
    assert (state(game), fresh(game).totals) == (("finished", 0, "hands"), [3, 0])


def test_undoing_a_hand_keeps_a_game_ended_early_over(game, olga):
    last = record(game, high(1, 0, 9), high(2, 1, 10)).hand
    end_now(game, by=olga, at=NOON)
    assert send(phone(), game, page="pad_undo", last=last.uid).status_code == 302
    assert (state(game), fresh(game).totals) == (("finished", 0, "hands"), [3, 0])
    continue_game(game, by=olga, at=NOON)
    record(game, high(2, 1, 10))
    assert (state(game)[0], fresh(game).totals) == ("running", [3, 4])


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


def test_a_game_ended_by_its_rules_stays_finished(game, olga):
    builders.play_out(game)
    before = fresh(game)
    continue_game(game, by=olga, at=NOON)
    assert (state(game), fresh(game).revision) == (("finished", 0, "target"), before.revision)


@pytest.mark.parametrize("side", [2, -1])
def test_an_unknown_side_cannot_concede(game, olga, side):
    with refusal_of("page_is_old"):
        concede(game, side, by=olga, at=NOON)


def test_one_of_three_cannot_give_the_game_to_two(prairie, olga):
    game = builders.game(prairie, olga, preset="widow")
    with refusal_of("page_is_old"):
        concede(game, 0, by=olga, at=NOON)


def test_a_party_game_is_ended_on_the_party_page(friday, olga):
    game = game_of(friday)
    for act in (end_now, continue_game):
        with refusal_of("belongs_to_party"):
            act(game, by=olga, at=NOON)


def test_the_next_game_has_the_same_players(game, olga):
    record(game, high(1, 0, 9))
    concede(game, 0, by=olga, at=NOON)
    following = play_again(builders.link(fresh(game)), 2, by=olga, at=NOON)
    assert (following.conceded_by, following.first_dealer) == (None, 1)


def test_a_game_can_be_ended_and_continued_from_its_page(organiser, game):
    record(game, high(1, 0, 9))
    page = Html(organiser.get(address(game, "game")))
    assert {"End now: the leading side wins", "Ann & Clara concede"} <= set(page.texts("button"))
    assert organiser.post(address(game, "end"), {"how": "0"}).url == address(game, "game")
    page = Html(organiser.get(address(game, "game")))
    assert page.texts("h1") == ["Ann & Clara conceded. Bob & Dan won the game 0–3."]
    assert "Game conceded: Ann & Clara" in page.text
    organiser.post(address(game, "continue"))
    page = Html(organiser.get(address(game, "game")))
    assert page.texts("h1") == ["Game in progress"]
    assert "Game continued" in page.text


@pytest.mark.parametrize("how", ["", "2", "later"])
def test_invalid_input_does_not_end_a_game(organiser, game, how):
    assert organiser.post(address(game, "end"), {"how": how}).status_code == 409
    assert state(game)[0] == "running"


@pytest.mark.parametrize("page", ["game", "watch", "pad"])
def test_a_game_ended_early_still_has_the_rules_it_began_with(organiser, game, olga, page):
    record(game, high(1, 0, 9))
    end_now(game, by=olga, at=NOON)
    addresses = {"game": address(game, "game"), "watch": reverse("play:watch", args=[game.code]), "pad": pad_url(game)}
    client = phone() if page == "pad" else organiser
    (summary,) = Html(client.get(addresses[page])).texts("details", css="rules-summary")
    assert "Different from" not in summary
    assert "1 hand" not in summary


def test_one_player_concedes_and_a_pair_concede(organiser, prairie, olga):
    two = builders.game(prairie, olga, preset="two_player")
    record(two, high(1, 0, 9))
    buttons = Html(organiser.get(address(two, "game"))).texts("button")
    assert {"Ann concedes", "Bob concedes"} <= set(buttons)

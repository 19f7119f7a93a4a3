"""The log of a game is data, put into words when it is shown."""

import pytest
from django.urls import reverse

from tests import builders
from tests.builders import NOON, high, play_out, record
from tests.play.phone import form_of, pad_url, phone
from tests.web.html import Html
from whistclub.club.actions import change_player
from whistclub.club.models import Player
from whistclub.play import party_games, statistics
from whistclub.play.games import adjust_points
from whistclub.play.log import event_text
from whistclub.play.models import AdjustmentRecord, GameEvent
from whistclub.play.table import SideNames
from whistclub.stats.models import GameFact

pytestmark = pytest.mark.django_db


SIDES = [SideNames(each, each, each, each) for each in ("Ann & Clara", "Bob & Dan")]
NAMES = {1: "Ann", 2: "Bob"}


@pytest.mark.parametrize(
    "kind, data, sentence, before",
    [
        ("started", {}, "Game started", ""),
        ("paper_result", {"before": [9, 6], "after": [16, -9]}, "Result entered from paper: 16 – −9", "9–6"),
        ("unlocked", {"before": [5, 7]}, "Result unlocked", "5–7"),
        ("unlocked", {}, "Result unlocked", ""),
        ("ended_early", {"hand": 7}, "Ended early: after hand 7", ""),
        ("conceded", {"side": 1}, "Game conceded: Bob & Dan", ""),
        (
            "adjusted",
            {"points": [0, -2], "reason": "{player:1} was late"},
            "Points adjusted: Bob & Dan\N{NO-BREAK SPACE}−2 (Ann was late)",
            "",
        ),
        (
            "adjustment_undone",
            {"points": [3, 0], "reason": "{{"},
            "Adjustment undone",
            "Ann & Clara\N{NO-BREAK SPACE}+3 ({)",
        ),
        (
            "reseated",
            {"before": [1, 2], "after": [2, 99]},
            "Players swapped seats; hands stay with the seats: Bob, ?",
            "Ann, Bob",
        ),
    ],
)
def test_data_becomes_a_sentence(kind, data, sentence, before):
    assert event_text(GameEvent(kind=kind, data=data), SIDES, NAMES) == (sentence, before)


@pytest.fixture
def namesakes(prairie, olga):
    """A game of Ann and Ann Marie, whose points were adjusted with both names in the reason."""
    game = builders.game(prairie, olga, names=("Ann", "Bob", "Ann Marie", "Dan"))
    record(game, high(1, 0, 9))
    adjust_points(game, (0, -2), "Ann told Ann Marie", by=olga, at=NOON)
    return game


def history(game):
    return Html(phone().get(pad_url(game, "pad_log"))).text


def test_a_stored_reason_holds_no_name(namesakes):
    ann, marie = (Player.objects.get(name=name).pk for name in ("Ann", "Ann Marie"))
    stored = f"{{player:{ann}}} told {{player:{marie}}}"
    assert AdjustmentRecord.objects.get().reason == stored
    assert namesakes.events.get(kind="adjusted").data["reason"] == stored


def test_a_name_shared_later_stays_with_the_player_of_the_day(namesakes, prairie, olga):
    change_player(Player.objects.get(name="Ann"), name="Annie", by=olga, at=NOON)
    Player.objects.create(club=prairie, name="Ann")
    assert "(Annie told Ann Marie)" in history(namesakes)


def test_new_seats_are_logged_by_player(namesakes, prairie, olga):
    dan, zoe = Player.objects.get(name="Dan"), Player.objects.create(club=prairie, name="Zoe")
    party_games.reseat({(namesakes.pk, 3): zoe.pk}, by=olga, at=NOON)
    change_player(dan, name="Daniel", by=olga, at=NOON)
    assert "hands stay with the seats: Ann, Bob, Ann Marie, Zoe before: Ann, Bob, Ann Marie, Daniel" in history(
        namesakes
    )


@pytest.fixture
def finished_game(game):
    return play_out(game)


def url(game, page="game"):
    return reverse(f"play:{page}", args=[game.club.slug, game.code])


def press(organiser, game, button):
    """Open the page of the game and press a button on it; the page that comes next."""
    form = form_of(organiser.get(url(game)), button)
    return Html(organiser.post(url(game, "count"), form, follow=True))


def counted(game):
    statistics.bring_up_to_date()
    return GameFact.objects.filter(code=game.code).exists()


def test_a_finished_game_can_be_excluded_from_statistics(organiser, finished_game):
    found = press(organiser, finished_game, "Exclude from statistics")
    assert "The game is excluded from statistics. Nothing is deleted." in found.texts("p", role="status")
    assert "This game is excluded from statistics. It is still listed here." in found.text
    assert not counted(finished_game)


def test_it_can_be_included_again(organiser, finished_game):
    press(organiser, finished_game, "Exclude from statistics")
    found = press(organiser, finished_game, "Include again")
    assert "The game is included in statistics again." in found.texts("p", role="status")
    assert "is excluded" not in found.text
    assert counted(finished_game)

"""Beginning a game."""

import pytest

from tests import builders
from tests.builders import FOUR, NOON
from whistclub.club.models import Player
from whistclub.engine.options import options_to_mapping
from whistclub.engine.presets import PRESETS
from whistclub.play.games import SamePersonTwice
from whistclub.play.models import Game, GameEvent

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


def roster(club):
    return sorted(club.players.values_list("name", flat=True))


def test_unknown_names_join_the_roster(prairie, olga):
    builders.game(prairie, olga)
    assert roster(prairie) == ["Ann", "Bob", "Clara", "Dan"]


def test_a_known_name_matches_in_any_case(prairie, olga):
    ann = Player.objects.create(club=prairie, name="Ann")
    game = builders.game(prairie, olga, names=("aNN", "Bob", "Clara", "Dan"))
    assert game.seats.get(position=0).player == ann
    assert roster(prairie) == ["Ann", "Bob", "Clara", "Dan"]


def test_a_known_name_matches_in_any_case_beyond_ascii(prairie, olga):
    asa = Player.objects.create(club=prairie, name="Åsa")
    game = builders.game(prairie, olga, names=("ÅSA", "Bob", "Clara", "Dan"))
    assert game.seats.get(position=0).player == asa


def test_the_same_name_in_another_club_is_another_player(prairie, olga):
    otto, valley = builders.organiser("Otto", "Valley")
    builders.game(valley, otto)
    game = builders.game(prairie, olga)
    assert {seat.player.club for seat in game.seats.select_related("player__club")} == {prairie}


def test_people_sit_as_they_were_named(prairie, olga):
    game = builders.game(prairie, olga)
    assert list(game.seats.values_list("position", "player__name")) == list(enumerate(FOUR))


@pytest.mark.parametrize("names", [("Ann", "Bob", "Ann", "Dan"), ("Ann", "Bob", "Clara", "ANN")])
def test_nobody_sits_on_two_chairs(prairie, olga, names):
    with pytest.raises(SamePersonTwice) as refusal:
        builders.game(prairie, olga, names=names)
    assert "is already seated" in refusal.value.sentence
    assert (Game.objects.count(), roster(prairie)) == (0, [])


def test_a_game_keeps_the_rules_it_started_with(prairie, olga):
    game = builders.game(prairie, olga, preset="askov", dealer=3)
    game.refresh_from_db()
    assert (game.preset, game.first_dealer, game.rules) == ("askov", 3, PRESETS["askov"])
    assert game.options == options_to_mapping(PRESETS["askov"])


def test_the_start_is_logged_with_the_organiser(prairie, olga):
    event = builders.game(prairie, olga).events.get()
    assert (event.kind, event.by_user, event.at) == (GameEvent.Kind.STARTED, olga, NOON)

"""Clubs that played before there were statistics get them when the program starts."""

import pytest

from tests import builders
from whistclub.ops import integrity
from whistclub.stats.models import GameFact, PlayerStanding

pytestmark = pytest.mark.django_db


def forget_everything():
    GameFact.objects.all().delete()
    PlayerStanding.objects.all().delete()


def test_a_club_with_games_missing_from_statistics_is_found_and_repaired():
    olga, prairie = builders.organiser()
    builders.play_out(builders.game(prairie, olga))
    forget_everything()
    assert integrity.untold() == [prairie]
    integrity.rebuild(prairie, tell=lambda *_done: None)
    assert integrity.untold() == []
    assert list(integrity.disagreements(prairie, tell=lambda *_done: None)) == []


def test_a_club_without_a_finished_game_needs_no_statistics():
    olga, prairie = builders.organiser()
    builders.game(prairie, olga)
    assert integrity.untold() == []

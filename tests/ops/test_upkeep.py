"""What the server does by itself."""

import time

import pytest

from tests import builders
from whistclub.ops.upkeep import start_upkeep
from whistclub.play.models import Game
from whistclub.stats.models import GameFact, PlayerRollup

PATIENCE = 30  # seconds; a machine under test may be slow


@pytest.mark.django_db(transaction=True)
def test_statistics_learn_of_finished_games_though_nobody_reads_them():
    olga, club = builders.organiser()
    builders.play_out(builders.game(club, olga))
    assert not GameFact.objects.exists()
    stop = start_upkeep()
    try:
        end = time.monotonic() + PATIENCE
        while Game.objects.filter(awaits_statistics=True).exists() and time.monotonic() < end:
            time.sleep(0.01)
    finally:
        stop()
    assert GameFact.objects.count() == 1
    assert PlayerRollup.objects.exists()

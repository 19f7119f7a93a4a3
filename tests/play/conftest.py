import pytest
from django.urls import reverse
from django.utils import timezone

from tests.party.builders import party_state
from tests.play.party_games import begun
from whistclub.party.actions import timer


@pytest.fixture
def start_url(prairie):
    """The page on which a game is started."""
    return reverse("play:start", args=[prairie.slug])


@pytest.fixture
def friday(prairie, olga):
    """A party of one table, its first round being played: four hands or to 13."""
    return begun(prairie, olga)


@pytest.fixture
def table(friday):
    """The game of that table."""
    return party_state(friday).current.table(1).game


@pytest.fixture
def bell(prairie, olga):
    """A party played to the bell, which rings in a quarter of an hour."""
    made = begun(prairie, olga, round_end="bell", hands=None, minutes=15)
    timer.start(made, 15, by=olga, at=timezone.now())
    return made

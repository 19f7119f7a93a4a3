import pytest
from django.utils import timezone

from tests import builders
from tests.party.builders import night
from tests.play.party_games import begun
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.party.actions import timer
from whistclub.play.models import Game


@pytest.fixture(autouse=True)
def _quick_passwords(settings: object) -> None:
    """Nobody types a password here; the real hash takes longer than a whole game."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def prairie(db: None) -> Club:
    return builders.organiser()[1]


@pytest.fixture
def olga(prairie: Club) -> User:
    return prairie.organisers.get().user


@pytest.fixture
def game(prairie: Club, olga: User) -> Game:
    """Ann & Clara (side 0) against Bob & Dan, by the most common rules, no hand played; Ann deals."""
    return builders.game(prairie, olga)


@pytest.fixture
def friday(prairie, olga):
    """A party of one table, its first round being played: four hands or to 13."""
    return begun(prairie, olga)


@pytest.fixture
def table(friday):
    """The game of that table."""
    return night(friday).current.board(1).game


@pytest.fixture
def bell(prairie, olga):
    """A party played to the bell, which rings in a quarter of an hour."""
    made = begun(prairie, olga, round_end="bell", hands=None, minutes=15)
    timer.start(made, 15, by=olga, at=timezone.now())
    return made

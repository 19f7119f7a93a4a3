import pytest

from tests import builders
from whistclub.accounts.models import User
from whistclub.club.models import Club
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

import pytest

from whistclub.club.actions import add_player
from whistclub.club.models import Club, Player


@pytest.fixture
def marge(prairie: Club) -> Player:
    return add_player(prairie, "Marge Lindqvist")

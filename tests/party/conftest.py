"""Who and what most tests of parties begin with; a file that needs another kind makes its own."""

import pytest

from tests.party.builders import NINE, friday, friday_playing
from whistclub.accounts.models import User
from whistclub.party.models import Party


@pytest.fixture
def party(olga: User) -> Party:
    """Nine people who have checked in; no round yet."""
    return friday(olga, *NINE)


@pytest.fixture
def two_tables(olga: User) -> Party:
    """Eight people at two tables, the first round just announced; four hands a game."""
    return friday_playing(olga, count=8)

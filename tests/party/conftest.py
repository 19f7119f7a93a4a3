"""Who and what most tests of parties begin with; a file that needs another kind makes its own."""

import pytest
from django.test import Client

from tests.party.builders import friday, next_round, olga_of_prairie
from whistclub.accounts.models import User
from whistclub.party.models import Party


@pytest.fixture
def olga(db: None) -> User:
    return olga_of_prairie()


@pytest.fixture
def organiser(olga: User) -> Client:
    """The browser in which Olga has signed in."""
    client = Client()
    client.force_login(olga)
    return client


@pytest.fixture
def two_tables(olga: User) -> Party:
    """Eight people at two tables, the first round just announced; four hands a game."""
    party = friday(olga, count=8)
    next_round(party, olga)
    return party

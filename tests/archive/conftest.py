"""What all tests of a club’s data in and out share."""

from collections.abc import Iterator

import pytest
from django.db import connection

from tests.archive.busy_club import give_keys_back, last_keys


@pytest.fixture(autouse=True)
def keys_stay_short(request: pytest.FixtureRequest) -> Iterator[None]:
    """Give back the keys that a test took: no transaction of PostgreSQL does, and other tests need short ones."""
    if connection.vendor == "sqlite":
        yield
        return
    request.getfixturevalue("db")
    before = last_keys()
    yield
    give_keys_back(before)

import pytest

from whistclub.club.models import Club


@pytest.fixture
def club(prairie: Club) -> Club:
    return prairie

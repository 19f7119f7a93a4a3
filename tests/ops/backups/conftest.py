"""A data folder for backups, and a club with one."""

from datetime import datetime

import pytest
from django.test import Client

from tests import builders
from whistclub.ops.backups import making
from whistclub.ops.backups.shelf import Kind

MORNING = datetime(2026, 3, 7, 9, 0).astimezone()


@pytest.fixture(autouse=True)
def data(settings, tmp_path):
    """A data folder for backups; the database is that of the tests."""
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    return settings.DATA_DIR


@pytest.fixture
def prairie_now(data):
    """Three hands, a backup of them, two more hands. Olga is signed in; Ann was when the backup was made."""
    olga, club = builders.organiser()
    game = builders.game(club, olga)
    builders.record(game, builders.high(1, 0, 9), builders.low(2, 9), builders.low(3, 5))
    Client().force_login(olga)
    backup = making.make(Kind.MANUAL, at=MORNING)
    Client().force_login(olga)
    builders.record(game, builders.low(4, 9), builders.low(5, 9))
    return backup

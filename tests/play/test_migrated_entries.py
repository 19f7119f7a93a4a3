"""Games from before cards could be thrown in: how many entries each has, and who deals next, is counted once."""

from uuid import uuid4

import pytest

from tests.builders import NOON
from tests.old_database import migrated, old_database
from whistclub.engine.options import options_to_mapping
from whistclub.engine.presets import PRESETS

pytestmark = pytest.mark.writes

BEFORE, AFTER = ("play", "0002_party_games"), ("play", "0003_books_of_every_kind")
# What games stood on in those days.
CLUB_BEFORE = ("club", "0001_initial")


@pytest.fixture
def apps_before(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), old_database(BEFORE, CLUB_BEFORE) as apps:
        yield apps


def old_game(apps, club, preset, dealer, hands):
    """A game of hands written as "h" for one that counts, "r" replaced, "x" taken out, "b" a bid that waits."""
    game = apps.get_model("play", "Game").objects.create(
        club=club,
        code=f"g{uuid4().hex[:8]}",
        preset=preset,
        options=options_to_mapping(PRESETS[preset]),
        first_dealer=dealer,
        started_at=NOON,
        totals=[0, 0],
        stars=[0, 0],
    )
    rows = apps.get_model("play", "Hand").objects
    for number, kind in enumerate(hands, start=1):
        rows.create(
            uid=uuid4(),
            game=game,
            number=number,
            contract="low",
            tricks=None if kind == "b" else [6, 7],
            current=kind in "hb",
            removed=kind == "x",
            recorded_at=NOON,
        )
    return game.pk


GAMES = [
    ("neuralplay", 0, "", 0, 0),
    ("neuralplay", 3, "", 0, 3),
    ("neuralplay", 0, "hhh", 3, 3),
    ("neuralplay", 2, "hhhhh", 5, 3),
    ("neuralplay", 1, "hhb", 2, 3),
    ("neuralplay", 1, "hhx", 2, 3),
    ("neuralplay", 1, "hrhb", 2, 3),
    ("widow", 2, "hhhh", 4, 0),
    ("two_player", 1, "hhh", 3, 0),
    ("askov", 3, "hhhhhhhhh", 9, 0),
]


def test_numbering_and_dealer_follow_from_the_current_entries(apps_before):
    club = apps_before.get_model("club", "Club").objects.create(
        name="Prairie", slug="prairie", time_zone="America/Chicago", currency="$"
    )
    keys = [old_game(apps_before, club, preset, dealer, hands) for preset, dealer, hands, _entries, _deals in GAMES]
    games = migrated(AFTER).get_model("play", "Game").objects.in_bulk(keys)
    assert [(games[key].entries, games[key].dealer) for key in keys] == [
        (entries, deals) for _preset, _dealer, _hands, entries, deals in GAMES
    ]
    assert {(game.rules_name, game.asks_other_side) for game in games.values()} == {("", False)}

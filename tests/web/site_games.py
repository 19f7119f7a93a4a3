"""Games of every table format, with every kind of entry."""

from dataclasses import replace
from uuid import uuid4

from tests import builders
from tests.builders import NOON, high, record
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.engine.presets import PRESETS
from whistclub.play.entries import EntrySubmission, redeal
from whistclub.play.games import adjust_points
from whistclub.play.models import Game


def build(club: Club, by: User) -> dict[str, Game]:
    widow = builders.game(club, by, preset="widow")
    record(
        widow, EntrySubmission(uuid4(), 1, "widow", 1, (5, 5, 3)), EntrySubmission(uuid4(), 2, "widow", None, (0, 7, 6))
    )
    two = builders.game(club, by, preset="two_player")
    record(two, EntrySubmission(uuid4(), 1, "high", 1, (5, 8)), EntrySubmission(uuid4(), 2, "low", None, (5, 8)))
    trump = builders.game(club, by, preset="south_dakota")
    record(trump, EntrySubmission(uuid4(), 1, "high", 1, (5, 8)))
    solos = builders.game(club, by, preset="askov")
    record(solos, EntrySubmission(uuid4(), 1, "sola_nola", 1, (0,)), high(2, 0, 9))
    unusual = builders.game(club, by, rules=replace(PRESETS["neuralplay"], revoke_tricks=2), asks=True)
    record(
        unusual,
        EntrySubmission(uuid4(), 1, "high", 2, (8, 5), notes={"revoke": [1, 0]}),
        redeal(uuid4(), 2, deal_passes=True),
        high(3, 1, 10),
        by_seat=1,
    )
    adjust_points(unusual, (0, -2), "Played out of turn, twice", by=by, at=NOON)
    games = {"widow": widow, "two": two, "trump": trump, "solos": solos, "unusual": unusual}
    for game in games.values():
        game.refresh_from_db()
    return games

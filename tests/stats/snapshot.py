"""What statistics keep, row by row, beside the second count."""

from collections.abc import Iterable, Iterator

import pytest

from tests.stats.recount_club import Recount, added
from tests.stats.recount_parts import Part
from whistclub.club.models import Club
from whistclub.engine.facts import COUNTERS
from whistclub.play import export
from whistclub.stats.models import GameFact, PlayerGame
from whistclub.web.workbook import csv_pieces

Kept = Iterator[tuple[str, object, object]]


def stored_and_recounted(club: Club) -> Kept:
    """Everything kept of the games of a club, and what its exported hands say: what it is, the one, the other."""
    recount = Recount("".join(csv_pieces(export.rows(club))))
    for compared in (_games, _parts):
        yield from compared(club, recount)


def counts(parts: Iterable[Part]) -> tuple[int, ...]:
    found = added(parts)
    return tuple(found[name] for name in COUNTERS)


def _games(club: Club, recount: Recount) -> Kept:
    rows = GameFact.objects.filter(club=club).order_by("started_at", "game")
    columns = ("code", "day", "form", "rules", "hands", "totals", "winner", "margin", "best_hand", "best_side")
    counted = [
        (
            *(game.code, game.day, game.form, game.rules, len(game.hands), game.totals, game.winner, game.margin),
            *(*game.best, game.comeback),
        )
        for game in recount.games
    ]
    yield "games", list(rows.values_list(*columns, "best_hand_number", "comeback")), counted


def _parts(club: Club, recount: Recount) -> Kept:
    rows = PlayerGame.objects.filter(club=club).order_by("started_at", "game", "seat")
    columns = ("fact__code", "seat", "player", "side", "day", "fact__party_code", "partner", "left_opponent")
    parts = sorted(recount.parts, key=lambda part: (part.order, part.seat))
    counted = [
        (
            *(part.game.code, part.seat, part.player, part.side, part.game.day, part.game.party),
            *(part.partner, part.opponents[0], *counts([part])),
        )
        for part in parts
    ]
    yield "parts", list(rows.values_list(*columns, *COUNTERS)), counted
    ratings = [pytest.approx((*part.rating, part.expected), rel=1e-12) for part in parts]
    yield "ratings", list(rows.values_list("mu", "sigma", "expected")), ratings

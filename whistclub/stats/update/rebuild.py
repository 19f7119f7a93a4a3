"""Rebuilds all statistics of a club from its finished games."""

from collections.abc import Callable, Iterable

from django.db import models

from whistclub.club.models import Club
from whistclub.stats.fact_rows import FACT, RATED_PART
from whistclub.stats.models import (
    ClubDay,
    Evening,
    GameFact,
    PlayerGame,
    PlayerRollup,
    PlayerStanding,
    RulesRollup,
)
from whistclub.stats.update.recomputed import GamesPiece, Piece
from whistclub.web import bulk_write

# What is rebuilt, rows before those that they refer to.
REBUILT = (PlayerRollup, Evening, ClubDay, RulesRollup, PlayerStanding, PlayerGame, GameFact)
ReportProgress = Callable[[str, int], None]


def rebuild(club: Club, pieces: Iterable[Piece | GamesPiece], *, report_progress: ReportProgress) -> None:
    """Delete all facts of a club and write these: all that a `Recomputation` makes of its games.

    `report_progress` is called with what is being done ("games", "players") and how many more of it are done.
    """
    for model in REBUILT:
        _delete(model, club)
    for piece in pieces:
        if isinstance(piece, GamesPiece):
            _write_games(piece)
            report_progress("games", len(piece.facts))
        else:
            bulk_write.insert(piece.model, piece.fields, piece.rows)
            if piece.model is PlayerStanding:
                report_progress("players", len(piece.rows))


def _delete(model: type[models.Model], club: Club) -> None:
    """Delete the rows of a club; of the only club without a condition, which SQLite does at once."""
    rows = model._default_manager.all()
    if Club.objects.exclude(pk=club.pk).exists():
        rows = rows.filter(club=club)
    # An ordinary delete would look for rows that refer to these; there are none left.
    rows._raw_delete(rows.db)


def _write_games(piece: GamesPiece) -> None:
    for fact, parts in zip(bulk_write.insert(GameFact, FACT, piece.facts), piece.parts, strict=True):
        for row in parts:
            row[0] = fact.pk
    bulk_write.insert(PlayerGame, RATED_PART, [row for parts in piece.parts for row in parts])

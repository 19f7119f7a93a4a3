"""Converts finished games to rows of facts."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from whistclub.club.models import Club
from whistclub.engine.facts import COUNTERS
from whistclub.stats.inputs import FinishedGame

FACT = (
    "club",
    "game",
    "code",
    "started_at",
    "day",
    "party_code",
    "round_number",
    "table_number",
    "form",
    "rules",
    "hands",
    "totals",
    "winner",
    "margin",
    "best_hand",
    "best_side",
    "best_hand_number",
    "comeback",
    "rule_counters",
    "rated",
)
PART = (
    "fact",
    "club",
    "player",
    "seat",
    "side",
    "started_at",
    "game",
    "day",
    "party",
    "form",
    "rules",
    "partner",
    "left_opponent",
    "right_opponent",
    *COUNTERS,
)
RATED_PART = (*PART, "mu", "sigma", "expected")


def fact_row(club: Club, game: FinishedGame, day: date, *, rated: bool) -> list[Any]:
    """The values of the FACT columns; `day` is the evening of the game."""
    best = game.facts.best_hands
    side = best.index(max(best))
    return [
        club.pk,
        game.game,
        game.code,
        game.started_at,
        day,
        game.party_code,
        game.round_number,
        game.table_number,
        game.form.value,
        game.rules,
        game.facts.hands,
        list(game.totals),
        game.winner,
        game.margin,
        best[side],
        side,
        game.facts.best_numbers[side],
        game.facts.comeback,
        game.facts.rule_counters,
        rated,
    ]


def part_rows(
    club: Club, game: FinishedGame, day: date, fact: int, ratings: Sequence[tuple[float, float, float]] | None = None
) -> list[list[Any]]:
    """The values of the PART columns for each seat; `fact` is the key of the game's row. With `ratings`, RATED_PART."""
    head = [game.started_at, game.game, day, bool(game.party_code), game.form.value, game.rules]
    key, rows = club.pk, []
    for seat, (player, counts) in enumerate(zip(game.players, game.facts.seats, strict=True)):
        side = game.form.side_of(seat)
        left, partner, right = _around(game.players, seat)
        rated = ratings[seat] if ratings else ()
        rows.append([fact, key, player, seat, side, *head, partner, left, right, *counts, *rated])
    return rows


def _around(players: Sequence[int], seat: int) -> tuple[int | None, int | None, int | None]:
    """The opponent to the left, the partner and the opponent to the right."""
    seats = len(players)
    left = players[(seat + 1) % seats]
    right = players[seat - 1] if seats > 2 else None
    partner = players[(seat + 2) % seats] if seats == 4 else None
    return left, partner, right

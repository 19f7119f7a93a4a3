"""What statistics keep, row by row, beside the second count."""

from collections.abc import Iterable, Iterator

import pytest

from tests.stats.recount_club import Chosen, Recount, added, by_day, streaks
from tests.stats.recount_parts import Part, kinds_of
from whistclub.club.models import Club
from whistclub.engine.facts import COUNTERS
from whistclub.play import export
from whistclub.stats.models import ClubDay, Evening, GameFact, PlayerGame, PlayerRollup, PlayerStanding, RulesRollup
from whistclub.web.workbook import csv_pieces

SETTINGS = ("", "party", "kitchen")


Kept = Iterator[tuple[str, object, object]]


def stored_and_recounted(club: Club) -> Kept:
    """Everything kept of the games of a club, and what its exported hands say: what it is, the one, the other."""
    recount = Recount("".join(csv_pieces(export.rows(club))))
    for compared in (_games, _parts, _tallies, _evenings, _days, _rules, _standings):
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
            *(*game.best, game.comeback, dict(kinds_of(game))),
        )
        for game in recount.games
    ]
    yield "games", list(rows.values_list(*columns, "best_hand_number", "comeback", "rule_counters")), counted


def _parts(club: Club, recount: Recount) -> Kept:
    rows = PlayerGame.objects.filter(club=club).order_by("started_at", "game", "seat")
    columns = ("fact__code", "seat", "player", "side", "day", "party", "partner", "left_opponent")
    parts = sorted(recount.parts, key=lambda part: (part.order, part.seat))
    counted = [
        (
            *(part.game.code, part.seat, part.player, part.side, part.game.day, bool(part.game.party)),
            *(part.partner, part.opponents[0], *counts([part])),
        )
        for part in parts
    ]
    yield "parts", list(rows.values_list(*columns, *COUNTERS)), counted
    ratings = [pytest.approx((*part.rating, part.expected), rel=1e-12) for part in parts]
    yield "ratings", list(rows.values_list("mu", "sigma", "expected")), ratings


def _tallies(club: Club, recount: Recount) -> Kept:
    expected = {}
    rules = {""} | {scope for game in recount.games for scope in (game.rules, f"form:{game.form}")}
    years = {str(day.year): (day.replace(month=1, day=1), day.replace(month=12, day=31)) for day in recount.days}
    periods = {"all": (None, None), **years}
    periods |= {f"season:{each.pk}": (each.first_day, each.last_day) for each in club.seasons.all()}
    for key, (first, last) in periods.items():
        for setting in SETTINGS:
            for scope in rules:
                for player in recount.players:
                    if parts := recount.chosen(Chosen(first, last, setting, scope), player):
                        expected[player, key, setting, scope] = counts(parts)
    rows = PlayerRollup.objects.filter(club=club).values_list("player", "period", "setting", "rules", *COUNTERS)
    yield "tallies", {row[:4]: row[4:] for row in rows}, expected


def _evenings(club: Club, recount: Recount) -> Kept:
    columns = ("games", "won", "drawn", "hands", "points", "points_against")
    expected = {
        (player, day): tuple(added(parts)[name] for name in columns)
        for player in recount.players
        for day, parts in by_day(recount.of(player)).items()
    }
    rows = Evening.objects.filter(club=club).values_list("player", "day", *columns)
    yield "evenings", {row[:2]: row[2:] for row in rows}, expected


def _days(club: Club, recount: Recount) -> Kept:
    days = {}
    for day in recount.days:
        games = [game for game in recount.games if game.day == day]
        people = {player for game in games for player in game.players}
        days[day] = (len(games), sum(len(game.hands) for game in games), len(people))
    kept = ClubDay.objects.filter(club=club)
    yield "days", {row[0]: row[1:] for row in kept.values_list("day", "games", "hands", "players")}, days


def _rules(club: Club, recount: Recount) -> Kept:
    ever = RulesRollup.objects.filter(club=club, span="ever").values_list("rules", "form", "games", "rule_counters")
    by_rules: dict[tuple[str, str], list] = {}
    for game in recount.games:
        by_rules.setdefault((game.rules, game.form), []).append(game)
    counted = {key: (len(games), dict(recount.kinds(games))) for key, games in by_rules.items()}
    yield "rules", {row[:2]: row[2:] for row in ever}, counted


def _standings(club: Club, recount: Recount) -> Kept:
    columns = ("player", "games", "streak", "best_streak", "first_day", "last_day", "mu", "best_mu")
    expected = []
    for player in recount.players:
        parts = recount.of(player)
        now, won, _without = streaks(parts)
        days = [part.game.day for part in parts]
        best = max(part.rating[0] for part in parts)
        expected.append((player, len(parts), max(0, now), won, min(days), max(days), parts[-1].rating[0], best))
    rows = PlayerStanding.objects.filter(club=club).order_by("player").values_list(*columns)
    yield "standings", [row[:6] for row in rows], [row[:6] for row in expected]
    yield "best ratings", [row[6:] for row in rows], [pytest.approx(row[6:], rel=1e-12) for row in expected]

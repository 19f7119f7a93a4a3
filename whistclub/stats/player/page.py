"""A player’s page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import Count, QuerySet
from django.urls import reverse

from whistclub.club.models import Player
from whistclub.engine.facts import COUNTERS
from whistclub.engine.rating import displayed_rating
from whistclub.stats.filters import Choice, Filters, rules_title
from whistclub.stats.measures import OF_A_PLAYER, Measure
from whistclub.stats.models import PlayerGame
from whistclub.stats.pairs import record_table, records_with
from whistclub.stats.player.answers import LINE_POINTS, STRENGTHS, Answer, Figures, answers
from whistclub.stats.queries import (
    COLUMNS,
    PlayerGameRow,
    all_player_games,
    player_game,
    ranked_players,
    rated,
    summed,
    sums,
)
from whistclub.stats.render import Page
from whistclub.stats.reports import Cell, ReportTable, evening_cell, number
from whistclub.stats.viewer import Names, Viewer, day_address
from whistclub.web.formatting import format_number, format_score, number_of

EVENINGS_SHOWN = 12


@dataclass(slots=True)
class PlayerPage(Page):
    """`met` are those whom the player can be compared with."""

    answers: list[Answer] = field(default_factory=list)
    met: list[Choice] = field(default_factory=list)


def player_page(viewer: Viewer, player: Player, chosen: Filters) -> PlayerPage:
    rows = chosen.narrow(PlayerGame.objects.filter(player=player))
    by_rules = {row["rules"]: summed(row) for row in rows.values("rules").annotate(**sums(COUNTERS)).order_by()}
    counts = {name: sum(each[name] for each in by_rules.values()) for name in COUNTERS}
    partners = records_with(rows, "partner")
    opponents = records_with(rows, "left_opponent", "right_opponent")
    names = Names(viewer, [*partners, *opponents])
    # A guest has a rating, but no rank.
    ratings = rated(ranked_players(viewer) | Player.objects.filter(pk=player.pk))
    rating = next((each for each in ratings if each.player == player.pk), None)
    last = _last(rows)
    ranked = [each.mu for each in ratings if each.has_enough_games and not (player.guest and each is rating)]
    figures = Figures(player, chosen, last, counts, _of_club(chosen, counts), partners, opponents, ranked)
    summary = chosen.empty_text("No games yet.", "games")
    if rating and last:
        strength = format_number(displayed_rating(rating.mu))
        summary = f"{counts['won']} of {number_of(counts['games'], 'game', 'games')} won; rating {strength}."
    met = sorted({key for key in (*partners, *opponents) if not names.is_secret(key)}, key=names.text)
    tables = [
        _evenings(viewer, last),
        record_table(viewer, player.pk, partners, names, "partner", chosen),
        record_table(viewer, player.pk, opponents, names, "opponent", chosen),
        _numbers(viewer, player, chosen, figures, by_rules),
    ]
    return PlayerPage(
        player.name,
        tables if last else [],
        summary=summary,
        filters=chosen,
        answers=answers(viewer, figures, rating, names) if rating and last else [],
        met=[Choice(str(key), names.text(key)) for key in met],
    )


def _last(rows: QuerySet[PlayerGame]) -> list[PlayerGameRow]:
    """The games of the last evenings in order of play, or more where the line of ratings is longer. Two queries."""
    days = rows.values_list("day").annotate(played=Count("*")).order_by("-day")[:EVENINGS_SHOWN]
    games = max(LINE_POINTS, sum(played for _day, played in days))
    newest = rows.order_by("-started_at", "-game").values_list(*COLUMNS)[:games]
    return [player_game(row) for row in newest][::-1]


def _of_club(chosen: Filters, mine: Mapping[str, int]) -> dict[str, int]:
    """The club’s totals of the counters behind the `STRENGTHS` that this player has. At most one query."""
    needed = {name for measure in STRENGTHS if mine[measure.denominator] for name in measure.counters}
    return summed(all_player_games(chosen).aggregate(**sums(sorted(needed))))


def _evenings(viewer: Viewer, games: Sequence[PlayerGameRow]) -> ReportTable:
    """The last evenings, the newest first."""
    days = list(dict.fromkeys(game.day for game in reversed(games)))[:EVENINGS_SHOWN]
    rows = []
    for day in days:
        mine = [game for game in games if game.day == day]
        rows.append(
            [
                evening_cell(day, href=day_address(viewer.club, day)),
                number(sum(game.won for game in mine)),
                number(len(mine)),
                Cell(format_score((sum(game.points for game in mine), sum(game.points_against for game in mine)))),
                number(displayed_rating(mine[-1].mu)),
            ]
        )
    head = ["Evening", "Won", "Games", "Points", "Rating after"]
    return ReportTable("evenings", "Last evenings", head, rows, labelled=head[1:])


def _numbers(
    viewer: Viewer, player: Player, chosen: Filters, figures: Figures, by_rules: Mapping[str, Mapping[str, int]]
) -> ReportTable:
    """Every measure with its likely range; those in points within one rule set. Strengths beside the club average."""
    one_rule_set = chosen.of_one_rule_set
    if by_rules and one_rule_set.rules not in by_rules:  # the player has no game by the rules that the club plays most
        one_rule_set = replace(chosen, rules=max(sorted(by_rules), key=lambda each: by_rules[each]["games"]))
    is_mixed = len(by_rules) > 1
    rows = []
    for measure in OF_A_PLAYER:
        is_part = measure.in_points and is_mixed
        mine = by_rules[one_rule_set.rules] if is_part else figures.counts
        if mine[measure.denominator]:
            rows.append(
                [
                    Cell(
                        measure.label,
                        measure.file_label,
                        _source(viewer, player, measure, one_rule_set if is_part else chosen),
                    ),
                    measure.cell(mine),
                    Cell(measure.sample_text(mine)),
                    measure.interval_cell(mine),
                    measure.cell(figures.club_counts) if measure in STRENGTHS else Cell(""),
                ]
            )
    note = f"Points: in games by {rules_title(one_rule_set.rules)}. " if is_mixed else ""
    head = ["Statistic", "Value", "Based on", "Likely range", "Club average"]
    note = f"{note}A statistic leads to the hands or games behind it."
    return ReportTable("numbers", "All figures", head, rows, note=note, labelled=head[3:])


def _source(viewer: Viewer, player: Player, measure: Measure, chosen: Filters) -> str:
    """Where the games or hands behind a number are listed."""
    if measure.hand_counter is None:
        return reverse("stats:games", args=[viewer.club.slug, player.pk]) + chosen.query
    kind = measure.hand_counter.counter
    return reverse("play:player_hands", args=[viewer.club.slug, player.pk, kind]) + chosen.query

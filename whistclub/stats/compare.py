"""Two players: their games against each other, and those as partners."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.core.paginator import Paginator
from django.db.models import Q
from django.urls import reverse

from whistclub.club.models import Player
from whistclub.engine.facts import COUNTERS
from whistclub.engine.rating import displayed_margin, displayed_rating
from whistclub.stats.filters import Filters, rules_title
from whistclub.stats.measures import AS_PARTNERS, ENOUGH, HEAD_TO_HEAD, Kind, Measure, wilson_interval
from whistclub.stats.models import PlayerGame
from whistclub.stats.queries import COLUMNS, PlayerGameRow, added, player_game, rated
from whistclub.stats.render import Page
from whistclub.stats.reports import Cell, ReportTable, evening_cell
from whistclub.stats.viewer import Names, Viewer, game_address
from whistclub.web.formatting import format_number, format_score, number_of

ON_A_PAGE = 20

Players = tuple[Player, Player]


@dataclass(frozen=True, slots=True)
class SharedGame:
    """One game, as each of the two played it."""

    one: PlayerGameRow
    other: PlayerGameRow

    @property
    def as_partners(self) -> bool:
        return self.one.side == self.other.side


def compare_page(viewer: Viewer, players: Players, chosen: Filters, page: str | None) -> Page:
    games = _shared_games(players, chosen)
    against = [game for game in games if not game.as_partners]
    partners = [game for game in games if game.as_partners]
    pages = Paginator(games[::-1], ON_A_PAGE).get_page(page)
    result = _against(players, against, chosen)
    rules = chosen.of_one_rule_set.rules
    tables = [
        _numbers("numbers", "In these games", players, against, HEAD_TO_HEAD, rules),
        _numbers("partner_numbers", "In the games as partners", players, partners, AS_PARTNERS),
        _games(viewer, players, pages.object_list),
    ]
    return Page(
        f"{players[0].name} and {players[1].name}",
        [table for table in tables if table.rows],
        lead=[result, *_together(partners), _ratings(players), *([_verdict(players, against)] if against else [])],
        summary=result,
        filters=chosen,
        pages=pages,
        links=[
            Cell(each.name, href=reverse("stats:player", args=[viewer.club.slug, each.pk]) + chosen.query)
            for each in players
        ],
    )


def _shared_games(players: Players, chosen: Filters) -> list[SharedGame]:
    """All games of the two, in order of play. One query."""
    one, other = (player.pk for player in players)
    met = Q(partner=other) | Q(left_opponent=other) | Q(right_opponent=other)
    facts = chosen.narrow(PlayerGame.objects.filter(met, player=one)).values("fact")
    rows = PlayerGame.objects.filter(player__in=(one, other), fact__in=facts).order_by("started_at", "game")
    games: dict[int, dict[int, PlayerGameRow]] = {}
    for game, player, *row in rows.values_list("game", "player", *COLUMNS, *COUNTERS):
        games.setdefault(game, {})[player] = player_game(row)
    return [SharedGame(both[one], both[other]) for both in games.values()]


def _against(players: Players, games: Sequence[SharedGame], chosen: Filters) -> str:
    one, other = players
    if not games:
        never = f"{one.name} and {other.name} have not played against each other."
        return chosen.empty_text(never, "games against each other")
    wins = sum(game.one.won for game in games), sum(game.other.won for game in games)
    drawn = sum(game.one.drawn for game in games)
    elsewhere = len(games) - drawn - sum(wins)
    text = f"{number_of(len(games), 'game', 'games')} against each other"
    parts = [f"{one.name} won {wins[0]}", f"{other.name} won {wins[1]}"]
    parts += [f"{drawn} drawn"] if drawn else []
    parts += [f"a third player won {elsewhere}"] if elsewhere else []
    return f"{text}: {', '.join(parts)}."


def _together(games: Sequence[SharedGame]) -> list[str]:
    won, played = sum(game.one.won for game in games), len(games)
    return [f"As partners: {won} of {number_of(played, 'game', 'games')} won."] if games else []


def _verdict(players: Players, games: Sequence[SharedGame]) -> str:
    """Whether the games are enough to say who is better."""
    if len(games) < ENOUGH:
        return "Too few games against each other to tell who is better."
    wins = sum(game.one.wins for game in games), sum(game.other.wins for game in games)
    likely = wilson_interval(max(wins), len(games))
    if likely is None or likely[0] <= 1 / 2:
        return "So far it could be luck."
    return f"This is unlikely to be luck: {players[wins.index(max(wins))].name} is ahead."


def _ratings(players: Players) -> str:
    """Who is rated higher. One query."""
    both = rated(Player.objects.filter(pk__in=[each.pk for each in players]))
    found = [each for each in both if each.has_enough_games]
    if len(found) < len(players):
        return "Not both have a rating that counts yet."
    high, low = (displayed_rating(each.mu) for each in found)
    if high == low:
        return f"They have the same rating: {format_number(high)}."
    text = f"{found[0].name} has the higher rating: {format_number(high)} to {format_number(low)}."
    if high - low > sum(displayed_margin(each.sigma) for each in found):
        return text
    return f"{text} But neither rating is certain enough yet to say who plays better."


def _numbers(
    key: str, title: str, players: Players, games: Sequence[SharedGame], measures: Sequence[Measure], rules: str = ""
) -> ReportTable:
    """The statistics of each player in these games; those in points, if any, in games by these rules."""
    counts = added(game.one for game in games), added(game.other for game in games)
    by_rules = [game for game in games if game.one.rules == rules]
    of_points = added(game.one for game in by_rules), added(game.other for game in by_rules)
    rows = [
        [Cell(measure.label, measure.file_label), *(_measured(measure, each) for each in found)]
        for measure in measures
        for found in [of_points if measure.in_points else counts]
        if any(each[measure.denominator] for each in found)
    ]
    note = f"Points: in games by {rules_title(rules)}." if 0 < len(by_rules) < len(games) else ""
    head = ["Statistic", *(each.name for each in players)]
    return ReportTable(key, title, head, rows, note=note, labelled=head[1:])


def _measured(measure: Measure, counts: dict[str, int]) -> Cell:
    """The value; a share with its counts."""
    cell = measure.cell(counts)
    if measure.kind is not Kind.SHARE or not counts[measure.denominator]:
        return cell
    sample = f"({measure.sample_text(counts)})"
    # A line may break between the two, but not within them.
    return Cell(" ".join(each.replace(" ", "\u00a0") for each in (cell.text, sample)), cell.value)


def _games(viewer: Viewer, players: Players, games: Iterable[SharedGame]) -> ReportTable:
    shown = list(games)
    others = {key for game in shown for key in (game.one.partner, *game.one.opponents)}
    names = Names(viewer, others | {player.pk for player in players})
    head = ["Day", "Won", "Points", "At the table", "Rules"]
    rows = [
        [
            evening_cell(game.one.day, href=game_address(game.one.code, game.one.day)),
            Cell(_winner(game, players)),
            Cell(_points(game)),
            Cell(f"{names.pair([players[0].pk, game.one.partner])} against {names.pair(game.one.opponents)}"),
            Cell(rules_title(game.one.rules)),
        ]
        for game in shown
    ]
    return ReportTable("games", "Games", head, rows, labelled=head[1:2])


def _winner(game: SharedGame, players: Players) -> str:
    if game.one.drawn:
        return "nobody"
    if game.as_partners:
        return "both" if game.one.won else "the others"
    return players[0].name if game.one.won else players[1].name if game.other.won else "the third player"


def _points(game: SharedGame) -> str:
    """The points of the first player, the other, and a third one."""
    one, other = game.one, game.other
    first = (one.side,) if game.as_partners else (one.side, other.side)
    rest = (total for side, total in enumerate(one.totals) if side not in first)
    return format_score([*(one.totals[side] for side in first), *rest])

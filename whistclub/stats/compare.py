"""Two players: their games against each other, and those as partners."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Q

from whistclub.club.models import Player
from whistclub.engine.rating import displayed_margin, displayed_rating
from whistclub.stats.filters import Filters, rules_title
from whistclub.stats.measures import AS_PARTNERS, HEAD_TO_HEAD, Kind, Measure
from whistclub.stats.models import PlayerGame, PlayerStanding
from whistclub.stats.pairs import Record, record_cells, record_columns
from whistclub.stats.queries import COLUMNS, RATED_AFTER, PlayerGameRow, added, narrowed, part, with_enough_games
from whistclub.stats.reports import Cell, ReportTable, evening_cell
from whistclub.stats.viewer import Names, Viewer, game_address
from whistclub.web.formatting import format_number, format_score, join_side

ON_A_PAGE = 20
# Fewer games say nothing about who is better.
FEW = 5

Players = tuple[Player, Player]


@dataclass(frozen=True, slots=True)
class SharedGame:
    """One game, as each of the two played it."""

    one: PlayerGameRow
    other: PlayerGameRow

    @property
    def as_partners(self) -> bool:
        return self.one.side == self.other.side


@dataclass(frozen=True, slots=True)
class Score:
    """One side of the big score."""

    name: str
    wins: int
    points: int
    record: Record


@dataclass(frozen=True, slots=True)
class ComparePage:
    """`scores` and `record` are of the games against each other. `pages` are those of `games`, the newest first."""

    filters: Filters
    players: Players
    ratings: str
    met: int
    drawn: int
    scores: tuple[Score, Score]
    record: ReportTable
    numbers: ReportTable
    together: Record
    as_partners: ReportTable
    partner_numbers: ReportTable
    pages: Page[SharedGame]
    games: ReportTable

    @property
    def title(self) -> str:
        return f"{self.players[0].name} and {self.players[1].name}"

    @property
    def elsewhere(self) -> int:
        """Games that a third player won."""
        return self.met - self.drawn - sum(score.wins for score in self.scores)

    @property
    def summary(self) -> str:
        one, other = self.scores
        if not self.met:
            return f"{one.name} and {other.name} have not played against each other."
        games = "1 game" if self.met == 1 else f"{self.met} games"
        return f"{games}: {one.name} {one.wins}, {other.name} {other.wins}."

    @property
    def verdict(self) -> str:
        """Whether the games are enough to say who is better."""
        if self.met < FEW:
            return "Too few games against each other to tell who is better."
        ahead = max(self.scores, key=lambda score: score.record.score)
        if ahead.record.likely[0] <= 1 / 2:
            return "So far it could be luck."
        return f"This is unlikely to be luck: {ahead.name} is ahead."

    @property
    def tables(self) -> list[ReportTable]:
        found = [self.record, self.numbers, self.as_partners, self.partner_numbers, self.games]
        return [table for table in found if table.rows]


def compare_page(viewer: Viewer, players: Players, filters: Filters, page: str | None) -> ComparePage:
    """3 queries."""
    games = _shared_games(players, filters)
    against = [game for game in games if not game.as_partners]
    partners = [game for game in games if game.as_partners]
    pages = Paginator(games[::-1], ON_A_PAGE).get_page(page)
    own = [game.one for game in against], [game.other for game in against]
    scores = _score(players[0], own[0]), _score(players[1], own[1])
    together = Record.of(game.one for game in partners)
    sides = [[Cell(each.name), *record_cells(each.record)] for each in scores]
    both = [[Cell(join_side(each.name for each in players)), *record_cells(together)]]
    return ComparePage(
        filters=filters,
        players=players,
        ratings=_ratings(players),
        met=len(against),
        drawn=sum(game.one.drawn for game in against),
        scores=scores,
        record=ReportTable("record", "Against each other", record_columns("Side"), sides if against else []),
        numbers=_numbers("numbers", "In these games", players, against, HEAD_TO_HEAD),
        together=together,
        as_partners=ReportTable("as_partners", "As partners", record_columns("Pair"), both if partners else []),
        partner_numbers=_numbers("partner_numbers", "In the games as partners", players, partners, AS_PARTNERS),
        pages=pages,
        games=_games(viewer, players, pages.object_list),
    )


def _shared_games(players: Players, filters: Filters) -> list[SharedGame]:
    """All games of the two, in order of play. One query."""
    one, other = (player.pk for player in players)
    met = Q(partner=other) | Q(left_opponent=other) | Q(right_opponent=other)
    facts = narrowed(PlayerGame.objects.filter(met, player=one), filters).values("fact")
    rows = PlayerGame.objects.filter(player__in=(one, other), fact__in=facts).order_by("started_at", "game")
    games: dict[int, dict[int, PlayerGameRow]] = {}
    for game, player, *row in rows.values_list("game", "player", *COLUMNS):
        games.setdefault(game, {})[player] = part(row)
    return [SharedGame(parts[one], parts[other]) for parts in games.values()]


def _score(player: Player, parts: Sequence[PlayerGameRow]) -> Score:
    wins, points = sum(part.won for part in parts), sum(part.points for part in parts)
    return Score(player.name, wins, points, Record.of(parts))


def _numbers(
    key: str, title: str, players: Players, games: Sequence[SharedGame], measures: Sequence[Measure]
) -> ReportTable:
    """The statistics of each player in these games."""
    counts = added(game.one for game in games), added(game.other for game in games)
    rows = [
        [Cell(str(measure.label), measure.file_label), *(_measured(measure, each) for each in counts)]
        for measure in measures
        if any(each[measure.denominator] for each in counts)
    ]
    return ReportTable(key, title, ["Statistic", *(each.name for each in players)], rows)


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
    return ReportTable("games", "Games", head, rows, "No games match this filter.", labelled=head[1:2])


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


def _ratings(players: Players) -> str:
    """Who is rated higher; "" before both have a rank. One query."""
    rated = with_enough_games(PlayerStanding.objects.filter(player__in=players), RATED_AFTER).exclude(mu=None)
    found = sorted(rated, key=lambda each: -(each.mu or 0))
    if len(found) < len(players):
        return ""
    high, low = (displayed_rating(each.mu or 0) for each in found)
    if high == low:
        return f"They have the same rating: {format_number(high)}."
    name = next(each.name for each in players if each.pk == found[0].player_id)
    text = f"{name} has the higher rating: {format_number(high)} to {format_number(low)}."
    if high - low > sum(displayed_margin(each.sigma or 0) for each in found):
        return text
    return f"{text} But neither rating is certain enough yet to say who plays better."

"""A season: what each party brings a player, how many parties count, who leads; and its page."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.formats import date_format

from whistclub.stats.evening import evening_of
from whistclub.stats.models import PartyFact, PartyRank, Season
from whistclub.stats.render import Page
from whistclub.stats.reports import Cell, ReportTable, decimals, number, rank_text
from whistclub.stats.viewer import Names, Viewer, party_address
from whistclub.web.formatting import format_date, format_number, join_list, number_of, plural

# Sums of thirds and halves are inexact in binary: totals are equal if they agree to this many digits.
DIGITS = 6
# Up to this many parties have a column each.
MOST_COLUMNS = 12
UNITS = {"points": ("point", "points"), "wins": ("win", "wins"), "places": ("rank point", "rank points")}
EXPLAINED = {
    "points": "each party counts the points of its final standings.",
    "wins": "each party counts the games won; a drawn game is half a win, sitting out what the party counts it as.",
    "places": "each party gives rank points: one for attending, one for each player ranked below you, and half a point "
    "for each player tied with you.",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One player in a season. `brought` is the result of each party in order; those of `counting` count."""

    player: int
    rank: int
    shared: bool
    total: float
    brought: dict[int, float]
    counting: frozenset[int]
    wins: float

    @property
    def best_party(self) -> int:
        """The first of the parties with the highest result."""
        return max(self.brought, key=lambda party: self.brought[party])


def lines(parties: Sequence[int], results: Iterable[PartyRank], *, scoring: str, best: int | None) -> list[Line]:
    """Everyone who came to one of these parties, best first; equal totals share a rank."""
    found = list(results)
    worth = _worth(found, scoring)
    came: dict[int, dict[int, PartyRank]] = {}
    for result in found:
        came.setdefault(result.player_id, {})[result.party_id] = result
    rows = []
    for player, mine in came.items():
        brought = {party: worth[mine[party]] for party in parties if party in mine}
        counting = _the_best(brought, best)
        total = round(sum(brought[party] for party in counting), DIGITS)
        rows.append((total, player, brought, counting, round(sum(result.wins for result in mine.values()), DIGITS)))
    rows.sort(key=lambda row: (-row[0], row[1]))
    ranks: dict[float, int] = {}
    for rank, (total, *_rest) in enumerate(rows, 1):
        ranks.setdefault(total, rank)
    people = Counter(row[0] for row in rows)
    return [
        Line(player, ranks[total], people[total] > 1, total, brought, counting, wins)
        for total, player, brought, counting, wins in rows
    ]


def _the_best(brought: dict[int, float], best: int | None) -> frozenset[int]:
    """The parties that count: those with the highest results, the earlier of equal ones."""
    return frozenset(sorted(brought, key=lambda party: -round(brought[party], DIGITS))[:best])


def _worth(results: Sequence[PartyRank], scoring: str) -> dict[PartyRank, float]:
    if scoring == Season.Scoring.POINTS:
        return {result: result.points for result in results}
    if scoring == Season.Scoring.WINS:
        return {result: result.wins for result in results}
    ranks: dict[int, Counter[int]] = {}
    for result in results:
        ranks.setdefault(result.party_id, Counter())[result.rank] += 1
    return {result: _for_rank(result.rank, ranks[result.party_id]) for result in results}


def _for_rank(rank: int, people: Counter[int]) -> float:
    """One point for attending, one for each player ranked below, half a point for each tied player: the points of all
    players add up to the same whatever the ties.
    """
    below = sum(count for other, count in people.items() if other > rank)
    return 1 + below + (people[rank] - 1) / 2


def season_page(viewer: Viewer, season: Season | None, *, at: datetime) -> Page:
    """The page of a season; without one that of today, else the newest."""
    seasons = list(Season.objects.filter(club=viewer.club))
    today = evening_of(at, viewer.club)
    season = season or next((each for each in seasons if each.first_day <= today <= each.last_day), None)
    season = season or next(iter(seasons), None)
    if season is None:
        return _no_season(viewer)
    within = {"club": viewer.club, "day__range": (season.first_day, season.last_day)}
    parties = list(PartyFact.objects.filter(**within).order_by("day", "pk"))
    ranks = PartyRank.objects.filter(party__in=parties, player__guest=False)
    everyone = lines([each.pk for each in parties], ranks, scoring=season.scoring, best=season.best_parties)
    names = Names(viewer, [line.player for line in everyone])
    shown = [line for line in everyone if not names.is_secret(line.player)]
    shown.sort(key=lambda line: (line.rank, names.text(line.player).casefold()))
    summary = _leading(season, shown, names, is_over=season.last_day < today)
    others = [each for each in seasons if each != season]
    return Page(
        season.name,
        [_table(season, shown, parties, names, hidden=len(everyone) - len(shown))],
        lead=[_facts(season, len(parties), len(everyone)), *([summary] if summary else [])],
        summary=summary,
        notes=[_explained(season)],
        links=[Cell(each.name, href=reverse("stats:season", args=[viewer.club.slug, each.pk])) for each in others],
    )


def _no_season(viewer: Viewer) -> Page:
    empty = "No seasons yet. A season is a date range, such as a winter, with its own league table."
    add = [Cell("Add a season", href=reverse("stats:manage", args=[viewer.club.slug]))] if viewer.is_organiser else []
    return Page("Seasons", [], lead=[empty], summary="No seasons yet.", links=add)


def _table(
    season: Season, shown: Sequence[Line], parties: Sequence[PartyFact], names: Names, hidden: int
) -> ReportTable:
    columns = ["Player", Season.Scoring(season.scoring).label, "Parties"]
    columns += ["Counted"] if season.best_parties else []
    columns += [] if season.scoring == Season.Scoring.WINS else ["Games won"]
    columns.append("Best party")
    head = "j M" if len({party.day.year for party in parties}) == 1 else "j M y"
    own = _with_column(parties)
    brackets = ["In brackets: not counted."] if season.best_parties and own else []
    return ReportTable(
        "season",
        "Table",
        [*columns, *(date_format(party.day, head) for party in own)],
        [_row(season, line, parties, names) for line in shown],
        "No players are listed." if parties else "The table starts with the first finished party.",
        note=" ".join([*brackets, *(["Hidden players keep their rank."] if hidden else [])]),
        ranks=[rank_text(line.rank, shared=line.shared) for line in shown],
        links=[*([""] * len(columns)), *(party_address(party.code, party.day) for party in own)],
    )


def _facts(season: Season, parties: int, people: int) -> str:
    found = [f"{format_date(season.first_day)} to {format_date(season.last_day)}"]
    found += [number_of(parties, "party", "parties")] if parties else []
    found += [number_of(people, "person", "people")] if people else []
    return " · ".join(found)


def _explained(season: Season) -> str:
    counts = "All parties count."
    if season.best_parties is not None:
        counts = f"Of each player the best {number_of(season.best_parties, 'party counts', 'parties count')}."
    return f"How it is counted: {EXPLAINED[season.scoring]} {counts} Equal totals share a rank."


def _row(season: Season, line: Line, parties: Sequence[PartyFact], names: Names) -> list[Cell]:
    best = next(party_address(party.code, party.day) for party in parties if party.pk == line.best_party)
    came = len(line.brought)
    return [
        names.cell(line.player),
        _amount(line.total),
        Cell(f"{came} of {len(parties)}", came),
        *([number(len(line.counting))] if season.best_parties else []),
        *([] if season.scoring == Season.Scoring.WINS else [_amount(line.wins)]),
        _amount(line.brought[line.best_party], href=best),
        *(_party_cell(line, party.pk) for party in _with_column(parties)),
    ]


def _with_column(parties: Sequence[PartyFact]) -> Sequence[PartyFact]:
    return parties if len(parties) <= MOST_COLUMNS else ()


def _party_cell(line: Line, party: int) -> Cell:
    """What a party brought, in brackets if it does not count."""
    if party not in line.brought:
        return Cell("")
    cell = _amount(line.brought[party])
    return cell if party in line.counting else Cell(f"({cell.text})", cell.value)


def _leading(season: Season, shown: Sequence[Line], names: Names, *, is_over: bool) -> str:
    """Who leads or won, of those whom the visitor may see."""
    first = [line for line in shown if line.rank == 1]
    if not first:
        return "" if shown else "No party of this season is finished yet."
    people, total = join_list([names.text(line.player) for line in first]), first[0].total
    amount = f"{format_number(total, decimals(total))} {plural(total, *UNITS[season.scoring])}"
    return f"{'Won by' if is_over else 'In the lead:'} {people} with {amount}."


def _amount(value: float, *, href: str = "") -> Cell:
    """A number, with one decimal if it has a half."""
    return number(value, decimals(value), href=href)

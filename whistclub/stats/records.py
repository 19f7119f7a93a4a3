"""Club records and their holders, and how hands go."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import TypeVar

from django.db.models import Count, F, Max, Min, QuerySet, Sum
from django.http import QueryDict

from whistclub.engine.options import TableFormat
from whistclub.engine.rating import displayed_rating
from whistclub.stats.filters import FORMS, Filters, filters, rules_title
from whistclub.stats.measures import ENOUGH, likely_range
from whistclub.stats.models import GameFact, PlayerGame
from whistclub.stats.played import PlayedGame, games_played
from whistclub.stats.queries import counted, in_rankings, ranked_players, rated, summed, sums
from whistclub.stats.render import Page
from whistclub.stats.reports import Cell, ReportTable, day_cell, number, share
from whistclub.stats.viewer import Names, Viewer, day_href
from whistclub.web.formatting import format_date, format_number

SHOWN, AT_MOST = 3, 5  # what more people share for first place is no record
T = TypeVar("T")
OF_HANDS = ("hands", "grands", "grands_made", "lows", "solos", "solos_made", "takes", "takes_made")


def records_page(viewer: Viewer, query: QueryDict) -> Page:
    """Points count within one rule set: of other rules they are of another size."""
    chosen = filters(viewer.club, query)
    in_points = chosen.in_points()
    of_games = _of_games(viewer, {"best_hand": in_points, "margin": in_points, "hands": chosen})
    rows = [
        *of_games["best_hand"],
        *of_games["margin"],
        *_best_evenings(viewer, in_points),
        *of_games["hands"],
        *_runs(viewer, chosen),
        *_games_and_ratings(viewer, chosen),
    ]
    note = f"Ties: earliest first; more than {AT_MOST} share no record. Ratings count after {ENOUGH} games."
    if in_points.rules != chosen.rules and len(chosen.rule_choices) > 2:
        note = f"Points: in games by {rules_title(in_points.rules)}. {note}"
    empty = "Records appear here after the first finished game."
    head = ["Record", "Who", "Number", "When", "Details"]
    found = ReportTable("records", "Records", head, rows, empty, note=note, labelled=head[3:])
    hands = hands_tables(chosen)
    for table in hands[-1:]:
        table.note = "A grand is made when its side took the tricks it needed; in a low hand nobody bids high."
    lead = [f"{row[0].text}: {row[2].text}, by {row[1].text}." for row in rows[:1]]
    return Page("Records", [found, *hands], summary=" ".join(lead), filters=chosen)


def _best(rows: Sequence[T], value: Callable[[T], float]) -> list[T]:
    """The first of rows that are in order; none if too many are equally good."""
    if len(rows) > AT_MOST and value(rows[0]) == value(rows[AT_MOST]):
        return []
    return list(rows[:SHOWN])


def _of_games(viewer: Viewer, of: Mapping[str, Filters]) -> dict[str, list[list[Cell]]]:
    """The rows of the games with the highest of each of these values."""
    best: dict[str, list[GameFact]] = {}
    for name, chosen in of.items():
        facts = chosen.narrow(GameFact.objects.filter(club=viewer.club, **{f"{name}__gte": 1}))
        rows = list(facts.order_by(f"-{name}", "started_at", "game")[: AT_MOST + 1])
        is_talk = name == "hands" and len({fact.hands for fact in rows}) == 1  # none is longer than the others
        best[name] = [] if is_talk else _best(rows, attrgetter(name))
    played = {each.fact: each for each in games_played(viewer, [fact for facts in best.values() for fact in facts])}
    return {name: [_of_game(viewer, played[fact], name) for fact in facts] for name, facts in best.items()}


def _of_game(viewer: Viewer, played: PlayedGame, of: str) -> list[Cell]:
    fact = played.fact
    title, who, more = "Longest game", played.everyone, f"{played.score}, {played.rules}"
    if of == "best_hand":
        title, who = "Highest-scoring hand", played.sides[fact.best_side].people
        more = f"hand {fact.best_hand_number}, {played.rules}"
    elif of == "margin":
        title, who = "Biggest win", played.won_by
        more = f"{played.score_of_winner} against {played.beaten}, {played.rules}"
    when = day_cell(fact.day, href=day_href(viewer.club, fact.day))
    return [Cell(title), Cell(who, href=played.href), number(getattr(fact, of)), when, Cell(more)]


def _best_evenings(viewer: Viewer, chosen: Filters) -> Iterator[list[Cell]]:
    by_day = in_rankings(viewer, counted(viewer.club, chosen)).values("player", "day")
    evenings = by_day.annotate(ahead=Sum(F("points") - F("points_against")), sum_won=Sum("won"), sum_games=Sum("games"))
    ordered = evenings.filter(ahead__gte=1).order_by("-ahead", "day", "player")[: AT_MOST + 1]
    best = _best(ordered, lambda row: row["ahead"])
    names = Names(viewer, [row["player"] for row in best])
    for row in best:
        when = day_cell(row["day"], href=day_href(viewer.club, row["day"]))
        more = f"{row['sum_won']} of {row['sum_games']} won"
        yield [Cell("Best evening"), names.cell(row["player"]), number(row["ahead"], sign=True), when, Cell(more)]


def _runs(viewer: Viewer, chosen: Filters) -> Iterator[list[Cell]]:
    """The most games won in a row."""
    now: dict[int, int] = defaultdict(int)
    longest: dict[int, int] = defaultdict(int)
    seats = _in_rankings(viewer, chosen).order_by("-player_id", "started_at", "game")  # as an index has them
    for player, won in seats.values_list("player_id", "won").iterator():
        run = now[player] = now[player] + 1 if won else 0
        if run > longest[player]:
            longest[player] = run
    found = [(-run, player) for player, run in longest.items() if run > 1]
    for minus, player, name in _holders(viewer, found):
        more = "and still winning" if now[player] == -minus else ""
        yield [Cell("Most games won in a row"), name, number(-minus), Cell(""), Cell(more)]


def _in_rankings(viewer: Viewer, chosen: Filters) -> QuerySet[PlayerGame]:
    """The players alone say of which club they are, so that an index is enough."""
    found: QuerySet[PlayerGame] = chosen.narrow(in_rankings(viewer, PlayerGame.objects.all()))
    return found


def _games_and_ratings(viewer: Viewer, chosen: Filters) -> Iterator[list[Cell]]:
    """The most games, and the highest ratings ever."""
    by_player = _in_rankings(viewer, chosen).values_list("player").order_by()
    found = list(by_player.annotate(Count("pk"), Min("day"), Max("mu")))
    since = {player: day for player, _games, day, _mu in found}
    for games, player, name in _holders(viewer, [(-row[1], row[0]) for row in found if row[1] > 1]):
        more = f"since {format_date(since[player])}"
        yield [Cell("Most games"), name, number(-games), Cell(""), Cell(more)]
    now = {each.player: each.mu for each in rated(ranked_players(viewer)) if each.is_ranked}
    for mu, player, name in _holders(viewer, [(-mu, player) for player, _games, _day, mu in found if player in now]):
        more = f"now {format_number(displayed_rating(now[player]))}"
        yield [Cell("Highest rating"), name, number(displayed_rating(-mu)), Cell(""), Cell(more)]


def _holders(viewer: Viewer, found: Iterable[tuple[float, int]]) -> list[tuple[float, int, Cell]]:
    """The best of some values, negative, with their players and names."""
    best = _best(sorted(found), lambda row: row[0])
    names = Names(viewer, [player for _value, player in best])
    return [(value, player, names.cell(player)) for value, player in best]


def hands_tables(chosen: Filters) -> list[ReportTable]:
    """A table for each table format, the one played most first. A query each: to group them takes longer."""
    forms = chosen.narrow(GameFact.objects.filter(club=chosen.club)).values_list("form", flat=True)
    seats = counted(chosen.club, chosen)
    found = [
        (TableFormat(form), summed(seats.filter(form=form).aggregate(**sums(OF_HANDS))))
        for form in forms.annotate(played=Sum("hands")).order_by("-played", "form")
    ]
    head = ["Statistic", "Share %", "Likely range", "Times", "Out of"]
    tables = []
    for form, counts in found:
        title = "How hands go" if len(found) == 1 else f"How hands go: {FORMS[form]}"
        rows = [
            [Cell(name), share(part, whole), Cell(likely_range(part, whole)), number(part), number(whole)]
            for name, part, whole in _shares(form, counts)
            if whole
        ]
        tables.append(ReportTable(f"hands-{form}", title, head, rows, labelled=head[2:]))
    return [table for table in tables if table.rows]


def _shares(form: TableFormat, counts: Mapping[str, int]) -> list[tuple[str, int, int]]:
    """Name, part and whole. Every seat counts a hand and a low hand; a bid is counted by who made it."""
    hands, lows = counts["hands"] // form.seats, counts["lows"] // form.seats
    if form is TableFormat.THREE_WITH_WIDOW:
        taken = counts["takes"]
        return [("Widow taken", taken, hands), ("Widow taken, nothing lost", counts["takes_made"], taken)]
    grands, solos = counts["grands"], counts["solos"]
    found = [
        ("Grand bids", grands, hands),
        ("Grands made", counts["grands_made"], grands),
        ("Low hands", lows, hands),
    ]
    return [*found, ("Solos", solos, hands), ("Solos made", counts["solos_made"], solos)] if solos else found

"""Club records and their holders, and how hands go."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter, itemgetter
from typing import NamedTuple, TypeVar

from django.db.models import Count, F, Max, Min, QuerySet, Sum
from django.http import QueryDict

from whistclub.engine.options import TableFormat
from whistclub.engine.rating import displayed_rating
from whistclub.stats.filters import FORMS, Filters, filters, rules_title
from whistclub.stats.measures import ENOUGH, likely_range
from whistclub.stats.models import GameFact, PlayerGame
from whistclub.stats.played import PlayedGame, played_games
from whistclub.stats.queries import all_player_games, in_rankings, ranked_players, rated, summed, sums
from whistclub.stats.render import Page
from whistclub.stats.reports import Cell, ReportTable, day_cell, number, share
from whistclub.stats.viewer import Names, Viewer, day_address
from whistclub.web.formatting import format_date, format_number

SHOWN, AT_MOST = 3, 5  # what more people share for first place is no record
T = TypeVar("T")
N = TypeVar("N", int, float)
OF_BIDS, OF_WIDOWS = ("grands", "grands_made", "lows", "solos", "solos_made"), ("takes", "takes_made")


class Held(NamedTuple):
    """A record of one player."""

    title: str
    player: int
    value: Cell
    when: Cell
    more: str


def records_page(viewer: Viewer, query: QueryDict) -> Page:
    """Points count within one rule set: of other rules they are of another size."""
    chosen = filters(viewer.club, query)
    one_rule_set = chosen.of_one_rule_set
    of_games = _of_games(viewer, {"best_hand": one_rule_set, "margin": one_rule_set, "hands": chosen})
    rows = [
        *of_games["best_hand"],
        *of_games["margin"],
        *_of_players(viewer, _best_evenings(viewer, one_rule_set)),
        *of_games["hands"],
        *_of_players(viewer, [*_runs(viewer, chosen), *_games_and_ratings(viewer, chosen)]),
    ]
    note = f"Ties: earliest first; more than {AT_MOST} share no record. Ratings: players with {ENOUGH} games or more."
    if one_rule_set.rules != chosen.rules and len(chosen.rule_choices) > 2:
        note = f"Points: in games by {rules_title(one_rule_set.rules)}. {note}"
    empty = chosen.empty_text("Records appear here after the first finished game.", "games")
    head = ["Record", "Who", "Number", "When", "Details"]
    found = ReportTable("records", "Records", head, rows, empty, note=note, labelled=head[3:])
    hands = hands_tables(chosen)
    for table in hands[-1:]:
        table.note = "A grand is made when its side took the tricks it needed; in a low hand nobody bids high."
    lead = [f"{row[0].text}, by {row[1].text}: {row[2].text}." for row in rows[:1]]
    return Page("Records", [found, *hands], summary=" ".join(lead) or empty, filters=chosen)


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
        is_no_record = name == "hands" and len({fact.hands for fact in rows}) == 1  # none is longer than the others
        best[name] = [] if is_no_record else _best(rows, attrgetter(name))
    played = {each.fact: each for each in played_games(viewer, [fact for facts in best.values() for fact in facts])}
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
    when = day_cell(fact.day, href=day_address(viewer.club, fact.day))
    return [Cell(title), Cell(who, href=played.href), number(getattr(fact, of)), when, Cell(more)]


def _of_players(viewer: Viewer, held: Sequence[Held]) -> Iterator[list[Cell]]:
    """One query."""
    names = Names(viewer, [each.player for each in held])
    for title, player, value, when, more in held:
        yield [Cell(title), names.cell(player), value, when, Cell(more)]


def _best_evenings(viewer: Viewer, chosen: Filters) -> list[Held]:
    by_day = in_rankings(viewer, all_player_games(chosen)).values("player", "day")
    ahead = by_day.annotate(ahead=Sum(F("points") - F("points_against"))).filter(ahead__gte=1)
    best = _best(ahead.order_by("-ahead", "day", "player")[: AT_MOST + 1], itemgetter("ahead"))
    # Of these evenings alone: to add up the games of all takes a third longer.
    of_best = by_day.filter(player__in=[row["player"] for row in best], day__in=[row["day"] for row in best])
    found = of_best.values_list("player", "day").annotate(Sum("won"), Sum("games"))
    games = {(player, day): f"{won} of {games} won" for player, day, won, games in found}
    return [
        Held(
            "Best evening",
            row["player"],
            number(row["ahead"], sign=True),
            day_cell(row["day"], href=day_address(viewer.club, row["day"])),
            games[row["player"], row["day"]],
        )
        for row in best
    ]


def _runs(viewer: Viewer, chosen: Filters) -> Iterator[Held]:
    """The most games won in a row."""
    now: dict[int, int] = defaultdict(int)
    longest: dict[int, int] = defaultdict(int)
    seats = _games_in_rankings(viewer, chosen).order_by("-player_id", "started_at", "game")  # as an index has them
    for player, won in seats.values_list("player_id", "won").iterator():
        run = now[player] = now[player] + 1 if won else 0
        if run > longest[player]:
            longest[player] = run
    for run, player in _most((run, player) for player, run in longest.items() if run > 1):
        more = "and still winning" if now[player] == run and not chosen.span.last else ""
        yield Held("Most games won in a row", player, number(run), Cell(""), more)


def _games_in_rankings(viewer: Viewer, chosen: Filters) -> QuerySet[PlayerGame]:
    """The games of those whom rankings show. Only players are asked for their club, so that an index is enough."""
    found: QuerySet[PlayerGame] = chosen.narrow(in_rankings(viewer, PlayerGame.objects.all()))
    return found


def _games_and_ratings(viewer: Viewer, chosen: Filters) -> Iterator[Held]:
    """The most games, and the highest ratings ever."""
    by_player = _games_in_rankings(viewer, chosen).values_list("player").order_by()
    found = list(by_player.annotate(played=Count("*"), highest=Max("mu")))
    most = _most((games, player) for player, games, _mu in found if games > 1)
    # Of these alone: to compare the days of all takes as long as the rest.
    since = dict(by_player.filter(player__in=[player for _games, player in most]).annotate(Min("day")))
    for games, player in most:
        yield Held("Most games", player, number(games), Cell(""), f"since {format_date(since[player])}")
    now = {each.player: each.mu for each in rated(ranked_players(viewer)) if each.has_enough_games}
    for mu, player in _most((mu, player) for player, _games, mu in found if player in now):
        more = "" if chosen.is_filtered else f"now {format_number(displayed_rating(now[player]))}"
        yield Held("Highest rating", player, number(displayed_rating(mu)), Cell(""), more)


def _most(found: Iterable[tuple[N, int]]) -> list[tuple[N, int]]:
    """The highest of some values, with their players."""
    return _best(sorted(found, key=lambda row: (-row[0], row[1])), itemgetter(0))


def hands_tables(chosen: Filters) -> list[ReportTable]:
    """A table for each table format, the one played most first. A query each: to group them takes longer."""
    forms = chosen.narrow(GameFact.objects.filter(club=chosen.club)).values_list("form").annotate(played=Sum("hands"))
    found = [(TableFormat(form), played) for form, played in forms.order_by("-played", "form")]
    head = ["Statistic", "Share %", "Likely range", "Times", "Out of"]
    tables = []
    for form, played in found:
        title = "How hands go" if len(found) == 1 else f"How hands go: {FORMS[form]}"
        seats = all_player_games(chosen).filter(form=form)
        counters = OF_WIDOWS if form is TableFormat.THREE_WITH_WIDOW else OF_BIDS
        rows = [
            [Cell(name), share(part, whole), Cell(likely_range(part, whole)), number(part), number(whole)]
            for name, part, whole in _shares(form, played, summed(seats.aggregate(**sums(counters))))
            if whole
        ]
        tables.append(ReportTable(f"hands-{form}", title, head, rows, labelled=head[2:]))
    return [table for table in tables if table.rows]


def _shares(form: TableFormat, hands: int, counts: Mapping[str, int]) -> list[tuple[str, int, int]]:
    """Name, part and whole. Every seat counts a low hand; a bid is counted by who made it."""
    if form is TableFormat.THREE_WITH_WIDOW:
        taken = counts["takes"]
        return [("Widow taken", taken, hands), ("Widow taken, nothing lost", counts["takes_made"], taken)]
    grands, solos = counts["grands"], counts["solos"]
    found = [
        ("Grand bids", grands, hands),
        ("Grands made", counts["grands_made"], grands),
        ("Low hands", counts["lows"] // form.seats, hands),
    ]
    return [*found, ("Solos", solos, hands), ("Solos made", counts["solos_made"], solos)] if solos else found

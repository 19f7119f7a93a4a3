"""A list of past games, read and compared with what the club has; what is wrong with a row stays with that row."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from zoneinfo import ZoneInfo

from whistclub.archive import lists
from whistclub.archive.lists import Fault, UnreadableList
from whistclub.club.models import Club, Player
from whistclub.club.names import UnusableName, clean_name, similar_names
from whistclub.club.queries import known_names
from whistclub.engine.presets import DEFAULT_PRESET
from whistclub.engine.scoring import total_limits
from whistclub.play.models import Game, Seat
from whistclub.play.party_games import MOST_POINTS
from whistclub.play.queries import POINTS_TOO_HIGH, POINTS_TOO_LOW
from whistclub.rules.queries import choices, default_key
from whistclub.rules.summary import RulesSummary
from whistclub.stats.inputs import EVENING_BEGINS, FIRST_YEAR, evening_of, rules_key
from whistclub.web.formatting import MINUS
from whistclub.web.rows import in_parts

SEATS, SIDES = 4, 3
COLUMNS = {
    "date": ("date", "day", "evening"),
    "time": ("time", "start"),
    "rules": ("rules", "ruleset", "game"),
    **{f"player{seat}": (f"player{seat}", f"name{seat}", f"seat{seat}") for seat in range(1, SEATS + 1)},
    **{f"points{side}": (f"points{side}", f"score{side}", f"result{side}") for side in range(1, SIDES + 1)},
}
NEEDED = {
    "date": "Date",
    "player1": "Player 1",
    "player2": "Player 2",
    "points1": "Points 1",
    "points2": "Points 2",
}
# Where a list says nothing of the time: the games of an evening follow each other from then on.
USUAL_TIME = time(19)

# What makes two games the same, but for the time: evening, players by seat, points of the sides, rules.
Mark = tuple[date, tuple[int | str, ...], tuple[int, ...], str]


@dataclass(frozen=True, slots=True)
class PastGame:
    """`names` are by seat, as typed; `points` those of the sides. `has_time`: the list says when the game began."""

    line: int
    started_at: datetime
    has_time: bool
    names: tuple[str, ...]
    rules: RulesSummary
    points: tuple[int, ...]

    @property
    def rules_name(self) -> str:
        """Of the club's own rules."""
        return self.rules.title if self.rules.is_own else ""


@dataclass(frozen=True, slots=True)
class PastGames:
    """`again` are games that the club has already, or that an earlier row tells; they may be others with the same
    result. `new_names`, each with those of the club that it is similar to. `unused` are columns that mean nothing.
    """

    games: Sequence[PastGame]
    again: Sequence[PastGame]
    wrong: Sequence[Fault]
    new_names: Mapping[str, list[str]]
    unused: Sequence[str]


class _Wrong(Exception):
    """The sentence says what is wrong with a row."""


def usual_rules(club: Club, key: str = "") -> RulesSummary:
    """The rules with this key; else those that new games start with."""
    found = {card.key: card for card in choices(club)}
    return found.get(key) or found[default_key(club) or DEFAULT_PRESET]


def read(club: Club, text: str, *, usual: RulesSummary, at: datetime) -> PastGames:
    """Read a list and compare it with what the club has; `usual` are the rules of rows that name none.

    Raises UnreadableList.
    """
    table = lists.read(text, COLUMNS)
    if missing := [title for column, title in NEEDED.items() if column not in table.places]:
        raise UnreadableList(f"The columns need headings. Missing: {', '.join(missing)}.")
    cards = reversed(choices(club))  # the club's own are first, and mean their name
    rules = {" ".join(name.casefold().split()): card for card in cards for name in (card.key, card.title)}
    rules[""] = usual
    zone, of_day = ZoneInfo(club.time_zone), Counter[date]()
    known = known_names(club)
    found, wrong = [], []
    for row in table.rows:
        try:
            game = _game(row.line, table.of(row), rules, zone, of_day)
            if game.started_at > at:
                raise _Wrong(f"{game.started_at:%Y-%m-%d} is in the future.")
            if len(set(_who(game, known))) < len(game.names):
                raise _Wrong("A player stands twice in this line.")
            found.append(game)
        except (_Wrong, UnusableName) as fault:
            wrong.append(Fault(row.line, str(fault)))
    games, again = _apart(club, found, known)
    names = {name.casefold(): name for game in games for name in game.names}
    new = [name for folded, name in names.items() if folded not in known]
    return PastGames(games, again, wrong, similar_names(new, [player.name for player in known.values()]), table.unused)


def _game(
    line: int,
    cells: Mapping[str, str],
    rules: Mapping[str, RulesSummary],
    zone: ZoneInfo,
    of_day: Counter[date],
) -> PastGame:
    """`of_day` counts the games of each day so far. Raises _Wrong, UnusableName."""
    card = rules.get(" ".join(cells.get("rules", "").casefold().split()))
    if card is None:
        raise _Wrong(f"The club has no rules called “{cells['rules'][: lists.LONGEST_QUOTE]}”.")
    names = tuple(_cleaned(name) for seat in range(1, SEATS + 1) if (name := cells.get(f"player{seat}", "")))
    if len(names) != card.seats:
        raise _Wrong(f"This line has {len(names)} names, but {card.title} is for {card.seats} players.")
    started_at, has_time = _moment(cells["date"], cells.get("time", ""), zone, of_day)
    return PastGame(line, started_at, has_time, names, card, _points(cells, card))


@lru_cache(maxsize=5000)
def _cleaned(name: str) -> str:
    return clean_name(name)


def _who(game: PastGame, known: Mapping[str, Player]) -> tuple[int | str, ...]:
    """The players by seat: by key, or the name of one whom the club does not know."""
    names = [name.casefold() for name in game.names]
    return tuple(known[name].pk if name in known else name for name in names)


def _moment(day_typed: str, time_typed: str, zone: ZoneInfo, of_day: Counter[date]) -> tuple[datetime, bool]:
    """When a game began, and whether that was written. A time after midnight is still of the evening of its date."""
    try:
        if len(day_typed) > len("2024-02-14"):
            moment = datetime.fromisoformat(day_typed)
            day, began = moment.date(), moment if moment.tzinfo else moment.replace(tzinfo=zone)
        else:
            day = date.fromisoformat(day_typed)
            at = time.fromisoformat(time_typed.zfill(5)) if time_typed else USUAL_TIME
            is_after_midnight = timedelta(hours=at.hour, minutes=at.minute) < EVENING_BEGINS
            began = datetime.combine(day + timedelta(days=is_after_midnight), at, zone)
            if not time_typed:
                began += timedelta(seconds=of_day[day])
                of_day[day] += 1
    except (ValueError, OverflowError) as error:
        typed = f"{day_typed} {time_typed}".strip()[: lists.LONGEST_QUOTE]
        raise _Wrong(f"“{typed}” is not a date. Write dates as 2024-02-14, and times as 19:30.") from error
    if day.year < FIRST_YEAR:
        raise _Wrong(f"“{day_typed}”: the year is too early.")
    return began, bool(time_typed) or len(day_typed) > len("2024-02-14")


def _points(cells: Mapping[str, str], card: RulesSummary) -> tuple[int, ...]:
    """Raises _Wrong."""
    typed = [cells.get(f"points{side}", "") for side in range(1, SIDES + 1)]
    sides = card.rules.form.sides
    if not all(typed[:sides]) or any(typed[sides:]):
        raise _Wrong(f"Write the points of {sides} sides: {card.title} has so many.")
    try:
        points = tuple(int(each.replace(MINUS, "-").replace("–", "-")) for each in typed[:sides])
    except ValueError as error:
        raise _Wrong("Write points as whole numbers.") from error
    if max(map(abs, points)) > MOST_POINTS:
        raise _Wrong("Points can have at most three digits.")
    least, most = total_limits(card.rules)
    if least is not None and min(points) < least:
        raise _Wrong(f"{POINTS_TOO_LOW} The rules here are {card.title}.")
    if most is not None and max(points) > most:
        raise _Wrong(f"{POINTS_TOO_HIGH.format(points=max(points), most=most)} The rules here are {card.title}.")
    return points


def _apart(club: Club, found: Sequence[PastGame], known: Mapping[str, Player]) -> tuple[list[PastGame], list[PastGame]]:
    """The games that are new, and those that are there already."""
    there = _there(club, found)
    new: list[PastGame] = []
    again: list[PastGame] = []
    for game in found:
        rules = rules_key(game.rules.base, game.rules_name)
        times = there[evening_of(game.started_at, club), _who(game, known), game.points, rules]
        is_there = _minute(game.started_at) in times if game.has_time else bool(times)
        (again if is_there else new).append(game)
        times.add(_minute(game.started_at))
    return new, again


def _there(club: Club, found: Sequence[PastGame]) -> defaultdict[Mark, set[datetime]]:
    """When the finished games of the club between the first and the last of these began."""
    there: defaultdict[Mark, set[datetime]] = defaultdict(set)
    if not found:
        return there
    first, last = min(game.started_at for game in found), max(game.started_at for game in found)
    a_day = timedelta(days=1)
    rows = Game.objects.filter(
        club=club, binned_at=None, state=Game.State.FINISHED, started_at__range=(first - a_day, last + a_day)
    ).values_list("pk", "started_at", "totals", "preset", "rules_name")
    games = {key: rest for key, *rest in rows.iterator()}
    for key, players in _players_of(list(games)):
        started_at, totals, preset, rules_name = games[key]
        mark = (evening_of(started_at, club), players, tuple(totals), rules_key(preset, rules_name))
        there[mark].add(_minute(started_at))
    return there


def _players_of(games: Sequence[int]) -> Iterable[tuple[int, tuple[int, ...]]]:
    for part in in_parts(games):
        seats = Seat.objects.filter(game__in=part).order_by("game", "position").values_list("game", "player")
        for game, rows in groupby(seats, key=itemgetter(0)):
            yield game, tuple(player for _game, player in rows)


def _minute(moment: datetime) -> datetime:
    return moment.replace(second=0, microsecond=0)

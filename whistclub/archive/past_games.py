"""A list of past games, read and compared with what the club has; what is wrong with a row stays with that row."""

from collections.abc import Collection, Mapping
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from whistclub.archive import lists
from whistclub.club.models import Club
from whistclub.club.names import clean_name, similar_names
from whistclub.club.queries import known_names
from whistclub.engine.presets import DEFAULT_PRESET
from whistclub.engine.scoring import total_limits
from whistclub.play.models import Game
from whistclub.play.party_games import MOST_POINTS
from whistclub.play.queries import POINTS_TOO_HIGH, POINTS_TOO_LOW
from whistclub.rules.queries import choices, default_key
from whistclub.rules.summary import RulesSummary
from whistclub.stats.inputs import EVENING_BEGINS, FIRST_YEAR, evening_of, rules_key
from whistclub.web.errors import Refused
from whistclub.web.formatting import MINUS

SEATS, SIDES = range(1, 5), range(1, 4)
COLUMNS = {
    "date": ("date", "day", "evening"),
    "time": ("time", "start"),
    "rules": ("rules", "ruleset", "game"),
    **{f"player{seat}": (f"player{seat}", f"name{seat}", f"seat{seat}") for seat in SEATS},
    **{f"points{side}": (f"points{side}", f"score{side}", f"result{side}") for side in SIDES},
}
NEEDED = {"date": "Date", "player1": "Player 1", "player2": "Player 2", "points1": "Points 1", "points2": "Points 2"}
USUAL_TIME = time(19)  # where a list says nothing of the time


class PastGame(NamedTuple):
    """`names` are by seat, as typed; `points` those of the sides."""

    line: int
    started_at: datetime
    names: tuple[str, ...]
    rules: RulesSummary
    points: tuple[int, ...]

    @property
    def rules_name(self) -> str:
        """Of the club's own rules."""
        return self.rules.title if self.rules.is_own else ""


class PastGames(NamedTuple):
    """`again` are games that the club has already, or that an earlier row tells: the same people, result and rules on
    one evening. They may be others. `wrong` has what is wrong with a line. `new_names`, each with those of the club
    that it is similar to. `unused` are columns that mean nothing.
    """

    games: list[PastGame]
    again: list[PastGame]
    wrong: list[tuple[int, str]]
    new_names: dict[str, list[str]]
    unused: Collection[str]


def read(club: Club, text: str, *, at: datetime) -> PastGames:
    """Read a list and compare it with what the club has. Raises "unreadable_list"."""
    table = lists.read(text, COLUMNS)
    if missing := [title for column, title in NEEDED.items() if column not in table.columns]:
        raise lists.unreadable(f"The columns need headings. Missing: {', '.join(missing)}.")
    rules, zone = rules_by_name(club), ZoneInfo(club.time_zone)
    known = {folded: player.pk for folded, player in known_names(club).items()}
    found, wrong = [], []
    for line, cells in table.rows:
        try:
            game = _game(line, cells, rules, zone)
            who = tuple(known.get(name.casefold(), name.casefold()) for name in game.names)
            if game.started_at > at:
                raise _wrong(f"{game.started_at:%Y-%m-%d} is in the future.")
            if len(set(who)) < len(who):
                raise _wrong("A player stands twice in this line.")
            key = rules_key(game.rules.base, game.rules_name)
            found.append((game, (evening_of(game.started_at, club), who, game.points, key)))
        except Refused as fault:
            wrong.append((line, fault.sentence))
    there = _there(club, [game.started_at for game, _mark in found])
    games: list[PastGame] = []
    again: list[PastGame] = []
    for game, mark in found:
        (again if mark in there else games).append(game)
        there.add(mark)
    names = {name.casefold(): name for game in games for name in game.names}
    new = [name for folded, name in names.items() if folded not in known]
    similar = similar_names(new, club.players.values_list("name", flat=True))
    return PastGames(games, again, wrong, similar, table.unused)


def _there(club: Club, moments: list[datetime]) -> set[tuple[Any, ...]]:
    """The finished games of the club between the first and the last of these: evening, people, result and rules."""
    if not moments:
        return set()
    within = (min(moments) - timedelta(days=1), max(moments) + timedelta(days=1))
    games = Game.objects.filter(club=club, binned_at=None, state=Game.State.FINISHED, started_at__range=within)
    return {
        (
            evening_of(game.started_at, club),
            tuple(seat.player_id for seat in game.seats.all()),
            tuple(game.totals),
            rules_key(game.preset, game.rules_name),
        )
        for game in games.prefetch_related("seats")
    }


def rules_by_name(club: Club) -> dict[str, RulesSummary]:
    """The rules that a line can name; without a name it is of those that new games start with."""
    cards = choices(club)
    usual = default_key(club) or DEFAULT_PRESET
    found = {"": next(card for card in cards if card.key == usual)}
    # The club's own are first, and mean their name.
    return found | {" ".join(name.casefold().split()): card for card in cards[::-1] for name in (card.key, card.title)}


def _wrong(sentence: str) -> Refused:
    return Refused("wrong_line", sentence)


def _game(line: int, cells: Mapping[str, str], rules: Mapping[str, RulesSummary], zone: ZoneInfo) -> PastGame:
    """Raises Refused."""
    card = rules.get(" ".join(cells.get("rules", "").casefold().split()))
    if card is None:
        raise _wrong(f"The club has no rules called “{cells['rules'][: lists.LONGEST_QUOTE]}”.")
    names = tuple(_cleaned(name) for seat in SEATS if (name := cells.get(f"player{seat}", "")))
    if len(names) != card.seats:
        raise _wrong(f"This line has {len(names)} names, but {card.title} is for {card.seats} players.")
    # Games of one moment follow each other as their lines do.
    started_at = _moment(cells["date"], cells.get("time", ""), zone) + timedelta(microseconds=line)
    return PastGame(line, started_at, names, card, _points(cells, card))


_cleaned = lru_cache(maxsize=5000)(clean_name)


def _moment(day_typed: str, time_typed: str, zone: ZoneInfo) -> datetime:
    """When a game began. A time after midnight is still of the evening of its date."""
    try:
        day = date.fromisoformat(day_typed)
        at = time.fromisoformat(time_typed.zfill(5)) if time_typed else USUAL_TIME
        is_after_midnight = timedelta(hours=at.hour, minutes=at.minute) < EVENING_BEGINS
        began = datetime.combine(day + timedelta(days=is_after_midnight), at, zone)
    except (ValueError, OverflowError) as error:
        typed = f"{day_typed} {time_typed}".strip()[: lists.LONGEST_QUOTE]
        raise _wrong(f"“{typed}” is not a date. Write dates as 2024-02-14, and times as 19:30.") from error
    if day.year < FIRST_YEAR:
        raise _wrong(f"“{day_typed}”: the year is too early.")
    return began


def _points(cells: Mapping[str, str], card: RulesSummary) -> tuple[int, ...]:
    """Raises Refused."""
    typed = [cells.get(f"points{side}", "") for side in SIDES]
    sides = card.rules.form.sides
    if not all(typed[:sides]) or any(typed[sides:]):
        raise _wrong(f"Write the points of {sides} sides: {card.title} has so many.")
    try:
        points = tuple(int(each.replace(MINUS, "-").replace("–", "-")) for each in typed[:sides])
    except ValueError as error:
        raise _wrong("Write points as whole numbers.") from error
    if max(map(abs, points)) > MOST_POINTS:
        raise _wrong("Points can have at most three digits.")
    least, most = total_limits(card.rules)
    if least is not None and min(points) < least:
        raise _wrong(f"{POINTS_TOO_LOW} The rules here are {card.title}.")
    if most is not None and max(points) > most:
        raise _wrong(f"{POINTS_TOO_HIGH.format(points=max(points), most=most)} The rules here are {card.title}.")
    return points

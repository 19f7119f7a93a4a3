"""What a notebook means to a club: which games are new, who is new in it, and whom a new name may mean."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby
from operator import itemgetter
from zoneinfo import ZoneInfo

from whistclub.archive.notebook.dates import DateReader, DayOrder
from whistclub.archive.notebook.reading import Notebook, PastGame, read_notebook
from whistclub.club.models import Club, Player
from whistclub.club.names import Lookalikes
from whistclub.club.queries import known_names
from whistclub.club.typos import Typos
from whistclub.engine.presets import DEFAULT_PRESET
from whistclub.play.models import Game, Seat
from whistclub.rules.queries import choices, default_key
from whistclub.rules.summary import RulesSummary
from whistclub.stats.inputs import evening_of, rules_key
from whistclub.web.formatting import plural

__all__ = ["Club", "NewName", "NotebookPreview", "RulesSummary", "choices", "preview", "usual_rules"]

AT_ONCE = 400
MOST_NUMBERS, MOST_OF_A_PLAYER = 30, 5

# What makes two games the same: evening, players by seat, points of the sides, rules.
Mark = tuple[date, tuple[int, ...], tuple[int, ...], str]


@dataclass(frozen=True, slots=True)
class NewName:
    """A name that the club does not know, the lines with it, and whom it may mean.

    `means` is itself if it is a new player, and "" until the organiser has chosen among similar names.
    """

    name: str
    lines: Sequence[int]
    similar: list[str]
    means: str

    @property
    def folded(self) -> str:
        return self.name.casefold()

    @property
    def lines_text(self) -> str:
        shape = plural(len(self.lines), "line {lines}", "lines {lines}")
        return shape.format(lines=ranges(self.lines, most=MOST_OF_A_PLAYER))


@dataclass(frozen=True, slots=True)
class NotebookPreview:
    """A notebook before it is stored: `games` are new, `known` are there already. `names`: by typed, case-folded name,
    the name of the player it means. `repeated` are lines that say the same as an earlier one, each with that one.
    """

    notebook: Notebook
    games: Sequence[PastGame]
    known: Sequence[PastGame]
    new_names: Sequence[NewName]
    names: Mapping[str, str]
    repeated: Sequence[tuple[int, int]]

    @property
    def evenings(self) -> int:
        return len({game.day for game in self.games})

    @property
    def first(self) -> date | None:
        return min((game.day for game in self.games), default=None)

    @property
    def last(self) -> date | None:
        return max((game.day for game in self.games), default=None)

    @property
    def known_lines(self) -> str:
        """The lines of games that are there already, the first of many."""
        return ranges([game.line for game in self.known])

    @property
    def wrong_lines(self) -> str:
        return ranges([each.line for each in self.notebook.wrong])

    @property
    def similar(self) -> list[NewName]:
        return [each for each in self.new_names if each.similar]

    @property
    def new_players(self) -> list[NewName]:
        return [each for each in self.new_names if each.means == each.name]

    @property
    def rest(self) -> str:
        """The heading and the lines that stay to be corrected; "" if there is none."""
        wrong = [each.text for each in self.notebook.wrong]
        return "\n".join([self.notebook.heading, *wrong]) if wrong else ""


def usual_rules(club: Club, key: str) -> RulesSummary:
    """The rules with this key; else those that new games start with."""
    found = {card.key: card for card in choices(club)}
    return found.get(key) or found[default_key(club) or DEFAULT_PRESET]


def ranges(numbers: Sequence[int], *, most: int = MOST_NUMBERS) -> str:
    """Rising line numbers as people write them, the first of many.

    >>> ranges([2, 3, 4, 6, 8, 9], most=2)
    '2–4, 6 …'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    texts = [str(first) if first == last else f"{first}–{last}" for first, last in runs[:most]]
    return ", ".join(texts) + (" …" if len(runs) > most else "")


def preview(
    club: Club,
    text: str,
    *,
    usual: RulesSummary,
    order: DayOrder | None,
    means: Mapping[str, str],
    with_repeated: bool,
    at: datetime,
) -> NotebookPreview:
    """Read a notebook and compare it with what the club has.

    `means` are choices for new names: the case-folded name, and the one it means (itself: a new player).
    `with_repeated`: lines that say the same are different games. Raises UnreadableSheet.
    """
    zone = ZoneInfo(club.time_zone)
    rules = _rules_by_name(choices(club))
    dates = DateReader(at.astimezone(zone).date(), order)
    notebook = read_notebook(text, rules=rules, usual=usual, zone=zone, dates=dates)
    known = known_names(club)
    new_names, names = _understood(notebook.games, known, means)
    there = games_there(club, notebook.games)
    games, skipped, repeated = [], [], []
    first_with: dict[str, int] = {}
    for game in notebook.games:
        first = first_with.setdefault(" ".join(game.text.casefold().split()), game.line)
        if first != game.line:
            repeated.append((game.line, first))
            if not with_repeated:
                continue
        mark = mark_of(game, names, known, club)
        if mark is not None and there[mark] > 0:
            there[mark] -= 1
            skipped.append(game)
        else:
            games.append(game)
    staying = {name.casefold() for game in games for name in game.names}
    return NotebookPreview(
        notebook, games, skipped, [each for each in new_names if each.name.casefold() in staying], names, repeated
    )


def mark_of(game: PastGame, names: Mapping[str, str], known: Mapping[str, Player], club: Club) -> Mark | None:
    """What makes this game the same as another; None while the club does not know all its players."""
    players = [known.get(names[name.casefold()].casefold()) for name in game.names]
    keys = tuple(player.pk for player in players if player)
    if len(keys) != len(players):
        return None
    return evening_of(game.started_at, club), keys, game.totals, rules_of(game)


def rules_of(game: PastGame) -> str:
    """The key of its rules in statistics."""
    return rules_key(game.rules.base, game.rules.title if game.rules.is_own else "")


def games_there(club: Club, games: Iterable[PastGame]) -> Counter[Mark]:
    """The finished games that a club has on these evenings, by what makes them the same. Two queries for 400."""
    days = sorted({game.day for game in games})
    found: Counter[Mark] = Counter()
    zone = ZoneInfo(club.time_zone)
    for first in range(0, len(days), AT_ONCE):
        some = days[first : first + AT_ONCE]
        wanted = set(some)
        begin = datetime.combine(some[0], datetime.min.time(), zone)
        end = datetime.combine(some[-1], datetime.min.time(), zone) + timedelta(days=2)
        rows = Game.objects.filter(
            club=club, binned_at=None, state=Game.State.FINISHED, started_at__gte=begin, started_at__lt=end
        ).values_list("pk", "started_at", "totals", "preset", "rules_name")
        there = {}
        for key, started_at, totals, preset, rules_name in rows.iterator():
            if (day := evening_of(started_at, club)) in wanted:
                there[key] = (day, tuple(totals), rules_key(preset, rules_name))
        for key, players in _players_of(list(there)):
            day, totals, rules = there[key]
            found[day, players, totals, rules] += 1
    return found


def _players_of(games: Sequence[int]) -> Iterable[tuple[int, tuple[int, ...]]]:
    for first in range(0, len(games), AT_ONCE):
        rows = Seat.objects.filter(game__in=games[first : first + AT_ONCE]).order_by("game", "position")
        for key, found in groupby(rows.values_list("game", "player"), key=itemgetter(0)):
            yield key, tuple(player for _game, player in found)


def _understood(
    games: Sequence[PastGame], known: Mapping[str, Player], means: Mapping[str, str]
) -> tuple[list[NewName], dict[str, str]]:
    """The names that nobody of the club has, and whom each typed name means.

    A new name may also mean another new one that more games have.
    """
    lines: defaultdict[str, list[int]] = defaultdict(list)
    spelt: dict[str, str] = {}
    for game in games:
        for name in game.names:
            lines[name.casefold()].append(game.line)
            spelt.setdefault(name.casefold(), name)
    new = [folded for folded in lines if folded not in known]
    candidates = {player.name for player in known.values()} | {spelt[folded] for folded in new}
    lookalikes, typos = Lookalikes(candidates), Typos(candidates)
    rank = {name.casefold(): (len(lines.get(name.casefold(), ())), name) for name in candidates}
    names = {folded: known[folded].name if folded in known else spelt[folded] for folded in lines}
    found = []
    for folded in new:
        name = spelt[folded]
        alike = {*lookalikes.of(name), *typos.of(name)} - {name}
        similar = sorted(each for each in alike if each.casefold() in known or rank[each.casefold()] > rank[folded])
        chosen = next((each for each in (name, *similar) if each == means.get(folded)), "" if similar else name)
        names[folded] = chosen or name
        found.append(NewName(name, lines[folded], similar, chosen))
    for each in found:  # a name may mean a new one that means a third
        target = names[each.name.casefold()]
        names[each.name.casefold()] = names.get(target.casefold(), target)
    return sorted(found, key=lambda each: each.name.casefold()), names


def _rules_by_name(found: Iterable[RulesSummary]) -> dict[str, RulesSummary]:
    """By title and by key; where two share one, the club's own come first."""
    rules: dict[str, RulesSummary] = {}
    for card in found:
        for name in (card.title, card.key, card.key.replace("_", " ")):
            rules.setdefault(" ".join(str(name).casefold().split()), card)
    return rules

"""A club counted a second time: ratings game by game, sums over what was chosen, streaks, evenings, intervals."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from math import sqrt

from openskill.models import ThurstoneMostellerFull

from tests.stats.recount import Game, games_of
from tests.stats.recount_parts import Part, kinds_of, parts_of

# Two tails of a twentieth of the normal curve.
NORMAL = 1.959963984540054


@dataclass(frozen=True)
class Chosen:
    """What a page is narrowed to."""

    first: date | None = None
    last: date | None = None
    rules: str = ""

    def holds(self, game: Game) -> bool:
        if not (self.first or game.day) <= game.day <= (self.last or game.day):
            return False
        return not self.rules or game.rules == self.rules


ALL = Chosen()


class Recount:
    """All that can be counted of an export; `parties`: the names of those that are over and count, by code."""

    def __init__(self, text: str, parties: dict[str, str] | None = None) -> None:
        self.parties = parties or {}
        self.every_game = games_of(text)
        self.games = [game for game in self.every_game if game.counts]
        self.parts = parts_of(self.games)
        self.names = {key: name for game in self.every_game for key, name in zip(game.players, game.names, strict=True)}
        self.ratings: dict[int, tuple[float, float]] = {}
        self._rate()

    def _rate(self) -> None:
        model = ThurstoneMostellerFull(beta=25 / 3)
        newcomer = model.rating()
        by_game = sorted(self.parts, key=lambda part: (part.order, part.seat))
        for order, game in enumerate(self.games):
            size = len(game.players)
            seats = by_game[:size]
            del by_game[:size]
            assert {part.order for part in seats} == {order}
            sides = [[part for part in seats if part.side == side] for side in range(game.sides)]
            known = [
                [model.rating(*self.ratings.get(part.player, (newcomer.mu, newcomer.sigma))) for part in side]
                for side in sides
            ]
            ranks = [0.0] * game.sides
            if game.winner is not None:
                better = [[o for o in range(game.sides) if o != s and ahead(game, o, s)] for s in range(game.sides)]
                ranks = [float(len(each)) for each in better]
            for side, chance, after in zip(
                sides, model.predict_win(known), model.rate(known, ranks=ranks), strict=True
            ):
                for part, rating in zip(side, after, strict=True):
                    part.expected, part.rating = chance, (rating.mu, rating.sigma)
                    self.ratings[part.player] = part.rating

    def chosen(self, chosen: Chosen = ALL, player: int | None = None) -> list[Part]:
        """Parts in order of play."""
        return [part for part in self.of(player) if chosen.holds(part.game)]

    def of_one_rule_set(self, chosen: Chosen) -> Chosen:
        """Points are counted by one rule set: the one with most of these games."""
        games = Counter(game.rules for game in self.games if chosen.holds(game))
        return replace(chosen, rules=min(games, key=lambda rules: (-games[rules], rules), default=chosen.rules))

    def of(self, player: int | None) -> list[Part]:
        return self.parts if player is None else self._by_player.get(player, [])

    @cached_property
    def _by_player(self) -> dict[int, list[Part]]:
        found: dict[int, list[Part]] = {}
        for part in self.parts:
            found.setdefault(part.player, []).append(part)
        return found

    @property
    def players(self) -> list[int]:
        """Everybody who played a game that counts."""
        return sorted(self._by_player)

    @property
    def days(self) -> list[date]:
        return sorted({game.day for game in self.games})

    def kinds(self, games: Iterable[Game]) -> Counter:
        return sum((kinds_of(game) for game in games), Counter())


def ahead(game: Game, one: int, other: int) -> bool:
    """Whether a side finished before another: the winner before all, the others by points."""
    if game.winner in (one, other):
        return game.winner == one
    return game.totals[one] > game.totals[other]


def added(parts: Iterable[Part]) -> Counter:
    found: Counter = Counter()
    for part in parts:
        for name, amount in part.counts.items():
            found[name] += amount
    return found


def streaks(parts: Iterable[Part]) -> tuple[int, int, int]:
    """Wins in a row up to now (minus: games without a win); longest runs of wins and of games without a win."""
    letters = "".join("W" if part.counts["won"] else "." for part in parts)
    won, without = (max(map(len, letters.replace(other, " ").split()), default=0) for other in ".W")
    now = len(letters) - len(letters.rstrip("W")) or -(len(letters) - len(letters.rstrip(".")))
    return now, won, without


def by_day(parts: Iterable[Part]) -> dict[date, list[Part]]:
    found: dict[date, list[Part]] = {}
    for part in parts:
        found.setdefault(part.game.day, []).append(part)
    return found


# Intervals


def wilson(part: float, whole: int) -> tuple[float, float]:
    """The shares whose test by the normal curve would not reject what was seen: the roots of a square equation."""
    a = whole**2 + whole * NORMAL**2
    b = -(2 * part * whole + whole * NORMAL**2)
    c = part**2
    root = sqrt(max(0.0, b * b - 4 * a * c))
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


# How numbers are written


def whole(value: float | None) -> str:
    """A whole number, as a spreadsheet gets it."""
    return "–" if value is None else str(round(value))


def tenth(value: float | None) -> str:
    """A number with one digit."""
    return "–" if value is None else str(round(value, 1) + 0.0)


def percent(part: float, of: float) -> str:
    return str(round(100 * part / of)) if of else "–"


def rating(mu: float | None) -> str:
    return "–" if mu is None else str(round(1000 + 24 * (mu - 25)))


def likely_share(part: float, of: int) -> str:
    if of < 5:
        return ""
    low, high = wilson(part, of)
    return f"{round(100 * low)}–{round(100 * high)}%"


def span(ends: Iterable[float], digits: int) -> str:
    """From one to another; a dash next to a minus could not be read."""
    texts = [f"{round(each, digits) + 0.0:,.{digits}f}".replace("-", "−") for each in ends]
    return (" to " if "−" in texts[0] else "–").join(texts)


def points(*sides: int) -> str:
    """The points of sides, with a minus as it is printed."""
    texts = [f"{total:,}".replace("-", "−") for total in sides]
    if len(texts) > 2:
        return ", ".join(texts)
    return (" – " if any(total < 0 for total in sides) else "–").join(texts)


def spreadsheet(text: str) -> str:
    """What begins like a formula gets a mark."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text


def shared_ranks(values: list[float]) -> list[int]:
    """One more than there are who have more; equals share."""
    return [1 + sum(other > value for other in values) for value in values]


def written(ranks: list[int]) -> list[str]:
    """With an equals sign where they are shared."""
    return [f"{rank}{'=' * (ranks.count(rank) > 1)}" for rank in ranks]

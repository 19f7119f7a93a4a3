"""The pages of statistics, each asked of two databases where it shows equally many games."""

from dataclasses import dataclass
from typing import Any

from tests.bench.compared.matching import USUAL, alike
from tests.bench.compared.sides import Sides

ORDERS = ("rating", "won", "points", "made", "grand_points", "defended", "lows", "all_points", "all_made", "stars")
ORDERS = (*ORDERS, "solos", "games")


@dataclass(frozen=True, slots=True)
class Page:
    """`small` and `big` are addresses; `numbers` says of what it shows how many there are in either."""

    name: str
    small: str
    big: str
    numbers: str = ""
    signed_in: bool = False


def pages(sides: Sides, club: str) -> list[Page]:
    """All of them, in the order of the addresses."""
    found = _Pages(sides, f"/c/{club}/")
    found.of_the_club()
    found.of_players()
    found.of_several()
    found.same("organiser: statistics", f"/run/{club}/statistics/", signed_in=True)
    return found.pages


class _Pages:
    def __init__(self, sides: Sides, root: str) -> None:
        self._sides, self._root = sides, root
        self._known: dict[str, tuple[Any, Any]] = {}
        self.pages: list[Page] = []
        self._rules = self._either("rules")
        self._years = self._either("years")

    def of_the_club(self) -> None:
        self.same("results", "")
        self._like("day", "days/{}/", "days")
        self.same("picture of the club", "picture.png")
        for order in ORDERS:
            self.same(f"players by {order}", f"players/?least=1&by={order}")
        self._each("players of a year", "players/?least=1&period={}", self._years)
        self.same("players at parties", "players/?least=1&setting=party&by=won")
        self._each("players, one rule set", "players/?least=1&by=won&rules={}", self._rules)
        self.same("players sought", "players/?least=1&q=a")
        self._like("players, own days", "players/?least=1&by=won&from={}&to={}", "spans")
        self._like("players, own days, rating", "players/?least=1&from={}&to={}", "spans")
        self.same("records", "records/")
        self._each("records, one rule set", "records/?rules={}", self._rules)
        self.same("rules", "rules/")
        self._each("rules in a year", "rules/?rules={}&period={}", *zip(self._rules, self._years, strict=True))
        self.same("seasons", "seasons/")
        self._each("season", "seasons/{}/", self._either("seasons"))
        self.same("parties", "parties/")

    def of_players(self) -> None:
        self._like("player", "players/{}/", "players")
        self._like("player, outside parties", "players/{}/?setting=kitchen", "players")
        self._like("games of a player", "players/{}/games/", "players")
        self._like("picture of a player", "players/{}/picture.png", "players")
        self._like("hands behind: grands", "players/{}/hands/grands/", "hands")
        self._like("hands behind: all hands", "players/{}/hands/hands/", "players")

    def of_several(self) -> None:
        self.same("together", "together/")
        self.same("against each other", "together/?how=opponents")
        self._like("together, own days", "together/?least=1&from={}&to={}", "spans")
        self._like("against each other, own days", "together/?how=opponents&least=1&from={}&to={}", "spans")
        self.same("choose two", "versus/")
        self._like("two head to head", "versus/{}/{}/", "rivals")
        self._like("two pairs head to head", "versus/{}-{}/{}-{}/", "pairs")

    def same(self, name: str, path: str, *, signed_in: bool = False) -> None:
        """A page with one address for all."""
        path = path if path.startswith("/") else self._root + path
        self.pages.append(Page(name, path, path, signed_in=signed_in))

    def _each(self, name: str, path: str, small: Any, big: Any = None) -> None:
        if big is None:
            small, big = ([each] for each in small)
        self.pages.append(Page(name, self._root + path.format(*small), self._root + path.format(*big)))

    def _like(self, name: str, path: str, survey: str) -> None:
        """A page of something that is like something in the other."""
        usual = USUAL if survey in ("players", "spans") else None
        small, big, mine, others = alike(*self._asked(survey), usual=usual)
        said = " ".join(map(str, mine)) + " | " + " ".join(map(str, others))
        self.pages.append(Page(name, self._root + path.format(*small), self._root + path.format(*big), said))

    def _either(self, survey: str) -> tuple[Any, Any]:
        """The first of either."""
        small, big = self._asked(survey)
        return small[0], big[0]

    def _asked(self, survey: str) -> tuple[Any, Any]:
        """Asked once, for all pages."""
        if survey not in self._known:
            self._known[survey] = self._sides.both("survey", survey)
        return self._known[survey]

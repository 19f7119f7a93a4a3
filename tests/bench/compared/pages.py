"""The pages of statistics, each asked of two databases where it shows equally many games."""

from dataclasses import dataclass
from typing import Any

from tests.bench.compared.sides import Sides

ORDERS = ("rating", "won", "points", "made", "grand_points", "defended", "lows", "all_points", "all_made", "stars")
ORDERS = (*ORDERS, "solos", "games")


@dataclass(frozen=True, slots=True)
class Page:
    """`small` and `big` are the addresses; `rows_at` is where they do not show equally much."""

    name: str
    small: str
    big: str
    rows_at: str = ""
    signed_in: bool = False


def pages(sides: Sides, club: str) -> list[Page]:
    """All of them, in the order of the addresses."""
    found = _Pages(sides, f"/c/{club}/")
    found.of_the_club()
    found.of_players()
    found.of_several()
    found.pages.append(Page("organiser: statistics", *[f"/run/{club}/statistics/"] * 2, signed_in=True))
    return found.pages


class _Pages:
    def __init__(self, sides: Sides, root: str) -> None:
        self._sides, self._root = sides, root
        self.pages: list[Page] = []
        self._rules = _firsts(self._both("rules"))
        self._years = _firsts(self._both("years"))
        self._evenings, self._people = self._both("evenings"), self._both("people")

    def of_the_club(self) -> None:
        self._page("results")
        self._page("day", "days/{1}/", self._evenings)
        for order in ORDERS:
            self._page(f"players by {order}", f"players/?least=1&by={order}")
        self._page("players of a year", "players/?least=1&period={}", self._years)
        self._page("players, one rule set", "players/?least=1&by=won&rules={}", self._rules)
        self._page("players, own days", "players/?least=1&by=won&from={}&to={}", self._evenings)
        self._page("players, own days, by rating", "players/?least=1&from={}&to={}", self._evenings)
        self._page("records", "records/")
        self._page("records, one rule set", "records/?rules={}", self._rules)
        self._page("seasons", "seasons/")
        self._page("season", "seasons/{}/", self._both("seasons"))

    def of_players(self) -> None:
        self._page("player", "players/{}/", self._people)
        small = self._sides.small.ask("survey", "average_player")
        big = self._sides.big.ask("survey", "average_player", small[1])
        self._page("player of the club's own", "players/{}/", (small, big), f"{small[1]} games | {big[1]} games")
        self._page("games of a player", "players/{}/games/", self._people)
        self._page("hands behind: grands", "players/{}/hands/grands/", self._people)
        self._page("hands behind: all hands", "players/{}/hands/hands/", self._people)

    def of_several(self) -> None:
        self._page("two head to head", "versus/{0}/{1}/", self._people)

    def _page(self, name: str, path: str = "", found: tuple[Any, Any] = ((), ()), rows_at: str = "") -> None:
        small, big = (self._root + path.format(*each) for each in found)
        self.pages.append(Page(name, small, big, rows_at))

    def _both(self, survey: str) -> tuple[Any, Any]:
        return self._sides.both("survey", survey)


def _firsts(found: tuple[Any, Any]) -> tuple[Any, Any]:
    return found[0][:1], found[1][:1]

"""Progress of a long command on one club, for the person at the terminal."""

from collections import Counter
from collections.abc import Mapping
from types import TracebackType

from django.core.management.base import CommandError, OutputWrapper
from tqdm import tqdm

from whistclub.club.models import Club

SINGULAR = {
    "games": "game",
    "games in statistics": "game in statistics",
    "games read": "game read",
    "hands": "hand",
    "players": "player",
    "parties": "party",
    "score sheets": "score sheet",
}


class Progress:
    """Progress bars on a terminal, nothing in a file; `summary` says afterwards how much was done."""

    def __init__(self, club: Club, out: OutputWrapper) -> None:
        self._club, self._out = club, out
        self._bars: dict[str, tqdm] = {}
        self._done: Counter[str] = Counter()

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for bar in self._bars.values():
            bar.close()

    def report(self, what: str, number: int) -> None:
        """`number` more of `what` (“games”, “players”) are done."""
        if what not in self._bars:
            total = {
                "score sheets": self._club.games.count,
                "games in statistics": self._club.games.count,
                "games read": self._club.games.count,
                "games": self._club.games.count,
                "players": self._club.players.count,
            }.get(what)
            # disable=None: a bar only on a terminal.
            self._bars[what] = tqdm(total=total and total(), unit=f" {what}", file=self._out, disable=None)
        self._bars[what].update(number)
        self._done[what] += number

    @property
    def summary(self) -> str:
        done = (f"{number:,} {SINGULAR[what] if number == 1 else what}" for what, number in self._done.items())
        return ", ".join(done) or "no games yet"


def rows_text(rows: Mapping[str, int]) -> str:
    """How much of a club is in its document: “40 players, 1 game, 16 hands and 0 parties”."""
    counted = (
        ("club.player", "players"),
        ("play.game", "games"),
        ("play.entryrecord", "hands"),
        ("party.party", "parties"),
    )
    *others, last = (f"{rows[name]:,} {SINGULAR[what] if rows[name] == 1 else what}" for name, what in counted)
    return f"{', '.join(others)} and {last}"


def clubs_named(slug: str | None) -> list[Club]:
    """The club with this name in its address; all clubs for None. Raises CommandError if there is no such club."""
    found = list(Club.objects.filter(slug=slug) if slug else Club.objects.order_by("pk"))
    if slug and not found:
        raise CommandError(f"There is no club “{slug}”. Use the name in the club’s address.")
    return found

"""How far a long command is, for the person who waits for it."""

from collections import Counter
from types import TracebackType

from django.core.management.base import CommandError, OutputWrapper
from tqdm import tqdm

from whistclub.club.models import Club


class Progress:
    """A bar on a terminal, nothing in a file; knows in the end how much was done."""

    def __init__(self, club: Club, out: OutputWrapper) -> None:
        self._club, self._out = club, out
        self._bars: dict[str, tqdm] = {}
        self._done: Counter[str] = Counter()

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for bar in self._bars.values():
            bar.close()

    def tell(self, what: str, number: int) -> None:
        """So many more of them are done."""
        if what not in self._bars:
            total = {
                "games read": self._club.games.count,
                "games": self._club.games.count,
                "players": self._club.players.count,
            }.get(what)
            # disable=None: only where somebody can see it move.
            self._bars[what] = tqdm(total=total and total(), unit=f" {what}", file=self._out, disable=None)
        self._bars[what].update(number)
        self._done[what] += number

    @property
    def said(self) -> str:
        return ", ".join(f"{number:,} {what}" for what, number in self._done.items()) or "nothing to do"


def clubs_named(slug: str | None) -> list[Club]:
    """All clubs, or the one of this name. Raises CommandError when there is none."""
    found = list(Club.objects.filter(slug=slug) if slug else Club.objects.order_by("pk"))
    if slug and not found:
        raise CommandError(f"There is no club {slug}.")
    return found

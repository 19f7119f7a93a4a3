"""What of the history is looked for: games and parties with a player, of a year."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Exists, Min, Q, QuerySet
from django.utils import timezone

from whistclub.club.models import Club, Player
from whistclub.club.queries import clean_search
from whistclub.stats.inputs import EVENING_BEGINS

EVERYTHING, GAMES, PARTIES = "", "games", "parties"


@dataclass(frozen=True)
class HistorySearch:
    """What a person looks for in the history of a club; each is "" or None for everything.

    `kind` is that of `EVERYTHING`, `GAMES` (outside parties), `PARTIES`.
    """

    club: Club
    name: str = ""
    year: int | None = None
    kind: str = EVERYTHING

    @classmethod
    def read(cls, club: Club, asked: Mapping[str, str]) -> "HistorySearch":
        """What an address asks for; what makes no sense is left out."""
        year, kind = asked.get("year", ""), asked.get("kind", "")
        known = year.isascii() and year.isdecimal() and len(year) == 4 and 1 < int(year) < 9999
        return cls(
            club=club,
            name=clean_search(asked.get("q", "")),
            year=int(year) if known else None,
            kind=kind if kind in (GAMES, PARTIES) else EVERYTHING,
        )

    @property
    def is_anything(self) -> bool:
        return bool(self.name or self.year or self.kind)

    @property
    def shows_games(self) -> bool:
        return self.kind != PARTIES

    @property
    def shows_parties(self) -> bool:
        return self.kind != GAMES

    def of_rows(self, *, began: str, people: QuerySet[Any]) -> Q:
        """The condition on rows that have in `began` when they began.

        `people` are the rows of another table that belong to such a row, each with its `player`.
        """
        found = Q()
        if self.name:
            # No join, which would find a row once for each of its people, and need DISTINCT.
            found &= Q(
                Exists(
                    people.filter(
                        player__in=Player.objects.filter(club=self.club, folded__contains=self.name.casefold())
                    )
                )
            )
        if self.year:
            first, end = (self._beginning(year) for year in (self.year, self.year + 1))
            found &= Q(**{f"{began}__gte": first, f"{began}__lt": end})
        return found

    def _beginning(self, year: int) -> datetime:
        """Evenings of New Year's Eve last until the morning."""
        return datetime(year, 1, 1, tzinfo=timezone.get_current_timezone()) + EVENING_BEGINS

    @cached_property
    def years(self) -> list[int]:
        """Those of the club's games, the last first. One query."""
        began = self.club.games.filter(binned_at=None).aggregate(first=Min("started_at"))["first"]
        if began is None:
            return []
        newest = timezone.localtime().year
        return list(range(newest, (timezone.localtime(began) - EVENING_BEGINS).year - 1, -1))

    @property
    def kinds(self) -> list[tuple[str, str]]:
        return [(EVERYTHING, "Games and parties"), (GAMES, "Games not in a party"), (PARTIES, "Parties")]

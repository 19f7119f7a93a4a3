"""Who plays well together, and who wins against whom: a grid of the most active players."""

import re
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.club.models import Player
from whistclub.stats.confidence import CONFIDENCE
from whistclub.stats.filters import Choice, Filters, filters
from whistclub.stats.partnerships import pairs
from whistclub.stats.partnerships.grid import STEPS, PairGrid, Square, heat
from whistclub.stats.reports import Cell, ReportTable, number
from whistclub.stats.viewer import Viewer
from whistclub.web.formatting import format_number

PARTNERS, OPPONENTS = "partners", "opponents"
SIZES = (8, 12, 16, 20, 24)
# Up to EVERYBODY players are all in the grid, otherwise the USUAL_SIZE most active ones; MOST at most.
EVERYONE, USUAL_SIZE, MOST = 20, 12, 24
# Players offered as checkboxes.
OFFERED = 48
# With fewer games together a square has no colour and a pair is not listed.
LEAST, MOST_LEAST = 5, 1000
# With fewer pairs chance alone would colour less than one.
MANY = 20


@dataclass(frozen=True, slots=True)
class GridOptions:
    """The options in the address besides the filters. Values that are not numbers are ignored."""

    how: str
    players: tuple[int, ...]
    size: int | None
    least: int

    @classmethod
    def read(cls, query: QueryDict) -> "GridOptions":
        numbers = re.findall(r"[0-9]+", ",".join(query.getlist("players")), re.ASCII)
        keys = dict.fromkeys(int(key) for key in numbers if len(key) < 18)
        return cls(
            how=OPPONENTS if query.get("how") == OPPONENTS else PARTNERS,
            players=tuple(keys)[:MOST],
            size=_whole(query.get("n"), 2, MOST),
            least=_whole(query.get("least"), 1, MOST_LEAST) or LEAST,
        )


@dataclass(frozen=True, slots=True)
class PlayerCheckbox:
    """A checkbox for a player who can be in the grid."""

    player: int
    name: str
    is_in_grid: bool


@dataclass(frozen=True, slots=True)
class PartnershipsPage:
    filters: Filters
    options: GridOptions
    people: list[tuple[Cell, list[Square]]]
    offered: list[PlayerCheckbox]
    grid: ReportTable
    best: ReportTable
    worst: ReportTable
    all_pairs: ReportTable
    enough: int
    strong: int
    is_chosen: bool
    choosing: bool
    third_won: bool
    others: int

    @property
    def as_partners(self) -> bool:
        return self.options.how == PARTNERS

    @property
    def title(self) -> str:
        return _("Together") if self.as_partners else _("Against each other")

    @property
    def summary(self) -> str:
        if not self.best.rows:
            return _("Who plays well together.") if self.as_partners else _("Who wins against whom.")
        text = _("{pair}: {better} more wins than expected in {games} games.")
        row = self.best.rows[0]
        return text.format(pair=row[0].text, better=format_number(float(row[3].value), 1), games=row[1].text)

    @property
    def luck_text(self) -> str:
        """How much of the colours could be luck."""
        return by_luck(self.enough, self.strong)

    @property
    def size(self) -> str:
        """The size that the form shows as chosen."""
        shown = self.options.size or len(self.people)
        return str(next((size for size in SIZES if size >= shown), MOST))

    @property
    def players_text(self) -> str:
        """Who is in the grid."""
        if self.is_chosen:
            return _("{n} people you chose").format(n=len(self.people))
        if self.others:
            return _("the {n} most active players").format(n=len(self.people))
        return _("everyone")

    @property
    def has_chosen_players(self) -> bool:
        return {each.player for each in self.offered if each.is_in_grid} <= set(self.options.players)

    @property
    def sizes(self) -> list[Choice]:
        return [Choice(str(size), str(size)) for size in SIZES]

    @property
    def tables(self) -> list[ReportTable]:
        return [self.grid, self.best, *([self.worst] if self.as_partners else []), self.all_pairs]


def partnerships_page(viewer: Viewer, query: QueryDict) -> PartnershipsPage:
    """4 queries as partners, 5 as opponents, 1 more with chosen players."""
    chosen, options = filters(viewer.club, query), GridOptions.read(query)
    active = pairs.most_active(viewer, chosen, OFFERED)
    has_chosen_players = _asked_for(viewer, options)
    people = has_chosen_players or active[: options.size or (EVERYONE if len(active) <= EVERYONE else USUAL_SIZE)]
    names = dict(people)
    against = options.how == OPPONENTS
    records = (pairs.as_opponents if against else pairs.as_partners)(chosen, list(names))
    lines = PairGrid(viewer.club, names, records, against=against, least=options.least, narrowed=chosen.is_filtered)
    return PartnershipsPage(
        filters=chosen,
        options=options,
        people=[(lines.name(player), lines.squares(player)) for player in names],
        offered=[
            PlayerCheckbox(key, name, key in names)
            for key, name in sorted({**names, **dict(active)}.items(), key=_by_name)
        ],
        grid=lines.grid(),
        best=lines.best(),
        worst=lines.worst(),
        all_pairs=lines.every_pair(),
        enough=len(lines.enough()),
        strong=sum(abs(heat(record, options.least)) == len(STEPS) for record in lines.enough()),
        is_chosen=bool(has_chosen_players),
        choosing="choose" in query,
        third_won=against and any(record.lost > records[other, one].won for (one, other), record in records.items()),
        others=len(active) - len(people) if not has_chosen_players else 0,
    )


def by_luck(all_pairs: int, strong: int) -> str:
    """How many pairs chance alone would give the strongest colour; "" with few pairs."""
    if all_pairs < MANY:
        return ""
    brings = _("Strong colour: unlikely to be luck.")
    still = ngettext(
        "Among {all} pairs, about {few} would show it by luck alone; here it’s {n}.",
        "Among {all} pairs, about {few} would show it by luck alone; here it’s {n}.",
        strong,
    )
    return f"{brings} {still.format(all=all_pairs, few=number(all_pairs * (1 - CONFIDENCE)).text, n=strong)}"


def _asked_for(viewer: Viewer, options: GridOptions) -> list[tuple[int, str]]:
    """The players chosen in the address that the viewer may see; none if fewer than two."""
    if len(options.players) < 2:
        return []
    rows = Player.objects.filter(club=viewer.club, pk__in=options.players, merged_into=None)
    names = dict((rows if viewer.is_organiser else rows.filter(hidden=False)).values_list("pk", "name"))
    found = [(key, names[key]) for key in options.players if key in names]
    return found if len(found) > 1 else []


def _by_name(item: tuple[int, str]) -> str:
    return item[1].casefold()


def _whole(text: str | None, least: int, most: int) -> int | None:
    return min(max(least, int(text)), most) if text and re.fullmatch(r"[0-9]{1,6}", text, re.ASCII) else None

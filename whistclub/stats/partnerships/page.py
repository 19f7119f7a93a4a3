"""Who goes well with whom, and against whom: the people who play most, each beside each."""

import re
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.club.models import Player
from whistclub.stats.confidence import CONFIDENCE
from whistclub.stats.filters import Choice, Filters, filters
from whistclub.stats.partnerships import pairs
from whistclub.stats.partnerships.grid import STEPS, Lines, Square, heat
from whistclub.stats.reports import Cell, ReportTable, number
from whistclub.stats.viewer import Viewer

PARTNERS, OPPONENTS = "partners", "opponents"
SIZES = (8, 12, 16, 20, 24)
# Where not more than so many play everybody stands there, else those who play most.
EVERYBODY, USUAL_SIZE, MOST = 20, 12, 24
# Whom one can choose from: more boxes nobody ticks.
OFFERED = 48
# Of fewer games together no square is coloured and no pair is listed.
LEAST, MOST_LEAST = 5, 1000
# Of fewer pairs luck alone would colour less than one.
MANY = 20


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the address asks for besides the filters. What is not a number counts as not said."""

    how: str
    players: tuple[int, ...]
    size: int | None
    least: int

    @classmethod
    def read(cls, query: QueryDict) -> "Wanted":
        said = re.findall(r"[0-9]+", ",".join(query.getlist("players")), re.ASCII)
        keys = dict.fromkeys(int(key) for key in said if len(key) < 18)
        return cls(
            how=OPPONENTS if query.get("how") == OPPONENTS else PARTNERS,
            players=tuple(keys)[:MOST],
            size=_whole(query.get("n"), 2, MOST),
            least=_whole(query.get("least"), 1, MOST_LEAST) or LEAST,
        )


@dataclass(frozen=True, slots=True)
class Ticked:
    """One box: a player who can stand in the grid."""

    player: int
    name: str
    stands: bool


@dataclass(frozen=True, slots=True)
class TogetherPage:
    filters: Filters
    wanted: Wanted
    people: list[tuple[Cell, list[Square]]]
    offered: list[Ticked]
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
        return self.wanted.how == PARTNERS

    @property
    def title(self) -> str:
        return _("Together") if self.as_partners else _("Against each other")

    @property
    def summary(self) -> str:
        if not self.best.rows:
            return _("Who goes well with whom.") if self.as_partners else _("Who wins against whom.")
        said = _("{pair}: {better} wins in {games} games, beside what the ratings expected.")
        row = self.best.rows[0]
        return said.format(pair=row[0].text, better=row[self.best.columns.index(_("Better"))].text, games=row[1].text)

    @property
    def luck_said(self) -> str:
        """How much of the colours is luck."""
        return by_luck(self.enough, self.strong)

    @property
    def size(self) -> str:
        """What the form offers that shows as many."""
        shown = self.wanted.size or len(self.people)
        return str(next((size for size in SIZES if size >= shown), MOST))

    @property
    def who_said(self) -> str:
        """Who stands there, in a few words."""
        if self.is_chosen:
            return _("{n} people you chose").format(n=len(self.people))
        if self.others:
            return _("the {n} who play most").format(n=len(self.people))
        return _("everybody")

    @property
    def own_choice(self) -> bool:
        return {each.player for each in self.offered if each.stands} <= set(self.wanted.players)

    @property
    def sizes(self) -> list[Choice]:
        return [Choice(str(size), str(size)) for size in SIZES]

    @property
    def tables(self) -> list[ReportTable]:
        return [self.grid, self.best, *([self.worst] if self.as_partners else []), self.all_pairs]


def together_page(visit: Viewer, query: QueryDict) -> TogetherPage:
    """Four queries as partners, five as opponents, one more with players of one's own choice."""
    chosen, wanted = filters(visit.club, query), Wanted.read(query)
    active = pairs.most_active(visit, chosen, OFFERED)
    own_choice = _asked_for(visit, wanted)
    people = own_choice or active[: wanted.size or (EVERYBODY if len(active) <= EVERYBODY else USUAL_SIZE)]
    names = dict(people)
    against = wanted.how == OPPONENTS
    records = (pairs.as_opponents if against else pairs.as_partners)(chosen, list(names))
    lines = Lines(visit.club, names, records, against=against, least=wanted.least, narrowed=chosen.is_filtered)
    return TogetherPage(
        filters=chosen,
        wanted=wanted,
        people=[(lines.name(player), lines.squares(player)) for player in names],
        offered=[
            Ticked(key, name, key in names) for key, name in sorted({**names, **dict(active)}.items(), key=_by_name)
        ],
        grid=lines.grid(),
        best=lines.best(),
        worst=lines.worst(),
        all_pairs=lines.every_pair(),
        enough=len(lines.enough()),
        strong=sum(abs(heat(record, wanted.least)) == len(STEPS) for record in lines.enough()),
        is_chosen=bool(own_choice),
        choosing="choose" in query,
        third_won=against and any(record.lost > records[other, one].won for (one, other), record in records.items()),
        others=len(active) - len(people) if not own_choice else 0,
    )


def by_luck(all_pairs: int, strong: int) -> str:
    """How many of so many pairs luck alone would give the strongest colour; nothing where they are few."""
    if all_pairs < MANY:
        return ""
    brings = _("The strongest colour is beyond what luck alone brings nineteen times in twenty.")
    still = ngettext(
        "With {all} pairs luck alone would still give about {few} of them that colour; here there is {n}.",
        "With {all} pairs luck alone would still give about {few} of them that colour; here there are {n}.",
        strong,
    )
    return f"{brings} {still.format(all=all_pairs, few=number(all_pairs * (1 - CONFIDENCE)).text, n=strong)}"


def _asked_for(visit: Viewer, wanted: Wanted) -> list[tuple[int, str]]:
    """Those that the address names, in its order, as far as the visitor may see them; nobody if they are not two."""
    if len(wanted.players) < 2:
        return []
    rows = Player.objects.filter(club=visit.club, pk__in=wanted.players, merged_into=None)
    names = dict((rows if visit.is_organiser else rows.filter(hidden=False)).values_list("pk", "name"))
    found = [(key, names[key]) for key in wanted.players if key in names]
    return found if len(found) > 1 else []


def _by_name(item: tuple[int, str]) -> str:
    return item[1].casefold()


def _whole(text: str | None, least: int, most: int) -> int | None:
    return min(max(least, int(text)), most) if text and re.fullmatch(r"[0-9]{1,6}", text, re.ASCII) else None

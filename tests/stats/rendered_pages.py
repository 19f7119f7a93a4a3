"""Every page of statistics of a club, looked at once: as a spreadsheet gets it, and as people read it."""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from html.parser import HTMLParser
from itertools import count, pairwise
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse

from tests.party.recount import count as count_party
from tests.party.recount import ranks
from tests.stats.recount_club import Recount
from tests.stats.recount_pages import ORDERS, Tables
from tests.stats.recount_seasons import Party
from tests.web.addresses import VIEWER_PAGE, pages
from whistclub.club.models import Club
from whistclub.party.models import Party as PartyRow
from whistclub.play.models import PartyNow
from whistclub.stats.measures import HAND_COUNTERS
from whistclub.stats.models import PlayerGame

FILTERS = (
    "",
    "rules=neuralplay",
    "rules=~Winter+rules",
    "period=2025",
    "period=2026&rules=askov",
    "period=season:1",
    "from=2025-01-01&to=2026-02-28",
    "from=2025-03-09&rules=askov",
    "to=2024-12-31",
)
KINDS = tuple(HAND_COUNTERS)
WORD = re.compile(r"\w+(?:[.,]\w+)*")
# What may stand around a number.
AROUND = (("", ""), ("", "%"), ("±", ""), ("(", ")"))


@dataclass
class RenderedPages:
    """`export` is every hand of the club, `party_names` are by code; `ratings` are those of each player, game by game;
    pages by their address below that of the club, with its query.
    """

    export: str
    parties: list[Party]
    party_names: dict[str, str]
    tables: dict[str, Tables] = field(default_factory=dict)
    html: dict[str, str] = field(default_factory=dict)
    ratings: dict[int, list[tuple[float, float]]] = field(default_factory=dict)


def look(client: Client, club: Club) -> RenderedPages:
    """Signed in as who runs the club."""
    response = client.get(f"/run/{club.slug}/tables/hands.csv")
    found = RenderedPages(
        response.getvalue().decode(), list(parties(club)), {row.code: row.name for row in party_rows(club)}
    )
    recount = Recount(found.export)
    for path in addresses(recount):
        found.tables[path] = tables(_get(client, f"/c/{club.slug}/{path}{'&' if '?' in path else '?'}as=csv"))
    for path in also_read(recount):
        found.html[path] = _get(client, f"/c/{club.slug}/{path}")
    for player, *rated in PlayerGame.objects.order_by("started_at", "game").values_list("player", "mu", "sigma"):
        found.ratings.setdefault(player, []).append(tuple(rated))
    return found


def party_rows(club: Club) -> QuerySet[PartyRow]:
    excluded = PartyNow.objects.filter(excluded=True).values("pk")
    return PartyRow.objects.filter(club=club, state=PartyRow.State.FINISHED).exclude(code__in=excluded)


def parties(club: Club) -> Iterator[Party]:
    """Those that are over and count, in order of play, each as it was counted by hand."""
    for row in sorted(party_rows(club), key=lambda row: row.rounds.earliest("number").announced_at):
        began = row.rounds.earliest("number").announced_at.astimezone(ZoneInfo(club.time_zone))
        day = began.date() if began.hour >= 4 else began.date() - timedelta(days=1)
        lines, _cents = count_party(row)
        rank = ranks(row, lines)
        players = dict(row.entrants.values_list("number", "player"))
        places = {
            players[number]: (rank[number], float(line["wins"]), float(line["points"]))
            for number, line in lines.items()
        }
        yield Party(row.name, day, row.rounds.exclude(state="draft").count(), places)


def _get(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, path
    return response.content.decode()


def addresses(recount: Recount) -> Iterator[str]:
    """Of all pages that are compared with the second count."""
    for by in ORDERS:
        yield from (f"players/?by={by}&{chosen}" for chosen in filters_of(by))
    for place, player in enumerate(recount.players):
        yield f"players/{player}/"
        yield f"players/{player}/games/"
        # Each filter for some of them.
        some = FILTERS[1 + place % 7 :: 7]
        yield from (f"players/{player}/{of}?{chosen}" for of in ("", "games/") for chosen in some)
        yield from (f"players/{player}/hands/{kind}/" for kind in kinds_of(place))
    yield from wide(recount)


def filters_of(by: str) -> tuple[str, ...]:
    """With which filters the players are looked at in this order: each filter in some orders."""
    return "", FILTERS[1 + ORDERS.index(by) % (len(FILTERS) - 1)]


def kinds_of(place: int) -> tuple[str, ...]:
    """The lists of hands that are looked at of the player at this place among all: a third of them."""
    return KINDS[place % 3 :: 3]


def wide(recount: Recount) -> Iterator[str]:
    """The pages of the whole club."""
    names = [name for name in pages(VIEWER_PAGE, "club") if name not in ("stats:players", "stats:me")]
    yield from (reverse(name, args=["prairie"]).removeprefix("/c/prairie/") for name in names)
    yield from ("?page=2", *(f"seasons/{number}/" for number in range(1, 5)))
    yield from (f"days/{day}/" for day in recount.days)
    for rules in sorted({game.rules for game in recount.games}):
        yield f"records/?rules={rules.replace(' ', '+')}"
    players = recount.players
    yield from (f"versus/{one}/{other}/" for one, other in pairwise(players))


def also_read(recount: Recount) -> Iterator[str]:
    """Those that are compared with what people read."""
    yield from (f"players/?by={by}&" for by in ORDERS)
    for player in recount.players[:6]:
        yield f"players/{player}/"
        yield f"players/{player}/games/"
    for kind in KINDS:
        # Of many games people read only the first ones, a spreadsheet all.
        games = {
            player: sum(kind in part.hand_numbers for part in recount.of(player))
            for place, player in enumerate(recount.players)
            if kind in kinds_of(place)
        }
        yield f"players/{min((n, player) for player, n in games.items() if n)[1]}/hands/{kind}/"
    yield from wide(recount)


def tables(text: str) -> Tables:
    """The tables of a page by their titles, each without the line of its columns."""
    found: Tables = {}
    rows = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""))
    fresh = True
    for row in rows:
        if not row:
            fresh = True
        elif fresh:
            title = (
                row[0]
                if row[0] not in found
                else next(f"{row[0]} {n}" for n in count(2) if f"{row[0]} {n}" not in found)
            )
            found[title] = []
            fresh = False
            next(rows)
        else:
            found[title].append(row)
    return found


class Texts(HTMLParser):
    """The pieces of text of a page, all of them and those of each row of each table."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.all: list[str] = []
        self.rows: list[list[str]] = []
        self._open = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag == "tr":
            self.rows.append([])
            self._open += 1

    def handle_endtag(self, tag: str) -> None:
        self._open -= tag == "tr"

    def handle_data(self, data: str) -> None:
        if piece := re.sub(r"\s+", " ", data).strip():
            self.all.append(piece)
            if self._open:
                self.rows[-1].append(piece)

    def has_row(self, row: list[str]) -> bool:
        """Whether a row of a table says all of these values."""
        return any(all(any(says(piece, value) for piece in read) for value in row if value) for read in self.rows)

    def has_words(self, row: list[str]) -> bool:
        """Whether all words and numbers of these values stand somewhere."""
        words = set(WORD.findall(" ".join(self.all)))
        return all(any(set(WORD.findall(text)) <= words for text in texts(value)) for value in row)


def says(piece: str, value: str) -> bool:
    return piece in texts(value) or piece.startswith((f"{value}% (", f"{value} of "))


@cache
def texts(value: str) -> set[str]:
    """How people may read a value that a spreadsheet gets."""
    value = value.removeprefix("'").removesuffix(" %")
    if re.fullmatch(r"\d{4}-\d\d-\d\d", value):
        day = date.fromisoformat(value)
        return {f"{day.day} {day:%b %Y}", f"{day:%a} {day.day} {day:%b %Y}", f"{day:%b %Y}"}
    if not re.fullmatch(r"-?\d+(\.\d+)?", value):
        return {value}
    digits, number = len(value.partition(".")[2]), float(value)
    written = {format(number, f"{sign},.{digits}f").replace("-", "−") for sign in ("", "+")}
    found = {value} | {before + each + after for each in written for before, after in AROUND}
    return found | ({f"{int(number) // 60} h {int(number) % 60:02} min"} if not digits else set())

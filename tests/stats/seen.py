"""Every page of statistics of a club, looked at once: as a spreadsheet gets it, and as people read it."""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import count, pairwise

from django.test import Client

from tests.stats.recount_club import Recount
from tests.stats.recount_pages import ORDERS, Tables
from whistclub.club.models import Club

FILTERS = (
    "",
    "setting=party",
    "setting=kitchen",
    "rules=neuralplay",
    "rules=~Winter+rules",
    "rules=form:pairs4",
    "rules=form:widow3",
    "period=2025",
    "period=2026&setting=kitchen&rules=askov",
    "period=season:1",
    "from=2025-01-01&to=2026-02-28",
    "from=2025-03-09&setting=kitchen&rules=form:duo2",
    "to=2024-12-31",
)
ONE_HANDED = ("solos", "solos_made", "takes", "takes_made")
KINDS = (
    *("hands", "hands_won", "grands", "grands_made", "partner_grands", "partner_made"),
    *("defended", "defended_set", "lows", "lows_won", *ONE_HANDED),
)
HANDS_PAGE = 20  # games


@dataclass
class Seen:
    """`export` is every hand of the club; pages by their address below that of the club, with its query."""

    export: str
    tables: dict[str, Tables] = field(default_factory=dict)
    html: dict[str, str] = field(default_factory=dict)


def look(client: Client, club: Club) -> Seen:
    """Signed in as who runs the club."""
    response = client.get(f"/run/{club.slug}/hands.csv")
    found = Seen(response.getvalue().decode())
    recount = Recount(found.export)
    for path in addresses(recount):
        found.tables[path] = tables(_get(client, f"/c/{club.slug}/{path}{'&' if '?' in path else '?'}as=csv"))
    for path in also_read(recount):
        found.html[path] = _get(client, f"/c/{club.slug}/{path}")
    return found


def _get(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, path
    return response.content.decode()


def addresses(recount: Recount) -> Iterator[str]:
    """Of all pages that are compared with the second count."""
    for by in ORDERS:
        yield from (f"players/?by={by}&{chosen}" for chosen in (*FILTERS, "least=1", "least=25"))
    for place, player in enumerate(recount.players):
        yield f"players/{player}/"
        yield f"players/{player}/games/"
        # Each filter for some of them.
        yield from (f"players/{player}/?{chosen}" for chosen in FILTERS[1 + place % 3 :: 3])
        yield from (f"players/{player}/games/?{chosen}" for chosen in FILTERS[1 + place % 5 :: 5])
        for kind in KINDS:
            yield from hands_pages(recount, player, kind)
    yield from wide(recount)


def hands_pages(recount: Recount, player: int, kind: str) -> list[str]:
    """All pages of the hands behind one number."""
    games = sum(bool(part.behind.get(kind)) for part in recount.of(player))
    return [f"players/{player}/hands/{kind}/?page={page + 1}" for page in range(max(1, -(-games // HANDS_PAGE)))]


def wide(recount: Recount) -> Iterator[str]:
    """The pages of the whole club."""
    yield from ("", "?page=2", "records/", "rules/", "parties/", "seasons/", "seasons/1/", "seasons/2/", "seasons/3/")
    yield from (f"days/{day}/" for day in recount.days)
    for rules in sorted({game.rules for game in recount.games}):
        yield f"rules/?rules={rules.replace(' ', '+')}"
        yield f"records/?rules={rules.replace(' ', '+')}"
    yield "rules/?rules=neuralplay&period=2026"
    for chosen in ("", *FILTERS[1:5]):
        yield f"together/?least=2&{chosen}"
        yield f"together/?how=opponents&least=3&{chosen}"
    players = recount.players
    yield from (f"versus/{one}/{other}/" for one, other in pairwise(players))
    yield from (f"versus/{players[at]}-{players[at + 1]}/{players[at + 2]}/" for at in range(0, 9, 3))
    yield from (f"versus/{players[0]}-{players[at]}/{players[at + 1]}-{players[at + 2]}/" for at in range(1, 8, 3))


def also_read(recount: Recount) -> Iterator[str]:
    """Those that are compared with what people read."""
    yield from (f"players/?by={by}&" for by in ORDERS)
    for player in recount.players[:6]:
        yield f"players/{player}/"
        yield f"players/{player}/games/"
    yield from (f"players/{recount.players[0]}/hands/{kind}/?page=1" for kind in KINDS)
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


class Cells(HTMLParser):
    """The texts of the cells of each row of each table."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self._inside = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self._inside += 1
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self._inside -= 1

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.rows[-1][-1] += data


def rows_read(html: str) -> list[list[str]]:
    parser = Cells()
    parser.feed(html)
    return [[re.sub(r"\s+", " ", cell).strip() for cell in row] for row in parser.rows]

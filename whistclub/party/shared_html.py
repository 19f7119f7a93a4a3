"""The HTML of a party that is the same for everyone, made once for each version; the viewer's own part is marked.

What is about a person or a table has `data-of`. (No name can hold that: its quotation marks would be escaped.)
"""

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from zlib import crc32

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from whistclub.party.queries.positions import position_chart
from whistclub.party.queries.public_state import MySeat, Phase, PublicState, SeatsAtTable
from whistclub.party.queries.ranks import Cell, Rank, group_text
from whistclub.party.queries.shared import Part, moment
from whistclub.party.queries.standings import Standings
from whistclub.party.story import sent_result

# A list of more names than this scrolls within the page.
MANY_NAMES = 20
# So many seats are kept in memory, of 1 kB each: those of the phones of all halls that were looked at last.
MOST_SEATS = 2000
# Of those who sit at no table, so many have one version of their seats.
NEIGHBOURS = 4


@dataclass(frozen=True, slots=True)
class RankRow:
    """What a row of the standings says of a person beside the rank, which changes more often.

    Once the standings are final, `href` is the address of the result and `result` the text to send, if it may be sent.
    """

    name: str
    note: str
    cells: tuple[Cell, ...]
    href: str
    result: str
    group_text: str


@dataclass(frozen=True, slots=True)
class Place:
    """How a person ended among so many."""

    rank: int
    shared: bool
    count: int


@dataclass(frozen=True, slots=True)
class OwnVersions:
    """What pages hold of the part that is one’s own: of each seat, by number, and of the names to tap.

    `all` are those that hold now: a page that holds another one fetches its part again.
    """

    of_seats: dict[int, str]
    of_names: str
    all: str

    def of(self, mine: MySeat | None) -> str:
        return self.of_seats[mine.number] if mine else self.of_names


def seat(public: PublicState, mine: MySeat, standings: Standings | None = None) -> SafeString:
    """Where one person sits; with the final standings, how they ended.

    It depends on nothing but these values, and most results of other tables change none of them.
    """
    rank = standings.of(mine.number) if standings else None
    place = Place(rank.line.rank, rank.line.shared, len(standings.lines)) if standings and rank else None
    at = (public.phase, public.number, public.withdrawn)
    return _seat(get_language(), public.party.code, at, mine, place)


@lru_cache(MOST_SEATS)
def _seat(
    _language: str | None, code: str, at: tuple[Phase, int, int], mine: MySeat, place: Place | None
) -> SafeString:
    phase, number, withdrawn = at
    context = {"code": code, "phase": phase, "number": number, "withdrawn": withdrawn, "my_seat": mine, "place": place}
    return render_to_string("party/public/_my_seat.html", context)


def own_versions(part: Part[PublicState]) -> OwnVersions:
    """Made of all that seats and names are made of. Few people share one: they fetch theirs when one of them must."""
    public = part.value

    def made() -> OwnVersions:
        groups: dict[int, tuple[list[int], list[SeatsAtTable | MySeat | None]]] = {}
        for number in public.by_number:
            at = public.at_table(number)
            members, made_of = groups.setdefault(at.table if at else -number // NEIGHBOURS, ([], []))
            members.append(number)
            if at is None or not made_of:
                made_of.append(at or public.my_seat(number))
        of_seats: dict[int, str] = {}
        for members, made_of in groups.values():
            version = checksum((get_language(), public.phase, public.number, public.withdrawn, made_of))
            of_seats |= dict.fromkeys(members, version)
        links = public.party.club.links_names
        people = [(each.number, each.player.name, each.player_id, each.player.hidden) for each in public.people]
        of_names = checksum((get_language(), public.is_before, links, people))
        return OwnVersions(of_seats, of_names, " ".join(sorted({of_names, *of_seats.values()})))

    return part.once("own versions", made)


def checksum(values: object) -> str:
    """A short text that differs where these values do, the same in each process."""
    return f"{crc32(repr(values).encode()):x}"


def names(part: Part[PublicState], wanted: str) -> SafeString:
    """The names to tap, or those in which the wanted letters are."""
    public = part.value

    def made() -> SafeString:
        found = [each for each in public.people if wanted.lower() in each.player.name.lower()]
        context = {"party": public.party, "people": found, "wanted": wanted}
        context["are_many"] = len(public.people) > MANY_NAMES
        return render_to_string("party/public/_find_name.html", context)

    return made() if wanted else part.once("names", made)


def news(part: Part[PublicState], at: datetime) -> SafeString:
    """What the organiser tells everyone, and that a round was undone."""
    public = part.value
    message = public.party.message_at(at)

    def made() -> SafeString:
        return render_to_string("party/public/_news.html", {"public": public, "message": message})

    return part.once_for("news", message, made)


def round_now(part: Part[PublicState], at: datetime) -> SafeString:
    """How far the round is and its timer, with links to all tables and the standings."""
    public = part.value
    timer = public.timer_at(at)

    def made() -> SafeString:
        context = {"party": public.party, "public": public, "timer": timer}
        return render_to_string("party/public/_round_now.html", context)

    return part.once_for("round_now", (timer.state, moment(at)), made)


def tables(part: Part[PublicState], mine: MySeat | None) -> SafeString:
    """All tables and who sits out."""
    html = part.once("tables", lambda: render_to_string("party/public/_tables.html", {"public": part.value}))
    return _marked(html, f"table {mine.table}") if mine and mine.table else html


def ranks(part: Part[Standings], me: int | None) -> SafeString:
    """The table of the standings; once they are final, each result can be opened and sent."""

    def made() -> SafeString:
        found = part.value
        divisions = [(title, [(each, _rank_row(found, each)) for each in ranks]) for title, ranks in found.divisions]
        return render_to_string("party/public/_ranks.html", {"standings": found, "divisions": divisions})

    html = part.once("ranks", made)
    return html if me is None else _marked(html, f"person {me}")


def _rank_row(found: Standings, rank: Rank) -> RankRow:
    href = reverse("party:public_result", args=[found.party.code, rank.number]) if found.is_final else ""
    return RankRow(rank.name, rank.sit_out_note, rank.cells, href, sent_result(found, rank), group_text(rank.group))


def positions(part: Part[Standings], me: int | None) -> SafeString:
    """The chart of positions and its table; one's own line lies above the others. Empty before two rounds."""
    chart = part.once("chart", lambda: position_chart(part.value.courses))
    if chart is None:
        return SafeString()
    html = part.once("positions", lambda: render_to_string("party/public/_positions.html", {"chart": chart}))
    own = chart.own_line(me)
    if own is None:
        return html
    line = render_to_string("party/_position_line.html", {"chart": chart, "line": own, "is_own": True})
    return _marked(html, f"person {me}", line)


def _marked(html: SafeString, of: str, above: str = "") -> SafeString:
    """With `data-own` on what is of a table or a person, and something drawn above the rest of a drawing."""
    marked = html.replace(f'data-of="{of}"', f'data-of="{of}" data-own')
    return SafeString(marked.replace("</svg>", f"{above}</svg>", 1) if above else marked)

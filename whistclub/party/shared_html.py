"""The HTML of a party that is the same for everyone; the viewer's own part is marked.

What is about a person or a table has `data-of`. (No name can hold that: its quotation marks would be escaped.)
"""

from dataclasses import dataclass
from zlib import crc32

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from whistclub.party.follow import kept
from whistclub.party.queries.positions import position_chart
from whistclub.party.queries.public_state import MySeat, PublicState
from whistclub.party.queries.ranks import Cell, Rank, group_text
from whistclub.party.queries.standings import Standings
from whistclub.party.story import sent_result

# A list of more names than this scrolls within the page.
MANY_NAMES = 20


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


def seat(public: PublicState, mine: MySeat, standings: Standings | None = None) -> SafeString:
    """Where one person sits; with the final standings, how they ended."""
    rank = standings.of(mine.number) if standings else None
    context = {
        "code": public.party.code,
        "phase": public.phase,
        "number": public.number,
        "withdrawn": public.withdrawn,
        "my_seat": mine,
        "place": rank.line if rank else None,
        "count": len(standings.lines) if standings else 0,
    }
    return render_to_string("party/public/_my_seat.html", context)


def own_version(public: PublicState, mine: MySeat | None, wanted: str) -> str:
    """What a page holds of the part that is one's own: of all that a seat is made of, or the names to tap."""
    links = public.party.club.links_names
    people = [(each.number, each.player.name, each.player_id, each.player.hidden) for each in public.people]
    seat = (public.phase, public.number, public.withdrawn, mine)
    return f"{crc32(repr(seat if mine else (public.is_before, links, people, wanted)).encode()):x}"


def names(public: PublicState, version: str, wanted: str) -> SafeString:
    """The names to tap, or those in which the wanted letters are."""

    def made() -> SafeString:
        found = [each for each in public.people if wanted.lower() in each.player.name.lower()]
        are_many = len(public.people) > MANY_NAMES
        context = {"party": public.party, "people": found, "wanted": wanted, "are_many": are_many}
        return render_to_string("party/public/_find_name.html", context)

    return made() if wanted else kept(public.party, version, "names", made)


def tables(public: PublicState, version: str, mine: MySeat | None) -> SafeString:
    """All tables and who sits out."""
    html = kept(
        public.party, version, "tables", lambda: render_to_string("party/public/_tables.html", {"public": public})
    )
    return _marked(html, f"table {mine.table}") if mine and mine.table else html


def ranks(found: Standings, version: str, me: int | None) -> SafeString:
    """The table of the standings; once they are final, each result can be opened and sent."""

    def made() -> SafeString:
        divisions = [(title, [(each, _rank_row(found, each)) for each in ranks]) for title, ranks in found.divisions]
        return render_to_string("party/public/_ranks.html", {"standings": found, "divisions": divisions})

    html = kept(found.party, version, "ranks", made)
    return html if me is None else _marked(html, f"person {me}")


def _rank_row(found: Standings, rank: Rank) -> RankRow:
    href = reverse("party:public_result", args=[found.party.code, rank.number]) if found.is_final else ""
    return RankRow(rank.name, rank.sit_out_note, rank.cells, href, sent_result(found, rank), group_text(rank.group))


def positions(found: Standings, version: str, me: int | None) -> SafeString:
    """The chart of positions and its table; one's own line lies above the others. Empty before two rounds."""
    chart = position_chart(found.courses)
    if chart is None:
        return SafeString()
    html = kept(
        found.party, version, "positions", lambda: render_to_string("party/public/_positions.html", {"chart": chart})
    )
    own = chart.own_line(me)
    if own is None:
        return html
    line = render_to_string("party/_position_line.html", {"chart": chart, "line": own, "is_own": True})
    return _marked(html, f"person {me}", line)


def _marked(html: SafeString, of: str, above: str = "") -> SafeString:
    """With `data-own` on what is of a table or a person, and something drawn above the rest of a drawing."""
    marked = html.replace(f'data-of="{of}"', f'data-of="{of}" data-own')
    return SafeString(marked.replace("</svg>", f"{above}</svg>", 1) if above else marked)

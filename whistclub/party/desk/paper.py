"""What the organiser prints for a party: a template for each document, cut into pages by the browser."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from whistclub.club.access import SignedInRequest
from whistclub.engine.hand import dealer_of
from whistclub.engine.movement.protocol import SEATS
from whistclub.engine.options import LimitTie, TableFormat
from whistclub.engine.winnings import Prize
from whistclub.party.access import TableLink, for_organiser_of_party
from whistclub.party.desk.pages import organiser_page
from whistclub.party.models import Party
from whistclub.party.movements import CARD_LINES
from whistclub.party.parties import public_path
from whistclub.party.rounds import RoundState, TableState
from whistclub.party.standings import PLACES, standings_from
from whistclub.party.state import PartyState, load
from whistclub.play.table import COMPASS, Chair
from whistclub.play.text import low_bid
from whistclub.rules import summary
from whistclub.web.fields import whole
from whistclub.web.formatting import join_side, number_of, short_names
from whistclub.web.links import address_for_phones, qr_svg

MOST_CARDS = 120
FEW_SEATED = 14  # they fit in one column
# About as many hands as a game to 13 takes; what can be written on half a page, and on a whole one.
USUAL_HANDS, MOST_ON_HALF, MOST_ON_PAGE = 14, 16, 34

# What each document is called, and what it is for.
DOCUMENTS = {
    "cards": (
        "Table cards",
        "A big number for each table, and the code that opens its score pad. Print them once for years.",
    ),
    "tables": ("Seating by table", "Each table with its two pairs, for you and for the wall."),
    "seating": ("Seating by name", "Everyone by name, with table, partner and opponents, to hang by the door."),
    "sheets": ("Score sheets", "Half a page per table with names and rules, for an evening without phones."),
    "standings": ("Standings", "Rank, games won and points of every player, and the prizes."),
    "diplomas": ("Diplomas", "One page each for the first three places and the prizes."),
}
OF_ROUND = ("tables", "seating", "sheets")


@for_organiser_of_party
@require_safe
def menu(request: SignedInRequest, party: Party) -> HttpResponse:
    state = load(party)
    items = [(key, *texts, _waits(key, state)) for key, texts in DOCUMENTS.items()]
    return organiser_page(request, party, "print", tab="paper", items=items)


@for_organiser_of_party
@require_safe
def document(request: SignedInRequest, party: Party, document: str) -> HttpResponse:
    """One document: of the newest round, which may be a draft, or of `?round=`."""
    state = load(party)
    asked = whole(request.GET, "round")
    shown = next((each for each in state.rounds if each.number == asked), state.draft or state.current)
    waits = "" if document == "cards" and whole(request.GET, "tables") else _waits(document, state)
    context = {
        "club": party.club,
        "party": party,
        "here": "tonight",
        "title": DOCUMENTS[document][0],
        "waits": waits,
        "shown": shown,
        "round": shown.round if shown else None,
        "of_round": shown and document in OF_ROUND,
        "others": [each.number for each in state.rounds if each is not shown],
    }
    if not waits:
        context |= _contents(request, document, state, shown)
    return render(request, f"party/paper/{document}.html", context)


def _contents(request: HttpRequest, document: str, state: PartyState, shown: RoundState | None) -> dict[str, Any]:
    if document == "cards":
        return _cards(request, state)
    if document == "standings":
        return _standings(state)
    if document == "diplomas":
        return _diplomas(state)
    assert shown is not None
    contents = {"seating": _by_name, "sheets": _sheets}.get(document)
    return {"progress": f"Round {shown.number}"} | (contents(state, shown) if contents else {})


def _waits(document: str, state: PartyState) -> str:
    """What a document waits for; empty if it can be printed."""
    if document == "cards":
        return "" if _tables(state) else "Nobody is checked in yet. To print cards now, enter the number of tables."
    if document == "standings":
        return "" if state.announced else "There are no standings yet. Announce the first round."
    if document == "diplomas":
        is_over = state.party.state == Party.State.FINISHED and state.announced
        return "" if is_over else "Available once the party is finished."
    return "" if state.rounds else "Seat the first round; then you can print this, even before you announce it."


def _tables(state: PartyState) -> int:
    """The tables of the newest seating; before the first one, as many as those present can fill."""
    if newest := state.draft or state.current:
        return len(newest.tables)
    most, tables = state.party.max_tables, len(state.present) // SEATS
    return min(tables, most) if most else tables


def _cards(request: HttpRequest, state: PartyState) -> dict[str, Any]:
    """A card for each table there will be, or for the number of `?tables=`; one leads everyone to the public page."""
    count = min(whole(request.GET, "tables") or _tables(state), MOST_CARDS)
    party, numbers = state.party, state.party.usable_tables(count)
    # Around somebody who stays at a table the ranks of the tables change, and with them where people go.
    keeps_order = all(each.fixed_table is None for each in state.present)
    cards = []
    for rank, number in enumerate(numbers, start=1):
        ways = [
            CARD_LINES[line.code].format(table=f"table {numbers[(line.table or rank) - 1]}")
            for line in state.movement.card_lines(rank, count)
        ]
        if ways and not keeps_order:
            ways = ["Your phone or the projector shows your next table"]
        path = reverse("party:table", args=[TableLink(party.club_id, party.club.card_version, number).token])
        is_top = state.movement.has_ranked_tables and count > 1 and rank == 1 and keeps_order
        cards.append((number, is_top, ways, qr_svg(address_for_phones(request, path))))
    address = address_for_phones(request, public_path(party))
    return {"cards": cards, "address": address, "public_qr": qr_svg(address)}


def _by_name(state: PartyState, shown: RoundState) -> dict[str, Any]:
    """Everyone of the round in alphabetical order, and those who have arrived since."""
    lines: list[tuple[str, int | None, str]] = []
    for each in shown.assignments:
        table = shown.table(each.table) if each.table else None
        if table and each.position is not None and not each.went_home:
            partner, others = table.partner_of(each), join_side(table.names(1 - each.position % 2))
            with_whom = f"with {partner.entrant.player.name}, " if partner else ""
            lines.append((each.entrant.player.name, table.number, f"{with_whom}against {others}"))
        elif not each.went_home:
            lines.append((each.entrant.player.name, None, "sitting out this round"))
    known = {each.entrant_id for each in shown.assignments}
    late = [each.player.name for each in state.present if each.pk not in known]
    lines += [(name, None, "not seated yet; joins next round") for name in late]
    lines.sort(key=lambda line: line[0].casefold())
    return {"lines": lines, "is_long": len(lines) > FEW_SEATED}


def _sheets(state: PartyState, shown: RoundState) -> dict[str, Any]:
    party, hands = state.party, _hands(state.party)
    card = summary.card_of(party.preset, replace(party.rules, target=None, max_hands=None))
    return {
        "sheets": [_sheet(shown, each, hands) for each in shown.tables],
        "is_whole": hands > MOST_ON_HALF,
        "ends": _end(party),
        "card": card,
        "low": low_bid(party.rules),
    }


def _sheet(shown: RoundState, table: TableState, hands: int) -> dict[str, Any]:
    seated = table.assignments
    names = [seated[chair].entrant.player.name if chair in seated else "" for chair in range(SEATS)]
    short, first = short_names(names), table.game.first_dealer if table.game else (shown.number - 1) % SEATS
    return {
        "number": table.number,
        "chairs": [
            Chair(seat=chair, name=name, side=chair % 2, compass=COMPASS[SEATS][chair], deals=chair == first)
            for chair, name in enumerate(names)
        ],
        "sides": [f"{short[side]}, {short[side + 2]}" for side in (0, 1)],
        "dealers": [short[dealer_of(hand, first, TableFormat.FOUR_IN_PAIRS)] for hand in range(1, hands + 1)],
    }


def _hands(party: Party) -> int:
    rules = party.rules
    if party.round_end != Party.RoundEnd.HANDS or rules.max_hands is None:
        return USUAL_HANDS
    # A tie at the end is played on: two more lines are nearly always enough.
    spare = 2 if rules.limit_tie is LimitTie.EXTRA else 0
    return min(rules.max_hands + spare, MOST_ON_PAGE)


def _end(party: Party) -> list[str]:
    """How a game of this party ends, as rules in short."""
    rules, hands = party.rules, party.rules.max_hands
    ends = {
        Party.RoundEnd.TOP: f"The round ends when table 1 has played {hands} hands; finish the hand you are playing.",
        Party.RoundEnd.BELL: "When the bell rings, finish the hand; it is the last.",
        Party.RoundEnd.HANDS: f"Ends after hand {hands}." if hands else "",
    }
    tied = "play more hands until one side is ahead." if rules.limit_tie is LimitTie.EXTRA else "a draw."
    found = [
        f"Play to {rules.target}." if rules.target else "",
        ends.get(Party.RoundEnd(party.round_end), ""),
        "" if party.round_end == Party.RoundEnd.TARGET else f"If tied{',' if tied[0] == 'p' else ':'} {tied}",
    ]
    return [each for each in found if each]


def _standings(state: PartyState) -> dict[str, Any]:
    found = standings_from(state)
    last = state.announced[-1]
    return {
        "title": found.title,
        "progress": last.results_in if last.missing else f"After {number_of(last.number, 'round', 'rounds')}",
        "awards": [each for each in found.awards if each.names or each.is_own],
        "standings": found,
    }


def _diplomas(state: PartyState) -> dict[str, Any]:
    """The first three places, then the prizes; the first prize is the first place under another name."""
    found = standings_from(state)
    best = [each for each in found.lines if each.line.rank in PLACES]
    places = [(each.name, f"{PLACES[each.line.rank]}{', shared' if each.line.shared else ''}") for each in best]
    prizes = [(name, each.title) for each in found.awards if each.prize is not Prize.BEST for name in each.names]
    return {"diplomas": [*places, *prizes]}

"""The club's players as check-in lists them, and how many are here."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from whistclub.club.queries import on_roster
from whistclub.party.desk.elsewhere import seated_elsewhere
from whistclub.party.desk.tables import head_count
from whistclub.party.models import Entrant, Party
from whistclub.party.state import PartyState
from whistclub.play.models import Game, Seat
from whistclub.web.formatting import format_money, table_text

RECENT_PARTIES = 4
RECENT_GAMES = 20
# A larger roster is not listed as a whole: MOST_FOUND with the name that is sought, or as many of everyone else.
MOST_LISTED, MOST_FOUND = 400, 30


@dataclass(frozen=True, slots=True)
class Row:
    """A player of the club; `entrant` if they are or were in the party; `note` says where they are."""

    player: int
    name: str
    entrant: Entrant | None
    note: str

    @property
    def is_here(self) -> bool:
        return self.entrant is not None and self.entrant.present


def numbers(state: PartyState) -> dict[str, Any]:
    """How many are here and playing, and who has to pay."""
    party, playing = state.party, state.tables_being_played
    at_tables = sum(1 for entrant in state.present if entrant.pk in playing)
    unpaid = sum(1 for entrant in state.present if not entrant.paid) if party.fee else 0
    of_b = sum(entrant.group == "B" for entrant in state.present)
    notes = [
        f"{at_tables} playing now" if at_tables else "",
        f"{unpaid} to pay" if unpaid else "",
        f"groups A and B: {len(state.present) - of_b} and {of_b}" if state.is_mixed else "",
    ]
    return {
        "state": state,
        "count": head_count(state),
        "in_play": " · ".join(filter(None, notes)),
        "fee": format_money(party.fee, party.club.currency) if party.fee else "",
    }


def roster(
    state: PartyState, *, sought: str = "", only: Collection[int] | None = None
) -> tuple[list[tuple[str, list[Row]]], bool]:
    """The club's roster by name without the retired, under headings: of late first; and whether it is a part.

    Of a long roster: those with `sought` in their name; else those of tonight, of late and some others. `only` players.
    """
    party = state.party
    entrants = {entrant.player_id: entrant for entrant in state.entrants.values()}
    recent, elsewhere, note_of = _recent_players(party), seated_elsewhere(party), _notes(state)
    listed = on_roster(party.club).filter(Q(retired=False) | Q(pk__in=entrants)).order_by("folded")
    columns = ("pk", "name", "guest")
    if only is not None:
        listed = listed.filter(pk__in=only)
    players = list(listed.values_list(*columns)[: MOST_LISTED + 1])
    is_part = len(players) > MOST_LISTED
    if is_part and sought:
        players = list(listed.filter(folded__contains=sought.casefold()).values_list(*columns)[:MOST_FOUND])
    elif is_part:
        known = {*entrants, *recent}
        others = listed.exclude(pk__in=known).values_list(*columns)[:MOST_FOUND]
        players = [*listed.filter(pk__in=known).values_list(*columns), *others]
    rows = []
    for player, name, guest in players:
        entrant, place = entrants.get(player), elsewhere.get(player)
        notes = ["guest" if guest else "", note_of(entrant) if entrant else "", place.note if place else ""]
        rows.append(Row(player, name, entrant, " · ".join(filter(None, notes))))
    late = [row for row in rows if row.player in recent]
    groups = [("Here recently", late), ("Everyone else", [row for row in rows if row.player not in recent])]
    return [(title, some) for title, some in groups if some], is_part


def _recent_players(party: Party) -> set[int]:
    """The players of the club's last parties, this one first, and of its last games. Two queries."""
    parties = Party.objects.filter(club=party.club_id, rehearses=None, binned_at=None).order_by("-created_at")
    games = Game.objects.filter(club=party.club_id, binned_at=None).order_by("-started_at")
    of_parties = Entrant.objects.filter(Q(party__in=parties.values("pk")[:RECENT_PARTIES]) | Q(party=party)).order_by()
    of_games = Seat.objects.filter(game__in=games.values("pk")[:RECENT_GAMES])
    return {*of_parties.values_list("player", flat=True), *of_games.values_list("player", flat=True)}


def _notes(state: PartyState) -> Callable[[Entrant], str]:
    """Says of each person where they are."""
    playing, round_state = state.tables_being_played, state.current
    goes_on = bool(round_state and round_state.missing)

    def note(entrant: Entrant) -> str:
        table_state = playing.get(entrant.pk)
        if entrant.present:
            if table_state:
                return table_text(table_state.number)
            joins_next = goes_on and round_state is not None and round_state.assignment_of(entrant.pk) is None
            return "joins next round" if joins_next else ""
        if table_state:
            return "leaves after this round"
        return "left" if round_state else ""

    return note

"""Check people in and out, pair them up, let them leave in the middle of a round; wishes about two people."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from whistclub.accounts.models import User
from whistclub.club.actions import bring_back, lock_club, players_named
from whistclub.club.models import Player
from whistclub.club.queries import on_roster
from whistclub.engine.movement.protocol import ReasonCode, SeatReason
from whistclub.party.actions.results import rule_table
from whistclub.party.actions.seating import redo_draft
from whistclub.party.actions.seats import as_rows
from whistclub.party.changes import change
from whistclub.party.log import log_text, names_of
from whistclub.party.models import Entrant, Party, SeatAssignment, SignUp
from whistclub.party.rounds import TableState
from whistclub.party.state import PartyState, StalePartyState
from whistclub.play import party_games
from whistclub.web.errors import Refused


class StillPlaying(Refused):
    """A person at a table without a result cannot be checked out."""


def check_in(
    party: Party,
    names: Sequence[str],
    *,
    pairs: Sequence[tuple[int, int]] = (),
    listed: Mapping[int, int] | None = None,
    by: User,
    at: datetime,
) -> list[Entrant]:
    """Check people in by name; new names join the club's roster, retired players return. Returns who arrived.

    `pairs` are positions in `names` of who become partners where partners stay together; `listed` those of the first
    person of names of the sign-up list, by their keys. Raises UnusableName.
    """
    with change(party, "checked_in", by=by, at=at) as state:
        lock_club(state.party.club_id)
        players = players_named(state.party.club, list(names))
        arrived = _arrive(state, players)
        here = {entrant.player_id: entrant for entrant in state.entrants.values()}
        for key, position in (listed or {}).items():
            SignUp.objects.filter(pk=key).update(entrant=here[players[position].pk])
        if state.movement.fixed_pairs:
            for one, other in pairs:
                _make_partners(state, here[players[one].pk], here[players[other].pk])
        redo_draft(state)
    return arrived


def check_in_player(party: Party, player: int, *, by: User, at: datetime) -> None:
    """Check in a player of the roster, by key; a player who is here stays."""
    with change(party, "checked_in", by=by, at=at) as state:
        found = on_roster(state.party.club).filter(pk=player).first()
        if found is None:
            raise StalePartyState
        if _arrive(state, [found]):
            redo_draft(state)


def check_out(party: Party, entrant: int, *, after_round: bool = False, by: User, at: datetime) -> None:
    """Check a person out, now or after the round being played. Raises StillPlaying."""
    kind = "leaves_after_round" if after_round else "checked_out"
    with change(party, kind, by=by, at=at, entrant=entrant) as state:
        found = _entrant(state, entrant)
        if entrant in state.tables_being_played and not after_round:
            sentence = f"{found.player.name} is playing: first decide what happens to their table."
            raise StillPlaying("sits_at_table", sentence)
        if found.present:
            found.present = False
            found.save(update_fields=["present"])
            redo_draft(state)


def leave_now(
    party: Party, entrant: int, *, substitute: int | None = None, draw: bool = False, by: User, at: datetime
) -> str:
    """A person leaves in the middle of a game. A substitute (`PartyState.substitutes`) takes their seat and its hands.

    Without one the other pair wins, or the table is a `draw` (RULES.md §2.3.6). Returns what was done as a sentence.
    """
    with change(party, "left_table", by=by, at=at, entrant=entrant) as state:
        table_state = state.tables_being_played.get(entrant)
        if table_state is None:
            raise StalePartyState
        seat = next(each for each in table_state.assignments.values() if each.entrant_id == entrant)
        position = seat.position
        assert position is not None
        state.data |= {"table": table_state.number, "after": {"draw": draw}}
        seat.went_home = True
        if substitute is None:
            rule_table(state, table_state, None if draw else 1 - position % 2)
        else:
            state.data["after"] = {"substitute": substitute}
            seat.table = seat.position = None
        seat.save(update_fields=["went_home", "table", "position"])
        if substitute is not None:
            _seat_substitute(state, table_state, position, seat.entrant, substitute)
        seat.entrant.present = False
        seat.entrant.save(update_fields=["present"])
        redo_draft(state)
    text = log_text("left_table", state.data, names_of(party))
    return f"{text.sentence}. {text.after}"


def pair_up(party: Party, one: int, other: int, *, by: User, at: datetime) -> None:
    """Make two people (keys of entrants) partners for the evening; their earlier partners become single."""
    with change(party, "paired_up", by=by, at=at, entrant=one, other=other) as state:
        if one == other:
            raise StalePartyState
        _make_partners(state, _entrant(state, one), _entrant(state, other))
        redo_draft(state)


def pair_rest(party: Party, *, by: User, at: datetime) -> None:
    """Make partners of all who have none, two by two in order of arrival; an odd one stays single."""
    with change(party, "rest_paired", by=by, at=at) as state:
        single = state.single
        couples = list(zip(single[::2], single[1::2], strict=False))
        if not couples:
            raise StalePartyState
        for number, couple in enumerate(couples, start=_free_pair(state)):
            for entrant in couple:
                entrant.pair = number
        Entrant.objects.bulk_update(single, ["pair"])
        redo_draft(state)


def change_group(party: Party, entrant: int, group: str, *, by: User, at: datetime) -> None:
    """Move a person (the key of an entrant) to group A or B."""
    with change(party, "group_changed", by=by, at=at, entrant=entrant, group=group) as state:
        found = _entrant(state, entrant)
        found.group = group
        found.save(update_fields=["group"])
        redo_draft(state)


def split_pair(party: Party, entrant: int, *, by: User, at: datetime) -> None:
    with change(party, "pair_split", by=by, at=at, entrant=entrant) as state:
        _unpair(state, _entrant(state, entrant))
        redo_draft(state)


def _entrant(state: PartyState, key: int) -> Entrant:
    if key not in state.entrants:
        raise StalePartyState
    return state.entrants[key]


def _arrive(state: PartyState, players: Iterable[Player]) -> list[Entrant]:
    """Those of the players who were not here are; returns their entrants."""
    known = {entrant.player_id: entrant for entrant in state.entrants.values()}
    number = max((entrant.number for entrant in known.values()), default=0)
    arrived = []
    for player in players:
        entrant = known.get(player.pk)
        if entrant is not None and entrant.present:
            continue
        if entrant is None:
            number += 1
            entrant = Entrant.objects.create(party=state.party, player=player, number=number)
        else:
            entrant.present = True
            entrant.save(update_fields=["present"])
        state.entrants[entrant.pk] = known[player.pk] = entrant
        arrived.append(entrant)
    bring_back([entrant.player for entrant in arrived], by=state.by, at=state.at)
    state.data["players"] = [entrant.player_id for entrant in arrived]  # Undo deletes entrants
    return arrived


def _make_partners(state: PartyState, one: Entrant, other: Entrant) -> None:
    if one.pk == other.pk or (one.pair is not None and one.pair == other.pair):
        return
    for entrant in (one, other):
        _unpair(state, entrant)
    one.pair = other.pair = _free_pair(state)
    Entrant.objects.bulk_update([one, other], ["pair"])


def _free_pair(state: PartyState) -> int:
    """The next number of a pair: higher than any that is in use."""
    return max((each.pair or 0 for each in state.entrants.values()), default=0) + 1


def _unpair(state: PartyState, entrant: Entrant) -> None:
    pair = [each for each in state.entrants.values() if each.pair is not None and each.pair == entrant.pair]
    for each in pair:
        each.pair = None
    Entrant.objects.bulk_update(pair, ["pair"])


def _seat_substitute(
    state: PartyState, table_state: TableState, position: int, instead_of: Entrant, substitute: int
) -> None:
    round_state = state.announced[-1]
    if substitute not in [entrant.pk for entrant in state.substitutes]:
        raise Refused("no_substitute", "Only a player who is here without a seat in this round can take over.", 422)
    chosen = round_state.assignment_of(substitute)
    if chosen is None:
        chosen = SeatAssignment(round=round_state.round, entrant=state.entrants[substitute], came_late=True)
    chosen.table, chosen.position = table_state.number, position
    chosen.reasons = as_rows((SeatReason(ReasonCode.TAKES_CHAIR, other=instead_of.number),))
    chosen.save()
    assert table_state.game is not None
    party_games.reseat({(table_state.game.pk, position): chosen.entrant.player_id}, by=state.by, at=state.at)


def set_wish(party: Party, one: int, other: int, *, kind: str, by: User, at: datetime) -> None:
    """Wish two people (keys of entrants) "apart" or "together", or have their wish "removed"; they have one at most."""
    with change(party, f"wish_{kind}", by=by, at=at, entrant=one, other=other) as state:
        if one == other or not {one, other} <= state.entrants.keys():
            raise StalePartyState
        wishes = [each for each in state.party.wishes if {each["one"], each["other"]} != {one, other}]
        if kind != "removed":
            wishes.append({"one": one, "other": other, "kind": kind})
        state.party.wishes = wishes
        state.party.save(update_fields=["wishes"])
        redo_draft(state)

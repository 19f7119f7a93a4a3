"""Who is there: check-in, partners, leaving between rounds and in the middle of one."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from whistclub.accounts.models import User
from whistclub.club.actions.people import players_named
from whistclub.club.models import Club
from whistclub.engine.movement.protocol import ReasonCode, SeatReason
from whistclub.party.actions import drafting, seating
from whistclub.party.actions.refusals import NoSubstitute, StalePartyState, StillPlaying
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.models import Entrant, Party, Round, SeatAssignment
from whistclub.party.state import PartyState, TableState
from whistclub.play.actions import party_games as at_tables


def check_in(party: Party, names: Sequence[str], *, by: User, at: datetime) -> list[Entrant]:
    """Note that people (by name; new ones join the club's roster) are there. A seating in draft is made anew."""
    with party_change(party) as state:
        _refuse_finished(state)
        Club.objects.select_for_update().get(pk=state.party.club_id)
        known = {entrant.player_id: entrant for entrant in state.entrants.values()}
        number = max((entrant.number for entrant in known.values()), default=0)
        came = []
        for player in players_named(state.party.club, list(names)):
            entrant = known.get(player.pk)
            if entrant is None:
                number += 1
                entrant = Entrant.objects.create(party=state.party, player=player, number=number)
                log(state.party, _("{name} is here").format(name=player.name), by=by, at=at)
            elif not entrant.present:
                entrant.present = True
                entrant.save(update_fields=["present"])
                log(state.party, _("{name} is here again").format(name=player.name), by=by, at=at)
            state.entrants[entrant.pk] = known[player.pk] = entrant
            came.append(entrant)
        seating.redo_draft(state, by=by, at=at)
    return came


def check_out(party: Party, entrant: int, *, after_round: bool = False, by: User, at: datetime) -> None:
    """Note that somebody is not there, or goes home after the round being played.

    A seating in draft is made anew. Raises SitsAtTable for somebody who plays, unless he plays on to its end.
    """
    with party_change(party) as state:
        _refuse_finished(state)
        found = _entrant(state, entrant)
        if not found.present:
            return
        if _at_table(state, entrant) and not after_round:
            raise StillPlaying(found.player.name)
        _gone(found)
        what = _("{name} leaves after this round") if after_round else _("{name} is not here")
        log(state.party, what.format(name=found.player.name), by=by, at=at)
        seating.redo_draft(state, by=by, at=at)


def leave_now(party: Party, entrant: int, *, substitute: int | None, by: User, at: datetime) -> str:
    """Somebody stops in the middle of a game: a substitute from the bench takes the chair, and its hands with it.

    Without one the table is scored as the party's settings say (RULES.md §2.3.6). Says what was done.

    Raises NotNow, NoSubstitute.
    """
    with party_change(party) as state:
        found, table_state = _entrant(state, entrant), _at_table(state, entrant)
        if table_state is None:
            raise StalePartyState
        assignment = next(each for each in table_state.assignments.values() if each.entrant_id == entrant)
        if substitute is None:
            after = _give_up(state, table_state, assignment, by=by, at=at)
        else:
            after = _take_chair(state, table_state, assignment, substitute, by=by, at=at)
        _gone(found)
        what = _("{name} left table {table}").format(name=found.player.name, table=table_state.number)
        log(state.party, what, by=by, at=at, after=after)
    return _("{what}. {then}").format(what=what, then=after)


def pair_up(party: Party, one: int, other: int, *, by: User, at: datetime) -> None:
    """Let two people (entrants' keys) be partners for the whole evening; earlier partners become single."""
    with party_change(party) as state:
        _refuse_finished(state)
        pair = [_entrant(state, one), _entrant(state, other)]
        if one == other:
            raise StalePartyState
        for entrant in pair:
            _part(state, entrant)
        free = max((each.pair or 0 for each in state.entrants.values()), default=0) + 1
        Entrant.objects.filter(pk__in=[one, other]).update(pair=free)
        for entrant in pair:
            entrant.pair = free
        names = [entrant.player.name for entrant in pair]
        log(state.party, _("{one} and {other} are partners").format(one=names[0], other=names[1]), by=by, at=at)
        seating.redo_draft(state, by=by, at=at)


def split_pair(party: Party, entrant: int, *, by: User, at: datetime) -> None:
    """Take a partnership apart."""
    with party_change(party) as state:
        _refuse_finished(state)
        found = _entrant(state, entrant)
        _part(state, found)
        log(state.party, _("{name} is without a partner").format(name=found.player.name), by=by, at=at)
        seating.redo_draft(state, by=by, at=at)


def _refuse_finished(state: PartyState) -> None:
    if state.party.state == Party.State.FINISHED:
        raise StalePartyState


def _entrant(state: PartyState, key: int) -> Entrant:
    if key not in state.entrants:
        raise StalePartyState
    return state.entrants[key]


def _part(state: PartyState, entrant: Entrant) -> None:
    if entrant.pair is None:
        return
    Entrant.objects.filter(party=state.party, pair=entrant.pair).update(pair=None)
    old = entrant.pair
    for each in state.entrants.values():
        if each.pair == old:
            each.pair = None


def _gone(entrant: Entrant) -> None:
    entrant.present = False
    entrant.save(update_fields=["present"])


def _at_table(state: PartyState, entrant: int) -> TableState | None:
    """The table at which somebody plays just now: announced, and without a result."""
    round_state = state.current
    if round_state is None or round_state.round.state != Round.State.RUNNING:
        return None
    assignment = round_state.assignment_of(entrant)
    table_state = round_state.table(assignment.table) if assignment and assignment.table else None
    return table_state if table_state and not table_state.is_in else None


def _give_up(state: PartyState, table_state: TableState, assignment: SeatAssignment, *, by: User, at: datetime) -> str:
    assignment.went_home = True
    assignment.save(update_fields=["went_home"])
    table = table_state.table
    if state.party.drop_out == Party.DropOut.DRAW:
        table.ruled_draw = True
        said = _("The table counts as drawn.")
    else:
        table.walkover_to = 1 - assignment.position % 2
        said = _("The other pair wins.")
    table.save(update_fields=["ruled_draw", "walkover_to"])
    at_tables.stop_games([table_state.game], by=by, at=at)
    return said


def _take_chair(
    state: PartyState, table_state: TableState, assignment: SeatAssignment, substitute: int, *, by: User, at: datetime
) -> str:
    round_state = state.current
    chosen = round_state.assignment_of(substitute)
    if chosen is None or chosen.table is not None or chosen.went_home or not state.entrants[substitute].present:
        raise NoSubstitute
    table, position = assignment.table, assignment.position
    assignment.table = assignment.position = None
    assignment.went_home = True
    assignment.save(update_fields=["table", "position", "went_home"])
    chosen.table, chosen.position = table, position
    chosen.reasons = drafting.as_rows((SeatReason(ReasonCode.TAKES_CHAIR, other=assignment.entrant.number),))
    chosen.save(update_fields=["table", "position", "reasons"])
    at_tables.reseat({(table_state.game.pk, position): chosen.entrant.player_id}, by=by, at=at)
    return _("{name} takes the chair.").format(name=chosen.entrant.player.name)

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
    with party_change(party) as night:
        _refuse_finished(night)
        Club.objects.select_for_update().get(pk=night.party.club_id)
        known = {entrant.player_id: entrant for entrant in night.entrants.values()}
        number = max((entrant.number for entrant in known.values()), default=0)
        came = []
        for player in players_named(night.party.club, list(names)):
            entrant = known.get(player.pk)
            if entrant is None:
                number += 1
                entrant = Entrant.objects.create(party=night.party, player=player, number=number)
                log(night.party, _("{name} is here").format(name=player.name), by=by, at=at)
            elif not entrant.present:
                entrant.present = True
                entrant.save(update_fields=["present"])
                log(night.party, _("{name} is here again").format(name=player.name), by=by, at=at)
            night.entrants[entrant.pk] = known[player.pk] = entrant
            came.append(entrant)
        seating.seat_anew(night, by=by, at=at)
    return came


def check_out(party: Party, entrant: int, *, after_round: bool = False, by: User, at: datetime) -> None:
    """Note that somebody is not there, or goes home after the round being played.

    A seating in draft is made anew. Raises SitsAtTable for somebody who plays, unless he plays on to its end.
    """
    with party_change(party) as night:
        _refuse_finished(night)
        found = _entrant(night, entrant)
        if not found.present:
            return
        if _at_table(night, entrant) and not after_round:
            raise StillPlaying(found.player.name)
        _gone(found)
        what = _("{name} leaves after this round") if after_round else _("{name} is not here")
        log(night.party, what.format(name=found.player.name), by=by, at=at)
        seating.seat_anew(night, by=by, at=at)


def leave_now(party: Party, entrant: int, *, substitute: int | None, by: User, at: datetime) -> str:
    """Somebody stops in the middle of a game: a substitute from the bench takes the chair, and its hands with it.

    Without one the table is scored as the party's settings say (RULES.md §2.3.6). Says what was done.

    Raises NotNow, NoSubstitute.
    """
    with party_change(party) as night:
        found, board = _entrant(night, entrant), _at_table(night, entrant)
        if board is None:
            raise StalePartyState
        place = next(each for each in board.places.values() if each.entrant_id == entrant)
        if substitute is None:
            after = _give_up(night, board, place, by=by, at=at)
        else:
            after = _take_chair(night, board, place, substitute, by=by, at=at)
        _gone(found)
        what = _("{name} left table {table}").format(name=found.player.name, table=board.number)
        log(night.party, what, by=by, at=at, after=after)
    return _("{what}. {then}").format(what=what, then=after)


def pair_up(party: Party, one: int, other: int, *, by: User, at: datetime) -> None:
    """Let two people (entrants' keys) be partners for the whole evening; earlier partners become single."""
    with party_change(party) as night:
        _refuse_finished(night)
        pair = [_entrant(night, one), _entrant(night, other)]
        if one == other:
            raise StalePartyState
        for entrant in pair:
            _part(night, entrant)
        free = max((each.pair or 0 for each in night.entrants.values()), default=0) + 1
        Entrant.objects.filter(pk__in=[one, other]).update(pair=free)
        for entrant in pair:
            entrant.pair = free
        names = [entrant.player.name for entrant in pair]
        log(night.party, _("{one} and {other} are partners").format(one=names[0], other=names[1]), by=by, at=at)
        seating.seat_anew(night, by=by, at=at)


def split_pair(party: Party, entrant: int, *, by: User, at: datetime) -> None:
    """Take a partnership apart."""
    with party_change(party) as night:
        _refuse_finished(night)
        found = _entrant(night, entrant)
        _part(night, found)
        log(night.party, _("{name} is without a partner").format(name=found.player.name), by=by, at=at)
        seating.seat_anew(night, by=by, at=at)


def _refuse_finished(night: PartyState) -> None:
    if night.party.state == Party.State.FINISHED:
        raise StalePartyState


def _entrant(night: PartyState, key: int) -> Entrant:
    if key not in night.entrants:
        raise StalePartyState
    return night.entrants[key]


def _part(night: PartyState, entrant: Entrant) -> None:
    if entrant.pair is None:
        return
    Entrant.objects.filter(party=night.party, pair=entrant.pair).update(pair=None)
    old = entrant.pair
    for each in night.entrants.values():
        if each.pair == old:
            each.pair = None


def _gone(entrant: Entrant) -> None:
    entrant.present = False
    entrant.save(update_fields=["present"])


def _at_table(night: PartyState, entrant: int) -> TableState | None:
    """The table at which somebody plays just now: announced, and without a result."""
    stage = night.current
    if stage is None or stage.round.state != Round.State.RUNNING:
        return None
    place = stage.place_of(entrant)
    board = stage.board(place.table) if place and place.table else None
    return board if board and not board.is_in else None


def _give_up(night: PartyState, board: TableState, place: SeatAssignment, *, by: User, at: datetime) -> str:
    place.left = True
    place.save(update_fields=["left"])
    table = board.table
    if night.party.drop_out == Party.DropOut.VOID:
        table.void = True
        said = _("The table counts as drawn.")
    else:
        table.walkover_to = 1 - place.position % 2
        said = _("The other pair wins.")
    table.save(update_fields=["void", "walkover_to"])
    at_tables.abandon_games([board.game], by=by, at=at)
    return said


def _take_chair(
    night: PartyState, board: TableState, place: SeatAssignment, substitute: int, *, by: User, at: datetime
) -> str:
    stage = night.current
    chosen = stage.place_of(substitute)
    if chosen is None or chosen.table is not None or chosen.left or not night.entrants[substitute].present:
        raise NoSubstitute
    table, position = place.table, place.position
    place.table = place.position = None
    place.left = True
    place.save(update_fields=["table", "position", "left"])
    chosen.table, chosen.position = table, position
    chosen.reasons = drafting.as_rows((SeatReason(ReasonCode.TAKES_CHAIR, other=place.entrant.number),))
    chosen.save(update_fields=["table", "position", "reasons"])
    at_tables.reseat({(board.game.pk, position): chosen.entrant.player_id}, by=by, at=at)
    return _("{name} takes the chair.").format(name=chosen.entrant.player.name)

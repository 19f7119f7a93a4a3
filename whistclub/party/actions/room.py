"""The tables in the room: name them, take one out of use; somebody stays at a table, or moves again."""

from datetime import datetime

from whistclub.accounts.models import User
from whistclub.party.actions.placing import place_draft
from whistclub.party.actions.refusals import StalePartyState
from whistclub.party.actions.steps import undoable
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.models import Party
from whistclub.party.room import Room
from whistclub.play.actions import party_games


def change_room(party: Party, room: Room, *, by: User, at: datetime) -> None:
    """Name tables and take some out of use. A round being played stays where it is; a draft uses other tables."""
    # Names reach the games of all rounds.
    with party_change(party) as state, undoable(party, state, since_round=1):
        before = state.room
        if room == before:
            return
        state.room = room
        Party.objects.filter(pk=party.pk).update(room_settings=room.stored)
        renamed = [
            number for number in before.names.keys() | room.names.keys() if before.name(number) != room.name(number)
        ]
        party_games.rename_tables(state.party.code, map(room.name, sorted(renamed)))
        place_draft(state)
        log(state.party, "room_changed", by=by, at=at, before=before.stored, after=room.stored)


def keep_table(party: Party, entrant: int, table: int, *, by: User, at: datetime) -> None:
    """Somebody (the key of an entrant) stays at a table from the next round on, while the others move around them."""
    _set_table(party, entrant, table, "table_kept", by=by, at=at)


def give_up_table(party: Party, entrant: int, *, by: User, at: datetime) -> None:
    """Somebody moves as the others do."""
    _set_table(party, entrant, None, "table_given_up", by=by, at=at)


def _set_table(party: Party, entrant: int, table: int | None, kind: str, *, by: User, at: datetime) -> None:
    """Raises StalePartyState for somebody who is not in the party."""
    with party_change(party, unless_finished=True) as state, undoable(party, state):
        found = state.entrants.get(entrant)
        if found is None:
            raise StalePartyState
        if found.fixed_table == table:
            return
        log(state.party, kind, by=by, at=at, entrant=entrant, table=found.fixed_table if table is None else table)
        found.fixed_table = table
        found.save(update_fields=["fixed_table"])
        place_draft(state)

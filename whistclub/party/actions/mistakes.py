"""Undo a check-in by name: people who were added by mistake leave the party, and the roster too if they are new."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Q

from whistclub.accounts.models import User
from whistclub.party.actions import seating
from whistclub.party.actions.people import mark_absent, unpair
from whistclub.party.actions.refusals import StillPlaying
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.models import DoorName, Entrant, LogEntry, Party
from whistclub.party.state import PartyState

# Log entries that an undone check-in takes with it.
_OF_ARRIVING = ("checked_in", "checked_in_again", "checked_out", "paired_up", "pair_split")


def undo_check_in(
    party: Party, entrants: Collection[int], new: Collection[int], *, by: User, at: datetime
) -> list[Entrant]:
    """Take back one check-in by name (keys of entrants). Returns who is removed from the roster as well.

    Those are the `new` ones, unless a round has been seated since. Raises StillPlaying for a person at a table without
    a result.
    """
    with party_change(party, unless_finished=True) as state:
        found = [state.entrants[key] for key in entrants if key in state.entrants]
        for entrant in found:
            if state.table_being_played(entrant.pk):
                raise StillPlaying(entrant.player.name)
        here = [entrant for entrant in found if entrant.present]
        # Who came from the door is on its list again.
        DoorName.objects.filter(entrant__in=here).update(entrant=None)
        for entrant in here:
            unpair(state, entrant)
            mark_absent(entrant)
        removed = [entrant for entrant in here if entrant.pk in new and _is_unknown_elsewhere(entrant)]
        for entrant in here:
            if entrant in removed:
                _remove_from_roster(state, entrant, by=by, at=at)
            else:
                log(state.party, "checked_out", by=by, at=at, entrant=entrant.pk)
        seating.redo_draft(state, by=by, at=at)
    return removed


def _is_unknown_elsewhere(entrant: Entrant) -> bool:
    """Whether nothing refers to a person yet but this check-in: no game, no other party, no seating, no other log."""
    player = entrant.player
    mentions = LogEntry.objects.filter(party=entrant.party_id).exclude(kind__in=_OF_ARRIVING)
    arrived = LogEntry.objects.filter(party=entrant.party_id, kind="checked_in", data__entrant=entrant.pk).first()
    return not (
        player.seats.exists()
        or player.entries.exclude(pk=entrant.pk).exists()
        or player.changes.exists()
        or player.also_known_as.exists()
        or (arrived is not None and mentions.filter(pk__gt=arrived.pk).exists())
    )


def _remove_from_roster(state: PartyState, entrant: Entrant, *, by: User, at: datetime) -> None:
    """The log keeps what happened, without the entrant its entries were about."""
    of_entrant = Q(data__entrant=entrant.pk) | Q(data__other=entrant.pk)
    LogEntry.objects.filter(of_entrant, party=state.party, kind__in=_OF_ARRIVING).delete()
    del state.entrants[entrant.pk]
    log(state.party, "added_by_mistake", by=by, at=at, name=entrant.player.name)
    Entrant.objects.filter(pk=entrant.pk).delete()
    entrant.player.delete()

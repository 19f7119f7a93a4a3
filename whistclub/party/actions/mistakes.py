"""Undo a check-in by name: people who were added by mistake leave the party, and the roster too if they are new."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Q

from whistclub.accounts.models import User
from whistclub.club.actions import lock_club, players_named
from whistclub.club.models import PlayerChange
from whistclub.party.actions import seating
from whistclub.party.actions.people import arrive, join, mark_absent, unpair
from whistclub.party.actions.refusals import SeatedSince, StillPlaying
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.log_text import LogNames, log_text
from whistclub.party.models import DoorName, Entrant, LogEntry, Party
from whistclub.party.queries.loading import load
from whistclub.party.state import PartyState

# Log entries that an undone check-in takes with it.
_OF_ARRIVING = ("checked_in", "checked_in_again", "checked_out", "paired_up", "pair_split")
_OF_DRAFT = "draft_changed"


def undo_check_in(
    party: Party,
    entrants: Collection[int],
    new: Collection[int],
    *,
    made: Sequence[Sequence[int]] = (),
    separated: Sequence[Sequence[int]] = (),
    meant: str = "",
    by: User,
    at: datetime,
) -> list[Entrant]:
    """Take back one check-in by name, see `CheckedIn` (keys of entrants). Returns who is removed from the roster too.

    Those are the `new` ones, unless something else names them by now. `meant`: the name of who is
    checked in instead. Raises StillPlaying for a person at a table without a result, SeatedSince after a round has been
    announced with one of them, UnusableName.
    """
    with party_change(party, unless_finished=True) as state:
        found = [state.entrants[key] for key in entrants if key in state.entrants]
        for entrant in found:
            if entrant.pk in state.tables_being_played:
                raise StillPlaying(entrant.player.name)
        if _has_seated_since(state, found):
            raise SeatedSince
        here = [entrant for entrant in found if entrant.present]
        # Who came from the door is on its list again.
        DoorName.objects.filter(entrant__in=here).update(entrant=None)
        _undo_pairs(state, made, separated, by=by, at=at)
        for entrant in here:
            mark_absent(entrant)
            log(state.party, "checked_out", by=by, at=at, entrant=entrant.pk)
        if meant:
            lock_club(state.party.club_id)
            arrive(state, players_named(state.party.club, [meant])[0].pk, by=by, at=at)
        seating.redo_draft(state, by=by, at=at)
        removed = [each for each in here if each.pk in new and _is_unknown_elsewhere(load(state.party), each)]
        for entrant in removed:
            _remove_from_roster(state, entrant, by=by, at=at)
    return removed


def _has_seated_since(state: PartyState, found: Collection[Entrant]) -> bool:
    """Whether one of these people is in a round that was announced after they came (the last time).

    By the log: the rounds may have been moved to another day since.
    """
    arrivals = LogEntry.objects.filter(party=state.party, kind__in=("checked_in", "checked_in_again"))
    came = {entry.data["entrant"]: entry.at for entry in arrivals}
    rounds = LogEntry.objects.filter(party=state.party, kind="round_announced")
    announced = {entry.data["round"]: entry.at for entry in rounds}
    return any(
        announced.get(round_state.round.number, round_state.announced_at) > came.get(entrant.pk, state.party.created_at)
        for round_state in state.announced
        for entrant in found
        if round_state.assignment_of(entrant.pk)
    )


def _undo_pairs(
    state: PartyState, made: Sequence[Sequence[int]], separated: Sequence[Sequence[int]], *, by: User, at: datetime
) -> None:
    """Separate the couples that are still together, and join those again who have no other partner by now."""
    together = {frozenset(each.pk for each in pair): pair[0] for pair in state.pairs_made}
    for couple in map(frozenset, made):
        if couple in together:
            unpair(state, together[couple])
            log(state.party, "pair_split", by=by, at=at, entrant=together[couple].pk)
    paired = {each.pk for pair in state.pairs_made for each in pair}
    for keys in separated:
        people = [state.entrants[key] for key in keys if key in state.entrants and key not in paired]
        if len(people) < len(keys) or len(people) < 2:
            continue
        join(state, people)
        log(state.party, "paired_up", by=by, at=at, entrant=people[0].pk, other=people[1].pk)


class _Asked(Mapping[int, str]):
    """Names that remember whose was asked for."""

    def __init__(self) -> None:
        self.keys_asked: set[int] = set()

    def __getitem__(self, key: int) -> str:
        self.keys_asked.add(key)
        return ""

    def __iter__(self) -> Iterator[int]:
        return iter(())

    def __len__(self) -> int:
        return 0

    def get(self, key: int, default: object = None) -> str:
        return self[key]


def _is_unknown_elsewhere(state: PartyState, entrant: Entrant) -> bool:
    """Whether nothing names a person but this check-in: no game, no other party, no round, wish, prize or log entry."""
    player, party = entrant.player, state.party
    return not (
        player.seats.exists()
        or player.entries.exclude(pk=entrant.pk).exists()
        or player.changes.exclude(kind__in=(PlayerChange.Kind.GUEST, PlayerChange.Kind.REGULAR)).exists()
        or player.also_known_as.exists()
        or entrant.assignments.exists()
        or any(entrant.pk in (wish["one"], wish["other"]) for wish in party.wishes)
        or any(prize["entrant"] == entrant.number for prize in party.own_prizes)
        or _is_named_in_log(party, entrant)
    )


def _is_named_in_log(party: Party, entrant: Entrant) -> bool:
    """Whether the text of an entry that stays names the person: it could not be shown without them."""
    entrants, players = _Asked(), _Asked()
    for entry in party.log.exclude(kind__in=(*_OF_ARRIVING, _OF_DRAFT)):
        log_text(entry.kind, entry.data, LogNames(entrants, players))
    return entrant.pk in entrants.keys_asked or entrant.player_id in players.keys_asked


def _remove_from_roster(state: PartyState, entrant: Entrant, *, by: User, at: datetime) -> None:
    """The log keeps that they came and were removed, by their name: nothing else is left to refer to."""
    of_entrant = Q(data__entrant=entrant.pk) | Q(data__other=entrant.pk)
    came = LogEntry.objects.filter(party=state.party, kind="checked_in", data__entrant=entrant.pk)
    came.update(kind="came_by_mistake", data={"name": entrant.player.name})
    LogEntry.objects.filter(of_entrant, party=state.party, kind__in=_OF_ARRIVING).delete()
    drafts = list(LogEntry.objects.filter(party=state.party, kind=_OF_DRAFT))
    for entry in drafts:
        entry.data = _without(entrant.pk, entry.data)
    LogEntry.objects.bulk_update(drafts, ["data"])
    del state.entrants[entrant.pk]
    log(state.party, "added_by_mistake", by=by, at=at, name=entrant.player.name)
    Entrant.objects.filter(pk=entrant.pk).delete()
    entrant.player.delete()


def _without(entrant: int, value: Any) -> Any:
    """The stored seats of a draft without one entrant."""
    if isinstance(value, dict):
        return {name: _without(entrant, each) for name, each in value.items()}
    if isinstance(value, list):
        return [_without(entrant, each) for each in value if each != entrant]
    return value

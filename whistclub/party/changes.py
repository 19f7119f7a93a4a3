"""The one way to change a party, and Undo: it takes back the newest change, whatever it was, then the one before.

A change keeps the rows it touched, before and after, in its entry of the log. Hands are not among them: they belong to
the seats and stay.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Exists, Model, OuterRef, ProtectedError, Q, RestrictedError

from whistclub.accounts.models import User
from whistclub.club.actions import change_player
from whistclub.club.models import Player
from whistclub.party.log import KINDS, newest_change, sentence_of
from whistclub.party.models import (
    Entrant,
    LogEntry,
    Party,
    Round,
    SeatAssignment,
    SignUp,
    Table,
)
from whistclub.party.refusals import CannotUndo, PageOutOfDate, PartyRemoved, StalePartyState
from whistclub.party.state import PartyState, load
from whistclub.party.statistics import sync_party_statistics
from whistclub.play import party_games
from whistclub.play import statistics as game_statistics
from whistclub.play.models import AdjustmentRecord, EntryRecord, Game, PartyNow, Seat
from whistclub.web.rows import rows_as_json, values_of
from whistclub.web.transactions import write_transaction

# In the order in which rows are created; they are deleted the other way round.
MODELS: dict[str, type[Model]] = {
    "player": Player,
    "party": Party,
    "entrant": Entrant,
    "signup": SignUp,
    "round": Round,
    "table": Table,
    "seatassignment": SeatAssignment,
    "adjustment": AdjustmentRecord,
}
# What only rises, and what has nothing to do with an organiser's change.
NOT_OF_PARTY = ("revision", "binned_at", "binned_by_id")
NOT_OF_NOW = ("hands", "results", "revision")
NOT_OF_GAME = (
    *("revision", "link_version", "options", "awaits_statistics", "excluded_from_statistics", "excluded_with_party"),
    *("used_at", "organiser_called_at", "binned_at", "binned_by_id", "remark", "remark_for_all"),
)
# Changes that are logged, but touch none of these rows: Undo passes over them.
NOT_UNDONE = ("party_binned", "party_restored", "table_codes_renewed", "undone")
Rows = dict[str, dict[str, dict[str, Any]]]
Change = tuple[str, str, dict[str, Any] | None, dict[str, Any] | None]


class Scope(NamedTuple):
    """What a change may touch: players newer than a key, rounds from a key on; of the rest only `table`, if given."""

    players: int
    since: int
    table: int | None


@contextmanager
def change(
    party: Party,
    kind: str,
    *,
    by: User,
    at: datetime,
    even_finished: bool = False,
    only: tuple[int, int] | None = None,
    whole: bool = False,
    **data: object,
) -> Iterator[PartyState]:
    """The party as it is stored, locked until the change and its log entry of this kind are stored as well.

    `data` are the values that the entry's sentence needs; the block may add some to `state.data`. A block that changes
    nothing leaves no entry. `only`: the round and number of the only table that it may touch; `whole`: it may touch
    the games of all rounds, also those that are locked. `party.entry` is the key of the entry afterwards.

    Raises PartyRemoved, PageOutOfDate; StalePartyState for a finished party, unless `even_finished`.
    """
    if kind not in KINDS:
        msg = f"The log has no kind {kind!r}."
        raise ValueError(msg)
    with write_transaction():
        fresh = _locked(party)
        was = fresh.state
        if was == Party.State.FINISHED and not even_finished:
            raise StalePartyState
        scope = _scope(fresh, only, whole=whole)
        before = _rows(fresh, scope)
        state = load(fresh)
        _require_shown(state, party.shown)
        state.by, state.at, state.data = by, at, data
        yield state
        after = _rows(fresh, scope)
        rows = _difference(before, after)
        if not rows and kind not in (*NOT_UNDONE, "message_shown"):
            return
        changes = {"scope": scope, "rows": rows} if rows else None
        entry = LogEntry.objects.create(party=fresh, at=at, by_user=by, kind=kind, data=data, changes=changes)
        party.entry = entry.pk
        _finish(fresh, was)


def undo(party: Party, entry: int, *, by: User, at: datetime) -> None:
    """Take back the newest change, by the key of its entry; one that is undone already stays so. Raises CannotUndo."""
    with write_transaction():
        fresh = _locked(party)
        was, found, newest = fresh.state, fresh.log.filter(pk=entry).first(), newest_change(fresh)
        if found is not None and found.undone:
            return
        if found is None or newest is None or found.pk != newest.pk:
            raise CannotUndo(sentence_of(fresh, newest) if newest else "")
        assert found.changes is not None  # of what can be undone
        scope, rows = Scope(*found.changes["scope"]), found.changes["rows"]
        _require_as_left(rows, _rows(fresh, scope))
        _put_back(fresh, rows, by=by, at=at)
        found.undone = True
        found.save(update_fields=["undone"])
        data = {"undone": {"kind": found.kind, "data": found.data}}
        LogEntry.objects.create(party=fresh, at=at, by_user=by, kind="undone", data=data)
        _finish(fresh, was)


def _locked(party: Party) -> Party:
    fresh = Party.objects.select_for_update(of=("self",)).select_related("club").get(pk=party.pk)
    if fresh.binned_at is not None:
        raise PartyRemoved
    return fresh


def _finish(party: Party, was: str) -> None:
    """Raise the revision; statistics follow a party that is finished, or was before."""
    party.refresh_from_db(fields=["state"])
    party.revision += 1
    party.save(update_fields=["revision"])
    if Party.State.FINISHED in (was, party.state):
        sync_party_statistics(party)


def _require_shown(state: PartyState, shown: str | None) -> None:
    """Raises PageOutOfDate unless a page shows the round being played and, where it says that too, the draft."""
    if shown is not None and shown not in (state.shown_round, state.shown_draft):
        raise PageOutOfDate


def _scope(party: Party, only: tuple[int, int] | None, *, whole: bool) -> Scope:
    """By default the two newest rounds, and those before in which a phone may still change a game."""
    announced = party.rounds.exclude(state__in=[Round.State.DRAFT, Round.State.UNDONE]).order_by("-number")
    if only:
        table = Table.objects.filter(round__in=announced, round__number=only[0], number=only[1]).first()
        if table is not None:
            return Scope(0, 0, table.pk)
    unlocked = Exists(Table.objects.filter(round=OuterRef("pk"), game__locked=False))
    rounds = announced.annotate(is_open=unlocked).values_list("pk", "is_open")
    touched = [pk for place, (pk, is_open) in enumerate(rounds) if place < 2 or is_open]
    last = party.club.players.order_by("pk").values_list("pk", flat=True).last()
    return Scope(last or 0, 0 if whole else min(touched, default=0), None)


def _rows(party: Party, scope: Scope) -> Rows:
    """The rows that one change may touch, by model and key. Their games are locked, in the order of their keys."""
    tables = Table.objects.filter(round__party=party, round__gte=scope.since)
    if scope.table is not None:
        tables = Table.objects.filter(pk=scope.table)
    found = list(tables)
    keys = [each.game_id for each in found if each.game_id is not None]
    games = list(Game.objects.select_for_update().filter(pk__in=keys).order_by("pk"))
    rows = {
        "party": rows_as_json(Party.objects.filter(pk=party.pk), without=NOT_OF_PARTY),
        "partynow": rows_as_json(PartyNow.objects.filter(pk=party.code), without=NOT_OF_NOW),
        "table": rows_as_json(found),
        "game": rows_as_json(games, without=NOT_OF_GAME),
        # By its place: a seat changes its row when somebody else sits down.
        "seat": {
            f"{game}.{position}": {"player": player}
            for game, position, player in Seat.objects.filter(game__in=keys).values_list("game", "position", "player")
        },
        "adjustment": rows_as_json(AdjustmentRecord.objects.filter(game__in=keys)),
    }
    if scope.table is not None:
        return rows
    is_touched = Q(retired=True) | Q(entries__party=party) | Q(pk__gt=scope.players)
    players = party.club.players.filter(is_touched).values_list("pk", "retired")
    seats = SeatAssignment.objects.filter(round__party=party, round__gte=scope.since)
    return rows | {
        "player": {str(key): {} for key, _retired in players if key > scope.players},
        "retired": {str(key): {"retired": retired} for key, retired in players},
        "entrant": rows_as_json(party.entrants.all()),
        "signup": rows_as_json(party.sign_ups.all()),
        "round": rows_as_json(party.rounds.filter(pk__gte=scope.since)),
        "seatassignment": rows_as_json(seats),
    }


def _difference(before: Rows, after: Rows) -> list[Change]:
    """[model, key, changed fields before, the same after]; None where there is no such row."""
    found: list[Change] = []
    for name in before:
        for key in before[name] | after[name]:
            old, new = before[name].get(key), after[name].get(key)
            if old is not None and new is not None:
                fields = {field for field in old if old[field] != new[field]}
                if fields and name == "seatassignment":
                    fields |= {"table", "position"}
                if fields and name == "game":
                    fields |= {"hands_scored"}
                old, new = {each: old[each] for each in fields}, {each: new[each] for each in fields}
            elif name == "retired":
                continue
            if old != new:
                found.append((name, key, old, new))
    return found


def _require_as_left(rows: list[Change], now: Rows) -> None:
    """Raises CannotUndo if a row is no longer as the change left it, or a hand was entered in a game that it began."""
    begun = [int(key) for name, key, old, _new in rows if name == "game" and old is None]
    as_left = (
        _is_as_left(now[name].get(key), new) for name, key, _old, new in rows if name not in ("player", "retired")
    )
    if EntryRecord.objects.filter(game__in=begun).exists() or not all(as_left):
        raise CannotUndo


def _is_as_left(row: Mapping[str, Any] | None, left: Mapping[str, Any] | None) -> bool:
    return row is left if row is None or left is None else all(row[field] == value for field, value in left.items())


def _put_back(party: Party, rows: list[Change], *, by: User, at: datetime) -> None:
    by_model = {name: [(key, old, new) for model, key, old, new in rows if model == name] for name in MODELS}
    for name, model in reversed(MODELS.items()):
        for key, old, _new in by_model[name]:
            if old is None:
                _delete(model, key)
    # No chair may have two people at any moment: all get up before anybody sits down.
    moved = [key for key, old, new in by_model["seatassignment"] if old and new]
    SeatAssignment.objects.filter(pk__in=moved).update(table=None, position=None)
    for name, model in MODELS.items():
        of_model = model._default_manager
        for key, old, new in by_model[name]:
            if old is not None and new is not None:
                of_model.filter(pk=key).update(**values_of(of_model.all(), old))
        gone = [(key, old) for key, old, new in by_model[name] if old is not None and new is None]
        of_model.bulk_create(model(pk=int(key), **values_of(of_model.all(), old)) for key, old in gone)
    _bring_to_retirement([int(key) for name, key, old, _new in rows if name == "retired" and old], by=by, at=at)
    for _key, old, _new in by_model["party"]:
        if old and "excluded_from_statistics" in old:
            game_statistics.set_excluded_with_party(party.code, excluded=old["excluded_from_statistics"])
    for name, _key, old, _new in rows:
        if name == "partynow" and old:
            party_games.tell(party.code, **values_of(PartyNow.objects.all(), old))
            if "bell_at" in old:
                party_games.wait_for_bell(party.code)
    _put_games_back(rows, by=by, at=at)


def _put_games_back(rows: list[Change], *, by: User, at: datetime) -> None:
    games = {int(key): old for name, key, old, new in rows if name == "game" and old is not None and new is not None}
    seats: dict[tuple[int, int], int] = {}
    for name, key, old, _new in rows:
        if name == "seat" and old is not None:
            game, position = key.split(".")
            seats[int(game), int(position)] = old["player"]
    party_games.restore(games, seats, by=by, at=at)
    party_games.delete_games(int(key) for name, key, old, _new in rows if name == "game" and old is None)


def _bring_to_retirement(players: list[int], *, by: User, at: datetime) -> None:
    for player in Player.objects.filter(pk__in=players).select_related("club"):
        change_player(player, retired=True, by=by, at=at)


def _delete(model: type[Model], key: str) -> None:
    """A new player stays if something else names them by now."""
    try:
        model._default_manager.filter(pk=key).delete()
    except (ProtectedError, RestrictedError):
        if model is not Player:
            raise

"""The one way to change a party, and Undo: it takes back the newest change, whatever it was, then the one before.

A change looks at the rows of a party in each table of the database that it writes to, before the first write and at the
end. Its entry of the log keeps what differs. Hands are not watched: they belong to the seats and stay.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cache, partial
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Manager, Model, ProtectedError, QuerySet, RestrictedError

from whistclub.accounts.models import User
from whistclub.club.actions import change_player
from whistclub.club.models import Player
from whistclub.party.log import KINDS, newest_change, sentence_of
from whistclub.party.models import Entrant, LogEntry, Party, Round, SeatAssignment, SignUp, Table
from whistclub.party.results import sync_party_statistics
from whistclub.party.state import PartyState, StalePartyState, load
from whistclub.play import party_games
from whistclub.play.models import AdjustmentRecord, EntryRecord, Game, PartyNow, Seat
from whistclub.web.errors import Refused
from whistclub.web.fields import as_json, stored_fields, values_of
from whistclub.web.transactions import write_transaction

# The watched fields of each row, by its key.
Rows = dict[str, tuple[Any, ...]]
# The model, the key, the fields that changed, before and after; None where there was no row, or is none any more.
Change = tuple[str, str, dict[str, Any] | None, dict[str, Any] | None]


class Watched(NamedTuple):
    """Rows that Undo puts back: those of a party, and which of their fields. `key` says which row is the same one.

    `game` names the game of a row: of a change at one table the others are not read.
    """

    of: Callable[[Party], QuerySet[Any]]
    only: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    key: tuple[str, ...] = ("pk",)
    game: str = ""


# In the order in which rows are created; they are deleted the other way round. Without what only rises, and what has
# nothing to do with an organiser's change. A seat is known by its place: it changes its row with its player.
WATCHED: dict[type[Model], Watched] = {
    Player: Watched(lambda party: party.club.players.all(), only=("retired",)),
    Party: Watched(lambda party: Party.objects.filter(pk=party.pk), without=("revision", "binned_at", "binned_by_id")),
    PartyNow: Watched(lambda party: PartyNow.objects.filter(pk=party.code), without=("hands", "results", "revision")),
    Entrant: Watched(lambda party: party.entrants.all()),
    SignUp: Watched(lambda party: party.sign_ups.all()),
    Round: Watched(lambda party: party.rounds.all()),
    Table: Watched(lambda party: Table.objects.filter(round__party=party)),
    SeatAssignment: Watched(lambda party: SeatAssignment.objects.filter(round__party=party)),
    Game: Watched(
        lambda party: Game.objects.filter(party_table__round__party=party),
        without=(
            *("revision", "link_version", "options", "awaits_statistics", "excluded_from_statistics", "used_at"),
            *("organiser_called_at", "binned_at", "binned_by_id", "remark", "remark_for_all"),
        ),
        game="pk",
    ),
    Seat: Watched(
        lambda party: Seat.objects.filter(game__party_table__round__party=party),
        only=("player_id",),
        key=("game_id", "position"),
        game="game",
    ),
    AdjustmentRecord: Watched(
        lambda party: AdjustmentRecord.objects.filter(game__party_table__round__party=party), game="game"
    ),
}
MODELS = {model._meta.db_table: model for model in WATCHED}
# What `_put_back` creates, changes and deletes itself; the others have an action that does it.
PLAIN: tuple[type[Model], ...] = (Party, Entrant, SignUp, Round, Table, SeatAssignment, AdjustmentRecord)
# What is kept of a changed row although it may be as before. Of a chair both halves: Undo lets people get up from both
# before they sit down. The hands of a game, so that one scored in the meantime stops Undo.
TOGETHER = {SeatAssignment: {"table", "position"}, Game: {"hands_scored"}}
# Changes that touch none of these rows and are logged all the same: Undo passes over them.
NOT_UNDONE = ("party_binned", "table_codes_renewed")
# Changes that leave the party's revision alone: for a typed result `store` in `play.changing` raises the numbers of
# `PartyNow`, so pages hear of it without asking for their seats again. Locking a result and recording a cut do not
# raise them, so pages hear of those by the revision.
KEEP_SEATS = ("result_typed",)


@contextmanager
def change(
    party: Party,
    kind: str,
    *,
    by: User,
    at: datetime,
    even_finished: bool = False,
    at_table: tuple[int, int] | None = None,
    **data: object,
) -> Iterator[PartyState]:
    """The party as it is stored, held until the change and its log entry of this kind are stored as well.

    `data` are the values that the entry's sentence needs; the block may add some to `state.data`. A block that changes
    nothing leaves no entry. `party.entry` is the key of the entry afterwards. `at_table` is the round and the table
    with the only game that the block may change, for a change that is often made: the state is `about` that round.

    Raises "party_removed", "page_out_of_date"; StalePartyState for a finished party, unless `even_finished`.
    """
    assert kind in KINDS, kind
    with write_transaction():
        fresh = _held(party)
        game = _hold_games(fresh, at_table)
        was = fresh.state
        if was == Party.State.FINISHED and not even_finished:
            raise StalePartyState
        state = load(fresh, about=at_table[0]) if at_table else load(fresh)
        _require_shown(state, party.shown)
        state.by, state.at, state.data, state.game = by, at, data, game
        before: dict[type[Model], Rows] = {}
        read = partial(_rows, party=fresh, game=game)
        with connection.execute_wrapper(partial(_look_before_writing, read, before)):
            yield state
        rows = [each for model, found in before.items() for each in _difference(model, found, read(model))]
        # A message sent again as it was is news as well: on the wall it takes the place of a bell that rang before it.
        if not rows and kind not in (*NOT_UNDONE, "message_shown"):
            return
        entry = LogEntry.objects.create(party=fresh, at=at, by_user=by, kind=kind, data=data, changes=rows or None)
        party.entry = entry.pk
        _tell_pages_and_statistics(fresh, was, keeps_seats=kind in KEEP_SEATS)


def undo(party: Party, entry: int, *, by: User, at: datetime) -> None:
    """Take back the newest change, by the key of its entry; one already undone stays so. Raises "cannot_undo"."""
    with write_transaction():
        fresh = _held(party)
        _hold_games(fresh)
        was, found, newest = fresh.state, fresh.log.filter(pk=entry).first(), newest_change(fresh)
        if found is not None and found.undone:
            return
        if newest is None:
            raise StalePartyState
        if found != newest:
            raise Refused("cannot_undo", f"First undo what was done later: {sentence_of(fresh, newest)}.")
        assert newest.changes is not None  # of what can be undone
        _require_as_left(fresh, newest.changes)
        _put_back(fresh, newest.changes, by=by, at=at)
        newest.undone = True
        newest.save(update_fields=["undone"])
        data = {"undone": {"kind": newest.kind, "data": newest.data}}
        LogEntry.objects.create(party=fresh, at=at, by_user=by, kind="undone", data=data)
        fresh.refresh_from_db(fields=["state"])
        _tell_pages_and_statistics(fresh, was)


def _held(party: Party) -> Party:
    fresh = Party.objects.select_for_update(of=("self",)).select_related("club").get(pk=party.pk)
    if fresh.binned_at is not None:
        raise Refused("party_removed", "This party is in the bin. Nothing was changed.", 410)
    return fresh


def _hold_games(party: Party, at_table: tuple[int, int] | None = None) -> Game | None:
    """Hold the games of the party, or the one at a table: no phone writes there until the change is stored."""
    games = WATCHED[Game].of(party).select_for_update().order_by("pk")
    if at_table is None:
        list(games.values_list("pk"))
        return None
    number, table = at_table
    at = games.filter(party_table__round__number=number, party_table__number=table)
    return at.exclude(party_table__round__state=Round.State.UNDONE).first()


def _tell_pages_and_statistics(party: Party, was: str, *, keeps_seats: bool = False) -> None:
    """Raise the revision, which pages follow; statistics follow a party that is finished, or was before."""
    if not keeps_seats:
        party.revision += 1
        party.save(update_fields=["revision"])
    if Party.State.FINISHED in (was, party.state):
        sync_party_statistics(party)


def _require_shown(state: PartyState, shown: str | None) -> None:
    """Refuse a form of a page that shows another round or, where it says that too, another draft than there is now."""
    if shown is not None and shown not in (state.shown_round, state.shown_draft):
        sentence = "This page was out of date: by now there is another round or another seating. Nothing was changed."
        raise Refused("page_out_of_date", sentence)


def _look_before_writing(
    read: Callable[[type[Model]], Rows],
    before: dict[type[Model], Rows],
    execute: Callable[..., Any],
    sql: str,
    *more: Any,
) -> Any:
    """Called for each statement of a change: look at the rows of a table before they are written for the first time.

    Any statement but a SELECT that names a table counts as a write to it: this can look too often, which costs a query,
    but never too late. So no action has to say which rows it writes.
    """
    if not sql.startswith("SELECT"):
        for table, model in MODELS.items():
            if model not in before and f'"{table}"' in sql:
                before[model] = read(model)
    return execute(sql, *more)


@cache
def _fields(model: type[Model]) -> tuple[str, ...]:
    """What is watched of a row."""
    watched = WATCHED[model]
    return watched.only or tuple(name for name in stored_fields(model) if name not in watched.without)


def _rows(model: type[Model], party: Party, game: Game | None = None) -> Rows:
    """The rows of the party; of games, where only one may change, those of that one."""
    watched, key = WATCHED[model], WATCHED[model].key
    found = watched.of(party).filter(**{watched.game: game.pk} if game and watched.game else {})
    found = found.order_by().values_list(*key, *_fields(model))
    return {".".join(map(str, row[: len(key)])): row[len(key) :] for row in found}


def _named(model: type[Model], row: tuple[Any, ...] | None) -> dict[str, Any] | None:
    return None if row is None else dict(zip(_fields(model), row, strict=True))


def _difference(model: type[Model], before: Rows, after: Rows) -> Iterator[Change]:
    for key in before | after:
        if before.get(key) == after.get(key) or (model is Seat and key not in before):  # a new game brings its seats
            continue
        old, new = _named(model, before.get(key)), _named(model, after.get(key))
        if old is not None and new is not None:
            fields = {name for name in old if old[name] != new[name]} | TOGETHER.get(model, set())
            old, new = ({name: row[name] for name in sorted(fields)} for row in (old, new))
        yield model._meta.db_table, key, old and as_json(old), new and as_json(new)


def _require_as_left(party: Party, changes: list[Change]) -> None:
    """Raises "cannot_undo" if a row is no longer as the change left it, or a game that it began has a hand."""
    touched = {MODELS[table] for table, *_change in changes} - {Player}
    found = {model._meta.db_table: _rows(model, party) for model in touched}
    as_left = (
        _is_as_left(_named(MODELS[table], found[table].get(key)), new)
        for table, key, _old, new in changes
        if table in found
    )
    begun = [int(key) for table, key, old, _new in changes if MODELS[table] is Game and old is None]
    if EntryRecord.objects.filter(game__in=begun).exists() or not all(as_left):
        raise Refused("cannot_undo", "Something has changed since; this stays.")


def _is_as_left(row: dict[str, Any] | None, left: dict[str, Any] | None) -> bool:
    if row is None or left is None:
        return row is left
    return as_json({name: row[name] for name in left}) == left


def _put_back(party: Party, changes: list[Change], *, by: User, at: datetime) -> None:
    of = {model: [(key, old, new) for table, key, old, new in changes if MODELS[table] is model] for model in WATCHED}
    last_first: list[type[Model]] = [*reversed(PLAIN), Player]
    for model in last_first:
        for key, old, _new in of[model]:
            if old is None:
                _delete(model, key)
    # No chair may have two people at any moment: all get up before anybody sits down.
    moved = [key for key, old, new in of[SeatAssignment] if old and new]
    SeatAssignment.objects.filter(pk__in=moved).update(table=None, position=None)
    for model in PLAIN:
        found: Manager[Any] = model._default_manager
        for key, old, new in of[model]:
            if old is not None and new is not None:
                found.filter(pk=key).update(**values_of(model, old))
        gone = [(key, old) for key, old, new in of[model] if old is not None and new is None]
        found.bulk_create(model(pk=int(key), **values_of(model, old)) for key, old in gone)
    returned = [int(key) for key, old, _new in of[Player] if old]
    for player in Player.objects.filter(pk__in=returned).select_related("club"):
        change_player(player, retired=True, by=by, at=at)
    for _key, old, _new in of[PartyNow]:
        party_games.tell(party.code, **values_of(PartyNow, old or {}))
    games = {int(key): old for key, old, new in of[Game] if old is not None and new is not None}
    seats: dict[tuple[int, int], int] = {}
    for key, old, _new in of[Seat]:
        if old is not None:
            game, position = key.split(".")
            seats[int(game), int(position)] = old["player_id"]
    party_games.restore(games, seats, by=by, at=at)
    party_games.delete_games(int(key) for key, old, _new in of[Game] if old is None)


def _delete(model: type[Model], key: str) -> None:
    """A new player stays if something else names them by now."""
    try:
        model._default_manager.filter(pk=key).delete()
    except (ProtectedError, RestrictedError):
        if model is not Player:
            raise

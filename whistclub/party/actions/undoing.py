"""Undo one step of an organiser, as `steps` keeps it, as long as nothing later depends on it."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from whistclub.accounts.models import User
from whistclub.club.queries import names_by_key
from whistclub.party.actions import seating
from whistclub.party.actions.steps import OF_BELL
from whistclub.party.actions.transaction import log, party_change, sync_party_statistics
from whistclub.party.log_text import LogNames, log_text
from whistclub.party.models import Entrant, LogEntry, Party, Round, SeatAssignment, Step, Table
from whistclub.party.queries.loading import load
from whistclub.party.queries.steps import Rows, moment, photograph, without_draft
from whistclub.party.text import result_sentence
from whistclub.play import party_games
from whistclub.play.models import EntryRecord
from whistclub.web.errors import Refused
from whistclub.web.formatting import format_score, table_text, tables_text
from whistclub.web.rows import values_of

# In the order in which they are created; they are deleted the other way round.
_ROWS: dict[str, QuerySet[Any]] = {
    "party": Party.objects.all(),
    "entrant": Entrant.objects.all(),
    "round": Round.objects.all(),
    "table": Table.objects.all(),
    "seatassignment": SeatAssignment.objects.all(),
}
Change = Sequence[Any]


class CannotBeUndone(Refused):
    """Something that came later depends on the step; `later` says what, as far as the log knows."""

    def __init__(self, later: str) -> None:
        sentence = "This can no longer be undone in one step."
        if later:
            sentence += " " + f"Since then: {later}."
        super().__init__("cannot_be_undone", sentence)


def undo_step(party: Party, entry: int, *, by: User, at: datetime) -> None:
    """Undo what one action changed, by the key of its log entry.

    Hands stay, and so does what came later and has nothing to do with it. Raises CannotBeUndone.
    """
    with party_change(party) as state:
        step = Step.objects.select_related("entry").filter(party=party, entry=entry).first()
        rows = photograph(party, step.since) if step else {}
        if step is None or step.shows != moment(rows):
            raise CannotBeUndone(_what_came_after(party, entry))
        now, draft = without_draft(rows)
        is_draft_as_left = bool(step.draft) and draft == step.draft["after"]
        changed = _not_as_left(step.rows, now)
        if (
            changed
            or _has_pair_number_taken(step.rows, now)
            or (_brings_draft_back(step) and _later(party, entry))
            or (not is_draft_as_left and _is_draft_in_the_way(step, draft))
        ):
            raise CannotBeUndone(_what_came_after(party, entry, _entered(step.rows, now)))
        if is_draft_as_left:
            _delete(step.draft["after"])
        _restore(step.rows, by=by, at=at)
        if is_draft_as_left:
            _create(step.draft["before"])
        elif any(name in ("party", "entrant") for name, *_values in step.rows):
            seating.redo_draft(load(Party.objects.get(pk=party.pk)), by=by, at=at)
        if any(name == "party" and "state" in old for name, _key, old, _new in step.rows):
            sync_party_statistics(party)
        log(state.party, "step_undone", by=by, at=at, step={"kind": step.entry.kind, "data": step.entry.data})
        step.delete()


def step_text(party: Party, entry: int) -> str:
    """What an action did, by the key of its log entry."""
    found = party.log.get(pk=entry)
    entrants = dict(party.entrants.values_list("pk", "player__name"))
    names = LogNames(entrants, names_by_key(party.club_id))
    return log_text(found.kind, found.data, names).sentence


def undone_text(party: Party, entry: int) -> str:
    """What became of an action that was undone: "Undone: table 3, 16–6. The table now has no result." """
    found = party.log.get(pk=entry)
    if found.kind != "result_typed":
        return f"Undone: {step_text(party, entry)}."
    before, after = found.data["before"], found.data["after"]
    table = table_text(found.data["table"])
    current = load(party).current
    is_earlier = current is not None and found.data["round"] != current.round.number
    shape = "Undone: {table} in round {n}, {score}." if is_earlier else "Undone: {table}, {score}."
    undone = shape.format(table=table, n=found.data["round"], score=format_score(after["points"]))
    if not before["is_in"]:
        return f"{undone} " + "The table now has no result."
    names = dict(party.entrants.values_list("pk", "player__name"))
    return f"{undone} " + f"The result is again {result_sentence(before, names)}."


def _what_came_after(party: Party, entry: int, games: Collection[str] = ()) -> str:
    """The first later action that is about the same person or table, else the first one; empty without any.

    `games` are those that have changed since: what phones enter is not in the log of the party.
    """
    later = _later(party, entry)
    mine = LogEntry.objects.filter(party=party, pk=entry).first()
    about = _about(mine) if mine else set()
    tables = list(Table.objects.filter(game__in=map(int, games)).order_by("number").values_list("number", flat=True))
    if games:
        about = {("table", number) for number in tables}
    found = next((each for each in later if about & _about(each)), None)
    if found is None and games:
        return f"something was entered at {tables_text(tables)}"
    found = found or next(iter(later), None)
    return step_text(party, found.pk) if found else ""


def _later(party: Party, entry: int) -> list[LogEntry]:
    """What organisers have done since a step, as far as the log knows."""
    found = LogEntry.objects.filter(party=party, pk__gt=entry, by_user__isnull=False)
    return list(found.exclude(kind="draft_changed"))


def _about(entry: LogEntry) -> set[tuple[str, int]]:
    people = {("person", entry.data[name]) for name in ("entrant", "other") if name in entry.data}
    return people | ({("table", entry.data["table"])} if "table" in entry.data else set())


def _not_as_left(changes: Sequence[Change], now: Rows) -> list[tuple[str, str]]:
    """What a step changed and has other values by now than the step left, as model and key.

    A game that it began has changed with the first bid.
    """
    changed = [(name, key) for name, key, _old, new in changes if not _is_as_left(now[name].get(key), new)]
    return changed + [("game", key) for key in _used(changes)]


def _used(changes: Sequence[Change]) -> list[str]:
    begun = [key for name, key, old, _new in changes if name == "game" and old is None]
    used = EntryRecord.objects.filter(game__in=begun).values_list("game", flat=True).distinct()
    return [str(key) for key in used]


def _entered(changes: Sequence[Change], now: Rows) -> list[str]:
    """The games of a step in which something was entered since: those that changed by more than the timer."""
    left = {
        key: new and {field: new[field] for field in new.keys() - OF_BELL}
        for name, key, _old, new in changes
        if name == "game"
    }
    return [key for key, new in left.items() if not _is_as_left(now["game"].get(key), new)] + _used(changes)


def _is_as_left(row: Mapping[str, Any] | None, left: Mapping[str, Any] | None) -> bool:
    if row is None or left is None:
        return row is left
    return all(row[field] == value for field, value in left.items())


def _has_pair_number_taken(changes: Sequence[Change], now: Rows) -> bool:
    """Whether a step would give people back the number of a pair that others have now."""
    back = {key: old["pair"] for name, key, old, _new in changes if name == "entrant" and old and "pair" in old}
    taken = {row["pair"] for key, row in now["entrant"].items() if key not in back}
    return bool(set(back.values()) & (taken - {None}))


def _brings_draft_back(step: Step) -> bool:
    """Whether there was a draft before a step and none after: people may have come and gone since."""
    return bool(step.draft) and not step.draft["after"]["round"]


def _is_draft_in_the_way(step: Step, draft: Rows) -> bool:
    """Whether there is a draft that cannot stay: the step was about rounds, or would bring back another draft."""
    is_of_rounds = any(name == "round" for name, *_values in step.rows)
    return bool(draft["round"]) and (_brings_draft_back(step) or is_of_rounds)


def _restore(changes: Sequence[Change], *, by: User, at: datetime) -> None:
    of_models = [change for change in changes if change[0] in _ROWS]
    _delete({name: {key: {} for each, key, old, _new in of_models if each == name and old is None} for name in _ROWS})
    changed = [(name, key, old) for name, key, old, new in of_models if old is not None and new is not None]
    # No chair may have two people at any moment: all get up before anybody sits down.
    chairs = [key for name, key, _old in changed if name == "seatassignment"]
    SeatAssignment.objects.filter(pk__in=chairs).update(table=None, position=None)
    for name, key, old in changed:
        _ROWS[name].filter(pk=key).update(**values_of(_ROWS[name], old))
    gone = {name: {key: old for each, key, old, new in of_models if each == name and new is None} for name in _ROWS}
    _create(gone)
    games = {int(key): old for name, key, old, _new in changes if name == "game" and old is not None}
    begun = [int(key) for name, key, old, _new in changes if name == "game" and old is None]
    seats: dict[tuple[int, int], int] = {}
    for name, key, old, _new in changes:
        if name == "seat" and old is not None:
            game, position = key.split(".")
            seats[int(game), int(position)] = old["player"]
    party_games.restore(games, seats, by=by, at=at)
    party_games.delete_games(begun)


def _delete(rows: Rows) -> None:
    for name in reversed(rows):
        _ROWS[name].filter(pk__in=rows[name]).delete()


def _create(rows: Rows) -> None:
    for name, found in rows.items():
        rows_of = _ROWS[name]
        rows_of.bulk_create(rows_of.model(pk=int(key), **values_of(rows_of, row)) for key, row in found.items())

"""What one action of an organiser changed, kept so that `undoing.undo_step` can undo exactly that.

A step is a difference of rows: those of the party, its people, its last two rounds and their games, before and after.
An action is undoable by running inside `undoable`; nothing else in it has to know. Hands are not part of a step:
they belong to the seats and stay. But what decided a game is undone only while the game is as the step left it,
whatever the bell has done since: it stays as it is, also where the result of the top table rang it after the step.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from whistclub.party.models import Party, Round, Step, Table
from whistclub.party.queries.steps import (
    Rows,
    games_since,
    locked,
    moment,
    photograph,
    rows_of_table,
    without_draft,
)
from whistclub.party.state import PartyState

# Fields kept along with any other: nothing is undone once the person sits elsewhere.
_WITH = {"seatassignment": {"table", "position"}}
# Fields of a game that decide nothing.
_LABELS = {"table_name"}
# What a change of the timer changes in a game: nobody entered anything.
OF_BELL = {"bell_at", "last_hand"}


@contextmanager
def undoable(
    party: Party, state: PartyState, *, since_round: int | None = None, table: Table | None = None
) -> Iterator[None]:
    """Inside a change: keep what the block does as a step of the log entry that it writes.

    `since_round` is an earlier round that it may change. With `table` the block changes only this row and its game, by
    saving the very objects that the state has. `party.step` is the key of the entry afterwards. A block that writes no
    entry has done nothing.
    """
    since = _since([each.round for each in state.announced], since_round)
    state.party.entry = None
    before = _as_read(state, since, table) if table else photograph(party, since)
    yield
    entry = state.party.entry
    if entry is None:
        return
    after = _as_read(state, since, table) if table else photograph(party, since)
    old, new, shows = without_draft(before), without_draft(after), moment(after)
    # Those of earlier rounds can no longer be undone.
    Step.objects.filter(party=party).exclude(shows=shows).delete()
    rows, draft = _differences(old[0], new[0]), {} if old[1] == new[1] else {"before": old[1], "after": new[1]}
    if rows or draft:
        Step.objects.create(party=party, entry_id=entry, shows=shows, since=since, rows=rows, draft=draft)
        party.step = entry


def after_locking(reads: Callable[[Party], PartyState], since_round: int, party: Party) -> PartyState:
    """What `reads` takes of a party, after the games were locked that `undoable` looks at.

    For what locks one of them: all who lock several games do so in the order of their keys.
    """
    rounds = Round.objects.filter(party=party).exclude(state__in=(Round.State.DRAFT, Round.State.UNDONE))
    locked(games_since(party, _since(list(rounds), since_round)))
    return reads(party)


def _as_read(state: PartyState, since: int, table: Table) -> Rows:
    """The photograph of a table, of the rows as the change has them: nothing else changes them meanwhile."""
    assert table.game is not None
    rounds = [each.round for each in state.rounds if each.round.pk >= since]
    return rows_of_table([state.party], rounds, [table], [table.game])


def _since(announced: Sequence[Round], since_round: int | None) -> int:
    """The key of the first round that a step may change: the one before the last, or an earlier one."""
    earlier = [each.pk for each in announced[-2:]]
    earlier += [each.pk for each in announced if each.number == since_round]
    return min(earlier, default=0)


def _differences(before: Rows, after: Rows) -> list[list[Any]]:
    """[model, key, the fields that changed before, the same after]; a whole row where there is only one of them.

    Of a game that was changed by more than a label, all that decides it is kept of the time after, except the bell.
    """
    found = []
    for name in before:
        for key in before[name] | after[name]:
            old, new = before[name].get(key), after[name].get(key)
            if old == new:
                continue
            if old is not None and new is not None:
                fields = {field for field in old if old[field] != new[field]}
                fields |= _WITH.get(name, set())
                must_stay = fields | (new.keys() - _LABELS - OF_BELL if name == "game" and fields - _LABELS else set())
                old = {field: old[field] for field in fields}
                new = {field: new[field] for field in must_stay}
            found.append([name, key, old, new])
    return found

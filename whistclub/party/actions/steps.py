"""What one action of an organiser changed, kept so that `undoing.undo_step` can undo exactly that.

A step is a difference of rows: those of the party, its people, its last two rounds and their games, before and after.
An action is undoable by running inside `undoable`; nothing else in it has to know. Hands are not part of a step:
they belong to the seats and stay. But what decided a game is undone only while the game is as the step left it,
whatever the bell has done since: it stays as it is.
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
    moment_of,
    photograph,
    rows_of_table,
    without_draft,
)
from whistclub.party.state import PartyState

# Fields kept along with any other: nothing is undone once the person sits elsewhere.
_WITH = {"seatassignment": {"table", "position"}}
# What a change of the timer changes in a game: nobody entered anything.
OF_BELL = {"bell_at", "last_position", "last_hand"}


@contextmanager
def undoable(party: Party, state: PartyState, *, since_round: int | None = None) -> Iterator[None]:
    """Inside a change: keep what the block does as a step of the log entry that it writes.

    `since_round` is an earlier round that it may change. `party.step` is the key of the entry afterwards. A block that
    writes no entry has done nothing.
    """
    since = _since([each.round for each in state.announced], since_round)
    state.party.entry = None
    before = photograph(party, since)
    yield
    entry = state.party.entry
    if entry is None:
        return
    after = photograph(party, since)
    old, new = without_draft(before), without_draft(after)
    rows, draft = _differences(old[0], new[0]), {} if old[1] == new[1] else {"before": old[1], "after": new[1]}
    _keep(Step(party=party, entry_id=entry, shows=moment(after), since=since, rows=rows, draft=draft))


@contextmanager
def undoable_at(party: Party, state: PartyState, table: Table, *, since_round: int) -> Iterator[None]:
    """The same where the block changes nothing but a table and its game, which is locked. It reads no rows.

    The block must save the very objects of the state, so that these are as the rows are.
    """
    state.party.entry = None
    before = rows_of_table(table)
    yield
    entry = state.party.entry
    if entry is None:
        return
    since = _since([each.round for each in state.announced], since_round)
    rows = _differences(before, rows_of_table(table))
    _keep(Step(party=party, entry_id=entry, shows=moment_of(state), since=since, rows=rows))


def _keep(step: Step) -> None:
    # These can no longer be undone.
    step.party.steps.exclude(shows=step.shows).delete()
    if step.rows or step.draft:
        step.save()
        step.party.step = step.entry_id


def after_locking(reads: Callable[[Party], PartyState], since_round: int, party: Party) -> PartyState:
    """What `reads` takes of a party, after the games were locked that `undoable` looks at.

    For what locks one of them: all who lock several games do so in the order of their keys.
    """
    rounds = Round.objects.filter(party=party).exclude(state__in=(Round.State.DRAFT, Round.State.UNDONE))
    locked(games_since(party, _since(list(rounds), since_round)))
    return reads(party)


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
                must_stay = fields | (new.keys() - OF_BELL if name == "game" else set())
                old = {field: old[field] for field in fields}
                new = {field: new[field] for field in must_stay}
            found.append([name, key, old, new])
    return found

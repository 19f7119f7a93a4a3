"""Check people in and out, pair them up, let them leave in the middle of a round."""

# Over 300 lines because arriving, partners and leaving change the same pairs and the same draft.

from collections.abc import Collection, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Max

from whistclub.accounts.models import User
from whistclub.club.actions import bring_back, lock_club, players_named
from whistclub.club.models import Player
from whistclub.club.queries import known_names, on_roster
from whistclub.engine.movement.protocol import ReasonCode, SeatReason
from whistclub.party.actions import seating
from whistclub.party.actions.placing import as_rows
from whistclub.party.actions.refusals import NoSubstitute, StalePartyState, StillPlaying
from whistclub.party.actions.results import rule_table
from whistclub.party.actions.steps import undoable
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.log_text import LogNames, log_text
from whistclub.party.models import Entrant, Party, SeatAssignment
from whistclub.party.queries.expected import expected_couples
from whistclub.party.state import PartyState, TableState
from whistclub.play import party_games


@dataclass(frozen=True, slots=True)
class CheckedIn:
    """What one step did and `undo_check_in` takes back.

    Who arrived, and who of them is new on the roster; the couples it made and the pairs it separated for them, as
    keys of entrants.
    """

    entrants: list[Entrant]
    new: list[Entrant]
    made: Sequence[Sequence[int]] = ()
    separated: Sequence[Sequence[int]] = ()


def check_in(
    party: Party, names: Sequence[str], *, pairs: Sequence[tuple[int, int]] = (), by: User, at: datetime
) -> CheckedIn:
    """Check people in by name; new names join the club's roster, retired players return. A draft is made again.

    `pairs` are positions in `names`: they become partners where partners stay together. Raises UnusableName.
    """
    with party_change(party, unless_finished=True) as state:
        lock_club(state.party.club_id)
        last = state.party.club.players.aggregate(last=Max("pk"))["last"] or 0
        players = players_named(state.party.club, list(names))
        done = _arrive(state, players, by=by, at=at)
        before = _keys_of_pairs(state)
        _join_expected(state, done, by=by, at=at)
        pairs = pairs if state.movement.fixed_pairs else ()
        here = {entrant.player_id: entrant for entrant in state.entrants.values()}
        for one, other in pairs:
            _make_partners(state, here[players[one].pk], here[players[other].pk], by=by, at=at)
        after = _keys_of_pairs(state)
        if done or pairs:
            seating.redo_draft(state, by=by, at=at)
    new = [entrant for entrant in done if entrant.player_id > last]
    made, separated = ([pair for pair in one if pair not in other] for one, other in ((after, before), (before, after)))
    return CheckedIn(done, new, made, separated)


def check_in_player(party: Party, player: int, *, by: User, at: datetime) -> None:
    """Check in a player of the roster, by key; a player who is here stays. A draft is made again.

    Raises StalePartyState for a player who is not on the roster.
    """
    with party_change(party, unless_finished=True) as state:
        if arrive(state, player, by=by, at=at):
            seating.redo_draft(state, by=by, at=at)


def check_out(party: Party, entrant: int, *, after_round: bool = False, by: User, at: datetime) -> None:
    """Check a person out, now or after the round being played. A draft is made again.

    Raises StillPlaying for a person at a table that has no result, unless they leave after the round.
    """
    with party_change(party, unless_finished=True) as state, _step_of_leaving(party, state, after_round=after_round):
        found = _entrant(state, entrant)
        if not found.present:
            return
        if entrant in state.tables_being_played and not after_round:
            raise StillPlaying(found.player.name)
        mark_absent(found)
        log(state.party, "leaves_after_round" if after_round else "checked_out", by=by, at=at, entrant=found.pk)
        seating.redo_draft(state, by=by, at=at)


def leave_now(party: Party, entrant: int, *, substitute: int | None, by: User, at: datetime) -> str:
    """A person leaves in the middle of a game. A substitute (`PartyState.substitutes`) takes their seat and its hands.

    Without one the table gets the result that the party's settings say (RULES.md §2.3.6). Returns a sentence that says
    what was done. Raises StalePartyState, NoSubstitute.
    """
    with party_change(party) as state, undoable(party, state):
        found, table_state = _entrant(state, entrant), state.tables_being_played.get(entrant)
        if table_state is None:
            raise StalePartyState
        assignment = next(each for each in table_state.assignments.values() if each.entrant_id == entrant)
        if substitute is None:
            outcome = _end_table(state, table_state, assignment, by=by, at=at)
        else:
            outcome = _seat_substitute(state, table_state, assignment, substitute, by=by, at=at)
        mark_absent(found)
        data = {"entrant": entrant, "table": table_state.number, "after": outcome}
        log(state.party, "left_table", by=by, at=at, **data)
        seating.redo_draft(state, by=by, at=at)
    names = LogNames({key: each.player.name for key, each in state.entrants.items()}, {})
    text = log_text("left_table", data, names)
    return f"{text.sentence}. {text.after}"


def pair_up(party: Party, one: int, other: int, *, by: User, at: datetime) -> None:
    """Make two people (keys of entrants) partners for the evening; their earlier partners become single."""
    with party_change(party, unless_finished=True) as state, undoable(party, state):
        if one == other:
            raise StalePartyState
        _make_partners(state, _entrant(state, one), _entrant(state, other), by=by, at=at)
        seating.redo_draft(state, by=by, at=at)


def pair_rest(party: Party, *, by: User, at: datetime) -> None:
    """Make partners of all who have none, two by two in order of arrival; an odd one stays single.

    Raises StalePartyState without two of them.
    """
    with party_change(party, unless_finished=True) as state, undoable(party, state):
        single = state.single
        couples = list(zip(single[::2], single[1::2], strict=False))
        if not couples:
            raise StalePartyState
        for number, couple in enumerate(couples, start=_free_pair(state)):
            for entrant in couple:
                entrant.pair = number
        Entrant.objects.bulk_update(single, ["pair"])
        log(state.party, "rest_paired", by=by, at=at, after=[[one.pk, other.pk] for one, other in couples])
        seating.redo_draft(state, by=by, at=at)


def choose_groups(party: Party, of_b: Collection[int], *, by: User, at: datetime) -> None:
    """Put these people (keys of entrants) into group B, and all others present into A. A draft is made again."""
    with party_change(party, unless_finished=True) as state, undoable(party, state):
        before = _group_b(state)
        for entrant in state.present:
            entrant.group = "B" if entrant.pk in of_b else "A"
        Entrant.objects.bulk_update(state.present, ["group"])
        log(state.party, "groups_chosen", by=by, at=at, before=before, after=_group_b(state))
        seating.redo_draft(state, by=by, at=at)


def split_pair(party: Party, entrant: int, *, by: User, at: datetime) -> None:
    """Separate a person from their fixed partner."""
    with party_change(party, unless_finished=True) as state, undoable(party, state):
        found = _entrant(state, entrant)
        unpair(state, found)
        log(state.party, "pair_split", by=by, at=at, entrant=entrant)
        seating.redo_draft(state, by=by, at=at)


def _step_of_leaving(party: Party, state: PartyState, *, after_round: bool) -> AbstractContextManager[None]:
    """A row at check-in is tapped again, but that brings back no draft."""
    return undoable(party, state) if after_round or state.draft else nullcontext()


def _entrant(state: PartyState, key: int) -> Entrant:
    if key not in state.entrants:
        raise StalePartyState
    return state.entrants[key]


def _keys_of_pairs(state: PartyState) -> list[list[int]]:
    return [[entrant.pk for entrant in pair] for pair in state.pairs_made]


def _group_b(state: PartyState) -> list[int]:
    return [entrant.pk for entrant in state.entrants.values() if entrant.group == "B"]


def _free_pair(state: PartyState) -> int:
    """The next number of a pair: higher than any that is in use."""
    return max((each.pair or 0 for each in state.entrants.values()), default=0) + 1


def arrive(state: PartyState, player: int, *, by: User, at: datetime) -> list[Entrant]:
    """Inside a change: as `check_in_player`, but the draft stays. Returns the entrant, none if they were here."""
    found = on_roster(state.party.club).filter(pk=player).first()
    if found is None:
        raise StalePartyState
    done = _arrive(state, [found], by=by, at=at)
    _join_expected(state, done, by=by, at=at)
    return done


def _arrive(state: PartyState, players: Iterable[Player], *, by: User, at: datetime) -> list[Entrant]:
    """Those of the players who were not here are; returns their entrants."""
    known = {entrant.player_id: entrant for entrant in state.entrants.values()}
    number = max((entrant.number for entrant in known.values()), default=0)
    arrived = []
    for player in players:
        entrant = known.get(player.pk)
        if entrant is not None and entrant.present:
            continue
        if entrant is None:
            number += 1
            entrant = Entrant.objects.create(party=state.party, player=player, number=number)
            log(state.party, "checked_in", by=by, at=at, entrant=entrant.pk)
        else:
            entrant.present = True
            entrant.save(update_fields=["present"])
            log(state.party, "checked_in_again", by=by, at=at, entrant=entrant.pk)
        state.entrants[entrant.pk] = known[player.pk] = entrant
        arrived.append(entrant)
    bring_back([entrant.player for entrant in arrived], by=by, at=at)
    return arrived


def _join_expected(state: PartyState, arrived: Sequence[Entrant], *, by: User, at: datetime) -> None:
    """Where partners stay together: who said they come together are partners once both are here, if they have none."""
    if not (state.movement.fixed_pairs and state.party.invitation_settings and arrived):
        return
    single = {entrant.player_id: entrant for entrant in state.single}
    came = {entrant.player_id for entrant in arrived}
    for one, other in expected_couples(state.party, known_names(state.party.club)):
        if one in single and other in single and {one, other} & came:
            _make_partners(state, single.pop(one), single.pop(other), by=by, at=at)


def _make_partners(state: PartyState, one: Entrant, other: Entrant, *, by: User, at: datetime) -> None:
    if one.pk == other.pk or (one.pair is not None and one.pair == other.pair):
        return
    # Not the number of a pair that ends here: undoing this gives it back to that pair.
    number = _free_pair(state)
    for entrant in (one, other):
        unpair(state, entrant)
    _join([one, other], number)
    log(state.party, "paired_up", by=by, at=at, entrant=one.pk, other=other.pk)


def join(state: PartyState, people: Sequence[Entrant]) -> None:
    """Make partners of people who have none, without a log entry."""
    _join(people, _free_pair(state))


def _join(people: Sequence[Entrant], number: int) -> None:
    for entrant in people:
        entrant.pair = number
    Entrant.objects.bulk_update(people, ["pair"])


def unpair(state: PartyState, entrant: Entrant) -> None:
    if entrant.pair is None:
        return
    Entrant.objects.filter(party=state.party, pair=entrant.pair).update(pair=None)
    old = entrant.pair
    for each in state.entrants.values():
        if each.pair == old:
            each.pair = None


def mark_absent(entrant: Entrant) -> None:
    entrant.present = False
    entrant.save(update_fields=["present"])


def _end_table(
    state: PartyState, table_state: TableState, assignment: SeatAssignment, *, by: User, at: datetime
) -> dict[str, Any]:
    assert assignment.position is not None
    assignment.went_home = True
    assignment.save(update_fields=["went_home"])
    is_draw = state.party.drop_out == Party.DropOut.DRAW
    rule_table(state, table_state, None if is_draw else 1 - assignment.position % 2, by=by, at=at)
    return {"draw": is_draw}


def _seat_substitute(
    state: PartyState,
    table_state: TableState,
    assignment: SeatAssignment,
    substitute: int,
    *,
    by: User,
    at: datetime,
) -> dict[str, Any]:
    round_state = state.announced[-1]
    if substitute not in [entrant.pk for entrant in state.substitutes]:
        raise NoSubstitute
    chosen = round_state.assignment_of(substitute)
    if chosen is None:
        chosen = SeatAssignment(round=round_state.round, entrant=state.entrants[substitute], came_late=True)
    table, position = assignment.table, assignment.position
    assert position is not None
    assert table_state.game is not None
    assignment.table = assignment.position = None
    assignment.went_home = True
    assignment.save(update_fields=["table", "position", "went_home"])
    chosen.table, chosen.position = table, position
    chosen.reasons = as_rows((SeatReason(ReasonCode.TAKES_CHAIR, other=assignment.entrant.number),))
    chosen.save()
    party_games.reseat({(table_state.game.pk, position): chosen.entrant.player_id}, by=by, at=at)
    return {"substitute": substitute}

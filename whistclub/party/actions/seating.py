"""Seating a round: make a draft, discard it, announce it, undo the last round.

The movement seats every round; the first one takes people at random, by arrival, or by results in the club so far.
"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial

from whistclub.accounts.models import User
from whistclub.engine.movement.protocol import Seating
from whistclub.engine.problems import InvalidInput
from whistclub.party import text as party_text
from whistclub.party.actions import drafts
from whistclub.party.actions.broadcast import set_message
from whistclub.party.actions.placing import place_draft, with_table_numbers
from whistclub.party.actions.refusals import (
    ConfirmationRequired,
    CutRequired,
    DoesNotFit,
    LeftInDraft,
    NeedPartners,
    ResultsMissing,
    StalePartyState,
    TooFewPlayers,
)
from whistclub.party.actions.steps import undoable
from whistclub.party.actions.timer import require_round_in_play, start_with_round, stop_unless_rung
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.models import Party, Round, Table, new_seed
from whistclub.party.movements import problem_text
from whistclub.party.queries.first_order import first_order, with_order_reasons
from whistclub.party.queries.loading import load_draft, load_for_standings
from whistclub.party.results import overall_standings
from whistclub.party.state import PartyState
from whistclub.play import party_games
from whistclub.web.errors import Refused


def make_draft(
    party: Party, *, seating_method: str = Round.SeatingMethod.DRAW, seed: int | None = None, by: User, at: datetime
) -> None:
    """Draft the seating of the next round, which only the organiser sees; an earlier draft is replaced.

    `seating_method` is for the first round; the movement seats the later ones. Locks the results of earlier rounds.
    Raises TooFewPlayers, NeedPartners, DoesNotFit, ResultsMissing, CutRequired, StalePartyState.
    """
    reads = partial(load_for_standings, with_draft=True)
    with party_change(party, unless_finished=True, reads=reads) as state:
        seat_next_round(state, seating_method=seating_method, seed=new_seed() if seed is None else seed, by=by, at=at)


def seat_next_round(state: PartyState, *, seating_method: str, seed: int, by: User, at: datetime) -> None:
    """As `make_draft`, inside a change of the party."""
    before = state.current
    _require_results(state)
    if before:
        party_games.lock_results(state.games, by=by, at=at)
    seating_method = Round.SeatingMethod.MOVEMENT if before else seating_method
    seats = drafts.with_wishes(state, _seated(state, seating_method, seed))
    number = before.round.number + 1 if before else 1
    after = drafts.store_draft(state, drafts.DraftPlan(number, seating_method, seed, seats), at=at)
    method = {"name": seating_method, "seed": seed}
    log(state.party, "round_seated", by=by, at=at, round=number, method=method, after=after)


def redo_draft(state: PartyState, *, by: User, at: datetime) -> None:
    """Inside a change: seat the draft again from the same seed, for the people and settings of now.

    One that the organiser changed by hand stays as it is, and so does one that the movement cannot seat now; see
    `PartyState.left_in_draft`. Without a draft nothing happens.
    """
    if state.draft is None:
        return
    round_ = state.draft.round
    seats = None
    if not any(each.placed_by_organiser for each in state.draft.assignments):
        with suppress(Refused):
            _require_results(state)
            seats = drafts.with_wishes(state, _seated(state, round_.seating_method, round_.seed))
    if seats is None:
        drafts.keep_sit_outs(state)
    elif seats != drafts.seats_of(state.draft):
        plan = drafts.DraftPlan(round_.number, round_.seating_method, round_.seed, seats)
        after = drafts.store_draft(state, plan, at=at)
        log(state.party, "draft_changed", by=by, at=at, round=round_.number, after=after)
    else:
        Round.objects.filter(pk=round_.pk).update(made_for=state.made_for)


def _require_results(state: PartyState) -> None:
    """Raises ResultsMissing, CutRequired while the next round cannot be seated."""
    if before := state.current:
        if before.missing:
            raise ResultsMissing([table_state.number for table_state in before.missing])
        if needs_cut := before.needs_cut(state.movement):
            raise CutRequired([table_state.number for table_state in needs_cut])


def discard_draft(party: Party, *, by: User, at: datetime) -> None:
    """Discard the draft, if there is one."""
    with party_change(party) as state, undoable(party, state):
        if state.draft:
            log(state.party, "draft_discarded", by=by, at=at, round=state.draft.round.number)
            drafts.delete_draft(state)


def announce(party: Party, *, draft: int | None = None, by: User, at: datetime) -> None:
    """Show the draft to everyone and start a game at every table.

    `draft` is the key of the draft on the page, if known. Raises StalePartyState if there is no such draft,
    TooFewPlayers if it has no table; LeftInDraft if somebody who left has a seat in it; ResultsMissing, CutRequired if
    a correction left the round before undecided.
    """
    with party_change(party, unless_finished=True, reads=load_draft) as state:
        round_state = state.draft
        if round_state is None or (draft is not None and draft != round_state.round.pk):
            raise StalePartyState
        if not round_state.tables:
            raise TooFewPlayers(pairs=state.movement.fixed_pairs)
        if left := state.left_in_draft:
            raise LeftInDraft([entrant.player.name for entrant in left])
        _require_results(state)
        Round.objects.filter(party=state.party, state=Round.State.RUNNING).update(state=Round.State.OVER)
        party = state.party
        rules = party_games.PartyGameRules(
            party.preset,
            party.rules,
            party.code,
            round_state.round.number,
            rules_name=party.rules_name,
            requires_confirmation=party.requires_confirmation,
            excluded_with_party=party.is_rehearsal or party.excluded_from_statistics,
            options_below=party.rules_below,
        )
        seats = {
            table_state.number: [table_state.assignments[chair].entrant.player_id for chair in range(4)]
            for table_state in round_state.by_rank
        }
        games = party_games.start_games(
            state.party.club, rules, seats, first_dealer=(round_state.round.number - 1) % 4, by=by, at=at
        )
        if party.message and party.message_until is None:
            # Nobody set an end: it was about the time before this round.
            log(party, "message_cleared", by=by, at=at)
            set_message(state, "")
        elif party.message_at(at):
            party_games.set_message((game.pk for game in games), party.message, party.message_until)
        for table_state, game in zip(round_state.by_rank, games, strict=True):
            table_state.table.game = table_state.game = game
        Table.objects.bulk_update([table_state.table for table_state in round_state.tables], ["game"])
        round_state.round.state = Round.State.RUNNING
        round_state.round.announced_at = at
        round_state.round.save(update_fields=["state", "announced_at"])
        Party.objects.filter(pk=state.party.pk).update(state=Party.State.PLAYING)
        log(state.party, "round_announced", by=by, at=at, round=round_state.round.number)
        start_with_round(state, round_state, by=by, at=at)


def undo_round(party: Party, number: int, *, sure: bool, by: User, at: datetime) -> None:
    """Undo the last announced round; the round before is being played again.

    `number` is the last round on the page. Raises StalePartyState; ConfirmationRequired if hands would be lost and
    not `sure`.
    """
    with party_change(party) as state, undoable(party, state):
        round_state = require_round_in_play(state)
        if round_state.round.number != number:
            raise StalePartyState
        lost = party_text.lost_values(round_state)
        if lost and not sure:
            raise ConfirmationRequired(party_text.lost_sentences(lost))
        drafts.delete_draft(state)
        # The games stay, stopped: phones that show them find the next one from there.
        party_games.abandon_games(round_state.games, by=by, at=at)
        round_state.round.state = Round.State.UNDONE
        round_state.round.save(update_fields=["state"])
        earlier = state.announced[-2] if len(state.announced) > 1 else None
        if earlier:
            earlier.round.state = Round.State.RUNNING
            earlier.round.save(update_fields=["state"])
            stop_unless_rung(state, earlier, at=at)
        else:
            Party.objects.filter(pk=state.party.pk).update(state=Party.State.GATHERING)
        log(state.party, "round_undone", by=by, at=at, round=number, before=lost)


def _seated(state: PartyState, seating_method: str, seed: int) -> Seating:
    movement, present = state.movement, state.present
    if movement.fixed_pairs and len(state.single) > 1:
        raise NeedPartners([entrant.player.name for entrant in state.single])
    if len(present) < 4:
        raise TooFewPlayers(pairs=movement.fixed_pairs)
    if state.announced:
        order: Sequence[int] = [entrant.number for entrant in present]
        standing = [line.person for line in overall_standings(state)]
    else:
        if problem := movement.problem(len(present), state.party.planned_rounds):
            raise DoesNotFit(len(present), problem_text(problem, len(present)))
        order = first_order(state, seating_method, seed)
        standing = list(order)
    here = {entrant.number for entrant in present}
    ranked = [number for number in standing if number in here]
    try:
        seating = movement.seat(state.seating_input(order, ranked, seed), state.history())
    except InvalidInput as error:
        raise DoesNotFit(len(present), problem_text(error.problems[0], len(present))) from error
    seating = seating if state.announced else with_order_reasons(seating, seating_method, order)
    return with_table_numbers(state, seating)


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

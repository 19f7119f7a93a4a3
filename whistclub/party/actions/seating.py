"""Seating a round: make a draft, discard it, announce it, undo the last round.

The movement seats every round; the first one takes people at random, by arrival, or by results in the club so far.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.db.models import Count, F, Q

from whistclub.accounts.models import User
from whistclub.engine.movement.protocol import ReasonCode, Seating, SeatReason
from whistclub.engine.movement.rng import drawn
from whistclub.engine.problems import InvalidInput
from whistclub.party import text as party_text
from whistclub.party.actions.refusals import (
    ConfirmationRequired,
    CutRequired,
    DoesNotFit,
    NeedPartners,
    ResultsMissing,
    StalePartyState,
    TooFewPlayers,
)
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.models import Party, Round, SeatAssignment, Table, new_seed
from whistclub.party.movements import problem_text
from whistclub.party.results import overall_standings
from whistclub.party.state import PartyState, RoundState
from whistclub.play.actions import party_games as at_tables
from whistclub.play.models import Game, Seat
from whistclub.web.errors import ActionRefused


def make_draft(
    party: Party, *, seating_method: str = Round.SeatingMethod.DRAW, seed: int | None = None, by: User, at: datetime
) -> None:
    """Draft the seating of the next round, which only the organiser sees; an earlier draft is replaced.

    `seating_method` is for the first round; the movement seats the later ones. Locks the results of earlier rounds.
    Raises TooFewPlayers, NeedPartners, DoesNotFit, ResultsMissing, CutRequired, StalePartyState.
    """
    with party_change(party, unless_finished=True) as state:
        seat_next_round(state, seating_method=seating_method, seed=new_seed() if seed is None else seed, by=by, at=at)


def seat_next_round(state: PartyState, *, seating_method: str, seed: int, by: User, at: datetime) -> None:
    """As `make_draft`, inside a change of the party."""
    before = state.current
    if before:
        if before.missing:
            raise ResultsMissing([table_state.number for table_state in before.missing])
        if needs_cut := before.needs_cut(state.movement):
            raise CutRequired([table_state.number for table_state in needs_cut])
        at_tables.lock_results(state.games, by=by, at=at)
    number = before.round.number + 1 if before else 1
    seating_method = Round.SeatingMethod.MOVEMENT if before else seating_method
    seating = _seated(state, seating_method, seed)
    delete_draft(state)
    _store_draft(state, seating, number=number, seating_method=seating_method, seed=seed, at=at)
    log(
        state.party,
        "round_seated",
        by=by,
        at=at,
        round=number,
        method={"name": seating_method, "seed": seed},
        after=party_text.seating_values(state, seating),
    )


def redo_draft(state: PartyState, *, by: User, at: datetime) -> None:
    """Inside a change: make the draft again, from the same seed, for the people and settings of now.

    Without a draft nothing happens; a draft that has become impossible is discarded.
    """
    round_state = state.draft
    if round_state is None:
        return
    seating_method, seed = round_state.round.seating_method, round_state.round.seed
    try:
        seat_next_round(state, seating_method=seating_method, seed=seed, by=by, at=at)
    except ActionRefused:
        delete_draft(state)


def discard_draft(party: Party, *, by: User, at: datetime) -> None:
    """Discard the draft, if there is one."""
    with party_change(party) as state:
        if state.draft:
            log(state.party, "draft_discarded", by=by, at=at, round=state.draft.round.number)
            delete_draft(state)


def announce(party: Party, *, draft: int | None = None, by: User, at: datetime) -> None:
    """Show the draft to everyone and start a game at every table.

    `draft` is the key of the draft on the page, if known. Raises StalePartyState if there is no such draft.
    """
    with party_change(party, unless_finished=True) as state:
        round_state = state.draft
        if round_state is None or (draft is not None and draft != round_state.round.pk):
            raise StalePartyState
        Round.objects.filter(party=state.party, state=Round.State.RUNNING).update(state=Round.State.OVER)
        party = state.party
        rules = at_tables.PartyGameRules(
            party.preset,
            party.rules,
            party.code,
            round_state.round.number,
            rules_name=party.rules_name,
            requires_confirmation=party.requires_confirmation,
            excluded_with_party=party.is_rehearsal or party.excluded_from_statistics,
        )
        seats = [
            [table_state.assignments[chair].entrant.player_id for chair in range(4)]
            for table_state in round_state.tables
        ]
        games = at_tables.start_games(
            state.party.club, rules, seats, first_dealer=(round_state.round.number - 1) % 4, by=by, at=at
        )
        if party.message_at(at):
            at_tables.set_message((game.pk for game in games), party.message, party.message_until)
        for table_state, game in zip(round_state.tables, games, strict=True):
            table_state.table.game = game
            table_state.table.save(update_fields=["game"])
        round_state.round.state = Round.State.RUNNING
        round_state.round.announced_at = at
        round_state.round.save(update_fields=["state", "announced_at"])
        Party.objects.filter(pk=state.party.pk).update(
            state=Party.State.PLAYING, projector_view=Party.ProjectorView.AUTOMATIC
        )
        log(state.party, "round_announced", by=by, at=at, round=round_state.round.number)


def undo_round(party: Party, number: int, *, sure: bool, by: User, at: datetime) -> None:
    """Undo the last announced round; the round before is being played again.

    `number` is the last round on the page. Raises StalePartyState; ConfirmationRequired if hands would be lost and
    not `sure`.
    """
    with party_change(party) as state:
        round_state = require_round_in_play(state)
        if round_state.round.number != number:
            raise StalePartyState
        lost = party_text.lost_values(round_state)
        if lost and not sure:
            raise ConfirmationRequired(party_text.lost_sentences(lost))
        delete_draft(state)
        # The games stay, stopped: phones that show them find the next one from there.
        at_tables.abandon_games(round_state.games, by=by, at=at)
        round_state.round.state = Round.State.UNDONE
        round_state.round.save(update_fields=["state"])
        earlier = state.announced[-2] if len(state.announced) > 1 else None
        if earlier:
            earlier.round.state = Round.State.RUNNING
            earlier.round.save(update_fields=["state"])
        else:
            Party.objects.filter(pk=state.party.pk).update(state=Party.State.GATHERING)
        log(state.party, "round_undone", by=by, at=at, round=number, before=lost)


def require_round_in_play(state: PartyState) -> RoundState:
    """The round being played. Raises StalePartyState."""
    round_state = state.current
    if (
        round_state is None
        or round_state.round.state != Round.State.RUNNING
        or state.party.state != Party.State.PLAYING
    ):
        raise StalePartyState
    return round_state


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
    return seating if state.announced else with_order_reasons(seating, seating_method, order)


def _store_draft(
    state: PartyState, seating: Seating, *, number: int, seating_method: str, seed: int, at: datetime
) -> None:
    """Store a seating as the draft of a round."""
    stored = Round.objects.create(
        party=state.party, number=number, seating_method=seating_method, seed=seed, made_at=at
    )
    Table.objects.bulk_create(Table(round=stored, number=index) for index in range(1, len(seating.tables) + 1))
    entrants = {entrant.number: entrant for entrant in state.entrants.values()}
    assignments = [
        SeatAssignment(
            round=stored,
            entrant=entrants[person],
            table=index,
            position=chair,
            reasons=as_rows(seating.reasons[person]),
        )
        for index, table in enumerate(seating.tables, start=1)
        for chair, person in enumerate(table.chairs)
    ]
    assignments += [
        SeatAssignment(
            round=stored, entrant=entrants[person], counts_as_sit_out=True, reasons=as_rows(seating.reasons[person])
        )
        for person in seating.sitting_out
    ]
    SeatAssignment.objects.bulk_create(assignments)


def delete_draft(state: PartyState) -> None:
    """Inside a change: delete the draft, if there is one, without a log entry."""
    if state.draft:
        round_state = state.rounds.pop()
        SeatAssignment.objects.filter(round=round_state.round).delete()
        round_state.round.delete()


def as_rows(reasons: tuple[SeatReason, ...]) -> list[list[str | int | None]]:
    """Reasons as the database keeps them."""
    return [[reason.code.value, reason.table, reason.other, reason.count] for reason in reasons]


def first_order(state: PartyState, seating_method: str, seed: int) -> list[int]:
    """The numbers of the people present, in the order of the seating method (and the seed of a random draw)."""
    numbers = [entrant.number for entrant in state.present]
    if seating_method == Round.SeatingMethod.DRAW:
        return list(drawn(numbers, seed))
    if seating_method == Round.SeatingMethod.RANKING:
        return best_first(state)
    return numbers


def with_order_reasons(seating: Seating, seating_method: str, order: Sequence[int]) -> Seating:
    """The first seating with the reasons of its order, where that was not random."""
    instead = {Round.SeatingMethod.RANKING: ReasonCode.RANKED, Round.SeatingMethod.ARRIVAL: ReasonCode.ARRIVED}.get(
        Round.SeatingMethod(seating_method)
    )
    if instead is None:
        return seating
    ranks = {person: rank for rank, person in enumerate(order, start=1)}
    reasons = {
        person: tuple(
            SeatReason(instead, count=ranks[person]) if reason.code is ReasonCode.DRAWN else reason for reason in given
        )
        for person, given in seating.reasons.items()
    }
    return replace(seating, reasons=reasons)


def best_first(state: PartyState) -> list[int]:
    """The numbers of the people present, best first: share of games won, pulled towards a half for few games."""
    played = (
        Seat.objects.filter(
            player__in=[entrant.player_id for entrant in state.present],
            game__state=Game.State.FINISHED,
            game__winner__isnull=False,
        )
        .exclude(game__party_table__round__party__rehearses__isnull=False)
        .values("player")
        .annotate(games=Count("pk"), won=Count("pk", filter=Q(game__winner=F("position") % 2)))
    )
    shares = {row["player"]: (row["won"] + 2) / (row["games"] + 4) for row in played}
    ranked = sorted(state.present, key=lambda entrant: (-shares.get(entrant.player_id, 0.5), entrant.number))
    return [entrant.number for entrant in ranked]

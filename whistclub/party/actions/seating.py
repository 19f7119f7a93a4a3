"""Who sits where: make a draft, change it, announce it, take the last round back."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from whistclub.accounts.models import User
from whistclub.engine.movement.protocol import ReasonCode, Seating
from whistclub.engine.problems import InvalidInput
from whistclub.party import first_seating
from whistclub.party import text as party_text
from whistclub.party.actions import drafting
from whistclub.party.actions.refusals import (
    ConfirmationRequired,
    CutRequired,
    DoesNotFit,
    NeedPartners,
    ReasonNeeded,
    ResultsMissing,
    StalePartyState,
    TooFewPlayers,
)
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.models import Party, Round, SeatAssignment, new_seed
from whistclub.party.results import table_standings
from whistclub.party.state import PartyState, RoundState, TableState
from whistclub.play.actions import party_games as at_tables
from whistclub.web.errors import ActionRefused

PARTNERED = (ReasonCode.KEEPS_PARTNER, ReasonCode.NEW_PARTNER, ReasonCode.FIXED_PARTNER)


def make_draft(party: Party, *, how: str = Round.How.DRAW, seed: int | None = None, by: User, at: datetime) -> None:
    """Seat everybody for the next round, for the organiser's eyes; an earlier draft is replaced.

    `how` chooses the first seating; later ones are the movement's. The results of the round before are closed with it.
    Raises TooFew, NeedPartners, DoesNotFit, ResultsMissing, CutNeeded, NotNow for a party that is over.
    """
    with party_change(party) as night:
        if night.party.state == Party.State.FINISHED:
            raise StalePartyState
        draft(night, how=how, seed=new_seed() if seed is None else seed, by=by, at=at)


def draft(night: PartyState, *, how: str, seed: int, by: User, at: datetime) -> None:
    """Inside a change: put the next seating in the place of any earlier draft."""
    before = night.current
    if before:
        refuse_unfinished(night, before)
        games = (board.game for stage in night.announced for board in stage.boards if board.game)
        at_tables.lock_results(games, by=by, at=at)
    number = before.round.number + 1 if before else 1
    how = Round.How.MOVEMENT if before else how
    seating = _seated(night, how, seed)
    drafting.drop(night)
    drafting.store(night, seating, number=number, how=how, seed=seed, at=at)
    log(
        night.party,
        _("Round {number} seated: {how}").format(number=number, how=party_text.how(how, seed)),
        by=by,
        at=at,
        after=party_text.seating(night, seating),
    )


def seat_anew(night: PartyState, *, by: User, at: datetime) -> None:
    """Inside a change: make a draft for other people or settings again from its seed; drop it if it cannot be."""
    stage = night.draft
    if stage is None:
        return
    night.__dict__.pop("present", None)
    how, seed = stage.round.how, stage.round.seed
    try:
        draft(night, how=how, seed=seed, by=by, at=at)
    except ActionRefused:
        drafting.drop(night)


def drop_draft(party: Party, *, by: User, at: datetime) -> None:
    """Throw the draft away. Does nothing where there is none."""
    with party_change(party) as night:
        if night.draft:
            log(night.party, _("Draft of round {n} dropped").format(n=night.draft.round.number), by=by, at=at)
            drafting.drop(night)


def swap_places(
    party: Party, one: int, other: int, *, reason: str, number: int | None = None, by: User, at: datetime
) -> None:
    """Let two people (entrants' keys) change places in the draft, or in the round being played.

    In play the hands stay with the chairs. `number` is the round that was looked at, where that is known.

    Raises NotNow, ReasonNeeded for seats that a movement gave.
    """
    with party_change(party) as night:
        stage = night.draft or _running(night)
        if number is not None and number != stage.round.number:
            raise StalePartyState
        places = stage.place_of(one), stage.place_of(other)
        if None in places or one == other or any(place.left for place in places):
            raise StalePartyState
        if not reason and not (night.draft and stage.round.number == 1):
            raise ReasonNeeded
        names = [night.entrants[key].player.name for key in (one, other)]
        before = party_text.where(stage, names, (one, other))
        for pair in _with_partners(night, stage, *places):
            _change_places(night, stage, *pair, reason=reason, by=by, at=at)
        log(
            night.party,
            _("{one} and {other} changed places: {reason}").format(
                one=names[0], other=names[1], reason=reason or _("by hand")
            ),
            by=by,
            at=at,
            before=before,
            after=party_text.where(stage, names, (one, other)),
        )


def announce(party: Party, *, draft: int | None = None, by: User, at: datetime) -> None:
    """Let everybody see the draft and play it: every table gets its game.

    `draft` is the key of the one that was looked at, where that is known. Raises NotNow without that draft.
    """
    with party_change(party) as night:
        stage = night.draft
        if stage is None or night.party.state == Party.State.FINISHED:
            raise StalePartyState
        if draft is not None and draft != stage.round.pk:
            raise StalePartyState
        Round.objects.filter(party=night.party, state=Round.State.RUNNING).update(state=Round.State.OVER)
        party = night.party
        rules = at_tables.PartyGameRules(
            party.preset,
            party.rules,
            party.code,
            stage.round.number,
            rules_name=party.rules_name,
            requires_confirmation=party.requires_confirmation,
            excluded_with_party=party.is_rehearsal or party.left_out,
        )
        seats = [[board.places[chair].entrant.player_id for chair in range(4)] for board in stage.boards]
        games = at_tables.start_games(
            night.party.club, rules, seats, first_dealer=(stage.round.number - 1) % 4, by=by, at=at
        )
        for board, game in zip(stage.boards, games, strict=True):
            board.table.game = game
            board.table.save(update_fields=["game"])
        stage.round.state = Round.State.RUNNING
        stage.round.announced_at = at
        stage.round.save(update_fields=["state", "announced_at"])
        Party.objects.filter(pk=night.party.pk).update(state=Party.State.PLAYING)
        log(night.party, _("Round {number} announced").format(number=stage.round.number), by=by, at=at)


def undo_round(party: Party, number: int, *, sure: bool, by: User, at: datetime) -> None:
    """Take the last announced round back; the one before goes on.

    `number` is the round that was seen as the last. Raises NotNow, WouldLose unless sure.
    """
    with party_change(party) as night:
        stage = _running(night)
        if stage.round.number != number:
            raise StalePartyState
        lost = party_text.hands_lost(stage)
        if lost and not sure:
            raise ConfirmationRequired(lost)
        drafting.drop(night)
        # Phones that have gone on to these games find the way to the next ones from them.
        at_tables.stop_games((board.game for board in stage.boards if board.game), by=by, at=at)
        stage.round.state = Round.State.UNDONE
        stage.round.save(update_fields=["state"])
        earlier = night.announced[-2] if len(night.announced) > 1 else None
        if earlier:
            earlier.round.state = Round.State.RUNNING
            earlier.round.save(update_fields=["state"])
        else:
            Party.objects.filter(pk=night.party.pk).update(state=Party.State.GATHERING)
        log(
            night.party,
            _("Round {number} undone").format(number=stage.round.number),
            by=by,
            at=at,
            before=" ".join(lost),
        )


def refuse_unfinished(night: PartyState, stage: RoundState) -> None:
    """Raises ResultsMissing, CutNeeded."""
    if stage.missing:
        raise ResultsMissing([board.number for board in stage.missing])
    if needs_cut := stage.needs_cut(night.movement):
        raise CutRequired([board.number for board in needs_cut])


def _running(night: PartyState) -> RoundState:
    stage = night.current
    if stage is None or stage.round.state != Round.State.RUNNING or night.party.state != Party.State.PLAYING:
        raise StalePartyState
    return stage


def _seated(night: PartyState, how: str, seed: int) -> Seating:
    movement, present = night.movement, night.present
    if movement.fixed_pairs and night.single:
        raise NeedPartners([entrant.player.name for entrant in night.single])
    if len(present) < 4:
        raise TooFewPlayers(pairs=movement.fixed_pairs)
    if night.announced:
        order: Sequence[int] = [entrant.number for entrant in present]
        standing = [line.person for line in table_standings(night)]
    else:
        if problem := movement.problem(len(present), night.party.planned_rounds):
            raise DoesNotFit(len(present), party_text.why_not(problem, len(present)))
        order = first_seating.first_order(night, how, seed)
        standing = list(order)
    here = {entrant.number for entrant in present}
    ranked = [number for number in standing if number in here]
    try:
        seating = movement.seat(night.field(order, ranked, seed), night.history())
    except InvalidInput as error:
        raise DoesNotFit(len(present), party_text.why_not(error.problems[0], len(present))) from error
    return seating if night.announced else first_seating.as_ordered(seating, how, order)


def _with_partners(
    night: PartyState, stage: RoundState, one: SeatAssignment, other: SeatAssignment
) -> list[tuple[SeatAssignment, SeatAssignment]]:
    """Who changes with whom: where people came as pairs, their partners go along."""
    changes = [(one, other)]
    if night.movement.fixed_pairs and one.entrant.pair != other.entrant.pair:
        partners = [
            next(
                (place for place in stage.places if place is not each and place.entrant.pair == each.entrant.pair), None
            )
            for each in (one, other)
        ]
        if None not in partners:
            changes.append((partners[0], partners[1]))
    return changes


def _change_places(
    night: PartyState,
    stage: RoundState,
    one: SeatAssignment,
    other: SeatAssignment,
    *,
    reason: str,
    by: User,
    at: datetime,
) -> None:
    """Exchange chairs and sit-outs of two places, in the games too where they have begun."""
    # A substitute keeps the sit-out that was booked for him, whatever chair he then takes.
    kept = ["table", "position"] if one.table and other.table else ["table", "position", "sat_out"]
    mine, theirs = ([getattr(place, name) for name in kept] for place in (one, other))
    # A chair holds one person at every moment: both get up before either sits down.
    SeatAssignment.objects.filter(pk__in=[one.pk, other.pk]).update(table=None, position=None)
    changes = {}
    for place, values in ((one, theirs), (other, mine)):
        for name, value in zip(kept, values, strict=True):
            setattr(place, name, value)
        place.override = reason or _("by hand")
        place.save(update_fields=[*kept, "override"])
        board = stage.board(place.table) if place.table else None
        if board:
            board.places[place.position] = place
            if board.game:
                changes[board.game.pk, place.position] = place.entrant.player_id
    for number in {one.table, other.table} - {None}:
        _forget_stale(stage.board(number))
    if changes:
        at_tables.reseat(changes, by=by, at=at)


def _forget_stale(board: TableState) -> None:
    """Partners and strangers that the movement gave are no reason any more for those who sit with others now."""
    for place in board.places.values():
        partner = board.places.get((place.position + 2) % 4)
        number = partner.entrant.number if partner else None
        kept = [
            row for row in place.reasons if row[0] != ReasonCode.MEETS and (row[0] not in PARTNERED or row[2] == number)
        ]
        if kept != place.reasons:
            place.reasons = kept
            place.save(update_fields=["reasons"])

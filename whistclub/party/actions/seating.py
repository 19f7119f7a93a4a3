"""Seating a round: make a draft, discard it, announce it, undo the last round; who stays at a table.

The movement seats every round; the first one takes people at random, by arrival, or by results in the club so far.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from django.db.models import Count, F, Q
from django.utils.text import capfirst

from whistclub.accounts.models import User
from whistclub.engine.movement.protocol import ReasonCode, Seating, SeatReason
from whistclub.engine.movement.seating import drawn_order
from whistclub.engine.problems import InvalidInput
from whistclub.party.actions.seats import delete_draft, place_draft, store_draft, update_sit_outs, with_wishes
from whistclub.party.actions.timer import require_round_in_play, set_timer, start_with_round
from whistclub.party.changes import change
from whistclub.party.log import lost_sentences, lost_values
from whistclub.party.models import Party, Round, Table, new_seed
from whistclub.party.movements import problem_text
from whistclub.party.results import overall_standings
from whistclub.party.rounds import RoundState, TableState
from whistclub.party.state import PartyState, StalePartyState
from whistclub.play import party_games
from whistclub.play.models import Game, Seat
from whistclub.stats.evening import evening_of
from whistclub.web.errors import Refused
from whistclub.web.formatting import plural, tables_text


def make_draft(
    party: Party, *, seating_method: str = Round.SeatingMethod.DRAW, seed: int | None = None, by: User, at: datetime
) -> None:
    """Draft the seating of the next round, in the place of an earlier draft. Locks the results of earlier rounds.

    `seating_method` is for the first round; the movement seats the later ones.
    """
    with change(party, "round_seated", by=by, at=at) as state:
        before = state.current
        _require_results(state)
        party_games.lock_results(state.games, by=by, at=at)
        number, method = (before.round.number + 1, Round.SeatingMethod.MOVEMENT) if before else (1, seating_method)
        seed = new_seed() if seed is None else seed
        delete_draft(state)
        store_draft(state, number, method, seed, _seated(state, method, seed))
        state.data |= {"round": number, "method": {"name": method, "seed": seed}}


def redo_draft(state: PartyState) -> None:
    """Inside a change: seat the draft again from the same seed, for the people, settings and results of now.

    One that the organiser changed by hand keeps who sits with whom, and so does one that the movement cannot seat now:
    only who sits out, and where the tables stand, follow. See `PartyState.left_in_draft`. Without a draft nothing happens.
    """
    draft = state.draft
    if draft is None:
        return
    if not any(each.placed_by_organiser for each in draft.assignments):
        with suppress(Refused):
            _require_results(state)
            found, seating = draft.round, _seated(state, draft.round.seating_method, draft.round.seed)
            store_draft(state, found.number, found.seating_method, found.seed, seating)
            return
    update_sit_outs(state)
    place_draft(state)


def _require_results(state: PartyState) -> None:
    """Refuse to seat the next round as long as this one is undecided."""
    if state.current is None:
        return
    if missing := state.current.missing:
        raise results_missing(missing)
    if tied := [each.number for each in state.current.needs_cut(state.movement)]:
        were = plural(len(tied), "was", "were")
        sentence = f"{capfirst(tables_text(tied))} {were} tied: cut the cards and choose who moves as the winner."
        raise Refused("cut_needed", sentence)


def results_missing(tables: Iterable[TableState]) -> Refused:
    numbers = [each.number for each in tables]
    results, are = plural(len(numbers), "result", "results"), plural(len(numbers), "is", "are")
    return Refused("results_missing", f"The {results} of {tables_text(numbers)} {are} missing.")


def discard_draft(party: Party, *, by: User, at: datetime) -> None:
    with change(party, "draft_discarded", by=by, at=at) as state:
        if state.draft:
            state.data["round"] = state.draft.round.number
            delete_draft(state)


def announce(party: Party, *, draft: int | None = None, by: User, at: datetime) -> None:
    """Show the draft to everyone and start a game at every table. `draft` is its key on the page, if known.

    It is refused while somebody who left has a seat in it, or a correction left the round before undecided.
    """
    with change(party, "round_announced", by=by, at=at) as state:
        round_state = state.draft
        if round_state is None or (draft is not None and draft != round_state.round.pk):
            raise StalePartyState
        if left := [entrant.player.name for entrant in state.left_in_draft]:
            one = "has left and still has a seat in this draft. Swap them with someone who sits out"
            many = "have left and still have seats in this draft. Swap them with people who sit out"
            sentence = f"{', '.join(left)} {plural(len(left), one, many)}, or seat the round again."
            raise Refused("left_in_draft", sentence)
        _require_results(state)
        state.data["round"] = round_state.round.number
        Round.objects.filter(party=state.party, state=Round.State.RUNNING).update(state=Round.State.OVER)
        _start_games(state, round_state)
        round_state.round.state, round_state.round.announced_at = Round.State.RUNNING, at
        round_state.round.save(update_fields=["state", "announced_at"])
        state.party.state = Party.State.PLAYING
        if round_state.number == 1:
            state.party.day = evening_of(at, state.party.club)
        state.party.save(update_fields=["state", "day"])
        if state.party.now.message_until is None:
            # Nobody set an end: it was about the time before this round.
            party_games.tell(state.party.code, message="")
        start_with_round(state, round_state)


def _start_games(state: PartyState, round_state: RoundState) -> None:
    party, number = state.party, round_state.round.number
    seats = {
        table_state.number: [table_state.assignments[chair].entrant.player_id for chair in range(4)]
        for table_state in round_state.by_rank
    }
    games = party_games.start_games(
        seats,
        party.rules,
        party.rules_below,
        club=party.club,
        preset=party.preset,
        rules_name=party.rules_name,
        requires_confirmation=party.requires_confirmation,
        party_code=party.code,
        round_number=number,
        first_dealer=(number - 1) % 4,
        by=state.by,
        at=state.at,
    )
    for table_state, game in zip(round_state.by_rank, games, strict=True):
        table_state.table.game = table_state.game = game
    Table.objects.bulk_update([table_state.table for table_state in round_state.tables], ["game"])


def undo_round(party: Party, number: int, *, sure: bool, by: User, at: datetime) -> None:
    """Undo the last announced round, which has this number on the page; the one before is played on, without a timer.

    Raises "would_lose" if hands would be lost and not `sure`.
    """
    with change(party, "round_undone", by=by, at=at, round=number) as state:
        round_state = require_round_in_play(state)
        if round_state.round.number != number:
            raise StalePartyState
        lost = lost_values(round_state)
        if lost and not sure:
            raise Refused("would_lose", " ".join(lost_sentences(lost)))
        state.data["before"] = lost
        delete_draft(state)
        # The games stay, stopped: phones that show them find the next one from there.
        party_games.abandon_games(round_state.games, by=by, at=at)
        Round.objects.filter(pk=round_state.round.pk).update(state=Round.State.UNDONE)
        before = Round.objects.filter(party=state.party, number=number - 1, state=Round.State.OVER)
        before.update(state=Round.State.RUNNING)
        set_timer(state.party, number - 1)
        if number == 1:
            state.party.state = Party.State.GATHERING
            state.party.save(update_fields=["state"])


def _seated(state: PartyState, seating_method: str, seed: int) -> Seating:
    movement, people = state.movement, [entrant.number for entrant in state.present]
    if movement.fixed_pairs and len(state.single) > 1:
        names = ", ".join(entrant.player.name for entrant in state.single)
        raise Refused("need_partners", f"These players still need a partner: {names}. Choose partners at the check-in.")
    if len(people) < 4:
        least = "two pairs" if movement.fixed_pairs else "four people"
        raise Refused("too_few", f"At least {least} are needed.")
    try:
        if state.announced:
            ranked = [line.person for line in overall_standings(state) if line.person in people]
            seating = movement.seat(state.seating_input(people, ranked, seed), state.history())
        else:
            if problem := movement.problem(len(people), state.party.planned_rounds):
                raise InvalidInput([problem])
            order = _first_order(state, seating_method, seed)
            seating = movement.seat(state.seating_input(order, order, seed), ())
            seating = _with_order_reasons(seating, seating_method, order)
    except InvalidInput as error:
        why = problem_text(error.problems[0], len(people))
        sentence = f"This movement doesn’t work with {len(people)} people. {why} Choose another one in the settings."
        raise Refused("does_not_fit", sentence) from error
    return with_wishes(state, seating)


def keep_table(party: Party, entrant: int, table: int | None, *, by: User, at: datetime) -> None:
    """Somebody (the key of an entrant) stays at a table from the next round on, or (None) moves as the others do."""
    kind = "table_given_up" if table is None else "table_kept"
    with change(party, kind, by=by, at=at, entrant=entrant, table=table) as state:
        found = state.entrants.get(entrant)
        if found is None:
            raise StalePartyState
        if found.fixed_table != table:
            state.data["table"] = table or found.fixed_table
            found.fixed_table = table
            found.save(update_fields=["fixed_table"])
            redo_draft(state)


def _first_order(state: PartyState, seating_method: str, seed: int) -> list[int]:
    """The numbers of the people present, in the order of the seating method (and the seed of a random draw)."""
    numbers = [entrant.number for entrant in state.present]
    if seating_method == Round.SeatingMethod.DRAW:
        return list(drawn_order(numbers, seed))
    if seating_method == Round.SeatingMethod.RANKING:
        return best_first(state)
    return numbers


def _with_order_reasons(seating: Seating, seating_method: str, order: Sequence[int]) -> Seating:
    """The first seating with the reasons of its order, where that was not random."""
    if seating_method == Round.SeatingMethod.DRAW:
        return seating
    code = ReasonCode.RANKED if seating_method == Round.SeatingMethod.RANKING else ReasonCode.ARRIVED
    instead = {person: SeatReason(code, count=rank) for rank, person in enumerate(order, start=1)}
    reasons = {
        person: tuple(instead[person] if each.code is ReasonCode.DRAWN else each for each in given)
        for person, given in seating.reasons.items()
    }
    return replace(seating, reasons=reasons)


def best_first(state: PartyState) -> list[int]:
    """The numbers of the people present, best first: share of games won, pulled towards a half for few games."""
    played = (
        Seat.objects.filter(
            player__in=[entrant.player_id for entrant in state.present],
            game__state=Game.State.FINISHED,
            game__binned_at=None,
            game__winner__isnull=False,
        )
        .exclude(game__party_table__round__party__is_rehearsal=True)
        .values("player")
        .annotate(games=Count("pk"), won=Count("pk", filter=Q(game__winner=F("position") % 2)))
    )
    shares = {row["player"]: (row["won"] + 2) / (row["games"] + 4) for row in played}
    ranked = sorted(state.present, key=lambda entrant: (-shares.get(entrant.player_id, 0.5), entrant.number))
    return [entrant.number for entrant in ranked]

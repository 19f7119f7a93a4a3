"""What a party's tables say about its people: standings, prizes, who pays whom."""

from collections.abc import Iterable

from whistclub.engine.game import settlement
from whistclub.engine.payments import Payment, Settled, balances, fewest_payments
from whistclub.engine.prizes import Prize, winners
from whistclub.engine.standings import Criterion, Line, Played, Result, SitOut, Worth, standings
from whistclub.party.state import SIDES, PartyState, RoundState, TableState
from whistclub.play.models import Game


def table_standings(state: PartyState) -> tuple[Line, ...]:
    """Everybody who is or was in the party, best first; tables without a result yet count for nobody."""
    played, sat_out = [], []
    for round_state in state.announced:
        # What sitting out is worth is known when the round is over: nobody leads by not having played yet.
        for assignment in round_state.assignments:
            if assignment.counts_as_sit_out and not round_state.missing:
                sat_out.append(SitOut(assignment.entrant.number, round_state.round.number))
        for table_state in round_state.tables:
            if table_state.is_in:
                played += _parts(round_state, table_state)
    in_it = [
        entrant.number for entrant in state.entrants.values() if entrant.present or _has_a_place(state, entrant.pk)
    ]
    criteria = [Criterion(each) for each in state.party.criteria]
    return standings(in_it, played, sat_out, criteria, Worth(state.party.sit_out_worth))


def prize_winners(state: PartyState, lines: Iterable[Line]) -> dict[Prize, tuple[int, ...]]:
    """The prizes of this party that are read off the standings, each with the numbers of its winners."""
    found = list(lines)
    return {Prize(key): winners(Prize(key), found) for key in state.party.prizes}


def evening_balances(state: PartyState) -> dict[int, int]:
    """What everybody has won or lost in money, in cents, by number: stakes and stars of all games that have a winner.

    Of a table that somebody left nobody pays: it has no game that was played to its end.
    """
    return balances(
        Settled(
            sides=(tuple(table_state.numbers[0]), tuple(table_state.numbers[1])),
            cents=settlement(table_state.game.winner, tuple(table_state.game.stars), table_state.game.rules),
        )
        for round_state in state.announced
        for table_state in round_state.tables
        if table_state.game
        and table_state.is_in
        and table_state.game.state == Game.State.FINISHED
        and len(table_state.assignments) == 4
    )


def payments(state: PartyState) -> tuple[Payment, ...]:
    """The fewest payments that settle the evening."""
    return fewest_payments(evening_balances(state))


def _parts(round_state: RoundState, table_state: TableState) -> list[Played]:
    totals = table_state.game.totals if table_state.game else [0, 0]
    stars = table_state.game.stars if table_state.game else [0, 0]
    someone_left = any(assignment.went_home for assignment in table_state.assignments.values())
    parts = []
    for side, chairs in enumerate(SIDES):
        result = _result(table_state, side, someone_left=someone_left)
        for chair in chairs:
            assignment = table_state.assignments.get(chair)
            if assignment is None:
                continue
            parts.append(
                Played(
                    person=assignment.entrant.number,
                    round=round_state.round.number,
                    table=table_state.number,
                    result=result,
                    points_for=totals[side],
                    points_against=totals[1 - side],
                    grands_made=table_state.tally.grands[chair],
                    hands_won=table_state.tally.hands_won[side],
                    stars=stars[side],
                )
            )
    return parts


def _result(table_state: TableState, side: int, *, someone_left: bool) -> Result:
    if table_state.winner is None:
        return Result.DRAWN
    if table_state.winner == side:
        return Result.WON
    # Nobody beat the one who stayed behind (RULES.md §2.3.6b).
    return Result.NO_WIN if table_state.table.walkover_to is not None and someone_left else Result.LOST


def _has_a_place(state: PartyState, entrant: int) -> bool:
    return any(
        assignment.entrant_id == entrant for round_state in state.announced for assignment in round_state.assignments
    )

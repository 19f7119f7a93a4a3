"""Standings, prizes and payments of a party, from the results of its tables; the names of what ranks people."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from whistclub.engine.game import settlement
from whistclub.engine.payments import Payment, Settled, balances, fewest_payments
from whistclub.engine.prizes import Prize, winners
from whistclub.engine.standings import Criterion, Line, Played, Result, SitOut, Worth, divided, standings
from whistclub.party.movements import division_title
from whistclub.party.state import SIDES, PartyState, RoundState, TableState
from whistclub.play.models import Game

WORTHS = {
    Worth.HALF: "Half a game won",
    Worth.NOTHING: "Nothing",
    Worth.WIN: "A game won",
    Worth.AVERAGE: "Their own average",
}
CRITERIA = {
    Criterion.WINS: "games won",
    Criterion.WINS_AND_STARS: "games and stars",
    Criterion.POINTS: "points",
    Criterion.DIFFERENCE: "point difference",
    Criterion.GRANDS: "grands made",
    Criterion.HANDS: "hands won",
    Criterion.TOP: "rounds at the top table",
}
PRIZES = {
    Prize.BEST: "First prize",
    Prize.BOOBY: "Booby prize",
    Prize.MOST_GRANDS: "Most grands made",
    Prize.LONGEST_TOP: "Longest at the top table",
    Prize.MOST_SIT_OUTS: "Most rounds sat out",
}


@dataclass(frozen=True, slots=True)
class RoundParts:
    """What one round adds to the standings."""

    played: list[Played]
    sat_out: list[SitOut]


def round_parts(round_state: RoundState) -> RoundParts:
    """Only tables with a result count."""
    # A sit-out counts once the round has all its results: nobody should lead by not having played yet.
    out = [] if round_state.missing else [each for each in round_state.assignments if each.counts_as_sit_out]
    tables = [table_state for table_state in round_state.tables if table_state.is_in]
    return RoundParts(
        [part for table_state in tables for part in played_at(round_state, table_state)],
        [SitOut(each.entrant.number, round_state.round.number) for each in out],
    )


def table_standings(state: PartyState, parts: Sequence[RoundParts] | None = None) -> tuple[Line, ...]:
    """Everyone who is or was in the party, best first. `parts` are those of its announced rounds, if known.

    Where the movement has made groups, all of the first group come before those of the next.
    """
    lines = overall_standings(state, parts)
    groups = _divisions(state, lines)
    return divided(lines, groups) if groups else lines


def division_titles(state: PartyState) -> dict[int, str]:
    """Whether each person (by number) is in the final or the consolation; empty while there are none."""
    groups = _divisions(state, overall_standings(state)) if state.movement.divides else {}
    last = max(groups.values(), default=0)
    return {person: division_title(group, last) for person, group in groups.items()}


def _divisions(state: PartyState, lines: Iterable[Line]) -> Mapping[int, int]:
    """The group of each person, see `Movement.divisions`; `lines` are the standings without groups."""
    if not state.movement.divides:
        return {}
    return state.movement.divisions([line.person for line in lines], state.history(), state.party.planned_rounds)


def overall_standings(state: PartyState, parts: Sequence[RoundParts] | None = None) -> tuple[Line, ...]:
    """The standings without groups, of all announced rounds or of some."""
    parts = [round_parts(each) for each in state.announced] if parts is None else parts
    seated = {each.entrant_id for round_state in state.announced[: len(parts)] for each in round_state.assignments}
    people = [entrant.number for entrant in state.entrants.values() if entrant.present or entrant.pk in seated]
    played = [part for each in parts for part in each.played]
    sat_out = [sit_out for each in parts for sit_out in each.sat_out]
    criteria = [Criterion(each) for each in state.party.criteria]
    return standings(people, played, sat_out, criteria, Worth(state.party.sit_out_worth))


def prize_winners(state: PartyState, lines: Iterable[Line]) -> dict[Prize, tuple[int, ...]]:
    """The chosen prizes, each with the numbers of its winners."""
    found = list(lines)
    return {prize: winners(prize, found) for prize in map(Prize, state.party.prizes)}


def evening_balances(state: PartyState) -> dict[int, int]:
    """What each person has won or lost, in cents, by number: stakes and stars of all games played to their end.

    A table that a player left without a substitute pays nothing.
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


def played_at(round_state: RoundState, table_state: TableState) -> list[Played]:
    """What the game of a table was to each of its people; only meaningful once it has a result."""
    totals = table_state.game.totals if table_state.game else [0, 0]
    stars = table_state.game.stars if table_state.game else [0, 0]
    player_left = any(assignment.went_home for assignment in table_state.assignments.values())
    played = []
    for side, chairs in enumerate(SIDES):
        result = _result(table_state, side, player_left=player_left)
        for chair in chairs:
            assignment = table_state.assignments.get(chair)
            if assignment is None:
                continue
            played.append(
                Played(
                    person=assignment.entrant.number,
                    round=round_state.round.number,
                    table=table_state.rank,
                    result=result,
                    points_for=totals[side],
                    points_against=totals[1 - side],
                    grands_made=table_state.tally.grands[chair],
                    hands_won=table_state.tally.hands_won[side],
                    stars=stars[side],
                )
            )
    return played


def _result(table_state: TableState, side: int, *, player_left: bool) -> Result:
    if table_state.winner is None:
        return Result.DRAWN
    if table_state.winner == side:
        return Result.WON
    # The partner who stayed was not beaten by anyone (RULES.md §2.3.6b).
    return Result.NO_WIN if table_state.table.walkover_to is not None and player_left else Result.LOST

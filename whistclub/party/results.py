"""What counts in a party: its standings, prizes and payments, from the results of its tables; what statistics keep.

`standings.py` has them as pages show them; `actions/results.py` writes the results.
"""

from collections.abc import Iterable, Mapping
from copy import copy

from whistclub.club.actions import lock_club
from whistclub.engine.standings import Line, Played, Result, SitOut, Worth, divided, standings
from whistclub.engine.winnings import Prize, Settled, balances, settlement, winners
from whistclub.party.models import Party
from whistclub.party.rounds import SIDES, RoundState, TableState
from whistclub.party.state import PartyState, load
from whistclub.play.models import Game
from whistclub.stats.models import PartyFact, PartyRank


def party_standings(state: PartyState) -> tuple[Line, ...]:
    """Everyone who is or was in the party, best first; the final comes before the consolation."""
    return ranked(state)[0]


def overall_standings(state: PartyState) -> tuple[Line, ...]:
    """The standings before they are divided into final and consolation. Only tables with a result count."""
    seated = {each.entrant_id for round_state in state.announced for each in round_state.assignments}
    people = [entrant.number for entrant in state.entrants.values() if entrant.present or entrant.pk in seated]
    played = [
        part
        for round_state in state.announced
        for table_state in round_state.tables
        if table_state.is_in
        for part in played_at(round_state, table_state)
    ]
    # A sit-out counts once the round has all its results: nobody should lead by not having played yet.
    sat_out = [
        SitOut(each.entrant.number, round_state.round.number)
        for round_state in state.announced
        if not round_state.missing
        for each in round_state.assignments
        if each.counts_as_sit_out
    ]
    return standings(people, played, sat_out, state.party.criteria, Worth(state.party.sit_out_worth))


def after_each_round(state: PartyState) -> list[dict[int, Line]]:
    """The standings after each round whose results are all in, by the numbers of people."""
    done = [each for each in state.announced if not each.missing]
    found = []
    for count in range(1, len(done) + 1):
        until = copy(state)
        until.rounds = done[:count]
        found.append({line.person: line for line in party_standings(until) if line.games or line.sat_out})
    return found


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
            sides=tuple(tuple(each.entrant.number for each in table_state.side(side)) for side in (0, 1)),
            cents=settlement(table_state.game.winner, tuple(table_state.game.stars), table_state.game.rules),
        )
        for round_state in state.announced
        for table_state in round_state.tables
        if table_state.game
        and table_state.is_in
        and table_state.game.state == Game.State.FINISHED
        and len(table_state.assignments) == 4
    )


def played_at(round_state: RoundState, table_state: TableState) -> list[Played]:
    """What the game of a table was to each of its people; only meaningful once it has a result."""
    game = table_state.game
    totals, stars = (game.totals, game.stars) if game else ([0, 0], [0, 0])
    number, rank, tally = round_state.number, table_state.rank, table_state.tally
    return [
        Played(
            person=table_state.assignments[chair].entrant.number,
            round=number,
            table=rank,
            result=result,
            points_for=totals[side],
            points_against=totals[1 - side],
            grands_made=tally.grands[chair],
            stars=stars[side],
        )
        for side, chairs in enumerate(SIDES)
        for result in [_result(table_state, side)]
        for chair in chairs
        if chair in table_state.assignments
    ]


def _result(table_state: TableState, side: int) -> Result:
    if table_state.winner is None:
        return Result.DRAWN
    return Result.WON if table_state.winner == side else Result.LOST


def ranked(state: PartyState) -> tuple[tuple[Line, ...], Mapping[int, int]]:
    """The standings, and the division of each person (`Movement.divisions`); none where the movement makes none."""
    lines = overall_standings(state)
    if not state.movement.divides:
        return lines, {}
    people = [line.person for line in lines]
    divisions = state.movement.divisions(people, state.history(), state.party.planned_rounds)
    return divided(lines, divisions) if divisions else lines, divisions


def sync_party_statistics(party: Party) -> None:
    """Store the party's final standings in the statistics, or remove them while it does not count.

    Call it inside the transaction that changes the party.
    """
    lock_club(party.club_id)
    PartyFact.objects.filter(code=party.code).delete()
    fresh = Party.objects.filter(pk=party.pk, state=Party.State.FINISHED, binned_at=None).first()
    if fresh is None or fresh.now.excluded:
        return
    state = load(fresh)
    players, lines = {each.number: each.player_id for each in state.entrants.values()}, party_standings(state)
    fact = PartyFact.objects.create(
        club=fresh.club,
        code=fresh.code,
        name=fresh.name,
        day=fresh.day,
    )
    PartyRank.objects.bulk_create(
        PartyRank(
            party=fact,
            player_id=players[line.person],
            rank=line.rank,
            shared=line.shared,
            games=line.games,
            won=line.won,
            wins=float(line.wins),
            points=float(line.points),
        )
        for line in lines
    )

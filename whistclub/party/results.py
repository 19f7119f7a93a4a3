"""What a party's tables say about its people: standings, prizes, who pays whom."""

from collections.abc import Iterable

from whistclub.engine.game import settlement
from whistclub.engine.payments import Payment, Settled, balances, fewest_payments
from whistclub.engine.prizes import Prize, winners
from whistclub.engine.standings import Criterion, Line, Played, Result, SitOut, Worth, standings
from whistclub.party.state import SIDES, PartyState, RoundState, TableState
from whistclub.play.models import Game


def table_standings(night: PartyState) -> tuple[Line, ...]:
    """Everybody who is or was in the party, best first; tables without a result yet count for nobody."""
    played, sat_out = [], []
    for stage in night.announced:
        # What sitting out is worth is known when the round is over: nobody leads by not having played yet.
        for place in stage.places:
            if place.sat_out and not stage.missing:
                sat_out.append(SitOut(place.entrant.number, stage.round.number))
        for board in stage.boards:
            if board.is_in:
                played += _parts(stage, board)
    in_it = [
        entrant.number for entrant in night.entrants.values() if entrant.present or _has_a_place(night, entrant.pk)
    ]
    criteria = [Criterion(each) for each in night.party.criteria]
    return standings(in_it, played, sat_out, criteria, Worth(night.party.sit_out_worth))


def prize_winners(night: PartyState, lines: Iterable[Line]) -> dict[Prize, tuple[int, ...]]:
    """The prizes of this party that are read off the standings, each with the numbers of its winners."""
    found = list(lines)
    return {Prize(key): winners(Prize(key), found) for key in night.party.prizes}


def evening_balances(night: PartyState) -> dict[int, int]:
    """What everybody has won or lost in money, in cents, by number: stakes and stars of all games that have a winner.

    Of a table that somebody left nobody pays: it has no game that was played to its end.
    """
    return balances(
        Settled(
            sides=(tuple(board.numbers[0]), tuple(board.numbers[1])),
            cents=settlement(board.game.winner, tuple(board.game.stars), board.game.rules),
        )
        for stage in night.announced
        for board in stage.boards
        if board.game and board.is_in and board.game.state == Game.State.FINISHED and len(board.places) == 4
    )


def payments(night: PartyState) -> tuple[Payment, ...]:
    """The fewest payments that settle the evening."""
    return fewest_payments(evening_balances(night))


def _parts(stage: RoundState, board: TableState) -> list[Played]:
    totals = board.game.totals if board.game else [0, 0]
    stars = board.game.stars if board.game else [0, 0]
    someone_left = any(place.left for place in board.places.values())
    parts = []
    for side, chairs in enumerate(SIDES):
        result = _result(board, side, someone_left=someone_left)
        for chair in chairs:
            place = board.places.get(chair)
            if place is None:
                continue
            parts.append(
                Played(
                    person=place.entrant.number,
                    round=stage.round.number,
                    table=board.number,
                    result=result,
                    points_for=totals[side],
                    points_against=totals[1 - side],
                    grands_made=board.tally.grands[chair],
                    hands_won=board.tally.hands_won[side],
                    stars=stars[side],
                )
            )
    return parts


def _result(board: TableState, side: int, *, someone_left: bool) -> Result:
    if board.winner is None:
        return Result.DRAWN
    if board.winner == side:
        return Result.WON
    # Nobody beat the one who stayed behind (RULES.md §2.3.6b).
    return Result.NO_WIN if board.table.walkover_to is not None and someone_left else Result.LOST


def _has_a_place(night: PartyState, entrant: int) -> bool:
    return any(place.entrant_id == entrant for stage in night.announced for place in stage.places)

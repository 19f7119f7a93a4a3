"""Sentences about a party: results, what undoing a round loses, wishes.

Where the log keeps the same thing, a function makes plain values of it (JSON; people by the keys of their entrants)
and a second one makes the sentence of the values and of the names as they are then.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from whistclub.engine.movement.wishes import Wish, WishKind, is_kept
from whistclub.party.rounds import RoundState, TableState
from whistclub.party.state import PartyState
from whistclub.web.formatting import format_score, join_side, plural

Names = Mapping[int, str]
Values = Mapping[str, Any]


def result_values(table_state: TableState) -> dict[str, Any]:
    """How a table stands. `cut` is the side that won the cut of the cards after a draw."""
    table, game = table_state.table, table_state.game
    return {
        "sides": [[seat.entrant_id for seat in table_state.side(side)] for side in (0, 1)],
        "points": game.totals if game else [0, 0],
        "stars": game.stars if game else [0, 0],
        "is_in": table_state.is_in,
        "draw": table.ruled_draw,
        "walkover_to": table.walkover_to,
        "cut": table.moving_winner if table_state.is_in and table_state.winner is None else None,
    }


def result_sentence(values: Values, names: Names) -> str:
    """ "Ann & Bob 13–7 Cy & Dee", with what the organiser ruled or the cut decided."""
    sides = [join_side(names[key] for key in side) for side in values["sides"]]
    if values["draw"]:
        return f"{sides[0]} and {sides[1]}: counted as a draw"
    if values["walkover_to"] is not None:
        return f"{sides[values['walkover_to']]} win by default"
    text = f"{sides[0]} {format_score(values['points'])} {sides[1]}"
    if any(values["stars"]):
        text = f"{text}, stars {format_score(values['stars'])}"
    if not values["is_in"]:
        return f"{text}, not finished"
    if values["cut"] is not None:
        return f"{text}; {sides[values['cut']]} cut higher and move as the winners"
    return text


def result_text(table_state: TableState) -> str:
    names = {seat.entrant_id: seat.entrant.player.name for seat in table_state.assignments.values()}
    return result_sentence(result_values(table_state), names)


def parted_text(couples: Iterable[str] = ()) -> str:
    """That the movement does not keep people who came as partners together."""
    if names := ", ".join(couples):
        return f"Partners change in this party, so these do not stay partners: {names}."
    return "Partners change in this party, so couples do not stay partners."


def lost_values(round_state: RoundState) -> list[dict[str, Any]]:
    """What undoing a round throws away: points typed from paper, or how many hands, for each table that has some."""
    lost: list[dict[str, Any]] = []
    for table_state in round_state.tables:
        game = table_state.game
        if game and game.paper_result is not None:
            lost.append({"table": table_state.number, "points": game.totals})
        elif game and game.hands_scored:
            lost.append({"table": table_state.number, "hands": game.hands_scored})
    return lost


def lost_sentences(values: Iterable[Values]) -> list[str]:
    return [
        f"Table {lost['table']}: result {format_score(lost['points'])}."
        if "points" in lost
        else f"Table {lost['table']}: {lost['hands']} {plural(lost['hands'], 'hand', 'hands')}."
        for lost in values
    ]


def wishes_of(state: PartyState) -> list[Wish]:
    """The wishes about people who are present, by their numbers."""
    numbers = {entrant.pk: entrant.number for entrant in state.present}
    return [
        Wish(numbers[each["one"]], numbers[each["other"]], WishKind(each["kind"]))
        for each in state.party.wishes
        if each["one"] in numbers and each["other"] in numbers
    ]


def wish_text(wish: Wish, names: Mapping[int, str]) -> str:
    """ "Bo and Di apart" """
    how = "apart" if wish.kind is WishKind.APART else "at the same table"
    return f"{names[wish.one]} and {names[wish.other]} {how}"


def wishes_listed(state: PartyState) -> list[tuple[int, int, str]]:
    """All wishes: the keys of both people, and the wish in words."""
    names = {key: entrant.player.name for key, entrant in state.entrants.items()}
    found = [Wish(each["one"], each["other"], WishKind(each["kind"])) for each in state.party.wishes]
    return [(wish.one, wish.other, wish_text(wish, names)) for wish in found]


def unkept_wishes(state: PartyState, round_state: RoundState) -> list[str]:
    """The wishes that a round does not keep."""
    tables = [table_state.seated.chairs for table_state in round_state.tables]
    return [wish_text(wish, state.names_by_number) for wish in wishes_of(state) if not is_kept(wish, tables)]

"""The wishes of a party about who sits at one table: {"one", "other": keys of entrants, "kind": see WishKind}.

Only organisers read them.
"""

from collections.abc import Mapping

from whistclub.engine.movement.wishes import Wish, WishKind, is_kept
from whistclub.party.state import PartyState, RoundState


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
    sentence = "{one} and {other} apart" if wish.kind is WishKind.APART else "{one} and {other} at the same table"
    return sentence.format(one=names[wish.one], other=names[wish.other])


def unkept(state: PartyState, round_state: RoundState) -> list[str]:
    """The wishes that a round does not keep."""
    tables = [table_state.seated.chairs for table_state in round_state.tables]
    return [wish_text(wish, state.names_by_number) for wish in wishes_of(state) if not is_kept(wish, tables)]

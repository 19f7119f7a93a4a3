"""The wishes of a party, as they are stored and in words.

Each is {"one", "other": keys of entrants, "kind": see WishKind, "hard": bool}; only organisers read them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from whistclub.engine.movement.wishes import Wish, WishKind, is_kept
from whistclub.party.state import PartyState, RoundState


def wishes_of(state: PartyState) -> list[Wish]:
    """The wishes about people who are present, by their numbers."""
    numbers = {entrant.pk: entrant.number for entrant in state.present}
    return [
        Wish(numbers[each["one"]], numbers[each["other"]], WishKind(each["kind"]), each["hard"])
        for each in state.party.wishes
        if each["one"] in numbers and each["other"] in numbers
    ]


def wish_text(wish: Wish, names: Mapping[int, str]) -> str:
    """ "Bo and Di apart" """
    sentence = _("{one} and {other} apart") if wish.kind is WishKind.APART else _("{one} and {other} at the same table")
    return sentence.format(one=names[wish.one], other=names[wish.other])


def stored_wish(stored: Mapping[str, Any]) -> Wish:
    """A wish as it is stored, about keys of entrants."""
    return Wish(stored["one"], stored["other"], WishKind(stored["kind"]), stored["hard"])


def unkept(state: PartyState, round_state: RoundState) -> list[Wish]:
    """The wishes that a round does not keep, hard ones first."""
    tables = [table_state.seated.chairs for table_state in round_state.tables]
    return sorted((wish for wish in wishes_of(state) if not is_kept(wish, tables)), key=lambda wish: not wish.hard)


def is_by_hand(wish: Wish, round_state: RoundState) -> bool:
    """Whether the organiser put one of the two where they are in a round."""
    placed = {each.entrant.number for each in round_state.assignments if each.placed_by_organiser}
    return not placed.isdisjoint((wish.one, wish.other))


def by_hand_text(wish: Wish, names: Mapping[int, str]) -> str:
    """ "Bo and Di sit at the same table because you put them there." """
    if wish.kind is WishKind.APART:
        sentence = _("{one} and {other} sit at the same table because you put them there.")
    else:
        sentence = _("{one} and {other} do not sit at the same table because you put them elsewhere.")
    return sentence.format(one=names[wish.one], other=names[wish.other])


def granted_sentences(state: PartyState, moved: Sequence[Mapping[str, Any]]) -> list[str]:
    """What each granted wish cost, by what the draft stored: "Bo and Di apart: Di at table 2 instead of table 1"."""
    names = state.names_by_number
    at = {table_state.rank: table_state.name.in_text for table_state in state.draft.tables} if state.draft else {}
    sentences = []
    for each in moved:
        wish = Wish(each["one"], each["other"], WishKind(each["kind"]))
        moves = ", ".join(
            _("{name} at {to} instead of {table}").format(name=names.get(who, ""), to=at[to], table=at[table])
            for who, table, to in each["moves"]
            if {table, to} <= at.keys()
        )
        sentences.append(_("{wish}: {moves}.").format(wish=wish_text(wish, names), moves=moves))
    return sentences

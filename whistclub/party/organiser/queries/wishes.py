"""The wishes of a party, what they cost, and the people whom a new one may be about."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from django.utils.translation import gettext as _

from whistclub.engine.movement import plan
from whistclub.engine.movement.catalogue import MOVEMENTS
from whistclub.engine.movement.plan import WishPrice
from whistclub.engine.movement.protocol import Policy
from whistclub.engine.movement.wishes import Wish
from whistclub.engine.problems import InvalidInput
from whistclub.party.models import Party
from whistclub.party.queries.loading import load
from whistclub.party.wishes import wish_text, wishes_of
from whistclub.web.formatting import format_number, format_signed

# The rounds of an evening for which no number was planned.
USUAL_ROUNDS = 8


@dataclass(frozen=True, slots=True)
class WishRow:
    """A wish with the names of both, whose keys are `one` and `other`."""

    one: int
    other: int
    names: tuple[str, str]
    is_apart: bool
    hard: bool


@dataclass(frozen=True, slots=True)
class Price:
    """What the wishes about those present, so many `people`, cost over so many rounds: lines of words and a number."""

    people: int
    rounds: int
    lines: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Wishes:
    """`people` are keys of entrants and names, in the order of names; `price` is None where there is none."""

    rows: list[WishRow]
    people: list[tuple[int, str]]
    price: Price | None


def added_text(party: Party, wish: Wish, instead_of: Wish | None) -> str:
    """What was added, and the wish about the same two that it replaced."""
    names = _names(party)
    if instead_of is None:
        return _("Wish added: {wish}.").format(wish=_with_hardness(wish, names))
    return _("Wish added: {wish}. It replaces this one: {before}.").format(
        wish=_with_hardness(wish, names), before=_with_hardness(instead_of, names)
    )


def _with_hardness(wish: Wish, names: Mapping[int, str]) -> str:
    text = wish_text(wish, names)
    return _("{wish} (must be kept)").format(wish=text) if wish.hard else text


def _names(party: Party) -> dict[int, str]:
    return {entrant.pk: entrant.player.name for entrant in party.entrants.select_related("player")}


def wishes(party: Party) -> Wishes:
    names = _names(party)
    rows = [
        WishRow(
            each["one"],
            each["other"],
            (names[each["one"]], names[each["other"]]),
            is_apart=each["kind"] == "apart",
            hard=each["hard"],
        )
        for each in party.wishes
        if {each["one"], each["other"]} <= names.keys()
    ]
    return Wishes(rows, sorted(names.items(), key=lambda each: each[1].casefold()), _price(party) if rows else None)


def _price(party: Party) -> Price | None:
    """As if all who are present now played a whole evening, in the pairs of now if those are fixed.

    None if nothing is wished of them, or the plan cannot seat them: too few, two groups, several threes that share the
    chairs of a pair.
    """
    state = load(party, with_hands=False)
    people = state.present
    if state.movement.fixed_pairs:
        # As the plan counts people: pairs one after another, three who share chairs last.
        people = [entrant for pair in sorted(state.partnerships, key=len) for entrant in pair]
    if state.is_mixed or sum(len(pair) > 2 for pair in state.partnerships) > 1:
        return None
    rounds = party.planned_rounds or USUAL_ROUNDS
    problem = state.movement.problem(len(people), rounds)
    if problem and problem.maximum:
        rounds = min(rounds, problem.maximum)
    at = {entrant.number: place for place, entrant in enumerate(people)}
    about = tuple(
        replace(wish, one=at[wish.one], other=at[wish.other])
        for wish in wishes_of(state)
        if {wish.one, wish.other} <= at.keys()
    )
    policy = state.seating_input((), (), 0).policy
    cost = _cost(party.movement, len(people), rounds, about, policy) if about else None
    if cost is None:
        return None
    lines = [(_("Changed seats"), format_number(cost.seats))]
    if not state.movement.fixed_pairs:
        lines.append((_("Repeat partners"), format_signed(cost.partners_again)))
    lines.append((_("Repeat opponents"), format_signed(cost.opponents_again)))
    lines.append((_("Wishes not kept"), format_number(cost.unkept)))
    return Price(len(people), cost.rounds, lines)


# Asked again with each wish that is added or removed.
@lru_cache(maxsize=64)
def _cost(movement: str, people: int, rounds: int, wishes: tuple[Wish, ...], policy: Policy) -> WishPrice | None:
    try:
        return plan.price(MOVEMENTS[movement], people, rounds, 1, wishes, policy)
    except InvalidInput:
        return None

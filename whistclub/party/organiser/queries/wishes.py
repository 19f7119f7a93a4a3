"""The wishes of a party, and the people whom a new one may be about."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from whistclub.engine.movement.wishes import Wish
from whistclub.party.models import Party
from whistclub.party.wishes import wish_text


@dataclass(frozen=True, slots=True)
class WishRow:
    """A wish with the names of both, whose keys are `one` and `other`."""

    one: int
    other: int
    names: tuple[str, str]
    is_apart: bool
    hard: bool


@dataclass(frozen=True, slots=True)
class Wishes:
    """`people` are keys of entrants and names, in the order of names."""

    rows: list[WishRow]
    people: list[tuple[int, str]]


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
    return Wishes(rows, sorted(names.items(), key=lambda each: each[1].casefold()))

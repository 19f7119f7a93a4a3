"""The wishes of a party, and the people whom a new one may be about."""

from dataclasses import dataclass

from whistclub.party.models import Party


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


def wishes(party: Party) -> Wishes:
    names = {entrant.pk: entrant.player.name for entrant in party.entrants.select_related("player")}
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

"""Text for entries of a score sheet that are no hands, and for the confirmation of one."""

from collections.abc import Mapping, Sequence
from typing import Any

from whistclub.play.text import hands as hand_text
from whistclub.play.text.hands import SideNames
from whistclub.play.text.shapes import SHAPES
from whistclub.web.formatting import plural


def redeal(notes: Mapping[str, Any]) -> str:
    return str(SHAPES[f"redeal_{redeal_key(notes)}"])


def redeal_key(notes: Mapping[str, Any]) -> str:
    """What its button sends: who deals then."""
    return "next_dealer" if notes.get("deal_passes") else "same_dealer"


def detailed(what: str, detail: str) -> str:
    return f"{what}: {detail}"


def adjustment(points: Sequence[int], reason: str, sides: Sequence[SideNames]) -> str:
    """Points by side, and the reason: "Adjustment: Us −2 (played out of turn)"."""
    return f"Adjustment: {hand_text.points_by_side(points, sides)} ({reason})"


def confirmed(name: str) -> str:
    return f"confirmed by {name}"


def disputed(name: str) -> str:
    return f"{name} disputes this hand"


def unconfirmed(*, disputed: int, unanswered: int) -> str:
    """How many hands of a game are disputed and how many nobody has answered for; empty where there are none."""
    if not disputed and not unanswered:
        return ""
    if not disputed:
        return plural(
            unanswered,
            "{n} hand has not been confirmed by the other side.",
            "{n} hands have not been confirmed by the other side.",
        ).format(n=unanswered)
    first = plural(disputed, "{n} hand is disputed", "{n} hands are disputed").format(n=disputed)
    if not unanswered:
        return f"{first}."
    rest = plural(unanswered, "{n} is not confirmed", "{n} are not confirmed").format(n=unanswered)
    return f"{first}, {rest}."


def waiting_for(sides: Sequence[SideNames]) -> str:
    """Whose confirmation a hand waits for: `sides` are those that may give it."""
    if any(side.is_viewer for side in sides):
        return "waiting for you to confirm"
    people = [side.short if side.is_single else side.people for side in sides]
    return "waiting for {people} to confirm".format(people=" or ".join(people))

"""The note of a hand: which side revoked, and which side it harmed.

A row holds it as ``{"revoke": [0, 1]}``; forms as "0-1", the *key*.
"""

from collections.abc import Iterable, Mapping
from itertools import permutations
from typing import Any

from whistclub.engine.hand import Contract
from whistclub.engine.options import RuleOptions
from whistclub.play.view_models import TableView
from whistclub.web.formatting import plural

PATTERN = r"\A[0-2]-[0-2]\Z"


def decode(key: str, contract: Contract) -> dict[str, Any]:
    """The notes of a row; a solo has none."""
    return {"revoke": [int(side) for side in key.split("-")]} if key and not contract.is_solo else {}


def encode(notes: Mapping[str, Any]) -> str:
    """The key of the note in a row; empty if there is none."""
    return "-".join(map(str, notes.get("revoke", ())))


def choices(view: TableView) -> list[tuple[str, str]]:
    """Keys and labels; none where the rules have no fixed penalty: the table agrees on the tricks."""
    if not view.rules.revoke_tricks:
        return []
    return [(encode({"revoke": sides}), label(sides, view)) for sides in permutations(view.side_order, 2)]


def label(sides: Iterable[int], view: TableView) -> str:
    """With three players also against whom."""
    by, against = (view.sides[side].object for side in sides)
    if len(view.sides) == 2:
        return f"Revoke by {by}"
    return f"Revoke by {by} against {against}"


def sentence(notes: Mapping[str, Any], contract: Contract, view: TableView) -> str:
    """Who revoked and what it cost; in a low hand tricks are the penalty. Empty without a revoke."""
    if "revoke" not in notes:
        return ""
    by, against = (view.sides[side].object for side in notes["revoke"])
    moved = view.rules.revoke_tricks
    if not moved:
        return f"{label(notes['revoke'], view)}."
    if contract is Contract.LOW:
        shape = plural(
            moved,
            "Revoke by {side}: {n} trick moved from {other} to {side}.",
            "Revoke by {side}: {n} tricks moved from {other} to {side}.",
        )
    else:
        shape = plural(moved, "Revoke by {side}: {n} trick to {other}.", "Revoke by {side}: {n} tricks to {other}.")
    return shape.format(side=by, other=against, n=moved)


def help_text(rules: RuleOptions) -> str:
    moved = rules.revoke_tricks
    return plural(
        moved,
        "Enter the tricks as actually taken; the revoke penalty ({n} trick) is applied for you.",
        "Enter the tricks as actually taken; the revoke penalty ({n} tricks) is applied for you.",
    ).format(n=moved)


def choice_sentences(view: TableView, contracts: Iterable[Contract]) -> dict[Contract, dict[str, str]]:
    """What each choice adds to the sentence of a hand, by contract it fits, and key."""
    return {
        contract: {key: sentence(decode(key, contract), contract, view) for key, _label in choices(view)}
        for contract in contracts
        if not contract.is_solo
    }

"""Sentences with gaps that the server and the phone both fill in: the phone for entries that are not sent yet."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

SHAPES: Mapping[str, "_StrPromise"] = MappingProxyType(
    {
        "list": _(", "),
        "side_total": _("{side}\N{NO-BREAK SPACE}{total}"),
        "side_tricks": _("{side}\N{NO-BREAK SPACE}{tricks}"),
        "side_points": _("{side}\N{NO-BREAK SPACE}{points}"),
        "star_for": _("a star for {side}"),
        "no_points": _("no points"),
        "score": _("Score: {score}."),
        "won": _("{side} won the game {score}."),
        "draw": _("A draw: {score}."),
        "to_go": _("{n} to go"),
        "ahead": _("{n} ahead"),
        "trailing": _("{n} behind"),
        "tied": _("tied"),
        "hand": _("{bid}, {outcome}: {gains}."),
        "hand_tricks": _("{bid}. Tricks: {outcome} – {gains}."),
        "lead": _("{bid}. {leader} leads to the first trick."),
        "numbered": _("Hand {number}: {sentence}"),
        "saved": _("✓ {hand}"),
        "saved_but": _("✓ {hand} – {why}"),
        "heading": _("Hand {number}"),
        "heading_of": _("Hand {number} of {limit}"),
        "heading_extra": _("Hand {number}, extra hand"),
        "redeal_same_dealer": _("Thrown in – no points, the same player deals again."),
        "redeal_next_dealer": _("Thrown in – no points, the deal passes on."),
        "taken_out": _("Hand {number} taken out"),
        "redeal_out": _("Redeal taken out"),
        "same_dealer": _("Thrown in – {name} deals again"),
        "next_dealer": _("Thrown in – {name} deals"),
        "undo_redeal": _("Undo the redeal"),
        "undo_taken_out": _("Remove the line “Taken out”"),
        "undo_hand": _("Undo hand {number}"),
    }
)

# A phone needs these only on the page that corrects an entry.
SHAPES_OF_CORRECTIONS: Mapping[str, "_StrPromise"] = MappingProxyType(
    {
        "corrected": _("Hand {number} corrected: {sentence}"),
        "put_back": _("Hand {number} put back: {sentence}"),
    }
)

"""Sentences with gaps that the server and the phone both fill in: the phone for entries that are not sent yet."""

from collections.abc import Mapping
from types import MappingProxyType

SHAPES: Mapping[str, str] = MappingProxyType(
    {
        "list": ", ",
        "side_total": "{side}\N{NO-BREAK SPACE}{total}",
        "side_tricks": "{side}\N{NO-BREAK SPACE}{tricks}",
        "side_points": "{side}\N{NO-BREAK SPACE}{points}",
        "star_for": "a star for {side}",
        "no_points": "no points",
        "score": "Score: {score}.",
        "won": "{side} won the game {score}.",
        "draw": "A draw: {score}.",
        "to_go": "{n} to go",
        "ahead": "{n} ahead",
        "trailing": "{n} behind",
        "tied": "tied",
        "hand": "{bid}, {outcome}: {gains}.",
        "hand_tricks": "{bid}. Tricks: {outcome} – {gains}.",
        "lead": "{bid}. {leader} leads to the first trick.",
        "numbered": "Hand {number}: {sentence}",
        "saved": "✓ {hand}",
        "saved_but": "✓ {hand} – {why}",
        "heading": "Hand {number}",
        "heading_of": "Hand {number} of {limit}",
        "heading_extra": "Hand {number}, extra hand",
        "redeal_same_dealer": "Thrown in – no points, the same player deals again.",
        "redeal_next_dealer": "Thrown in – no points, the deal passes on.",
        "taken_out": "Hand {number} taken out",
        "redeal_out": "Redeal taken out",
        "same_dealer": "Thrown in – {name} deals again",
        "next_dealer": "Thrown in – {name} deals",
        "undo_redeal": "Undo the redeal",
        "undo_taken_out": "Remove the line “Taken out”",
        "undo_hand": "Undo hand {number}",
    }
)

# A phone needs these only on the page that corrects an entry.
SHAPES_OF_CORRECTIONS: Mapping[str, str] = MappingProxyType(
    {
        "corrected": "Hand {number} corrected: {sentence}",
        "put_back": "Hand {number} put back: {sentence}",
    }
)

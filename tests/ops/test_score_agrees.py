"""`manage.py score` gives every hand the points that the engine, and so every page, gives it. No database."""

import json

import pytest
from hypothesis import given, settings

from tests.engine.builders import games_with_entries, rules
from tests.play.pad_previews import Pad, revoked, revokes
from whistclub.engine.entries import Adjustment, Redeal
from whistclub.engine.game import GameResult, play_game
from whistclub.engine.hand import Hand
from whistclub.engine.options import RuleOptions, options_to_mapping
from whistclub.engine.presets import PRESETS
from whistclub.engine.scoring import score
from whistclub.ops.management.commands import score as command

FEW = settings(max_examples=30, deadline=None)


def written(entry: Hand | Redeal | Adjustment) -> dict:
    """An entry as a user types it."""
    match entry:
        case Redeal():
            return {"redeal": "next_dealer" if entry.deal_passes else "same_dealer"}
        case Adjustment():
            return {"adjust": list(entry.points), "reason": "as agreed"}
    found = {"contract": entry.contract.value, "declarer": entry.declarer, "tricks": list(entry.tricks)}
    if entry.revoke:
        found["revoke"] = [entry.revoke.by, entry.revoke.against]
    return found


def sheet(options: RuleOptions, entries: list, dealer: int = 0) -> GameResult:
    game = {"rules": options_to_mapping(options), "first_dealer": dealer, "hands": list(map(written, entries))}
    return command.score(json.loads(json.dumps(game)))


def rows_are_right(options: RuleOptions, hands: list[Hand]) -> None:
    for hand, row in zip(hands, sheet(options, hands).rows, strict=True):
        outcome = score(hand, options)
        assert (row.points, row.stars) == (outcome.points, outcome.stars)


def every_hand(options: RuleOptions) -> list[Hand]:
    return [hand for _bid, _tricks, hand in Pad(options).hands()]


@FEW
@given(rules())
def test_every_hand_by_any_rules_has_the_points_of_the_score_table(options):
    rows_are_right(options, every_hand(options))


@pytest.mark.parametrize("preset", PRESETS)
def test_every_hand_by_a_preset_has_the_points_of_the_score_table(preset):
    rows_are_right(PRESETS[preset], every_hand(PRESETS[preset]))


@FEW
@given(rules())
def test_every_hand_with_a_revoke_has_the_points_that_the_engine_gives(options):
    hands = [hand for hand in every_hand(options) if not hand.contract.is_solo]
    first = next(iter(revokes(options).values()))
    rows_are_right(options, [revoked(hand, first) for hand in hands])


@FEW
@given(games_with_entries())
def test_stored_entries_read_back_unchanged(game):
    options, dealer, entries = game
    assert sheet(options, entries, dealer) == play_game(options, dealer, entries)

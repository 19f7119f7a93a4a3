"""`manage.py score`: a game in, its score sheet out, or what is wrong with it. No database."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from hypothesis import given, settings

from tests.engine.builders import games_with_entries
from tests.play.pad_previews import Pad
from whistclub.engine.game import GameResult, play_game
from whistclub.engine.hand import Adjustment, Hand, Redeal
from whistclub.engine.options import PRESETS, RuleOptions, options_to_mapping
from whistclub.engine.scoring import score as scored
from whistclub.ops.management.commands import score as command

ROOT = Path(__file__).resolve().parents[2]
GAMES = json.loads((ROOT / "tests/engine/data/games.json").read_text(encoding="utf-8"))
HIGH = {"contract": "high", "declarer": 2, "tricks": [9, 4]}
LOW = {"contract": "low", "tricks": [8, 5]}


def as_input(game):
    rules = {"preset": game["preset"], **game["override"]}
    return {"rules": rules, "first_dealer": game["first_dealer"], "hands": game["hands"]}


@pytest.fixture
def score(capsys, monkeypatch):
    """Runs the command on these bytes, or on a value written as JSON: the score sheet, or lines on standard error."""

    def run(content):
        raw = content if isinstance(content, bytes) else json.dumps(content).encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
        status = 0
        try:
            call_command("score", "-")
        except SystemExit as stop:
            status = stop.code
        printed = capsys.readouterr()
        assert status == (2 if printed.err else 0)
        return printed.err.splitlines() or json.loads(printed.out)

    return run


@pytest.mark.parametrize("game", GAMES, ids=[game["title"] for game in GAMES])
def test_a_golden_game_is_printed_as_in_the_golden_file(score, game):
    assert score(as_input(game)) == game["result"]


def test_redeals_adjustments_and_hands_after_the_end_have_their_rows(score):
    entries = [{"redeal": "next_dealer"}, {"adjust": [13, 0], "reason": "late"}, LOW]
    sheet = score({"rules": "neuralplay", "hands": entries})
    assert [row["status"] for row in sheet["rows"]] == ["scored", "scored", "surplus"]
    assert [row["dealer"] for row in sheet["rows"]] == [0, 1, 1]
    assert "totals" not in sheet["rows"][2]
    assert (sheet["totals"], sheet["winner"], sheet["hands_scored"]) == ([13, 0], 0, 0)


@pytest.mark.parametrize(
    ("rules", "hand", "sentences"),
    [
        ("neuralplay", HIGH | {"tricks": [9, 5]}, ["hand 1: tricks: The tricks add up to 14, but a hand has 13."]),
        ("neuralplay", HIGH | {"contract": "sola_nola"}, ["hand 1: contract: These rules do not have that bid."]),
        ("neuralplay", LOW | {"declarer": 1}, ["hand 1: declarer: Nobody grands in a low hand."]),
        ("neuralplay", HIGH | {"declarer": 4}, ["hand 1: declarer: That seat is empty."]),
        ({"stake": 1001}, HIGH, ["stake: Stake in cents: a whole number from 0 to 1000."]),
        ({"stake": True}, HIGH, ["stake: Stake in cents: a whole number from 0 to 1000."]),
        ({"hihg_made": 1}, HIGH, ["hihg_made: There is no such option."]),
    ],
)
def test_what_is_against_the_rules_is_named(score, rules, hand, sentences):
    assert score({"rules": rules, "hands": [hand]})[: len(sentences)] == sentences


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b'{"rules": "\xff"}',
        b"[" * 100_000,
        [],
        {},
        {"rules": "askov", "hands": {}},
        {"rules": "askov", "hands": [], "dealer": 1},
        {"rules": "bridge", "hands": []},
        {"rules": {"preset": ["askov"]}, "hands": []},
        {"rules": "askov", "hands": [], "first_dealer": None},
        b'{"rules": {"stake": ' + b"9" * 5000 + b'}, "hands": []}',
    ],
)
def test_a_game_that_cannot_be_read_is_one_line(score, content):
    (sentence,) = score(content)
    assert sentence.startswith("The game cannot be read: ")


def test_an_unreadable_file_is_named(capsys):
    with pytest.raises(SystemExit, match="2"):
        call_command("score", "no-such-file.json")
    assert capsys.readouterr().err == "no-such-file.json cannot be read: No such file or directory.\n"


def test_the_command_works_from_a_shell():
    words = [sys.executable, "manage.py", "score", "-"]
    done = subprocess.run(
        words, cwd=ROOT, input=json.dumps(as_input(GAMES[15])), capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == GAMES[15]["result"]


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
        outcome = scored(hand, options)
        assert (row.points, row.stars) == (outcome.points, outcome.stars)


def every_hand(options: RuleOptions) -> list[Hand]:
    return [hand for _bid, _tricks, hand in Pad(options).hands()]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_hand_by_a_preset_has_the_points_of_the_score_table(preset):
    rows_are_right(PRESETS[preset], every_hand(PRESETS[preset]))


@FEW
@given(games_with_entries())
def test_stored_entries_read_back_unchanged(game):
    options, dealer, entries = game
    assert sheet(options, entries, dealer) == play_game(options, dealer, entries)

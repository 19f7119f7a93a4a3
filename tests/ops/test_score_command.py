"""`manage.py score`: a game in, its score sheet out, or every fault of it. No database."""
# Over 300 lines because every kind of bad input is listed here with its sentences.

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).resolve().parents[2]
GAMES = json.loads((ROOT / "tests/engine/data/games.json").read_text(encoding="utf-8"))

GOOD_HAND = {"contract": "high", "declarer": 2, "tricks": [9, 4]}


def as_input(game):
    rules = {"preset": game["preset"], **game["override"]}
    return {"rules": rules, "first_dealer": game["first_dealer"], "hands": game["hands"]}


@pytest.fixture
def score_file(capsys):
    """Runs the command on a file of this name: (exit status, output, lines on standard error)."""

    def run(name):
        status = 0
        try:
            call_command("score", name)
        except SystemExit as stop:
            status = stop.code
        captured = capsys.readouterr()
        return status, captured.out, captured.err.splitlines()

    return run


@pytest.fixture
def score(tmp_path, score_file):
    """Runs the command on a file of these bytes, or on a value written as JSON."""

    def run(content):
        file = tmp_path / "game.json"
        file.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return score_file(str(file))

    return run


@pytest.mark.parametrize("game", GAMES, ids=[game["title"] for game in GAMES])
def test_a_golden_game_is_printed_as_in_the_golden_file(score, game):
    status, output, errors = score(as_input(game))
    assert (status, errors) == (0, [])
    assert json.loads(output) == game["result"]


def test_rules_may_be_the_name_of_a_preset(score):
    _status, output, _errors = score({"rules": "norwegian", "hands": [GOOD_HAND]})
    assert json.loads(output)["totals"] == [12, 0]


def test_rules_without_a_preset_start_from_the_plain_defaults(score):
    hands = [{"contract": "low", "tricks": [8, 5]}]
    _status, output, _errors = score({"rules": {"low_penalty": 3}, "hands": hands})
    assert json.loads(output)["totals"] == [-6, 0]


def test_the_first_dealer_defaults_to_seat_zero_and_hands_may_be_empty(score):
    status, output, _errors = score({"rules": "askov", "hands": []})
    assert status == 0
    assert json.loads(output)["next_dealer"] == 0


@pytest.mark.parametrize("declarer", [{}, {"declarer": None}])
def test_a_low_hand_needs_no_declarer(score, declarer):
    hand = {"contract": "low", "tricks": [8, 5], **declarer}
    status, _output, errors = score({"rules": "neuralplay", "hands": [hand]})
    assert (status, errors) == (0, [])


def test_a_byte_order_mark_is_accepted(score):
    status, _output, _errors = score(b'\xef\xbb\xbf{"rules": "askov", "hands": []}')
    assert status == 0


DEEP = b"[" * 100_000
DEEP_RULES = b'{"rules": ' + b'{"preset":' * 400 + b"1" + b"}" * 400 + b', "hands": []}'
LONG_NUMBER = b"9" * 5000


def rules(**options):
    return {"rules": options, "hands": []}


def hand(**changes):
    return {"rules": "neuralplay", "hands": [GOOD_HAND | changes]}


PRESET_FAULT = (
    "rules: preset must be one of minnesota, minnesota_double, neuralplay, wiki_four, askov, south_dakota, "
    "widow, two_player, norwegian, swedish, tuppi"
)
STAKE_FAULT = "rules: stake: Stake in cents: a whole number from 0 to 1000."
TRICKS_FAULT = "hand 1: tricks must be a list of whole numbers"
DECLARER_FAULT = "hand 1: declarer must be a seat number or null"
CONTRACT_FAULT = "hand 1: contract must be one of high, low, sola_nola, grand_dix, widow"

BAD_INPUTS = {
    "nothing": (b"", ["the game is not JSON: see line 1, column 1"]),
    "not JSON": (b'{"rules":\n askov}', ["the game is not JSON: see line 2, column 2"]),
    "not UTF-8": (b'{"rules": "\xff"}', ["the game is not UTF-8 text"]),
    "nested too deeply": (DEEP, ["the game is nested too deeply"]),
    "deep where a name belongs": (DEEP_RULES, [PRESET_FAULT]),
    "a list": ([], ["the game: must be a JSON object"]),
    "null": (None, ["the game: must be a JSON object"]),
    "an empty object": ({}, ['the game: key "rules" is missing', 'the game: key "hands" is missing']),
    "an unknown key": ({"rules": "askov", "hands": [], "dealer": 1}, ['the game: key "dealer" is unknown']),
    "a key twice": (b'{"rules": "askov", "hands": [], "hands": []}', ['the game: key "hands" is given twice']),
    "a key that would break the line": (
        b'{"rules": "askov", "hands": [], "a\\nb\\ud800": 1}',
        ['the game: key "a\\nb\\ud800" is unknown'],
    ),
    "rules null": (
        {"rules": None, "hands": []},
        ["the game: rules must be the name of a preset or an object of options"],
    ),
    "rules a list": (
        {"rules": [], "hands": []},
        ["the game: rules must be the name of a preset or an object of options"],
    ),
    "an unknown preset": ({"rules": "bridge", "hands": []}, [PRESET_FAULT]),
    "an unknown preset in an object": (rules(preset="bridge"), [PRESET_FAULT]),
    "a preset of the wrong type": (rules(preset=None), [PRESET_FAULT]),
    "an unknown option": (rules(hihg_made=1), ['rules: "hihg_made": There is no such option.']),
    "an option twice": (
        b'{"rules": {"stake": 1, "stake": 2}, "hands": []}',
        ['rules: key "stake" is given twice'],
    ),
    "an option true": (rules(stake=True), [STAKE_FAULT]),
    "an option with a fraction": (rules(stake=1.0), [STAKE_FAULT]),
    "an option in quotes": (rules(stake="1"), [STAKE_FAULT]),
    "an option NaN": (rules(stake=float("nan")), [STAKE_FAULT]),
    "an option null": (rules(stake=None), [STAKE_FAULT]),
    "an option out of range": (rules(stake=1001), [STAKE_FAULT]),
    "an option of 5000 digits": (b'{"rules": {"stake": ' + LONG_NUMBER + b'}, "hands": []}', [STAKE_FAULT]),
    "a target out of range": (
        rules(target=0),
        ["rules: target: Target score: a whole number from 1 to 200, or empty."],
    ),
    "a switch that is a number": (
        rules(solos=1),
        ["rules: solos: Sola Nola and Grand Dix: choose one of those listed. (true, false)"],
    ),
    "a choice nobody has": (
        rules(carry="none"),
        ["rules: carry: Points can be held by: choose one of those listed. (both, one_side)"],
    ),
    "no end": (
        rules(target=None),
        ["rules: target: This game would never end: set a target, a maximum number of hands, or both."],
    ),
    "solos for two": (
        rules(form="duo2", solos=True),
        ["rules: solos: A soloist needs a partner who sits out. Choose four players, or no solos."],
    ),
    "one side of three, with penalties": (
        rules(form="widow3", carry="one_side"),
        [
            "rules: carry: Three players are three sides. Let all sides have points, or choose two or four players.",
            "rules: carry: If only one side can hold points, points can’t be deducted. Set the points lost in a "
            "failed grand and in a low hand to 0, or let both sides have points.",
        ],
    ),
    "a first dealer beyond the table": (
        {"rules": "widow", "first_dealer": 3, "hands": []},
        ["first_dealer: That seat is empty. (0 to 2)"],
    ),
    "a first dealer true": (
        {"rules": "widow", "first_dealer": True, "hands": []},
        ["the game: first_dealer must be a seat number"],
    ),
    "a first dealer null": (
        {"rules": "widow", "first_dealer": None, "hands": []},
        ["the game: first_dealer must be a seat number"],
    ),
    "hands an object": ({"rules": "askov", "hands": {}}, ["the game: hands must be a list"]),
    "a hand that is a list": ({"rules": "askov", "hands": [[]]}, ["hand 1: must be a JSON object"]),
    "an empty hand": (
        {"rules": "askov", "hands": [{}]},
        ['hand 1: key "contract" is missing', 'hand 1: key "tricks" is missing'],
    ),
    "an unknown key in a hand": (hand(dealer=1), ['hand 1: key "dealer" is unknown']),
    "a contract nobody plays": (hand(contract="hihg"), [CONTRACT_FAULT]),
    "a contract that is a list": (hand(contract=["high"]), [CONTRACT_FAULT]),
    "a contract of other rules": (
        hand(contract="sola_nola", tricks=[0]),
        ["hand 1: contract: These rules do not have that bid."],
    ),
    "a high hand without declarer": (hand(declarer=None), ["hand 1: declarer: Choose who granded."]),
    "a low hand with declarer": (hand(contract="low"), ["hand 1: declarer: Nobody grands in a low hand."]),
    "a declarer beyond the table": (hand(declarer=4), ["hand 1: declarer: That seat is empty. (0 to 3)"]),
    "a declarer true": (hand(declarer=True), [DECLARER_FAULT]),
    "a declarer in quotes": (hand(declarer="2"), [DECLARER_FAULT]),
    "a declarer with a fraction": (hand(declarer=2.0), [DECLARER_FAULT]),
    "tricks null": (hand(tricks=None), [TRICKS_FAULT]),
    "tricks one number": (hand(tricks=9), [TRICKS_FAULT]),
    "tricks with a fraction": (hand(tricks=[9.0, 4]), [TRICKS_FAULT]),
    "tricks with true": (hand(tricks=[True, 12]), [TRICKS_FAULT]),
    "tricks in quotes": (hand(tricks=["9", "4"]), [TRICKS_FAULT]),
    "tricks infinite": (hand(tricks=[float("inf"), 4]), [TRICKS_FAULT]),
    "too many tricks": (hand(tricks=[9, 5]), ["hand 1: tricks: The tricks add up to 14, but a hand has 13."]),
    "too many counts": (hand(tricks=[9, 3, 1]), ["hand 1: tricks: Enter the tricks of every side. (2 numbers, not 3)"]),
    "a negative count": (hand(tricks=[14, -1]), ["hand 1: tricks: A side takes from 0 to 13 tricks."]),
    "a count of 5000 digits": (
        b'{"rules": "askov", "hands": [{"contract": "low", "tricks": [' + LONG_NUMBER + b", 0]}]}",
        [
            "hand 1: tricks: A side takes from 0 to 13 tricks.",
            "hand 1: tricks: The tricks add up to 1,000,000, but a hand has 13.",
        ],
    ),
}


@pytest.mark.parametrize(("content", "expected"), BAD_INPUTS.values(), ids=BAD_INPUTS)
def test_bad_input_is_reported_with_exit_status_2(score, content, expected):
    status, output, errors = score(content)
    assert (status, output) == (2, "")
    assert errors == expected


def test_errors_in_hands_are_reported_even_with_invalid_rules(score):
    hands = [
        GOOD_HAND,
        {"contract": "high", "declarer": 1, "tricks": [1, 2, 3], "note": ""},
        {"contract": "grand_dix", "declarer": 4, "tricks": [8]},
        {"contract": "high", "declarer": "north", "tricks": [9, 5]},
        {"contract": "hihg", "declarer": 9, "tricks": [9, 4]},
    ]
    _status, _output, errors = score({"rules": {"preset": "bridge", "stake": -1}, "first_dealer": 4, "hands": hands})
    assert errors == [
        PRESET_FAULT,
        STAKE_FAULT,
        'hand 2: key "note" is unknown',
        "hand 2: tricks: Enter the tricks of every side. (2 numbers, not 3)",
        "hand 3: tricks: A side takes from 0 to 7 tricks.",
        DECLARER_FAULT.replace("hand 1", "hand 4"),
        CONTRACT_FAULT.replace("hand 1", "hand 5"),
    ]


def test_a_repeated_key_is_reported_once(score):
    assert score(b'{"rules": "askov", "hands": [], "x": 1, "x": 2, "x": 3}')[2] == [
        'the game: key "x" is given twice',
        'the game: key "x" is unknown',
    ]


@pytest.mark.parametrize("name", ["no-such-file.json", ".", "\0"])
def test_an_unreadable_file_is_named(score_file, name):
    assert score_file(name) == (2, "", [f"{json.dumps(name)} cannot be read"])


def test_a_dash_means_standard_input(score_file, monkeypatch):
    text = io.TextIOWrapper(io.BytesIO(json.dumps(as_input(GAMES[0])).encode()))
    monkeypatch.setattr(sys, "stdin", text)
    status, output, _errors = score_file("-")
    assert status == 0
    assert json.loads(output) == GAMES[0]["result"]


def shell(content):
    """The command as a person starts it, fed through a pipe."""
    return subprocess.run(
        [sys.executable, "manage.py", "score", "-"], cwd=ROOT, input=content, capture_output=True, check=False
    )


def test_the_command_works_from_a_shell():
    done = shell(json.dumps(as_input(GAMES[15])).encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout) == GAMES[15]["result"]


def test_on_the_command_line_errors_are_lines_not_tracebacks():
    done = shell(json.dumps(hand(tricks=[9, 5])).encode())
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().splitlines() == ["hand 1: tricks: The tricks add up to 14, but a hand has 13."]


def test_the_example_of_the_readme_works():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^echo '(.+)' \| python3 manage.py score -$", readme, re.MULTILINE)
    done = shell(example.encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["totals"] == [3, 0]


def test_the_fragments_of_the_readme_are_understood(score):
    text = (ROOT / "README.md").read_text(encoding="utf-8").split("manage.py score")[-1].split("\n## ")[0]
    notes = [json.loads("{" + note + "}") for note in re.findall(r"`(\"\w+\": [^`]+)`", text)]
    assert {key for note in notes for key in note} == {"trump", "over", "rest_to", "revoke"}
    nola = {"contract": "sola_nola", "declarer": 1, "tricks": [0]}
    known = {"trump": ("south_dakota", GOOD_HAND), "over": ("askov", nola)}
    for note in notes:
        (key,) = note
        rules, hand = known.get(key, ("neuralplay", GOOD_HAND))
        assert score({"rules": rules, "hands": [hand | note]})[0] == 0
    for rules in re.findall(r"`(\{\"preset\"[^`]+)`", text):
        assert score({"rules": json.loads(rules), "hands": []})[0] == 0
    for entry in re.findall(r"`(\{\"(?:redeal|adjust)\"[^`]+)`", text):
        assert score({"rules": "neuralplay", "hands": [json.loads(entry)]})[0] == 0

"""`manage.py score` on what is noted beside a hand, on redeals and on adjustments. No database."""

import io
import json
import sys

import pytest
from django.core.management import call_command

from whistclub.ops.transcript import LONGEST_REASON

HIGH = {"contract": "high", "declarer": 2, "tricks": [9, 4]}
LOW = {"contract": "low", "tricks": [8, 5]}
NOLA = {"contract": "sola_nola", "declarer": 1, "tricks": [0]}


@pytest.fixture
def score(capsys, monkeypatch):
    """Runs the command on these entries: (exit status, score sheet or None, lines on standard error)."""

    def run(entries, rules="neuralplay"):
        content = json.dumps({"rules": rules, "hands": entries}).encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        status = 0
        try:
            call_command("score", "-")
        except SystemExit as stop:
            status = stop.code
        captured = capsys.readouterr()
        return status, json.loads(captured.out) if captured.out else None, captured.err.splitlines()

    return run


def row(dealer, leader, points, totals):
    return {
        "dealer": dealer,
        "leader": leader,
        "points": points,
        "stars": [0, 0],
        "status": "scored",
        "totals": totals,
        "total_stars": [0, 0],
        "ended": False,
    }


def after_end(dealer, leader, points):
    return {"dealer": dealer, "leader": leader, "points": points, "stars": [0, 0], "status": "surplus"}


def given(*points, reason="late"):
    return {"adjust": points, "reason": reason}


def test_redeals_and_adjustments_have_their_rows_among_the_hands(score):
    entries = [{"redeal": "same_dealer"}, HIGH, given(0, 5), {"redeal": "next_dealer"}, LOW]
    status, sheet, errors = score(entries)
    assert (status, errors) == (0, [])
    assert sheet["rows"] == [
        row(0, None, [0, 0], [0, 0]),
        row(0, 1, [3, 0], [3, 0]),
        row(1, None, [0, 5], [3, 5]),
        row(1, None, [0, 0], [3, 5]),
        row(2, 3, [0, 2], [3, 7]),
    ]
    assert (sheet["hands_scored"], sheet["next_dealer"]) == (2, 3)


def test_an_adjustment_may_end_and_reopen_the_game(score):
    _status, sheet, _errors = score([given(13, 0), given(-1, 0), LOW])
    assert [entry["ended"] for entry in sheet["rows"]] == [True, False, False]
    assert (sheet["totals"], sheet["over"]) == ([12, 2], False)


def test_hands_after_the_end_have_no_totals(score):
    _status, sheet, _errors = score([given(13, 0), {"redeal": "next_dealer"}, LOW, given(0, 20)])
    assert sheet["rows"][1:] == [after_end(0, None, [0, 0]), after_end(1, 2, [0, 2]), after_end(2, None, [0, 20])]
    assert (sheet["totals"], sheet["winner"], sheet["next_dealer"]) == ([13, 0], 0, 2)


@pytest.mark.parametrize(
    ("rules", "hand"),
    [
        ("south_dakota", HIGH | {"trump": "hearts"}),
        ("neuralplay", HIGH | {"rest_to": 1}),
        ("neuralplay", HIGH | {"revoke": [0, 1]}),
        ("askov", NOLA | {"over": ["high", 2]}),
        ("askov", NOLA | {"over": ["low", None]}),
        ("neuralplay", HIGH | {"trump": None, "over": None, "rest_to": None, "revoke": None}),
    ],
)
def test_display_only_notes_do_not_change_the_score(score, rules, hand):
    bare = {key: hand[key] for key in ("contract", "declarer", "tricks")}
    status, sheet, errors = score([hand], rules)
    assert (status, errors) == (0, [])
    assert sheet == score([bare], rules)[1]


def test_a_revoke_moves_the_tricks_that_the_rules_say(score):
    rules = {"preset": "neuralplay", "revoke_tricks": 3}
    _status, sheet, _errors = score([HIGH | {"revoke": [0, 1]}, LOW | {"revoke": [1, 0]}], rules)
    assert [entry["points"] for entry in sheet["rows"]] == [[0, 2], [2, 0]]


@pytest.mark.parametrize("reason", ["x", "x" * LONGEST_REASON, "late\nand loud", "\u00e9\U0001f0a1"])
def test_a_reason_is_any_text_of_up_to_two_hundred_characters(score, reason):
    assert score([given(0, 1, reason=reason)])[0] == 0


TRUMP = "trump must be one of spades, hearts, diamonds, clubs"
NOT_LED = "trump: No trump is led in this hand."
OVER = "over must be a list of a contract and a seat number or null"
NOT_OVERRULED = "over: This bid cannot overrule that one."
REST = "rest_to must be the number of a side"
REVOKE = "revoke must be a list of two side numbers"
REDEAL = "redeal must be one of same_dealer, next_dealer"
ADJUST = "adjust must be a list of whole numbers"
ADJUST_RANGE = "adjust: An adjustment must be from −200 to 200."
REASON = "reason must be a text of 1 to 200 characters"
FAR = 10**30

FAULTY = {
    "a trump that is no suit": ("south_dakota", HIGH | {"trump": "none"}, [TRUMP]),
    "a trump that is a list": ("south_dakota", HIGH | {"trump": ["hearts"]}, [TRUMP]),
    "a trump that is false": ("south_dakota", HIGH | {"trump": False}, [TRUMP]),
    "a trump where none is led": ("neuralplay", HIGH | {"trump": "hearts"}, [NOT_LED]),
    "a trump in a low hand": ("south_dakota", LOW | {"trump": "hearts"}, [NOT_LED]),
    "over a name": ("askov", NOLA | {"over": "high"}, [OVER]),
    "over one thing": ("askov", NOLA | {"over": ["high"]}, [OVER]),
    "over three things": ("askov", NOLA | {"over": ["high", 2, 3]}, [OVER]),
    "over a contract nobody plays": ("askov", NOLA | {"over": ["hihg", 2]}, [OVER]),
    "over a seat in quotes": ("askov", NOLA | {"over": ["high", "2"]}, [OVER]),
    "over a seat true": ("askov", NOLA | {"over": ["high", True]}, [OVER]),
    "over nothing": ("askov", NOLA | {"over": []}, [OVER]),
    "over an equal bid": ("askov", NOLA | {"over": ["sola_nola", 2]}, [NOT_OVERRULED]),
    "over in a high hand": ("askov", HIGH | {"over": ["low", None]}, [NOT_OVERRULED]),
    "over a high bid without declarer": (
        "askov",
        NOLA | {"over": ["high", None]},
        ["over: Choose who granded."],
    ),
    "over a low bid with declarer": ("askov", NOLA | {"over": ["low", 3]}, ["over: Nobody grands in a low hand."]),
    "over a seat beyond the table": (
        "askov",
        NOLA | {"over": ["high", FAR]},
        ["over: That seat is empty. (0 to 3)"],
    ),
    "the rest in quotes": ("neuralplay", HIGH | {"rest_to": "1"}, [REST]),
    "the rest true": ("neuralplay", HIGH | {"rest_to": True}, [REST]),
    "the rest to a list": ("neuralplay", HIGH | {"rest_to": [1]}, [REST]),
    "the rest with a fraction": ("neuralplay", HIGH | {"rest_to": 1.0}, [REST]),
    "the rest beyond the table": (
        "neuralplay",
        HIGH | {"rest_to": 2},
        ["rest_to: Choose which side revoked or took the remaining tricks. (0 to 1)"],
    ),
    "a revoke by a side": ("neuralplay", HIGH | {"revoke": 0}, [REVOKE]),
    "a revoke of one side": ("neuralplay", HIGH | {"revoke": [0]}, [REVOKE]),
    "a revoke of three": ("neuralplay", HIGH | {"revoke": [0, 1, 0]}, [REVOKE]),
    "a revoke against nobody": ("neuralplay", HIGH | {"revoke": [0, None]}, [REVOKE]),
    "a revoke with true": ("neuralplay", HIGH | {"revoke": [0, True]}, [REVOKE]),
    "a revoke beyond the table": (
        "neuralplay",
        HIGH | {"revoke": [-1, FAR]},
        ["revoke: Choose which side revoked or took the remaining tricks. (0 to 1)"],
    ),
    "a revoke against itself": (
        "neuralplay",
        HIGH | {"revoke": [1, 1]},
        ["revoke: A side cannot revoke against itself."],
    ),
    "a revoke in a solo": (
        "askov",
        NOLA | {"revoke": [1, 0]},
        ["revoke: Solos have no revoke: agree whether it was made and enter that."],
    ),
    "a reason for a hand": ("neuralplay", HIGH | {"reason": "late"}, ['key "reason" is unknown']),
    "a redeal true": ("neuralplay", {"redeal": True}, [REDEAL]),
    "a redeal null": ("neuralplay", {"redeal": None}, [REDEAL]),
    "a redeal that is a list": ("neuralplay", {"redeal": ["same_dealer"]}, [REDEAL]),
    "a redeal by nobody": ("neuralplay", {"redeal": "dealer"}, [REDEAL]),
    "a redeal with tricks": ("neuralplay", {"redeal": "same_dealer", "tricks": [7, 6]}, ['key "tricks" is unknown']),
    "a redeal that is a hand too": (
        "neuralplay",
        HIGH | {"redeal": "again"},
        ['key "contract" is unknown', 'key "declarer" is unknown', 'key "tricks" is unknown', REDEAL],
    ),
    "an adjustment without reason": ("neuralplay", {"adjust": [1, 0]}, ['key "reason" is missing']),
    "an adjustment with a dealer": ("neuralplay", given(1, 0) | {"dealer": 1}, ['key "dealer" is unknown']),
    "an adjustment null": ("neuralplay", {"adjust": None, "reason": "late"}, [ADJUST]),
    "an adjustment that is a number": ("neuralplay", {"adjust": 3, "reason": "late"}, [ADJUST]),
    "an adjustment with a fraction": ("neuralplay", given(0.5, 0), [ADJUST]),
    "an adjustment with true": ("neuralplay", given(True, 0), [ADJUST]),
    "an adjustment of nothing": ("neuralplay", given(0, 0), ["adjust: An adjustment must give or take points."]),
    "an adjustment for nobody": (
        "neuralplay",
        given(),
        ["adjust: The points need 2 numbers, not 0.", "adjust: An adjustment must give or take points."],
    ),
    "an adjustment of two in widow": ("widow", given(1, 0), ["adjust: The points need 3 numbers, not 2."]),
    "an adjustment too great": ("neuralplay", given(201, 0), [ADJUST_RANGE]),
    "an adjustment far below zero": ("neuralplay", given(0, -FAR), [ADJUST_RANGE]),
    "a reason null": ("neuralplay", given(1, 0, reason=None), [REASON]),
    "a reason that is a number": ("neuralplay", given(1, 0, reason=5), [REASON]),
    "an empty reason": ("neuralplay", given(1, 0, reason=""), [REASON]),
    "a reason of blanks": ("neuralplay", given(1, 0, reason=" \n"), [REASON]),
    "a reason too long": ("neuralplay", given(1, 0, reason="x" * 201), [REASON]),
    "everything of an adjustment": (
        "neuralplay",
        given("1", 0, reason="") | {"x": 1},
        ['key "x" is unknown', ADJUST, REASON],
    ),
    "all notes at once": (
        "neuralplay",
        HIGH | {"trump": 1, "over": 1, "rest_to": "", "revoke": {}},
        [TRUMP, OVER, REST, REVOKE],
    ),
}


@pytest.mark.parametrize(("rules", "entry", "faults"), FAULTY.values(), ids=FAULTY)
def test_an_invalid_entry_is_reported_with_exit_status_2(score, rules, entry, faults):
    assert score([entry], rules) == (2, None, [f"hand 1: {fault}" for fault in faults])


def test_entries_of_every_kind_are_numbered_together(score):
    entries = [{"redeal": "same_dealer"}, given(0, 0), HIGH, given(1), HIGH | {"rest_to": 9}]
    assert score(entries)[2] == [
        "hand 2: adjust: An adjustment must give or take points.",
        "hand 4: adjust: The points need 2 numbers, not 1.",
        "hand 5: rest_to: Choose which side revoked or took the remaining tricks. (0 to 1)",
    ]


def test_readable_notes_are_checked_even_if_another_is_not(score):
    hand = HIGH | {"tricks": [9, 5], "trump": "hihg", "rest_to": 2}
    assert score([hand])[2] == [
        f"hand 1: {TRUMP}",
        "hand 1: tricks: The tricks add up to 14, but a hand has 13.",
        "hand 1: rest_to: Choose which side revoked or took the remaining tricks. (0 to 1)",
    ]


def test_with_unreadable_rules_entries_are_checked_alone(score):
    entries = [given(1, 2, 3), given(0.5), {"redeal": 1}, NOLA | {"over": ["high", 9], "rest_to": "1"}]
    _status, _sheet, errors = score(entries, {"stake": -1})
    assert errors[1:] == [f"hand 2: {ADJUST}", f"hand 3: {REDEAL}", f"hand 4: {REST}"]

"""Names inside stored texts become references to players, and show the names of today."""

import pytest

from whistclub.club.stored_names import keys_in, with_names, with_references

KNOWN = {"Ann": 1, "Ann Marie": 2, "Bo": 3}


@pytest.mark.parametrize(
    "text, stored",
    [
        ("Ann and Ann Marie", "{player:1} and {player:2}"),
        ("Ann’s phone, Bo.", "{player:1}’s phone, {player:3}."),
        ("Anna, Boat, bo", "Anna, Boat, bo"),
        ("", ""),
    ],
)
def test_whole_names_become_references_longest_first(text, stored):
    assert with_references(text, KNOWN) == stored
    assert with_names(stored, {1: "Ann", 2: "Ann Marie", 3: "Bo"}) == text


def test_a_new_name_of_one_player_leaves_the_others():
    stored = with_references("Ann and Ann Marie", KNOWN)
    assert with_names(stored, {1: "Anna", 2: "Ann Marie"}) == "Anna and Ann Marie"


@pytest.mark.parametrize("text", ["{player:3}", "{", "}}", "{0.__class__}", "{{player:1}} {Ann"])
def test_typed_braces_stay_text(text):
    stored = with_references(text, {"Zoe": 3})
    assert with_names(stored, {3: "Zoe"}) == text
    assert keys_in(stored) == set()


def test_names_with_braces_are_found():
    assert with_references("{x} won", {"{x}": 4}) == "{player:4} won"


def test_a_text_names_its_players_and_shows_unknown_ones_as_a_question_mark():
    assert keys_in("{player:1} and {player:22}") == {1, 22}
    assert with_names("{player:22} won", {}) == "? won"

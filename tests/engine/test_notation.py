"""The notes of a hand as JSON has them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.builders import LAW, notes_to_mapping
from whistclub.engine.hand import NOTHING_NOTED, Bid, Contract, Notes, Revoke, Suit, notes_from_mapping

# Also such as no rules allow: to judge them is another's task.
ANY_NOTES = st.builds(
    Notes,
    trump=st.none() | st.sampled_from(Suit),
    over=st.none() | st.builds(Bid, st.sampled_from(Contract), st.none() | st.integers()),
    rest_to=st.none() | st.integers(),
    revoke=st.none() | st.builds(Revoke, st.integers(), st.integers()),
)

FULL = Notes(Suit.HEARTS, Bid(Contract.HIGH, 2), 1, Revoke(0, 1))
FULL_WRITTEN = {"trump": "hearts", "over": ["high", 2], "rest_to": 1, "revoke": [0, 1]}


@LAW
@given(ANY_NOTES)
def test_notes_written_and_read_again_are_the_same(notes):
    written = notes_to_mapping(notes)
    assert notes_from_mapping(written) == notes
    assert notes_from_mapping(json.loads(json.dumps(written))) == notes


@LAW
@given(ANY_NOTES)
def test_only_given_notes_are_stored(notes):
    fields = {name: getattr(notes, name) for name in ("trump", "over", "rest_to", "revoke")}
    assert set(notes_to_mapping(notes)) == {name for name, value in fields.items() if value is not None}


def test_every_note_has_its_place():
    assert notes_to_mapping(FULL) == FULL_WRITTEN
    assert notes_from_mapping(FULL_WRITTEN) == FULL


def test_entries_without_notes_store_none():
    assert notes_to_mapping(NOTHING_NOTED) == {}
    assert notes_from_mapping({}) == NOTHING_NOTED


def test_side_and_seat_zero_are_stored_too():
    notes = Notes(over=Bid(Contract.HIGH, 0), rest_to=0, revoke=Revoke(0, 0))
    assert notes_to_mapping(notes) == {"over": ["high", 0], "rest_to": 0, "revoke": [0, 0]}
    assert notes_from_mapping(notes_to_mapping(notes)) == notes


def test_a_low_bid_is_written_without_a_seat():
    assert notes_to_mapping(Notes(over=Bid(Contract.LOW, None))) == {"over": ["low", None]}


@pytest.mark.parametrize(
    "data",
    [{"trump": "none"}, {"trump": 1}, {"over": ["hihg", 2]}, {"over": ["high"]}, {"over": 2}, {"revoke": [1]}],
)
def test_invalid_notes_raise(data):
    with pytest.raises((ValueError, TypeError)):
        notes_from_mapping(data)


def test_trump_and_contract_are_converted_to_engine_values():
    read = notes_from_mapping(FULL_WRITTEN)
    assert isinstance(read.trump, Suit)
    assert isinstance(read.over.contract, Contract)

"""Who is there: check-in and check-out, before the first round and between rounds; partners of an evening."""

import pytest

from tests.party.builders import (
    LATER,
    friday,
    friday_playing,
    key,
    logged,
    next_round,
    party_state,
    play,
    present,
    seats,
    typed,
)
from whistclub.party.actions import people
from whistclub.party.actions.people import StillPlaying
from whistclub.party.state import StalePartyState

pytestmark = pytest.mark.django_db


# Check-in and check-out


def test_people_are_numbered_in_the_order_in_which_they_come(olga):
    made = friday(olga, "Cy", "Ann")
    people.check_in(made, ["Bob"], by=olga, at=LATER)
    assert [(each.number, each.player.name) for each in made.entrants.all()] == [(1, "Cy"), (2, "Ann"), (3, "Bob")]


def test_a_returning_player_keeps_their_number(olga):
    made = friday(olga, "Ann", "Bob")
    people.check_out(made, key(made, "Ann"), by=olga, at=LATER)
    people.check_in(made, ["Ann"], by=olga, at=LATER)
    assert [(each.number, each.player.name) for each in party_state(made).present] == [(1, "Ann"), (2, "Bob")]
    assert logged(made)[-1].sentence == "Here: Ann"


# Between rounds


def test_a_seated_player_cannot_be_checked_out(olga):
    made = friday_playing(olga, count=4)
    with pytest.raises(StillPlaying) as refusal:
        people.check_out(made, key(made, "P1"), by=olga, at=LATER)
    assert refusal.value.sentence == "P1 is playing: first decide what happens to their table."
    assert "P1" in present(made)


def test_a_seated_player_may_leave_after_the_round_and_keeps_the_chair(olga):
    made = friday_playing(olga, count=5)
    people.check_out(made, key(made, "P1"), after_round=True, by=olga, at=LATER)
    assert seats(party_state(made)) == [["P1+P2", "P3+P4"]]
    assert logged(made)[-1].sentence == "P1 leaves after this round"


def test_a_player_leaving_after_the_round_is_not_seated_again(olga):
    made = friday_playing(olga, count=5)
    people.check_out(made, key(made, "P1"), after_round=True, by=olga, at=LATER)
    typed(made, olga, (5, 3))
    assert sorted(name for pair in seats(next_round(made, olga))[0] for name in pair.split("+")) == [
        "P2",
        "P3",
        "P4",
        "P5",
    ]


def test_a_player_whose_table_is_done_may_leave(olga):
    made = friday(olga, count=8)
    found = next_round(made, olga)
    play(found.current.table(1), (0, 13), (0, 13))
    people.check_out(made, key(made, "P1"), by=olga, at=LATER)
    assert "P1" not in present(made)


def test_a_latecomer_plays_from_the_next_round(olga):
    made = friday_playing(olga, count=7)
    people.check_in(made, ["Late"], by=olga, at=LATER)
    assert party_state(made).current.assignment_of(key(made, "Late")) is None
    typed(made, olga, (5, 3))
    coming = next_round(made, olga)
    assert len(coming.current.tables) == 2
    assert coming.current.assignment_of(key(made, "Late")).table == 2


def test_a_new_partner_leaves_the_old_one_single(olga):
    made = friday(olga, "Ann", "Bob", "Cy")
    people.pair_up(made, key(made, "Ann"), key(made, "Cy"), by=olga, at=LATER)
    people.pair_up(made, key(made, "Cy"), key(made, "Bob"), by=olga, at=LATER)
    assert party_state(made).pairs == [(2, 3)]
    assert [entrant.player.name for entrant in party_state(made).single] == ["Ann"]


def test_a_pair_is_dissolved_when_one_partner_goes_home(olga):
    made = friday(olga, "Ann", "Bob")
    people.pair_up(made, key(made, "Ann"), key(made, "Bob"), by=olga, at=LATER)
    people.check_out(made, key(made, "Bob"), by=olga, at=LATER)
    assert (party_state(made).pairs, [each.player.name for each in party_state(made).single]) == ([], ["Ann"])


def test_the_others_are_paired_in_order_of_arrival(olga):
    made = friday(olga, count=7)
    people.pair_up(made, key(made, "P2"), key(made, "P6"), by=olga, at=LATER)
    people.pair_rest(made, by=olga, at=LATER)
    assert party_state(made).pairs == [(1, 3), (2, 6), (4, 5)]
    assert [entrant.player.name for entrant in party_state(made).single] == ["P7"]
    assert logged(made)[-1].sentence == "The rest were paired as listed"
    with pytest.raises(StalePartyState):
        people.pair_rest(friday(olga, "Ann"), by=olga, at=LATER)

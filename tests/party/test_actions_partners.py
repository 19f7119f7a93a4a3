"""Partners of an evening: paired up, taken apart, seated together."""

import pytest

from tests.party.builders import (
    LATER,
    friday,
    key,
    logged,
    next_round,
    party_state,
    seats,
    typed,
)
from whistclub.party.actions import people
from whistclub.party.movements import reasons_text
from whistclub.party.refusals import StalePartyState

pytestmark = [pytest.mark.django_db, pytest.mark.writes, pytest.mark.alike]


def test_two_people_are_partners(olga):
    made = friday(olga, "Ann", "Bob", "Cy")
    people.pair_up(made, key(made, "Ann"), key(made, "Cy"), by=olga, at=LATER)
    assert party_state(made).pairs == [(1, 3)]
    assert [entrant.player.name for entrant in party_state(made).single] == ["Bob"]
    assert logged(made)[-1].sentence == "Ann and Cy are partners"


def test_a_new_partner_leaves_the_old_one_single(olga):
    made = friday(olga, "Ann", "Bob", "Cy")
    people.pair_up(made, key(made, "Ann"), key(made, "Cy"), by=olga, at=LATER)
    people.pair_up(made, key(made, "Cy"), key(made, "Bob"), by=olga, at=LATER)
    assert party_state(made).pairs == [(2, 3)]
    assert [entrant.player.name for entrant in party_state(made).single] == ["Ann"]


def test_a_player_cannot_be_their_own_partner(olga):
    made = friday(olga, "Ann", "Bob")
    people.pair_up(made, key(made, "Ann"), key(made, "Bob"), by=olga, at=LATER)
    with pytest.raises(StalePartyState):
        people.pair_up(made, key(made, "Ann"), key(made, "Ann"), by=olga, at=LATER)
    assert party_state(made).pairs == [(1, 2)]


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


def test_who_has_no_partner_reads_so_and_never_that_they_take_turns(olga):
    made = friday(olga, count=7, movement="swiss_pairs")
    people.pair_rest(made, by=olga, at=LATER)
    seen = []
    for _each in range(2):
        found = next_round(made, olga)
        seen += [reasons_text(each, found.names_by_number) for each in found.current.sitting_out]
        typed(made, olga, (5, 3))
    by_turns, single = "First time sitting out; players take turns.", "Has no partner tonight."
    assert sorted(seen) == sorted([by_turns, by_turns, single] * 2)


def test_partners_sit_together_all_evening(olga):
    made = friday(olga, count=8, movement="ladder_pairs")
    for one, other in (("P1", "P5"), ("P2", "P6"), ("P3", "P7"), ("P4", "P8")):
        people.pair_up(made, key(made, one), key(made, other), by=olga, at=LATER)
    for _each in range(3):
        found = next_round(made, olga)
        assert sorted(pair for table in seats(found) for pair in table) == ["P1+P5", "P2+P6", "P3+P7", "P4+P8"]
        typed(made, olga, (5, 3), (3, 5))

"""Two people change places in the draft."""

import pytest

from tests.builders import NOON, refusal_of
from tests.party.builders import (
    LATER,
    friday,
    friday_playing,
    key,
    logged,
    next_round,
    party_state,
    seats,
    sit_outs,
    swap,
    typed,
)
from whistclub.party.actions import people, seating, swaps
from whistclub.party.models import SeatAssignment
from whistclub.party.refusals import StalePartyState

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


def drafted(by, count, **settings):
    made = friday(by, count=count, **settings)
    seating.make_draft(made, seating_method="arrival", by=by, at=NOON)
    return made


def test_two_people_of_two_tables_change_chairs(olga):
    made = drafted(olga, 8)
    assert seats(swap(made, olga, "P1", "P7")) == [["P2+P7", "P3+P4"], ["P5+P6", "P1+P8"]]


def test_two_people_of_one_table_change_chairs(olga):
    made = drafted(olga, 4)
    assert seats(swap(made, olga, "P2", "P3")) == [["P1+P3", "P2+P4"]]


def test_a_player_sitting_out_can_swap_with_a_seated_one(olga):
    made = drafted(olga, 5)
    found = swap(made, olga, "P5", "P2")
    assert (seats(found), sit_outs(found)) == ([["P1+P5", "P3+P4"]], ["P2"])
    assert SeatAssignment.objects.get(entrant__player__name="P2").counts_as_sit_out
    assert not SeatAssignment.objects.get(entrant__player__name="P5").counts_as_sit_out


def test_a_draft_is_changed_without_a_reason(olga):
    made = friday_playing(olga, count=8)
    typed(made, olga, (5, 3), (5, 3))
    seating.make_draft(made, by=olga, at=NOON)
    swap(made, olga, "P1", "P3", reason="")
    assert logged(made)[-1].sentence == "P1 and P3 swapped seats: by hand"


def test_a_round_being_played_is_changed_with_a_reason_only(olga):
    made = friday(olga, count=8)
    before = seats(next_round(made, olga))
    with refusal_of("reason_needed") as refusal:
        swap(made, olga, "P1", "P3", reason="")
    assert refusal.value.status == 422
    assert seats(party_state(made)) == before


def test_a_player_who_is_not_in_the_round_cannot_change(olga):
    made = friday_playing(olga, count=4)
    people.check_in(made, ["Late"], by=olga, at=LATER)
    with pytest.raises(StalePartyState):
        swap(made, olga, "P1", "Late")


def test_a_page_of_an_older_round_changes_nothing_in_this_one(olga):
    made = friday_playing(olga, count=8)
    typed(made, olga, (5, 3), (5, 3))
    before = seats(next_round(made, olga))
    one, other = key(made, "P1"), key(made, "P3")
    with pytest.raises(StalePartyState):
        swaps.swap_seats(made, one, other, reason="late", number=1, by=olga, at=LATER)
    assert seats(party_state(made)) == before


def test_redrawing_a_draft_discards_its_swaps(olga):
    made = drafted(olga, 8)
    swap(made, olga, "P1", "P7")
    seating.make_draft(made, seating_method="arrival", by=olga, at=NOON)
    assert seats(party_state(made)) == [["P1+P2", "P3+P4"], ["P5+P6", "P7+P8"]]

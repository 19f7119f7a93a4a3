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
from whistclub.club.queries import names_by_key
from whistclub.party.actions import people, seating, swaps
from whistclub.party.models import SeatAssignment
from whistclub.party.movements import reasons_text
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


def test_a_swap_back_restores_every_place(olga):
    made = drafted(olga, 9)
    before = [
        (assignment.entrant_id, assignment.table, assignment.position, assignment.counts_as_sit_out)
        for assignment in party_state(made).draft.assignments
    ]
    swap(made, olga, "P9", "P2")
    swap(made, olga, "P2", "P9")
    after = [
        (assignment.entrant_id, assignment.table, assignment.position, assignment.counts_as_sit_out)
        for assignment in party_state(made).draft.assignments
    ]
    assert after == before


def test_both_swapped_players_see_that_the_organiser_moved_them(olga):
    made = drafted(olga, 8)
    found = swap(made, olga, "P1", "P7", reason="P1 cannot hear well")
    assignments = [found.draft.assignment_of(key(made, name)) for name in ("P1", "P7")]
    assert [reasons_text(assignment, {}) for assignment in assignments] == ["Placed here by the organiser."] * 2


def test_organisers_see_their_own_reason_too(olga):
    made = drafted(olga, 8)
    assignment = swap(made, olga, "P1", "P7", reason="P1 cannot hear well").draft.assignment_of(key(made, "P7"))
    assert (
        reasons_text(assignment, {}, names_by_key(made.club_id)) == "Placed here by the organiser: P1 cannot hear well."
    )


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


def test_a_swapped_draft_is_announced_unchanged(olga):
    made = drafted(olga, 5)
    swap(made, olga, "P1", "P5")
    seating.announce(made, by=olga, at=NOON)
    game = party_state(made).current.table(1).game
    assert [seat.player.name for seat in game.seats.all()] == ["P5", "P3", "P2", "P4"]


def test_a_player_cannot_swap_with_themselves(olga):
    made = drafted(olga, 4)
    with pytest.raises(StalePartyState):
        swap(made, olga, "P1", "P1")


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


def test_before_the_first_draft_there_is_nothing_to_change(olga):
    made = friday(olga, count=4)
    with pytest.raises(StalePartyState):
        swap(made, olga, "P1", "P2")


def test_redrawing_a_draft_discards_its_swaps(olga):
    made = drafted(olga, 8)
    swap(made, olga, "P1", "P7")
    seating.make_draft(made, seating_method="arrival", by=olga, at=NOON)
    assert seats(party_state(made)) == [["P1+P2", "P3+P4"], ["P5+P6", "P7+P8"]]

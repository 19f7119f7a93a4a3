"""Two people change places: in the draft, and in play, where the hands stay with the chairs."""

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
    play,
    seats,
    sit_outs,
    swap,
    typed,
)
from whistclub.engine.movement.protocol import ReasonCode
from whistclub.party import movements
from whistclub.party.actions import people, seating
from whistclub.party.actions.seats import swap_seats
from whistclub.party.models import SeatAssignment
from whistclub.party.state import StalePartyState
from whistclub.play.models import Game, Seat

pytestmark = pytest.mark.django_db


def drafted(by, count, **settings):
    made = friday(by, count=count, **settings)
    seating.make_draft(made, seating_method="arrival", by=by, at=NOON)
    return made


def test_two_people_of_two_tables_change_chairs(olga):
    made = drafted(olga, 8)
    assert seats(swap(made, olga, "P1", "P7")) == [["P2+P7", "P3+P4"], ["P5+P6", "P1+P8"]]


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


def test_a_page_of_an_older_round_changes_nothing_in_this_one(olga):
    made = friday_playing(olga, count=8)
    typed(made, olga, (5, 3), (5, 3))
    before = seats(next_round(made, olga))
    one, other = key(made, "P1"), key(made, "P3")
    with pytest.raises(StalePartyState):
        swap_seats(made, one, other, reason="late", number=1, by=olga, at=LATER)
    assert seats(party_state(made)) == before


def test_hands_stay_with_the_chairs(olga):
    made = friday(olga, count=8)
    found = next_round(made, olga)
    one, other = (play(table_state, (0, 9), (1, 8)) for table_state in found.current.tables)
    hands = list(one.entries.values()), list(other.entries.values())
    swap(made, olga, "P1", "P7")
    fresh = [Game.objects.get(pk=game.pk) for game in (one, other)]
    assert [game.totals for game in fresh] == [[3, 2], [3, 2]]
    assert [game.hands_scored for game in fresh] == [2, 2]
    assert (list(one.entries.values()), list(other.entries.values())) == hands


def test_the_movement_follows_actual_seats(olga):
    made = friday_playing(olga, count=8)
    swap(made, olga, "P1", "P7")
    typed(made, olga, (5, 3), (5, 3))
    assert seats(next_round(made, olga)) == [["P2+P7", "P5+P6"], ["P1+P3", "P4+P8"]]


def test_a_substitute_who_changes_chairs_keeps_their_sit_out(olga):
    made = friday_playing(olga, count=5)
    people.leave_now(made, key(made, "P2"), substitute=key(made, "P5"), by=olga, at=LATER)
    found = swap(made, olga, "P5", "P3")
    booked = [
        assignment.entrant.player.name for assignment in found.current.assignments if assignment.counts_as_sit_out
    ]
    assert booked == ["P5"]


def test_while_the_next_round_is_in_draft_the_draft_is_changed(olga):
    made = friday_playing(olga, count=8)
    typed(made, olga, (5, 3), (5, 3))
    seating.make_draft(made, by=olga, at=NOON)
    played = [seat.player.name for seat in Seat.objects.order_by("pk")]
    swap(made, olga, "P1", "P3")
    assert [seat.player.name for seat in Seat.objects.order_by("pk")] == played
    assert seats(party_state(made)) == [["P2+P3", "P5+P6"], ["P1+P7", "P4+P8"]]


PARTNERED = {ReasonCode.KEEPS_PARTNER, ReasonCode.NEW_PARTNER, ReasonCode.FIXED_PARTNER}


def test_stated_partners_sit_at_the_same_table(olga):
    party = friday_playing(olga, count=12)
    typed(party, olga, (13, 7), (13, 9), (10, 13))
    seating.make_draft(party, by=olga, at=LATER)
    before = party_state(party)
    one, other = (before.draft.tables[table].assignments[0] for table in (1, 2))
    swap_seats(party, one.entrant_id, other.entrant_id, reason="asked", by=olga, at=LATER)
    for table_state in party_state(party).draft.tables:
        for chair, assignment in table_state.assignments.items():
            partner = table_state.assignments[(chair + 2) % 4].entrant.number
            assert all(row[2] == partner for row in assignment.reasons if row[0] in PARTNERED)


def test_only_the_organiser_sees_the_reason(olga):
    party = friday(olga, count=8)
    seating.make_draft(party, seating_method="arrival", by=olga, at=LATER)
    swap_seats(party, key(party, "P1"), key(party, "P5"), reason="hears badly", by=olga, at=LATER)
    after = party_state(party)
    assignment = after.draft.assignment_of(key(party, "P1"))
    assert "hears badly" in movements.reasons_text(assignment, {}, {})
    assert "hears badly" not in movements.reasons_text(assignment, {})

"""What the movement gave as a reason is said no longer where a swap has made it untrue."""

import pytest

from tests.party.builders import LATER, friday, friday_playing, key, party_state, typed
from whistclub.engine.movement.protocol import ReasonCode
from whistclub.party import movements
from whistclub.party.actions import seating, swaps

pytestmark = pytest.mark.django_db
PARTNERED = {ReasonCode.KEEPS_PARTNER, ReasonCode.NEW_PARTNER, ReasonCode.FIXED_PARTNER}


def test_stated_partners_sit_at_the_same_table(olga):
    party = friday_playing(olga, count=12)
    typed(party, olga, (13, 7), (13, 9), (10, 13))
    seating.make_draft(party, by=olga, at=LATER)
    before = party_state(party)
    one, other = (before.draft.tables[table].assignments[0] for table in (1, 2))
    swaps.swap_seats(party, one.entrant_id, other.entrant_id, reason="asked", by=olga, at=LATER)
    for table_state in party_state(party).draft.tables:
        for chair, assignment in table_state.assignments.items():
            partner = table_state.assignments[(chair + 2) % 4].entrant.number
            assert all(row[2] == partner for row in assignment.reasons if row[0] in PARTNERED)


def test_only_the_organiser_sees_the_reason(olga):
    party = friday(olga, count=8)
    seating.make_draft(party, seating_method="arrival", by=olga, at=LATER)
    swaps.swap_seats(party, key(party, "P1"), key(party, "P5"), reason="hears badly", by=olga, at=LATER)
    after = party_state(party)
    assignment = after.draft.assignment_of(key(party, "P1"))
    assert "hears badly" in movements.reasons_text(assignment, {}, {})
    assert "hears badly" not in movements.reasons_text(assignment, {})

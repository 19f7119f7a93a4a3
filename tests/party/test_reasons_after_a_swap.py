"""What the movement gave as a reason is said no longer where a swap has made it untrue."""

import pytest

from tests.party.builders import LATER, friday, key, next_round, night, typed
from whistclub.engine.movement.protocol import ReasonCode
from whistclub.party import reasons
from whistclub.party.actions import seating

pytestmark = pytest.mark.django_db
PARTNERED = {ReasonCode.KEEPS_PARTNER, ReasonCode.NEW_PARTNER, ReasonCode.FIXED_PARTNER}


def test_stated_partners_sit_at_the_same_table(olga):
    party = friday(olga, count=12)
    next_round(party, olga)
    typed(party, olga, (13, 7), (13, 9), (10, 13))
    seating.make_draft(party, by=olga, at=LATER)
    before = night(party)
    one, other = (before.draft.boards[table].places[0] for table in (1, 2))
    seating.swap_places(party, one.entrant_id, other.entrant_id, reason="asked", by=olga, at=LATER)
    for board in night(party).draft.boards:
        for chair, place in board.places.items():
            partner = board.places[(chair + 2) % 4].entrant.number
            assert all(row[2] == partner for row in place.reasons if row[0] in PARTNERED)


def test_only_the_organiser_sees_the_reason(olga):
    party = friday(olga, count=8)
    seating.make_draft(party, how="arrival", by=olga, at=LATER)
    seating.swap_places(party, key(party, "P1"), key(party, "P5"), reason="hears badly", by=olga, at=LATER)
    after = night(party)
    place = after.draft.place_of(key(party, "P1"))
    assert "hears badly" in reasons.sentence(place, {}, for_organiser=True)
    assert "hears badly" not in reasons.sentence(place, {})

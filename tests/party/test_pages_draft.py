"""The page of a draft."""

import pytest

from tests.builders import NOON
from tests.party.builders import friday, key
from tests.party.test_pages_organiser import page
from tests.web.party_site import run
from whistclub.party.actions import people, seating, setup

pytestmark = pytest.mark.django_db


def test_the_first_draft_names_the_couples_whom_the_movement_does_not_keep_together(organiser, olga):
    made = friday(olga, count=2, movement="ladder_pairs")
    people.pair_up(made, key(made, "P2"), key(made, "P1"), by=olga, at=NOON)
    people.check_in(made, ["Xaver", "Zoe"], pairs=[(0, 1)], by=olga, at=NOON)
    seating.make_draft(made, seating_method="arrival", seed=1, by=olga, at=NOON)
    assert "Partners change" not in page(organiser, run(made, "console")).text
    setup.change_setup(made, {"movement": "ladder"}, by=olga, at=NOON)
    seating.make_draft(made, seating_method="arrival", seed=1, by=olga, at=NOON)
    sentence = "Partners change in this party, so these do not stay partners: P1 & P2, Xaver & Zoe."
    assert sentence in page(organiser, run(made, "console")).text
    people.split_pair(made, key(made, "P1"), by=olga, at=NOON)
    assert "so these do not stay partners: Xaver & Zoe." in page(organiser, run(made, "console")).text

"""Prizes for grands, and those that the organiser gives."""

import pytest

from tests.builders import NOON
from tests.party.builders import (
    friday,
    next_round,
    one_round,
    play,
)
from tests.party.test_pages_organiser import page
from tests.web.party_site import run
from whistclub.party.actions import lifecycle

pytestmark = pytest.mark.django_db


def test_after_an_evening_on_paper_no_prize_is_left_for_grands(organiser, olga):
    of = one_round(olga, (7, 4), count=4, prizes=("best", "most_grands"))
    assert page(organiser, run(of, "standings")).texts("dt") == ["First prize", "Most grands made"]
    lifecycle.finish(of, by=olga, at=NOON)
    assert page(organiser, run(of, "standings")).texts("dt") == ["First prize"]


def test_the_prize_for_grands_stays_where_a_table_recorded_its_hands(organiser, olga):
    of = friday(olga, count=4, prizes=("most_grands",))
    play(next_round(of, olga).current.tables[0], *[(0, 9)] * 4)
    lifecycle.finish(of, by=olga, at=NOON)
    assert page(organiser, run(of, "standings")).texts("dt") == ["Most grands made"]


@pytest.mark.parametrize("planned, name", [(1, "console"), (3, "finish")])
def test_before_the_end_the_desk_names_the_prizes_that_nobody_has_yet(olga, organiser, planned, name):
    own = ("Best cake", "Best hat")
    of = one_round(olga, (13, 7), (13, 9), own_prizes=own, planned_rounds=planned)
    lifecycle.give_prize(of, "Best hat", 1, by=olga, at=NOON)
    assert "Not awarded yet: Best cake. Award prizes" in page(organiser, run(of, name)).text
    lifecycle.give_prize(of, "Best cake", 1, by=olga, at=NOON)
    assert "Not awarded yet" not in page(organiser, run(of, name)).text

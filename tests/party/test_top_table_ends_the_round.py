"""Rounds that end with the top table: once it has finished, the console offers to ring the bell for all."""

import pytest

from tests.party.builders import (
    friday,
    friday_playing,
    game_of,
    key,
    logged,
    minutes,
    next_round,
)
from tests.party.test_malformed_input import SETTINGS, send
from tests.party.test_pages_organiser import page
from tests.web.party_site import run
from whistclub.party.actions import results, seating
from whistclub.party.models import Party

pytestmark = [pytest.mark.django_db, pytest.mark.writes, pytest.mark.alike]


@pytest.fixture
def made(olga):
    """Twelve people at three tables; the top one plays two hands."""
    return friday_playing(olga, count=12, round_end="top", hands=2)


def offers(organiser, of, table=1):
    return f"Table {table} has finished: ring the bell?" in page(organiser, run(of, "console")).text


@pytest.mark.parametrize(
    "decide",
    [
        lambda of, *at, **who: results.type_result(of, *at, (9, 5), **who),
        results.declare_draw,
        lambda of, *at, **who: results.award_walkover(of, *at, 1, **who),
    ],
)
def test_the_bell_is_offered_once_the_top_table_has_a_result(made, organiser, olga, decide):
    decide(made, 1, 2, by=olga, at=minutes(9))
    assert not offers(organiser, made)
    decide(made, 1, 1, by=olga, at=minutes(10))
    assert offers(organiser, made)
    page(organiser, run(made, "set_timer", "ring"), {})
    assert not offers(organiser, made)
    assert logged(made)[-1].sentence == "Bell rung"
    assert game_of(made, 3).bell_at is not None


def test_around_a_person_who_stays_the_offer_follows_the_top_table(organiser, olga):
    made = friday(olga, count=12, round_end="top", hands=2)
    seating.keep_table(made, key(made, "P1"), 3, by=olga, at=minutes(0))
    found = next_round(made, olga)
    assert [table_state.number for table_state in found.current.by_rank] == [3, 2, 1]
    results.type_result(made, 1, 1, (9, 5), by=olga, at=minutes(5))
    assert not offers(organiser, made, 3)
    results.type_result(made, 1, 3, (9, 5), by=olga, at=minutes(10))
    assert offers(organiser, made, 3)


def test_it_is_set_up_with_the_hands_of_the_top_table(organiser, olga):
    settings = SETTINGS | {"round_end": "top", "hands": ""}
    assert send(organiser, "/run/prairie/parties/new/", settings).status_code == 422
    assert send(organiser, "/run/prairie/parties/new/", settings | {"hands": "6"}).status_code == 302
    party = Party.objects.get()
    assert (party.round_end, party.rules.max_hands, party.rules_below.max_hands) == ("top", 6, 100)
    assert 'value="6"' in organiser.get(run(party, "settings")).content.decode()

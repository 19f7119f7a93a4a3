"""How people move is asked before the first round, when the head count is known."""

import pytest

from tests.party.builders import friday, party_state
from tests.party.test_malformed_input import send
from tests.party.test_pages_organiser import page
from tests.web.party_site import run
from whistclub.party.models import Party

pytestmark = pytest.mark.django_db

NO_TOURNAMENT = "Not possible with 14 people; 13 or 16 would work."


def offered(client, of):
    return page(client, run(of, "console"))


def choices(found):
    return [each["value"] for each in found.find("input") if each.attributes.get("name") == "movement"]


@pytest.mark.parametrize(
    "count, settings, first, chosen",
    [
        (16, {}, ["ladder"], "ladder"),
        (60, {}, ["meets", "ladder"], "meets"),
        (16, {"movement": "swiss"}, ["ladder", "swiss"], "swiss"),
        (16, {"movement": "ladder_pairs", "planned_rounds": 3}, ["swiss_pairs", "ladder_pairs"], "ladder_pairs"),
        (14, {"movement": "whist"}, ["ladder", "whist"], "ladder"),
    ],
)
def test_the_recommended_movement_is_first_and_one_that_was_chosen_stays(
    organiser, olga, count, settings, first, chosen
):
    found = offered(organiser, friday(olga, count=count, **settings))
    assert choices(found)[: len(first)] == first
    assert found.chosen("movement") == [chosen]
    assert sorted(choices(found)) == sorted(set(choices(found)))


def test_a_movement_that_does_not_work_says_why_and_what_would(organiser, olga):
    refused = offered(organiser, friday(olga, count=14, movement="whist")).texts("label", css="impossible")
    assert any(each.startswith(f"Whist tournament {NO_TOURNAMENT}") for each in refused)


def test_the_movement_is_chosen_with_the_first_seating(organiser, olga):
    made = friday(olga, count=12)
    send(organiser, run(made, "make_draft"), {"how": "arrival", "movement": "swiss"})
    assert Party.objects.get().movement == "swiss"
    assert party_state(made).draft is not None


@pytest.mark.parametrize("movement", ["conga", "whist"])
def test_one_that_is_unknown_or_does_not_work_seats_nobody_by_it(organiser, olga, movement):
    made = friday(olga, count=14)
    send(organiser, run(made, "make_draft"), {"how": "draw", "movement": movement})
    assert movement != "conga" or Party.objects.get().movement == "ladder"
    assert movement != "whist" or party_state(made).draft is None


def test_what_a_movement_leaves_undone_is_said(organiser, olga):
    found = offered(organiser, friday(olga, count=17, movement="round_robin", planned_rounds=5)).text
    assert "Not complete: 5 of 7 rounds. One person has no partner." in found


# Fixed pairs


def test_thirteen_people_in_pairs_play_and_the_one_without_a_partner_sits_out(organiser, olga):
    made = friday(olga, count=13, movement="swiss_pairs")
    assert "13 people have no partner yet." in page(organiser, run(made, "console")).text
    found = page(organiser, run(made, "pair_rest"), {})
    assert "P13 has no partner and sits out every round." in found.text
    assert "Show the seating" in page(organiser, run(made, "console")).texts("button")

"""Set-up, check-in and the first round say early which movements work, and offer one that does."""

import pytest
from django.urls import reverse

from tests.party.builders import friday, logged, next_round, party_state
from tests.party.test_malformed_input import SETTINGS, send
from tests.party.test_pages_organiser import page, tap
from tests.play.phone import HTMX
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.party.models import Party

pytestmark = pytest.mark.django_db

SET_UP = "/run/prairie/parties/new/"
NO_TOURNAMENT = "Not possible with 14 people; 13 or 16 would work."


def offered(client, **known):
    return Html(client.get(reverse("party:movement_offer", args=["prairie"]), known))


def choices(found):
    return [each["value"] for each in found.find("input") if each["name"] == "movement"]


def refused(found):
    """The movements that do not work, each with its name and the reason at its beginning."""
    return found.texts("label", css="impossible")


def test_set_up_asks_about_how_many_people_and_proposes_those_of_the_last_party(organiser, olga):
    friday(olga, count=14)
    assert page(organiser, SET_UP).value("people") == "14"


def test_the_recommended_movement_comes_first_and_the_chosen_one_second(organiser):
    assert choices(offered(organiser, people=16, planned_rounds=6, movement="swiss"))[:2] == ["ladder", "swiss"]
    assert choices(offered(organiser, people=60, planned_rounds=6, movement="ladder"))[:2] == ["meets", "ladder"]
    assert choices(offered(organiser, people=60, planned_rounds=6, movement="meets"))[0] == "meets"
    assert choices(offered(organiser, people=16, planned_rounds=3, movement="ladder_pairs"))[0] == "swiss_pairs"


def test_every_movement_is_offered_once_whatever_is_known(organiser):
    for known in ({}, {"people": "14"}, {"people": "3"}, {"people": "x", "movement": "y", "planned_rounds": "0"}):
        found = offered(organiser, **known)
        assert sorted(choices(found)) == sorted(set(choices(found)))
        assert len(found.chosen("movement")) == 1


def test_a_movement_that_does_not_work_says_why_and_what_would(organiser):
    (tournament,) = refused(offered(organiser, people=14, movement="ladder"))
    assert tournament.startswith(f"Whist tournament {NO_TOURNAMENT}")
    assert refused(offered(organiser, people=13, planned_rounds=12, movement="ladder")) == []
    (tournament,) = refused(offered(organiser, people=13, planned_rounds=24, movement="ladder"))
    assert tournament.startswith("Whist tournament Not possible with more than 13 rounds.")
    assert refused(offered(organiser, movement="ladder")) == []


def test_a_party_cannot_be_set_up_with_a_movement_that_does_not_work_for_its_number(organiser):
    settings = SETTINGS | {"movement": "whist", "people": "14", "planned_rounds": "6"}
    response = send(organiser, SET_UP, settings)
    found = Html(response)
    assert response.status_code == 422
    assert f"Whist tournament: {NO_TOURNAMENT}" in found.text
    assert (found.chosen("movement"), choices(found)[:2]) == (["whist"], ["ladder", "whist"])
    assert not Party.objects.exists()
    assert send(organiser, SET_UP, settings | {"people": "13"}).status_code == 302


def test_without_a_number_any_movement_can_be_set_up(organiser):
    assert send(organiser, SET_UP, SETTINGS | {"movement": "whist", "people": ""}).status_code == 302


def test_check_in_says_at_once_that_the_movement_does_not_work_any_more(organiser, olga):
    made = friday(olga, count=13, movement="whist")
    assert NO_TOURNAMENT not in page(organiser, run(made, "people")).text
    made.club.players.create(name="Zoe", folded="zoe")
    answer = Html(tap(organiser, made, "Zoe", headers=HTMX))
    assert NO_TOURNAMENT in answer.text
    assert [each["value"] for each in answer.find("button") if each["name"] == "movement"] == ["ladder"]


def test_the_first_round_offers_the_recommended_movement_in_one_tap(organiser, olga):
    made = friday(olga, count=14, movement="whist", planned_rounds=6)
    found = page(organiser, run(made, "console"))
    assert NO_TOURNAMENT in found.text
    assert "Show the seating" not in found.texts("button")
    after = page(organiser, run(made, "use_movement"), {"movement": "ladder", "back": "console"})
    assert "Tonight: Winners up, losers down." in after.text
    assert "Show the seating" in after.texts("button")
    assert Party.objects.get().movement == "ladder"
    assert logged(made)[-1].sentence == "Settings changed: how people move"
    assert len(next_round(made, olga).current.tables) == 3


def test_what_works_but_is_not_recommended_is_only_mentioned(organiser, olga):
    made = friday(olga, count=12, movement="swiss", planned_rounds=6)
    found = page(organiser, run(made, "console"))
    assert "Recommended for tonight: Winners up, losers down." in found.text
    assert "Show the seating" in found.texts("button")
    assert "Recommended" not in page(organiser, run(made, "people")).text


def test_a_draft_is_made_again_by_the_new_movement(organiser, olga):
    made = friday(olga, count=12, movement="swiss")
    send(organiser, run(made, "make_draft"), {"how": "arrival"})
    page(organiser, run(made, "use_movement"), {"movement": "ladder", "back": "people"})
    assert party_state(made).draft is not None


@pytest.mark.parametrize("form", [{}, {"movement": "conga", "back": "people"}, {"movement": "swiss", "back": "moon"}])
def test_an_unknown_movement_changes_nothing(organiser, olga, form):
    made = friday(olga, count=8)
    response = send(organiser, run(made, "use_movement"), form)
    assert response.status_code == 409
    assert Party.objects.get().movement == "ladder"


# Fixed pairs


def couples(found):
    return found.texts("li", css="spread")


def test_forty_people_are_paired_in_one_step_which_one_tap_undoes(organiser, olga):
    made = friday(olga, count=40, movement="swiss_pairs")
    found = page(organiser, run(made, "pair_rest"), {})
    assert len(couples(found)) == 20
    assert couples(found)[0].startswith("P1 & P2")
    (undo,) = [each["action"] for each in found.find("form") if "/undo/" in each["action"]]
    after = page(organiser, undo, {"back": run(made, "people")})
    assert couples(after) == []
    assert "Pair the rest as listed" in after.texts("button")


def test_thirteen_people_in_pairs_play_and_the_one_without_a_partner_sits_out(organiser, olga):
    made = friday(olga, count=13, movement="swiss_pairs")
    assert "13 people have no partner yet." in page(organiser, run(made, "console")).text
    found = page(organiser, run(made, "pair_rest"), {})
    assert "P13 has no partner and sits out every round." in found.text
    assert "Show the seating" in page(organiser, run(made, "console")).texts("button")


def test_set_up_says_which_rounds_a_movement_leaves_out_and_that_one_has_no_partner(organiser):
    def left(**known):
        (chosen,) = offered(organiser, movement="round_robin", **known).find("label", css="movement")[1:2]
        return chosen.text

    assert "Round robin of pairs Not complete: 5 of 49 rounds. Every pair" in left(people=100, planned_rounds=5)
    assert "Not complete" not in left(people=12, planned_rounds=5)
    assert "Not complete: 5 of 7 rounds. One person has no partner." in left(people=17, planned_rounds=5)
    assert "no partner" not in left(people=16, planned_rounds=5)


@pytest.mark.parametrize("here, proposed", [(3, ""), (4, "4"), (9, "9")])
def test_the_next_party_expects_as_many_people_as_the_last_if_they_made_a_table(organiser, olga, here, proposed):
    friday(olga, count=here)
    assert page(organiser, SET_UP).value("people") == proposed

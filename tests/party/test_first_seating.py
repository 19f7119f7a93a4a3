"""How the first round is seated, and how people move: asked when the head count is known."""

import pytest

from tests.builders import NOON
from tests.party.builders import draft, friday, friday_playing, key, next_round, party_state, rehearse, seats, typed
from tests.party.forms import page, send
from tests.web.party_site import run
from whistclub.party.actions.results import fill_round
from whistclub.party.actions.seating import best_first
from whistclub.party.models import Party
from whistclub.party.movements import reasons_text

pytestmark = pytest.mark.django_db


def reason_text(of, name):
    """The reason for a seat."""
    found = party_state(of)
    names = {entrant.number: entrant.player.name for entrant in found.entrants.values()}
    return reasons_text((found.draft or found.current).assignment_of(key(of, name)), names)


# The first seating


def test_people_may_be_seated_in_the_order_in_which_they_came(olga):
    made = friday(olga, count=8)
    assert seats(draft(made, olga, seating_method="arrival")) == [["P1+P2", "P3+P4"], ["P5+P6", "P7+P8"]]
    assert reason_text(made, "P3") == "Number 3 to arrive."


def test_the_same_seed_draws_the_same_seating(olga):
    made = friday(olga, count=22)
    first = seats(draft(made, olga, seating_method="draw", seed=7))
    draft(made, olga, seating_method="draw", seed=8)
    assert seats(draft(made, olga, seating_method="draw", seed=7)) == first


# By results so far


def test_the_best_of_the_club_sit_at_the_top(olga):
    earlier = friday_playing(olga, count=8)
    typed(earlier, olga, (3, 5), (3, 5))
    made = friday(olga, count=8)
    assert seats(draft(made, olga, seating_method="ranking")) == [["P3+P4", "P7+P8"], ["P1+P2", "P5+P6"]]
    assert reason_text(made, "P7").startswith("Number 3 by results so far")


def test_an_unrated_player_ranks_in_the_middle(olga):
    earlier = friday_playing(olga, count=4)
    typed(earlier, olga, (3, 5))
    made = friday(olga, "P1", "P2", "New", "P3", "P4")
    assert best_first(party_state(made)) == [4, 5, 3, 1, 2]


def test_a_single_win_ranks_below_many(olga):
    earlier = friday(olga, "Often", "Mate", "A", "B", "C")
    for _each in range(3):
        next_round(earlier, olga)
        round_state = party_state(earlier).current
        side = next(side for side in (0, 1) if "Often" in round_state.tables[0].names(side))
        typed(earlier, olga, (5, 3) if side == 0 else (3, 5))
    once = friday_playing(olga, "Once", "D", "E", "F")
    typed(once, olga, (5, 3))
    assert best_first(party_state(friday(olga, "Once", "Often"))) == [2, 1]


def test_rehearsals_do_not_rank_anybody(olga):
    made = friday(olga, count=4)
    copy = rehearse(made, olga)
    next_round(copy, olga)
    fill_round(copy, seed=1, by=olga, at=NOON)
    draft(made, olga, seating_method="ranking")
    assert seats(party_state(made)) == [["P1+P2", "P3+P4"]]


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
    refused = offered(organiser, friday(olga, count=14, movement="whist")).texts("label", css="movement")
    assert any(each.startswith(f"Whist tournament {NO_TOURNAMENT}") for each in refused)


def test_the_movement_is_chosen_with_the_first_seating(organiser, olga):
    made = friday(olga, count=12)
    shown = page(organiser, run(made, "draft"), {"how": "arrival", "movement": "swiss"})
    assert Party.objects.get().movement == "swiss"
    assert "Seated. The movement is now “Swiss fours”." in shown.text
    assert party_state(made).draft is not None


@pytest.mark.parametrize("movement", ["conga", "whist"])
def test_one_that_is_unknown_or_does_not_work_seats_nobody_by_it(organiser, olga, movement):
    made = friday(olga, count=14)
    send(organiser, run(made, "draft"), {"how": "draw", "movement": movement})
    assert movement != "conga" or Party.objects.get().movement == "ladder"
    assert movement != "whist" or party_state(made).draft is None


def test_what_a_movement_leaves_undone_is_said(organiser, olga):
    found = offered(organiser, friday(olga, count=17, movement="round_robin", planned_rounds=5)).text
    assert "Not complete: 5 of 7 rounds. One person has no partner." in found


# Fixed pairs


def test_thirteen_people_in_pairs_play_and_the_one_without_a_partner_sits_out(organiser, olga):
    made = friday(olga, count=13, movement="swiss_pairs")
    assert "13 people have no partner yet." in page(organiser, run(made, "console")).text
    found = page(organiser, run(made, "pairs"), {"rest": "yes"})
    assert "P13 has no partner and sits out every round." in found.text
    assert "Show the seating" in page(organiser, run(made, "console")).texts("button")

"""Prizes at half-time, of a group, for sitting out and drawn by lot."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import NOON
from tests.party.builders import (
    friday,
    friday_playing,
    key,
    logged,
    next_round,
    one_round,
    party_state,
    play,
    play_round,
    typed,
)
from tests.party.test_pages_organiser import page
from tests.web.party_site import run
from whistclub.engine.prizes import Prize
from whistclub.party.actions import lifecycle, people
from whistclub.party.actions.refusals import StalePartyState
from whistclub.party.queries.standings import standings_from
from whistclub.party.results import prize_winners, table_standings

pytestmark = pytest.mark.django_db


def prizes(of):
    state = party_state(of)
    names = state.names_by_number
    return {key: [names[each] for each in won] for key, won in prize_winners(state, table_standings(state)).items()}


def test_the_prize_at_half_time_waits_for_its_results_and_then_stays(olga):
    made = friday_playing(olga, count=4, planned_rounds=2, movement="meets", prizes=("best", "half_time"))
    assert prizes(made)[Prize.HALF_TIME] == []
    typed(made, olga, (7, 4))
    first = prizes(made)[Prize.HALF_TIME]
    assert first == prizes(made)[Prize.BEST] == ["P1", "P2"]
    play_round(made, olga, (0, 13))
    assert prizes(made)[Prize.HALF_TIME] == first
    assert prizes(made)[Prize.BEST] != first


def test_without_a_plan_there_is_no_half_time(olga):
    assert prizes(one_round(olga, (7, 4), count=4, planned_rounds=None, prizes=("half_time",))) == {Prize.HALF_TIME: []}


def test_each_group_has_its_best(olga):
    made = friday(olga, count=4, prizes=("group_a", "group_b"), policy={"mixed": True})
    people.choose_groups(made, {key(made, "P2"), key(made, "P4")}, by=olga, at=NOON)
    play_round(made, olga, (7, 4))
    winners = [prizes(made)[each] for each in (Prize.GROUP_A, Prize.GROUP_B)]
    assert [len(each) for each in winners] == [1, 1]
    assert set(winners[0]) < {"P1", "P3"}
    assert set(winners[1]) < {"P2", "P4"}


def test_without_groups_there_is_no_prize_of_a_group(olga):
    assert prizes(one_round(olga, (7, 4), count=4, prizes=("group_a", "best"))).keys() == {Prize.BEST}


def test_the_lucky_draw_is_drawn_in_one_tap_shown_with_the_winners_and_undone(organiser, olga):
    made = one_round(olga, (7, 4), (7, 5), prizes=("best", "lot"))
    assert "Draw from 8 people" in page(organiser, run(made, "standings")).texts("button")
    page(organiser, run(made, "draw_lot"), {})
    (winner,) = prizes(made)[Prize.LOT]
    assert logged(made)[-1].sentence == f"Lucky draw: {winner}"
    assert ("Lucky draw", [winner]) in [
        (each.title, each.names) for each in standings_from(party_state(made)).one_by_one
    ]
    lifecycle.finish(made, by=olga, at=NOON)
    public = page(Client(), reverse("party:public", args=[made.code]))
    assert (public.texts("dt")[-1], public.texts("dd")[-1]) == ("Lucky draw", winner)
    page(organiser, run(made, "undo_lot"), {})
    assert party_state(made).party.lot == {}
    assert logged(made)[-1].sentence == f"Lucky draw undone: {winner}"


def test_a_second_tap_does_not_draw_again(olga):
    made = friday(olga, count=4, prizes=("lot",))
    lifecycle.draw_lot(made, seed=1, by=olga, at=NOON)
    with pytest.raises(StalePartyState):
        lifecycle.draw_lot(made, seed=2, by=olga, at=NOON)
    assert party_state(made).party.lot["seed"] == 1


def test_who_comes_later_does_not_change_the_lucky_draw(olga):
    made = friday(olga, count=4, prizes=("lot",))
    lifecycle.draw_lot(made, seed=1, by=olga, at=NOON)
    before = prizes(made)
    people.check_in(made, ["Late", "Later"], by=olga, at=NOON)
    assert prizes(made) == before


def test_without_people_or_prize_nothing_is_drawn(olga):
    for made in (friday(olga, prizes=("lot",)), friday(olga, count=4, prizes=(), name="Second")):
        with pytest.raises(StalePartyState):
            lifecycle.draw_lot(made, by=olga, at=NOON)


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

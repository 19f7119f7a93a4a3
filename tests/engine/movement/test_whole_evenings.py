"""Whole evenings: what they come to, and that they are seated quickly."""

import pytest

from tests.effort import effort
from tests.engine.movement.evenings import Plan, evening, plan
from whistclub.engine.movement.catalogue import MOVEMENTS
from whistclub.engine.movement.protocol import Policy, SeatingInput
from whistclub.engine.movement.swiss_fours import SWISS
from whistclub.engine.problems import InvalidInput


def test_a_complete_whist_tournament_has_the_expected_counts():
    """Twelve people: everybody plays with eleven partners, and 66 pairs of people oppose each other a second time."""
    assert plan(MOVEMENTS["whist"], 12, 11, 1) == Plan(
        tables=3,
        sits_out=(0, 0),
        met=(11, 11, 11),
        partners_again=0,
        opponents_again=66,
        opponents_often=0,
    )


@pytest.mark.parametrize(("key", "people"), [("round_robin", 24), ("round_robin", 22), ("whist", 13), ("mitchell", 24)])
def test_a_movement_is_complete_after_the_rounds_it_says_and_not_before(key, people):
    """Nobody then has another opponent to meet: of a whist tournament everyone, of moving pairs half the others."""
    movement = MOVEMENTS[key]
    rounds = movement.complete_after(people)
    others = people // 2 + 1 if key == "mitchell" else people - 1
    assert plan(movement, people, rounds, 1).met == (others, others, others)
    whole, shorter = (plan(movement, people, count, 1) for count in (rounds, rounds - 1))
    assert shorter.met[1] < whole.met[1] or shorter.opponents_again < whole.opponents_again
    assert whole.partners_again == 0


def test_one_table_of_five_has_the_expected_counts():
    """Six rounds: everybody has sat out once, and one of them twice."""
    planned = plan(MOVEMENTS["ladder"], 5, 6, 1)
    assert (planned.tables, planned.sits_out, planned.met) == (1, (1, 2), (4, 4, 4))


def test_one_table_of_four_repeats_after_three_rounds():
    """The three pairings in turn, twice: all six partnerships again, all twelve oppositions twice, then twice more."""
    planned = plan(MOVEMENTS["meets"], 4, 6, 1)
    assert (planned.partners_again, planned.opponents_again, planned.opponents_often) == (6, 18, 6)


def test_fixed_partners_do_not_count_as_repeats():
    planned = plan(MOVEMENTS["round_robin"], 8, 3, 1)
    assert (planned.partners_again, planned.opponents_again) == (0, 0)
    assert planned.met == (7, 7, 7)


def test_too_few_tables_make_people_sit_out():
    planned = plan(MOVEMENTS["meets"], 20, 4, 1, Policy(max_tables=2))
    assert (planned.tables, planned.sits_out) == (2, (2, 3))


def test_without_rounds_there_is_no_plan_but_it_can_be_requested():
    assert plan(MOVEMENTS["meets"], 8, 0, 1).met == (0, 0, 0)


def test_simulated_standings_count_wins_and_half_for_a_sit_out():
    class Asked:
        """Swiss fours that remember what they were asked."""

        fixed_pairs = False
        problem = SWISS.problem

        def __init__(self):
            self.fields = []

        def seat(self, field, history):
            self.fields.append(field)
            return SWISS.seat(field, history)

    asked = Asked()
    first, _second = evening(asked, 5, 2, 3)
    (table,), (winner,), (spare,) = first.tables, first.winners, first.sitting_out
    won, lost = set(table.pairs[winner]), set(table.pairs[1 - winner])
    ranking = asked.fields[1].ranking
    assert (set(ranking[:2]), ranking[2], set(ranking[3:])) == (won, spare, lost)
    assert [field.rounds for field in asked.fields] == [2, 2]


def test_lots_decide_who_wins_and_another_seed_draws_others():
    winners = {tuple(one.winners for one in evening(MOVEMENTS["meets"], 8, 4, seed)) for seed in range(5)}
    assert len(winners) > 1


@pytest.mark.parametrize("key, people", [("whist", 14), ("meets", 3), ("round_robin", 2)])
def test_impossible_parties_cannot_be_planned(key, people):
    with pytest.raises(InvalidInput) as refused:
        plan(MOVEMENTS[key], people, 3, 1)
    assert refused.value.problems == (MOVEMENTS[key].problem(people, 3),)


@pytest.mark.parametrize("movement", MOVEMENTS.values(), ids=MOVEMENTS)
def test_the_seed_determines_the_evening(movement):
    assert evening(movement, 16, 5, 1) == evening(movement, 16, 5, 1)
    assert evening(movement, 16, 5, 1) != evening(movement, 16, 5, 2)


@pytest.mark.parametrize("movement", MOVEMENTS.values(), ids=MOVEMENTS)
def test_a_hundred_tables_are_seated_with_little_work(movement):
    """At most a tenth of a second on a quiet machine. A whist tournament has 25 tables at most."""
    people = tuple(range(100 if movement.problem(400, 6) else 400))
    pairs = tuple(zip(people[::2], people[1::2], strict=True)) if movement.fixed_pairs else ()
    field, played = SeatingInput(people, pairs=pairs, ranking=people, rounds=6), evening(movement, len(people), 3, 1)
    assert effort(lambda: movement.seat(field, played)) < 10

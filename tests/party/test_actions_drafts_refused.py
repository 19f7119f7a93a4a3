"""When no seating can be made, and what is said then."""

import pytest

from tests.builders import NOON, refusal_of
from tests.party.builders import draft, friday, friday_playing, key, next_round, party_state, play, typed
from whistclub.party.actions import people
from whistclub.party.refusals import (
    CutRequired,
    ResultsMissing,
)

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


@pytest.mark.parametrize("count", [0, 3])
def test_too_few_people_cannot_be_seated(olga, count):
    made = friday(olga, count=count)
    with refusal_of("too_few") as refusal:
        draft(made, olga)
    assert refusal.value.sentence == "At least four people are needed."


def test_players_without_partners_cannot_be_seated_in_pairs(olga):
    made = friday(olga, "Ann", "Bob", "Cy", "Dan", movement="ladder_pairs")
    people.pair_up(made, key(made, "Ann"), key(made, "Bob"), by=olga, at=NOON)
    with refusal_of("need_partners") as refusal:
        draft(made, olga)
    assert refusal.value.sentence == "These players still need a partner: Cy, Dan."


def test_one_pair_is_too_few(olga):
    made = friday(olga, "Ann", "Bob", movement="ladder_pairs")
    people.pair_up(made, key(made, "Ann"), key(made, "Bob"), by=olga, at=NOON)
    with refusal_of("too_few") as refusal:
        draft(made, olga)
    assert refusal.value.sentence == "At least two pairs are needed."


def test_a_movement_reports_an_unsupported_number_of_people(olga):
    made = friday(olga, count=40, movement="whist", planned_rounds=60)
    with refusal_of("does_not_fit") as refusal:
        draft(made, olga)
    assert "doesn’t work with 40 people" in refusal.value.sentence


def test_the_next_round_waits_for_the_results(olga):
    made = friday(olga, count=12)
    found = next_round(made, olga)
    play(found.current.table(2), (0, 13), (0, 13))
    with pytest.raises(ResultsMissing) as refusal:
        draft(made, olga)
    assert refusal.value.sentence == "The results of tables 1, 3 are missing."
    assert party_state(made).draft is None


def test_the_ladder_waits_for_the_cut(olga):
    made = friday_playing(olga, count=8)
    typed(made, olga, (4, 4), (5, 3))
    with pytest.raises(CutRequired) as refusal:
        draft(made, olga)
    assert refusal.value.sentence.startswith("Table 1 was tied")


def test_a_movement_without_winners_needs_no_cut(olga):
    made = friday_playing(olga, count=8, movement="meets")
    typed(made, olga, (4, 4), (5, 3))
    assert draft(made, olga).draft.round.number == 2


def test_winning_more_hands_makes_a_cut_unnecessary(olga):
    made = friday(olga, count=4, hands=3)
    table_state = next_round(made, olga).current.table(1)
    play(table_state, (0, 8), (1, 7), (1, 7))  # 2 to 2, the second side won two hands
    assert draft(made, olga).history()[0].winners == (1,)

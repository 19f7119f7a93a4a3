"""What the tables of a party cost, and who pays whom."""

from uuid import uuid4

import pytest

from tests.builders import NOON, high, link
from tests.party.builders import (
    LATER,
    friday,
    friday_playing,
    key,
    next_round,
    one_round,
    party_state,
    play,
    play_round,
    typed,
)
from whistclub.engine.hand import Contract
from whistclub.engine.payments import Payment
from whistclub.party.actions import people, results, seating
from whistclub.party.results import evening_balances, payments
from whistclub.play.entries import EntrySubmission, record_hand
from whistclub.play.models import Game

pytestmark = pytest.mark.django_db


def askov(by, **settings):
    made = friday(by, count=4, preset="askov", round_end="target", hands=None, **settings)
    return made, next_round(made, by).current.table(1)


def solo(game, number, declarer, tricks):
    entry = EntrySubmission(uuid4(), number, Contract.SOLA_NOLA, declarer, (tricks,))
    return record_hand(link(game), entry, by_seat=0, at=NOON).game


def balances(of):
    return evening_balances(party_state(of))


def test_every_loser_pays_the_stake_to_a_winner(olga):
    made, table_state = askov(olga)
    play(table_state, *[(0, 13)] * 3)
    assert balances(made) == {1: 15, 2: 15, 3: -15, 4: -15}
    assert payments(party_state(made)) == (Payment(3, 1, 15), Payment(4, 2, 15))


def test_stars_of_the_winners_raise_the_stake(olga):
    made, table_state = askov(olga)
    solo(table_state.game, 1, 0, 0)
    for number in (2, 3, 4):
        record_hand(link(table_state.game), high(number, 0, 13), by_seat=0, at=NOON)
    assert balances(made) == {1: 30, 2: 30, 3: -30, 4: -30}


def test_stars_of_the_losers_are_worthless(olga):
    made, table_state = askov(olga)
    solo(table_state.game, 1, 1, 0)
    for number in (2, 3, 4):
        record_hand(link(table_state.game), high(number, 0, 13), by_seat=0, at=NOON)
    assert balances(made) == {1: 15, 2: 15, 3: -15, 4: -15}


def test_stars_are_back_when_the_hands_count_again(olga):
    made, table_state = askov(olga)
    solo(table_state.game, 1, 0, 0)
    for number in (2, 3, 4):
        record_hand(link(table_state.game), high(number, 0, 13), by_seat=0, at=NOON)
    results.type_result(made, 1, 1, (15, 3), by=olga, at=LATER)
    results.reopen_table(made, 1, 1, by=olga, at=LATER)
    assert balances(made)[1] == 30


@pytest.mark.parametrize("preset, owed", [("askov", 15), ("neuralplay", 0)])
def test_only_a_party_with_a_stake_pays(olga, preset, owed):
    made = one_round(olga, (13, 3), count=4, preset=preset)
    assert balances(made)[1] == owed


def test_a_drawn_game_costs_nothing(olga):
    made = one_round(olga, (5, 5), count=4, preset="askov")
    assert not any(balances(made).values())
    assert payments(party_state(made)) == ()


@pytest.mark.parametrize("ruling", [(results.declare_draw,), (results.award_walkover, 0)])
def test_a_ruled_table_costs_nothing(olga, ruling):
    made = one_round(olga, (15, 3), count=4, preset="askov")
    action, *more = ruling
    action(made, 1, 1, *more, by=olga, at=LATER)
    assert not any(balances(made).values())


def test_a_running_game_costs_nothing_yet(olga):
    made, table_state = askov(olga)
    play(table_state, (0, 13))
    assert balances(made) == {}


def test_an_evenings_balances_sum_to_zero_and_need_few_payments(olga):
    made = friday(olga, count=9, preset="askov")
    for _each in range(4):
        play_round(made, olga, (15, 3), (2, 15))
    owed = balances(made)
    assert sum(owed.values()) == 0
    found = payments(party_state(made))
    assert len(found) < len([cents for cents in owed.values() if cents])
    for payment in found:
        owed[payment.payer] += payment.cents
        owed[payment.payee] -= payment.cents
    assert not any(owed.values())


def test_a_substitute_plays_for_the_chairs_money(olga):
    made = friday_playing(olga, count=5, preset="askov")
    people.leave_now(made, key(made, "P2"), substitute=key(made, "P5"), by=olga, at=LATER)
    typed(made, olga, (15, 3))
    assert balances(made) == {1: 15, 3: -15, 4: -15, 5: 15}


def test_games_of_a_round_undone_cost_nothing(olga):
    made = one_round(olga, (15, 3), count=4, preset="askov")
    seating.undo_round(made, 1, sure=True, by=olga, at=LATER)
    assert balances(made) == {}
    assert Game.objects.exists()

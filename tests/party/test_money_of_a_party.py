"""What the tables of a party cost, and who pays whom."""

from uuid import uuid4

import pytest

from tests.builders import NOON, high, link
from tests.party.builders import (
    LATER,
    friday,
    next_round,
    party_state,
    play_round,
)
from whistclub.engine.hand import Contract
from whistclub.party.actions import results
from whistclub.party.results import evening_balances, payments
from whistclub.play.entries import EntrySubmission, record_hand

pytestmark = pytest.mark.django_db


def askov(by, **settings):
    made = friday(by, count=4, preset="askov", round_end="target", hands=None, **settings)
    return made, next_round(made, by).current.table(1)


def solo(game, number, declarer, tricks):
    entry = EntrySubmission(uuid4(), number, Contract.SOLA_NOLA, declarer, (tricks,))
    return record_hand(link(game), entry, by_seat=0, at=NOON).game


def balances(of):
    return evening_balances(party_state(of))


def test_stars_of_the_winners_raise_the_stake(olga):
    made, table_state = askov(olga)
    solo(table_state.game, 1, 0, 0)
    for number in (2, 3, 4):
        record_hand(link(table_state.game), high(number, 0, 13), by_seat=0, at=NOON)
    assert balances(made) == {1: 30, 2: 30, 3: -30, 4: -30}


def test_stars_are_back_when_the_hands_count_again(olga):
    made, table_state = askov(olga)
    solo(table_state.game, 1, 0, 0)
    for number in (2, 3, 4):
        record_hand(link(table_state.game), high(number, 0, 13), by_seat=0, at=NOON)
    results.type_result(made, 1, 1, (15, 3), by=olga, at=LATER)
    results.reopen_table(made, 1, 1, by=olga, at=LATER)
    assert balances(made)[1] == 30


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

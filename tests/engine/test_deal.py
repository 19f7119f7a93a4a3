"""Who leads to the first trick (RULES.md §1.2)."""

import pytest

from whistclub.engine.deal import dealer_of, first_leader
from whistclub.engine.hand import Contract
from whistclub.engine.options import Lead, RuleOptions, TableFormat
from whistclub.engine.presets import PRESETS
from whistclub.engine.problems import InvalidInput


@pytest.mark.parametrize(
    ("name", "contract", "declarer", "dealer", "leader"),
    [
        ("minnesota", Contract.HIGH, 0, 1, 3),  # declarer's right
        ("minnesota", Contract.LOW, None, 1, 2),  # dealer's left
        ("wiki_four", Contract.HIGH, 3, 1, 0),  # declarer's left
        ("south_dakota", Contract.HIGH, 2, 1, 2),  # the declarer
        ("south_dakota", Contract.LOW, None, 3, 0),  # dealer's left
        ("norwegian", Contract.HIGH, 1, 0, 2),  # declarer's left
        ("norwegian", Contract.LOW, None, 0, 3),  # dealer's right
        ("askov", Contract.SOLA_NOLA, 0, 2, 3),  # soloist's right
        ("askov", Contract.GRAND_DIX, 1, 2, 3),  # soloist's partner
        ("widow", Contract.WIDOW, None, 2, 0),  # dealer's left
        ("widow", Contract.WIDOW, 2, 0, 1),  # dealer's left, whoever took the widow
        ("two_player", Contract.HIGH, 0, 0, 1),  # the one who did not bid high
        ("two_player", Contract.HIGH, 1, 0, 0),
        ("two_player", Contract.LOW, None, 1, 0),  # the one who did not deal
    ],
)
def test_the_first_lead_is_where_the_rule_book_has_it(name, contract, declarer, dealer, leader):
    assert first_leader(contract, declarer, dealer, PRESETS[name]) == leader


def test_a_high_hand_may_be_led_to_by_the_dealers_left():
    options = RuleOptions(high_lead=Lead.DEALER_LEFT)
    assert first_leader(Contract.HIGH, 0, 3, options) == 0


@pytest.mark.parametrize("contract", [Contract.HIGH, Contract.SOLA_NOLA, Contract.GRAND_DIX])
def test_a_lead_relative_to_the_declarer_needs_one(contract):
    with pytest.raises(InvalidInput, match="declarer_needed"):
        first_leader(contract, None, 0, PRESETS["askov"])


@pytest.mark.parametrize("form", TableFormat)
def test_the_first_dealer_deals_again_when_everyone_has_dealt(form):
    dealers = [dealer_of(number, 1, form) for number in range(1, form.seats + 2)]
    assert dealers[0] == dealers[-1] == 1
    assert sorted(dealers[:-1]) == list(range(form.seats))

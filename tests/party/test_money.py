"""What a party costs: entry fee, pot and places; who pays whom for the games."""

import pytest
from django.urls import reverse

from tests.builders import NOON
from tests.party.builders import LATER, friday, key, logged, next_round, one_round, party_state, play_round
from tests.party.forms import SETTINGS, page
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.engine.winnings import fewest_payments
from whistclub.party.actions.lifecycle import mark_all_paid, mark_paid
from whistclub.party.actions.people import check_out, leave_now
from whistclub.party.desk.standings import pot_of
from whistclub.party.models import Entrant
from whistclub.party.results import evening_balances
from whistclub.party.standings import standings_from

pytestmark = pytest.mark.django_db


FEE = {"fee": 500, "shares": (50, 30, 20)}


def keys(of):
    return list(of.entrants.values_list("pk", flat=True))


def all_pay(of, olga):
    for each in keys(of):
        mark_paid(of, each, paid=True, by=olga, at=NOON)


def pot(of):
    return pot_of(standings_from(party_state(of)))


def paid_out(of):
    return [(title, people) for title, _amount, people in pot(of)["lines"]]


# The pot


def test_the_pot_is_what_was_paid(olga):
    made = friday(olga, count=4, fee=500, shares=(60, 30))
    for name in ("P1", "P3"):
        mark_paid(made, key(made, name), paid=True, by=olga, at=NOON)
    found = pot(made)
    assert (found["text"], [each.player.name for each in found["unpaid"]]) == ("$10.00", ["P2", "P4"])
    assert [(title, amount) for title, amount, _people in found["lines"]] == [
        ("1st place", "$6.00"),
        ("2nd place", "$3.00"),
    ]
    assert (found["left_text"], found["paid_text"]) == ("$1.00", "2 of 4 have not paid $5.00 yet.")
    mark_all_paid(made, by=olga, at=NOON)
    assert pot(made)["paid_text"] == "Everyone has paid $5.00."


def test_equal_places_share_the_prizes_they_fill(olga):
    made = one_round(olga, (7, 4), (9, 4), **FEE)
    all_pay(made, olga)
    assert paid_out(made) == [
        ("1st place, shared", [("P5", "$16.00"), ("P6", "$16.00")]),
        ("3rd place, shared", [("P1", "$4.00"), ("P2", "$4.00")]),
    ]
    assert pot(made)["left"] == 0


def test_somebody_who_played_and_left_without_paying_still_owes_the_fee(olga):
    made = one_round(olga, (13, 7), (9, 4), count=9, **FEE)
    gone = Entrant.objects.filter(party=made)
    gone.filter(number=1).update(present=False)  # played
    gone.filter(number=9).update(present=False)  # sat out
    assert [each.player.name for each in pot(made)["unpaid"]] == [f"P{number}" for number in range(1, 9)]


@pytest.mark.parametrize("leaves", ["to_a_substitute", "after_the_round"])
def test_somebody_who_leaves_in_the_middle_of_a_round_still_owes_the_fee(olga, leaves):
    made = one_round(olga, count=9, **FEE)
    if leaves == "to_a_substitute":
        leave_now(made, key(made, "P1"), substitute=key(made, "P9"), by=olga, at=LATER)
    else:
        check_out(made, key(made, "P1"), after_round=True, by=olga, at=LATER)
    assert "P1" in [each.player.name for each in pot(made)["unpaid"]]


# The settings


def test_the_settings_are_kept_logged_and_proposed_again(organiser, olga, prairie):
    made = friday(olga, count=4)
    page(organiser, run(made, "settings"), SETTINGS | {"fee": "5.00", "shares": "50, 25; 10"})
    made.refresh_from_db()
    assert (made.fee, made.shares) == (500, [50, 25, 10])
    assert "entry fee" in logged(made)[-1].sentence
    shown = page(organiser, reverse("party:set_up", args=["prairie"]))
    values = {each["name"]: each.attributes.get("value") for each in shown.find("input") if "name" in each.attributes}
    assert (values["fee"], values["shares"]) == ("5.00", "50, 25, 10")


@pytest.mark.parametrize(
    "typed, sentence",
    [
        ({"shares": "60, 50"}, "These shares make 110 per cent. Together they can be 100 at most."),
        ({"shares": "half"}, "Enter whole numbers with commas between them, e.g. 50, 30, 20."),
        ({"shares": "12.5, 0"}, "Enter whole numbers with commas between them, e.g. 50, 30, 20."),
    ],
)
def test_shares_that_cannot_be_split_are_refused_and_stay(organiser, olga, typed, sentence):
    made = friday(olga, count=4)
    response = organiser.post(run(made, "settings"), SETTINGS | {"fee": "5"} | typed)
    shown = Html(response)
    assert (response.status_code, sentence in shown.text) == (422, True)
    [focused] = [each for each in shown.find("input") if "autofocus" in each.attributes]
    assert focused["name"] == "shares"
    assert typed["shares"] in [each.attributes.get("value") for each in shown.find("input")]
    assert pot(made) is None


def askov(by, **settings):
    made = friday(by, count=4, preset="askov", round_end="target", hands=None, **settings)
    return made, next_round(made, by).current.table(1)


def balances(of):
    return evening_balances(party_state(of))


def test_an_evenings_balances_sum_to_zero_and_need_few_payments(olga):
    made = friday(olga, count=9, preset="askov")
    for _each in range(4):
        play_round(made, olga, (15, 3), (2, 15))
    owed = balances(made)
    assert sum(owed.values()) == 0
    found = fewest_payments(evening_balances(party_state(made)))
    assert len(found) < len([cents for cents in owed.values() if cents])
    for payment in found:
        owed[payment.payer] += payment.cents
        owed[payment.payee] -= payment.cents
    assert not any(owed.values())

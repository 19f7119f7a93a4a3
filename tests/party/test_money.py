"""The entry fee, who has paid it, and who gets what of the pot; money stays with the organiser."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import NOON
from tests.party.builders import LATER, friday, key, logged, next_round, one_round, party_state
from tests.party.test_malformed_input import SETTINGS
from tests.party.test_pages_organiser import page
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.party.actions import lifecycle
from whistclub.party.actions.lifecycle import mark_paid
from whistclub.party.actions.people import check_out, leave_now
from whistclub.party.actions.rehearsal import rehearse
from whistclub.party.models import Entrant
from whistclub.party.money import pot_of
from whistclub.party.refusals import StalePartyState
from whistclub.party.standings import standings_from

pytestmark = pytest.mark.django_db

FEE = {"fee": 500, "shares": (50, 30, 20)}


def keys(of):
    return list(of.entrants.values_list("pk", flat=True))


def all_pay(of, olga):
    return mark_paid(of, keys(of), paid=True, by=olga, at=NOON)


def pot(of):
    return pot_of(standings_from(party_state(of)))


def paid_out(of):
    return [(line.title, line.people) for line in pot(of).lines]


def over(olga, **settings):
    """Two pairs have won; everyone has paid the fee, if there is one."""
    made = one_round(olga, (7, 4), (9, 4), **settings)
    Entrant.objects.filter(party=made).update(paid=True)
    lifecycle.finish(made, by=olga, at=LATER)
    return made


# The pot


def test_the_pot_is_what_was_paid(olga):
    made = friday(olga, count=4, fee=500, shares=(60, 30))
    mark_paid(made, [key(made, "P1"), key(made, "P3")], paid=True, by=olga, at=NOON)
    found = pot(made)
    assert (found.text, [each.player.name for each in found.unpaid]) == ("$10.00", ["P2", "P4"])
    assert [(line.title, line.amount) for line in found.lines] == [("1st place", "$6.00"), ("2nd place", "$3.00")]
    assert found.left_text == "$1.00"


def test_equal_places_share_the_prizes_they_fill(olga):
    made = one_round(olga, (7, 4), (9, 4), **FEE)
    all_pay(made, olga)
    assert paid_out(made) == [
        ("1st place, shared", [("P5", "$16.00"), ("P6", "$16.00")]),
        ("3rd place, shared", [("P1", "$4.00"), ("P2", "$4.00")]),
    ]
    assert pot(made).left == 0


def test_somebody_who_paid_and_left_stays_in_the_pot(olga):
    made = friday(olga, count=5, **FEE)
    all_pay(made, olga)
    Entrant.objects.filter(party=made, number=5).update(present=False)
    assert pot(made).text == "$25.00"


def test_somebody_who_played_and_left_without_paying_still_owes_the_fee(olga):
    made = one_round(olga, (13, 7), (9, 4), count=9, **FEE)
    gone = Entrant.objects.filter(party=made)
    gone.filter(number=1).update(present=False)  # played
    gone.filter(number=9).update(present=False)  # sat out
    assert [each.player.name for each in pot(made).unpaid] == [f"P{number}" for number in range(1, 9)]


@pytest.mark.parametrize("leaves", ["to_a_substitute", "after_the_round"])
def test_somebody_who_leaves_in_the_middle_of_a_round_still_owes_the_fee(olga, leaves):
    made = one_round(olga, count=9, **FEE)
    if leaves == "to_a_substitute":
        leave_now(made, key(made, "P1"), substitute=key(made, "P9"), by=olga, at=LATER)
    else:
        check_out(made, key(made, "P1"), after_round=True, by=olga, at=LATER)
    assert "P1" in [each.player.name for each in pot(made).unpaid]


# Who has paid


def test_without_a_fee_and_for_strangers_nothing_is_paid(olga):
    for made, people in ((friday(olga, count=4), None), (friday(olga, **FEE, name="Second"), [1_000_000])):
        with pytest.raises(StalePartyState):
            mark_paid(made, keys(made) if people is None else people, paid=True, by=olga, at=NOON)


# Where it is shown


def test_without_a_fee_there_is_no_pot(organiser, olga):
    for made in (friday(olga, count=4), one_round(olga, (7, 4), count=4, name="Second")):
        assert page(organiser, run(made, "standings")).find("section", css="pot") == []


def test_the_card_is_there_before_the_first_round_with_what_each_place_is_worth(organiser, olga):
    made = friday(olga, count=4, **FEE)
    all_pay(made, olga)
    shown = page(organiser, run(made, "standings"))
    assert "Pot: $20.00" in shown.texts("h2")
    assert "1st place $10.00" in shown.text


def test_guests_see_no_money(olga):
    made = over(olga, **FEE)
    for name in ("public", "public_standings", "projector"):
        assert "$" not in page(Client(), reverse(f"party:{name}", args=[made.code])).text


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
    assert typed["shares"] in [each.attributes.get("value") for each in shown.find("input")]
    assert pot(made) is None


def test_a_rehearsal_has_the_fee_but_nobody_has_paid(olga):
    from_party = friday(olga, count=4, **FEE)
    all_pay(from_party, olga)
    copy = rehearse(from_party, by=olga, at=NOON)
    next_round(copy, olga)
    assert (copy.fee, copy.shares, pot(copy).cents) == (500, [50, 30, 20], 0)

"""Wishes: the draft follows them and says which it does not keep; others learn nothing."""

import pytest

from tests.party.builders import LATER, draft, friday, key, logged, party_state, seats, swap
from tests.party.forms import page, send
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.party.actions import people
from whistclub.party.desk.tables import draft_context
from whistclub.party.movements import reasons_text

pytestmark = pytest.mark.django_db


def wish(of, by, one, other, kind="apart"):
    people.set_wish(of, key(of, one), key(of, other), kind=kind, by=by, at=LATER)


def tables(of):
    return [{name for side in table for name in side.split("+")} for table in seats(party_state(of))]


@pytest.fixture
def made(olga):
    made = friday(olga, count=9)
    draft(made, olga, seating_method="arrival")
    return made


def test_a_draft_follows_a_wish(made, olga):
    wish(made, olga, "P1", "P2")
    assert not any({"P1", "P2"} <= people for people in tables(made))
    assert draft_context(party_state(made), party_state(made).draft)["unkept"] == []
    assert logged(made)[-1].sentence == "Wish: P1 and P2 apart"


def test_without_the_wish_the_draft_is_as_before(made, olga):
    before = seats(party_state(made))
    wish(made, olga, "P1", "P2")
    people.set_wish(made, key(made, "P2"), key(made, "P1"), kind="removed", by=olga, at=LATER)
    assert seats(party_state(made)) == before


def test_a_later_wish_about_two_people_replaces_the_earlier_one(made, olga):
    wish(made, olga, "P1", "P5")
    wish(made, olga, "P5", "P1", "together")
    assert any({"P1", "P5"} <= people for people in tables(made))
    assert len(party_state(made).party.wishes) == 1


def test_the_reason_reveals_the_wish_to_organisers_alone(made, olga):
    wish(made, olga, "P1", "P2")
    found = party_state(made)
    reasons = [reasons_text(each, found.names_by_number) for each in found.draft.assignments]
    assert sum(reason.startswith("Placed by the organiser;") for reason in reasons) == 2
    assert not any("apart" in reason or "wish" in reason.casefold() for reason in reasons)
    reasons = [reasons_text(each, found.names_by_number, {}) for each in found.draft.assignments]
    assert sum(reason.startswith("Moved for a wish;") for reason in reasons) == 2


def test_a_wish_about_one_person_is_refused(organiser, olga):
    made = friday(olga, count=4)
    form = {"who": [key(made, "P1"), key(made, "P1")], "kind": "apart"}
    response = send(organiser, run(made, "wishes"), form)
    assert response.status_code == 422
    assert "Choose two different people." in Html(response).text


def test_the_draft_says_which_wishes_it_does_not_keep(made, organiser, olga):
    wish(made, olga, "P1", "P2", "together")
    assert "not kept" not in page(organiser, run(made, "console")).text
    swap(made, olga, "P2", "P5")
    assert "Wishes that are not kept: P1 and P2 at the same table." in page(organiser, run(made, "console")).text

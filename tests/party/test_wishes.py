"""Wishes: the draft follows them and says what they cost; a hard one is asked about; others learn nothing."""

import pytest

from tests.builders import NOON
from tests.party.builders import LATER, draft, friday, key, logged, party_state, seats, swap
from tests.party.test_malformed_input import send
from tests.party.test_pages_organiser import page
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.party.actions import people, room, seating, wishes
from whistclub.party.actions.refusals import ConfirmationRequired, StalePartyState, WishImpossible
from whistclub.party.movements import reasons_text
from whistclub.party.organiser.queries import wishes as queries
from whistclub.party.organiser.queries.draft import draft_notes
from whistclub.party.room import Room

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


def wish(of, by, one, other, kind="apart", *, hard=False):
    wishes.add_wish(of, key(of, one), key(of, other), kind=kind, hard=hard, by=by, at=LATER)


def tables(of):
    return [{name for side in table for name in side.split("+")} for table in seats(party_state(of))]


@pytest.fixture
def made(olga):
    made = friday(olga, count=9)
    draft(made, olga, seating_method="arrival")
    return made


def test_a_draft_follows_a_wish_and_says_what_it_cost(made, olga):
    wish(made, olga, "P1", "P2")
    assert not any({"P1", "P2"} <= people for people in tables(made))
    (sentence,) = draft_notes(party_state(made)).granted
    assert sentence.startswith("P1 and P2 apart: ")
    assert "at table 2 instead of table 1" in sentence
    assert logged(made)[-2].sentence == "Wish: P1 and P2 apart"


def test_what_a_wish_cost_names_the_tables_in_the_room(made, olga):
    room.change_room(made, Room({3: "Window"}, frozenset({1})), by=olga, at=LATER)
    wish(made, olga, "P1", "P2")
    (sentence,) = draft_notes(party_state(made)).granted
    assert "at Window instead of table 2" in sentence


def test_without_the_wish_the_draft_is_as_before(made, olga):
    before = seats(party_state(made))
    wish(made, olga, "P1", "P2")
    wishes.remove_wish(made, key(made, "P2"), key(made, "P1"), by=olga, at=LATER)
    assert seats(party_state(made)) == before
    with pytest.raises(StalePartyState):
        wishes.remove_wish(made, key(made, "P2"), key(made, "P1"), by=olga, at=LATER)


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


def test_a_round_without_a_hard_wish_begins_only_after_asking(made, olga):
    wish(made, olga, "P1", "P2", hard=True)
    wish(made, olga, "P3", "P4")
    other = "P4" if {"P1", "P4"} <= tables(made)[0] else "P3"
    swap(made, olga, "P2", other)
    notes = draft_notes(party_state(made))
    assert notes.unkept_by_hand[0] == "P1 and P2 sit at the same table because you put them there."
    assert notes.unkept_hard == []
    with pytest.raises(ConfirmationRequired):
        seating.announce(made, sure=False, by=olga, at=LATER)
    seating.announce(made, by=olga, at=LATER)


def test_the_page_asks_before_it_announces_without_a_hard_wish(organiser, olga):
    made = friday(olga, count=4)
    seating.make_draft(made, seating_method="arrival", by=olga, at=NOON)
    form = {"who": [key(made, "P1"), key(made, "P2")], "kind": "apart", "hard": "on"}
    assert "P1" in page(organiser, run(made, "wishes"), form).text
    assert (
        "Must be kept, but swapping two people is not enough: P1 and P2 apart."
        in page(organiser, run(made, "console")).text
    )
    response = send(organiser, run(made, "announce"), {})
    assert response.status_code == 409
    assert "Announce anyway" in Html(response).text
    page(organiser, run(made, "announce"), {"sure": "yes"})
    assert party_state(made).current is not None


def test_a_wish_about_one_person_is_refused(organiser, olga):
    made = friday(olga, count=4)
    form = {"who": [key(made, "P1"), key(made, "P1")], "kind": "apart"}
    response = send(organiser, run(made, "wishes"), form)
    assert response.status_code == 422
    assert "Choose two different people." in Html(response).text


def test_a_fifth_person_who_must_sit_at_one_table_is_refused_with_what_to_do(made, organiser, olga):
    for other in ("P2", "P3", "P4"):
        wish(made, olga, "P1", other, "together", hard=True)
    form = {"who": [key(made, "P2"), key(made, "P5")], "kind": "together", "hard": "on"}
    response = send(organiser, run(made, "wishes"), form)
    found = Html(response)
    assert response.status_code == 409
    assert "one table, which has four seats: P1, P2, P3, P4, P5. Remove one of the wishes" in found.text
    # What was chosen stands in the form again.
    chosen = [each["value"] for each in found.find("option") if "selected" in each.attributes]
    assert chosen == [str(key(made, "P2")), "together", str(key(made, "P5"))]
    assert len(party_state(made).party.wishes) == 3
    wish(made, olga, "P2", "P5", "together")


def test_two_cannot_be_apart_who_must_sit_at_one_table(made, olga):
    wish(made, olga, "P1", "P2", "together", hard=True)
    wish(made, olga, "P2", "P3", "together", hard=True)
    with pytest.raises(WishImpossible, match=r"P1, P2, P3\. So this wish cannot be kept: P1 and P3 apart"):
        wish(made, olga, "P1", "P3", hard=True)
    wish(made, olga, "P1", "P4", hard=True)
    with pytest.raises(WishImpossible, match=r"P1, P2, P3, P4\. So this wish cannot be kept: P1 and P4 apart"):
        wish(made, olga, "P3", "P4", "together", hard=True)
    assert len(party_state(made).party.wishes) == 3


def test_fixed_partners_fill_the_table_too(olga):
    made = friday(olga, count=9, movement="swiss_pairs")
    people.pair_rest(made, by=olga, at=LATER)
    wish(made, olga, "P1", "P3", "together", hard=True)
    for one, other, kind in (("P2", "P5", "together"), ("P3", "P4", "apart")):
        with pytest.raises(WishImpossible):
            wish(made, olga, one, other, kind, hard=True)


def test_a_wish_that_replaces_another_names_it_and_can_be_undone(made, organiser, olga):
    wish(made, olga, "P1", "P5", hard=True)
    form = {"who": [key(made, "P5"), key(made, "P1")], "kind": "together", "hard": "on"}
    found = page(organiser, run(made, "wishes"), form)
    assert (
        "Wish added: P5 and P1 at the same table (must be kept). "
        "It replaces this one: P1 and P5 apart (must be kept)." in found.text
    )
    assert "Undo" in found.text


def test_two_people_parted_by_hand_are_said_to_be_so(made, organiser, olga):
    wish(made, olga, "P1", "P2", "together")
    swap(made, olga, "P2", "P5")
    sentence = "P1 and P2 do not sit at the same table because you put them elsewhere."
    assert sentence in page(organiser, run(made, "console")).text


def test_the_draft_says_at_the_table_who_was_wished_apart(made, organiser, olga):
    wish(made, olga, "P1", "P2")
    assert page(organiser, run(made, "console")).texts("p", css="table-hint") == []
    (beside,) = (people - {"P1"} for people in tables(made) if "P1" in people)
    swap(made, olga, "P2", min(beside))
    assert page(organiser, run(made, "console")).texts("p", css="table-hint") == ["Wish: P1 and P2 apart."]


def test_a_new_wish_begins_without_names(made, organiser):
    found = page(organiser, run(made, "wishes"))
    assert [each["value"] for each in found.find("option")[:1]] == [""]
    response = send(organiser, run(made, "wishes"), {"who": ["", ""], "kind": "apart"})
    assert (response.status_code, "Choose two different people." in Html(response).text) == (422, True)


def test_the_page_says_what_the_wishes_cost_over_the_evening(organiser, made, olga):
    assert "What the wishes cost" not in page(organiser, run(made, "wishes")).text
    wish(made, olga, "P1", "P2", kind="together", hard=True)
    found = page(organiser, run(made, "wishes"))
    assert found.texts("th") == ["Changed seats", "Repeat partners", "Repeat opponents", "Wishes not kept"]
    assert [int(each.replace("−", "-")) for each in found.texts("td")][3] == 0
    assert "4 rounds of 9 people" in found.text


def test_wishes_about_fixed_pairs_cost_no_repeat_partners(organiser, olga):
    made = friday(olga, count=8, movement="round_robin")
    people.pair_rest(made, by=olga, at=LATER)
    wish(made, olga, "P1", "P4", kind="together")
    lines = dict(queries.wishes(party_state(made).party).price.lines)
    assert list(lines) == ["Changed seats", "Repeat opponents", "Wishes not kept"]
    assert lines["Changed seats"] != "0"


def test_a_wish_has_no_price_while_nobody_could_be_seated(made, olga):
    wish(made, olga, "P1", "P2")
    assert queries.wishes(party_state(made).party).price.people == 9
    for number in range(3, 10):
        people.check_out(made, key(made, f"P{number}"), by=olga, at=LATER)
    assert queries.wishes(party_state(made).party).price is None


def price_of(made):
    return queries.wishes(party_state(made).party).price


def test_without_partners_or_with_groups_wishes_have_no_price(olga):
    unpaired = friday(olga, count=8, movement="round_robin")
    wish(unpaired, olga, "P1", "P4", kind="together")
    assert price_of(unpaired) is None
    people.pair_rest(unpaired, by=olga, at=LATER)
    assert price_of(unpaired).people == 8
    mixed = friday(olga, count=8, policy={"mixed": True})
    wish(mixed, olga, "P1", "P4", kind="together")
    assert price_of(mixed) is None


def test_wishes_are_priced_over_the_rounds_that_the_movement_has(olga):
    made = friday(olga, count=8, movement="whist", planned_rounds=None)
    wish(made, olga, "P1", "P4", kind="together")
    assert price_of(made).rounds == 7

"""A draft while people come and go: it is seated again, unless the organiser changed it by hand."""

import pytest

from tests.builders import refusal_of
from tests.party.builders import (
    LATER,
    USUAL,
    draft,
    friday,
    key,
    one_round,
    party_state,
    seats,
    sit_outs,
    swap,
    type_in,
)
from tests.party.test_pages_organiser import page
from tests.web.party_site import run
from whistclub.party.actions import people, seating
from whistclub.party.actions.setup import change_setup
from whistclub.party.desk.tables import draft_page

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


def drafted(by, count, **settings):
    made = friday(by, count=count, **settings)
    draft(made, by, seating_method="arrival")
    return made


def notes(of):
    state = party_state(of)
    return draft_page(state, state.draft)


def leaves(of, by, *names):
    for name in names:
        people.check_out(of, key(of, name), by=by, at=LATER)


def comes(of, by, *names):
    people.check_in(of, names, by=by, at=LATER)


def test_a_newcomer_sits_out_and_a_swap_stays(olga):
    made = drafted(olga, 8)
    before = seats(swap(made, olga, "P1", "P7"))
    comes(made, olga, "Wolfram")
    assert (seats(party_state(made)), sit_outs(party_state(made))) == (before, ["Wolfram"])
    assert (sorted(notes(made)["by_hand"]), notes(made)["left"]) == (["P1", "P7"], [])
    seating.announce(made, by=olga, at=LATER)


def test_a_draft_changed_by_hand_is_not_announced_with_somebody_who_left(organiser, olga):
    made = drafted(olga, 9)
    before = seats(swap(made, olga, "P1", "P7"))
    leaves(made, olga, "P3")
    assert (seats(party_state(made)), notes(made)["left"]) == (before, ["P3"])
    found = page(organiser, run(made, "console"))
    assert "No longer here, with a seat in this draft: P3." in found.text
    assert "You would lose the seats you changed: " in found.text
    with refusal_of("left_in_draft", "P3 has left"):
        seating.announce(made, by=olga, at=LATER)
    swap(made, olga, "P3", "P9")
    assert (notes(made)["left"], sit_outs(party_state(made))) == ([], [])
    seating.announce(made, by=olga, at=LATER)


def test_who_leaves_and_comes_back_has_their_seat_still(olga):
    made = drafted(olga, 9)
    before = seats(swap(made, olga, "P1", "P7"))
    leaves(made, olga, "P7", "P9")
    comes(made, olga, "P9", "P7")
    assert (seats(party_state(made)), sit_outs(party_state(made)), notes(made)["left"]) == (before, ["P9"], [])


def test_a_draft_changed_by_hand_keeps_its_seats_under_new_settings(olga):
    made = drafted(olga, 8)
    before = seats(swap(made, olga, "P1", "P7"))
    change_setup(made, USUAL | {"movement": "swiss"}, by=olga, at=LATER)
    assert seats(party_state(made)) == before
    assert notes(made)["is_outdated"]
    draft(made, olga, seating_method="arrival")
    assert not notes(made)["is_outdated"]


def test_settings_that_seat_nobody_elsewhere_leave_the_draft_alone(olga):
    made = drafted(olga, 8)
    before = party_state(made).draft.round.pk
    change_setup(made, USUAL | {"max_tables": 20}, by=olga, at=LATER)
    assert party_state(made).draft.round.pk == before
    assert not notes(made)["is_outdated"]


def test_a_draft_of_a_later_round_follows_a_corrected_result(olga):
    made = one_round(olga, (5, 3), (5, 3), movement="swiss")
    before = draft(made, olga)
    type_in(made, olga, (3, 9))
    after = party_state(made).draft
    assert (after.round.seed, notes(made)["is_outdated"]) == (before.draft.round.seed, False)
    seated = seats(party_state(made))
    made_again = draft(made, olga, seed=after.round.seed)
    assert seats(made_again) == seated != seats(before)


def test_a_draft_changed_by_hand_stays_and_says_that_a_result_was_corrected(olga):
    made = one_round(olga, (5, 3), (5, 3), movement="swiss")
    draft(made, olga)
    before = seats(swap(made, olga, "P1", "P7"))
    type_in(made, olga, (3, 9))
    assert seats(party_state(made)) == before
    assert notes(made)["is_outdated"]

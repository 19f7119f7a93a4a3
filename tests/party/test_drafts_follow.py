"""A draft while people come and go: changes made by hand are kept, and the organiser learns what else changed."""

from random import Random

import pytest

from tests.builders import NOON
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
from whistclub.party.actions import people, seating, wishes
from whistclub.party.actions.refusals import StalePartyState
from whistclub.party.actions.setup import change_setup, replace
from whistclub.party.organiser.queries.draft import draft_notes

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


def drafted(by, count, **settings):
    made = friday(by, count=count, **settings)
    draft(made, by, seating_method="arrival")
    return made


def notes(of):
    return draft_notes(party_state(of))


def leaves(of, by, *names):
    for name in names:
        people.check_out(of, key(of, name), by=by, at=LATER)


def comes(of, by, *names):
    people.check_in(of, names, by=by, at=LATER)


# What was changed by hand


def test_a_newcomer_sits_out_and_a_swap_stays(olga):
    made = drafted(olga, 8)
    before = seats(swap(made, olga, "P1", "P7"))
    comes(made, olga, "Wolfram")
    assert (seats(party_state(made)), sit_outs(party_state(made))) == (before, ["Wolfram"])
    assert notes(made).changes == ["Wolfram joined, sitting out."]
    assert sorted(notes(made).by_hand) == ["P1", "P7"]


def test_one_who_sits_out_replaces_one_who_leaves_and_a_swap_stays(olga):
    made = drafted(olga, 9)
    swap(made, olga, "P1", "P7")
    leaves(made, olga, "P3")
    assert seats(party_state(made)) == [["P2+P7", "P4+P9"], ["P5+P6", "P1+P8"]]
    assert notes(made).changes == ["P3 left.", "P9 is now at table 1."]


def test_the_place_of_a_swapped_player_who_leaves_is_free_for_another(olga):
    made = drafted(olga, 9)
    swap(made, olga, "P1", "P7")
    leaves(made, olga, "P7")
    assert seats(party_state(made)) == [["P2+P9", "P3+P4"], ["P5+P6", "P1+P8"]]
    assert notes(made).by_hand == ["P1"]


def test_who_leaves_and_comes_back_gets_their_seat_back(olga):
    made = drafted(olga, 9)
    before = seats(swap(made, olga, "P1", "P7"))
    leaves(made, olga, "P7", "P3")
    comes(made, olga, "P3", "P7")
    assert (seats(party_state(made)), notes(made).changes) == (before, [])


def test_a_draft_changed_by_hand_keeps_its_seats_under_new_settings(olga):
    made = drafted(olga, 8)
    before = seats(swap(made, olga, "P1", "P7"))
    change_setup(made, replace(USUAL, movement="swiss"), by=olga, at=LATER)
    assert seats(party_state(made)) == before
    assert notes(made).is_outdated
    draft(made, olga, seating_method="arrival")
    assert not notes(made).is_outdated


def test_a_draft_as_the_movement_made_it_follows_the_settings(olga):
    made = drafted(olga, 8)
    change_setup(made, replace(USUAL, policy={**USUAL.policy, "max_tables": 1}), by=olga, at=LATER)
    assert len(seats(party_state(made))) == 1
    assert not notes(made).is_outdated


def test_settings_that_seat_nobody_elsewhere_leave_the_draft_alone(olga):
    made = drafted(olga, 8)
    before = party_state(made).draft.round.pk
    change_setup(made, replace(USUAL, name="Saturday"), by=olga, at=LATER)
    assert party_state(made).draft.round.pk == before


def test_settings_that_change_no_seat_leave_no_notice(organiser, olga):
    made = drafted(olga, 8)
    change_setup(made, replace(USUAL, policy={**USUAL.policy, "max_tables": 20}), by=olga, at=LATER)
    assert not notes(made).is_outdated
    found = page(organiser, run(made, "console"))
    assert "The settings have changed" not in found.text
    assert "Undo last change" not in found.texts("button")


def test_after_the_organiser_kept_the_changes_no_notice_is_left(organiser, olga):
    made = drafted(olga, 8)
    swap(made, olga, "P1", "P7")
    comes(made, olga, "Wolfram")
    assert len(page(organiser, run(made, "console")).find("div", css="draft-changes")) == 1
    assert page(organiser, run(made, "mark_draft_seen"), {}).find("div", css="draft-changes") == []


def test_a_wish_is_no_change_that_the_organiser_has_not_seen_but_hides_none(olga):
    made = drafted(olga, 9)
    wishes.add_wish(made, key(made, "P1"), key(made, "P2"), kind="apart", by=olga, at=LATER)
    assert (bool(notes(made).granted), notes(made).changes) == (True, [])
    leaves(made, olga, "P9")
    wishes.add_wish(made, key(made, "P3"), key(made, "P4"), kind="apart", by=olga, at=LATER)
    assert notes(made).changes[0].startswith("P9 left")


# What the organiser is shown


def test_changes_are_shown_until_the_organiser_has_seen_them(olga):
    made = drafted(olga, 8)
    comes(made, olga, "Wolfram")
    comes(made, olga, "Xaver")
    assert notes(made).changes == ["Wolfram joined, sitting out.", "Xaver joined, sitting out."]
    seating.mark_draft_seen(made, by=olga, at=LATER)
    assert notes(made).changes == []


def test_many_who_sit_elsewhere_are_counted(olga):
    made = friday(olga, count=27)
    draft(made, olga, seating_method="draw", seed=1)
    leaves(made, olga, "P1")
    assert notes(made).changes[0] == "P1 left."
    assert notes(made).changes[-1].endswith("other people have a new table.")


# Undo


def test_a_swap_is_undone_as_if_it_had_not_been(olga):
    made = drafted(olga, 8)
    before = [(each.entrant_id, each.table, each.position, each.reasons) for each in by_entrant(made)]
    swap(made, olga, "P1", "P7")
    seating.undo_draft_change(made, by=olga, at=LATER)
    assert [(each.entrant_id, each.table, each.position, each.reasons) for each in by_entrant(made)] == before
    assert notes(made).by_hand == []
    assert not notes(made).can_undo


def by_entrant(of):
    return sorted(party_state(of).draft.assignments, key=lambda each: each.entrant_id)


def test_seating_again_is_undone_with_the_swaps_that_it_lost(olga):
    made = drafted(olga, 8)
    before = seats(swap(made, olga, "P1", "P7"))
    draft(made, olga, seating_method="draw", seed=7)
    seating.undo_draft_change(made, by=olga, at=LATER)
    assert seats(party_state(made)) == before
    assert party_state(made).draft.round.seating_method == "arrival"


def test_undoing_after_somebody_came_keeps_them(olga):
    made = drafted(olga, 8)
    before = seats(party_state(made))
    swap(made, olga, "P1", "P7")
    comes(made, olga, "Wolfram")
    seating.undo_draft_change(made, by=olga, at=LATER)
    assert (seats(party_state(made)), sit_outs(party_state(made))) == (before, ["Wolfram"])


def test_without_a_change_there_is_nothing_to_undo(olga):
    made = drafted(olga, 8)
    with pytest.raises(StalePartyState):
        seating.undo_draft_change(made, by=olga, at=LATER)


def test_an_undo_keeps_that_the_draft_rests_on_a_corrected_result(olga):
    made = one_round(olga, (5, 3), (5, 3), movement="swiss")
    before = seats(draft(made, olga))
    type_in(made, olga, (3, 9))
    draft(made, olga)
    assert not notes(made).is_corrected
    seating.undo_draft_change(made, by=olga, at=LATER)
    assert seats(party_state(made)) == before
    assert notes(made).is_corrected


def test_seating_again_that_changes_no_seat_offers_no_undo(olga):
    made = drafted(olga, 8)
    draft(made, olga, seating_method="arrival")
    assert not notes(made).can_undo
    before = seats(party_state(made))
    swap(made, olga, "P1", "P7")
    swap(made, olga, "P1", "P7")
    draft(made, olga, seating_method="arrival")
    assert (seats(party_state(made)), notes(made).can_undo) == (before, True)


def test_an_announced_round_remembers_nothing_of_its_draft(olga):
    made = drafted(olga, 8)
    swap(made, olga, "P1", "P7")
    seating.announce(made, by=olga, at=LATER)
    assert party_state(made).current.round.as_seen == {}


# The law


@pytest.mark.parametrize("seed, movement", list(enumerate(["ladder", "meets", "swiss", "whist", "ladder_pairs"])))
def test_after_any_steps_everybody_present_is_in_the_draft_once_and_swaps_hold(olga, seed, movement):
    lot = Random(seed)
    pairs = movement == "ladder_pairs"
    made = friday(olga, count=8) if pairs else one_round(olga, (5, 3), (5, 3), count=8, movement=movement)
    if pairs:
        change_setup(made, replace(USUAL, movement=movement), by=olga, at=NOON)
        for one in range(1, 9, 2):
            people.pair_up(made, key(made, f"P{one}"), key(made, f"P{one + 1}"), by=olga, at=NOON)
    draft(made, olga)
    newcomers = iter(f"New {number}" for number in range(99))
    for _step in range(16):
        found = party_state(made)
        here = [entrant.player.name for entrant in found.present]
        if (what := lot.choice(["come", "back", "go", "swap"])) == "swap" and len(here) > 1:
            swap(made, olga, *lot.sample(here, 2))
        elif what == "come":
            comes(made, olga, next(newcomers))
        elif what == "back":
            comes(made, olga, lot.choice([entrant.player.name for entrant in found.entrants.values()]))
        elif len(here) > 3:
            leaves(made, olga, lot.choice(here))
        check(found, party_state(made), pairs=pairs, swapped=what == "swap")


def check(before, after, *, pairs, swapped):
    round_state = after.draft
    everyone = sorted(assignment.entrant_id for assignment in round_state.assignments)
    assert everyone == sorted(entrant.pk for entrant in after.present)
    assert all(len(table_state.assignments) == 4 for table_state in round_state.tables)
    if swapped:
        return
    # Each who was placed by hand is where they were put while that table is there, and with fixed pairs their partner.
    for old in before.draft.assignments:
        if not old.placed_by_organiser or not old.table or old.table > len(round_state.tables):
            continue
        partner = before.draft.table(old.table).partner_of(old)
        needed = {old.entrant_id, partner.entrant_id} if pairs else {old.entrant_id}
        is_pair = not pairs or old.entrant.pair == partner.entrant.pair
        if needed <= {entrant.pk for entrant in after.present} and is_pair:
            now = round_state.assignment_of(old.entrant_id)
            assert (now.table, now.position, now.placed_by_organiser) == (old.table, old.position, True)

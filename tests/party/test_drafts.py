"""The seating that only the organiser sees: made, refused, redrawn while people come and go."""

import pytest

from tests.builders import NOON, refusal_of
from tests.party.builders import (
    LATER,
    USUAL,
    draft,
    friday,
    friday_playing,
    key,
    next_round,
    one_round,
    party_state,
    play,
    seats,
    sit_outs,
    swap,
    type_in,
    typed,
)
from tests.party.forms import page
from tests.web.party_site import run
from whistclub.party.actions import lifecycle, people, seating
from whistclub.party.actions.lifecycle import change_setup
from whistclub.party.desk.tables import draft_context
from whistclub.party.models import Round, SeatAssignment, Table
from whistclub.play.changing import Closed
from whistclub.play.models import GameEvent

pytestmark = pytest.mark.django_db


# What a draft is not


def test_a_new_draft_replaces_the_previous_one(olga):
    made = friday(olga, count=8)
    draft(made, olga, seed=1)
    draft(made, olga, seed=2)
    assert (Round.objects.count(), Table.objects.count(), SeatAssignment.objects.count()) == (1, 2, 8)


@pytest.mark.parametrize("movement, first", [("ladder", "1 top"), ("meets", "1")])
def test_a_draft_names_a_top_table_only_where_people_win_their_way_up(organiser, olga, movement, first):
    made = friday(olga, count=8, movement=movement)
    draft(made, olga)
    assert page(organiser, run(made, "console")).texts("h2", css="table-number")[0] == first


# People come and go


def test_a_draft_is_redrawn_from_the_same_seed_when_a_player_arrives(olga):
    made = friday(olga, count=7)
    draft(made, olga, seating_method="draw", seed=5)
    people.check_in(made, ["P8"], by=olga, at=LATER)
    found = party_state(made)
    again = friday(olga, count=8)
    assert seats(found) == seats(draft(again, olga, seating_method="draw", seed=5))
    assert (found.draft.round.seed, found.draft.round.seating_method) == (5, "draw")


def test_with_too_few_players_a_draft_waits_until_somebody_comes_back(olga):
    made = friday(olga, count=4)
    before = seats(draft(made, olga))
    people.check_out(made, key(made, "P1"), by=olga, at=LATER)
    with refusal_of("left_in_draft"):
        seating.announce(made, by=olga, at=LATER)
    people.check_in(made, ["P1"], by=olga, at=LATER)
    assert seats(party_state(made)) == before


# The results of the round before are closed with it


def test_seating_the_next_round_locks_the_results(olga):
    made = friday(olga, count=4)
    table_state = next_round(made, olga).current.table(1)
    play(table_state, (0, 13), (0, 13))
    draft(made, olga)
    with pytest.raises(Closed):
        play(table_state, (0, 9))
    assert table_state.game.events.filter(kind=GameEvent.Kind.LOCKED).count() == 1


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
    assert refusal.value.sentence == "These players still need a partner: Cy, Dan. Choose partners at the check-in."


def test_a_movement_reports_an_unsupported_number_of_people(olga):
    made = friday(olga, count=40, movement="whist", planned_rounds=60)
    with refusal_of("does_not_fit") as refusal:
        draft(made, olga)
    assert "doesn’t work with 40 people" in refusal.value.sentence


def test_the_next_round_waits_for_the_results(olga):
    made = friday(olga, count=12)
    found = next_round(made, olga)
    play(found.current.table(2), (0, 13), (0, 13))
    with refusal_of("results_missing") as refusal:
        draft(made, olga)
    assert refusal.value.sentence == "The results of tables 1, 3 are missing."
    assert party_state(made).draft is None


def test_the_ladder_waits_for_the_cut(olga):
    made = friday_playing(olga, count=8)
    typed(made, olga, (4, 4), (5, 3))
    with refusal_of("cut_needed") as refusal:
        draft(made, olga)
    assert refusal.value.sentence.startswith("Table 1 was tied")


def test_winning_more_hands_makes_a_cut_unnecessary(olga):
    made = friday(olga, count=4, hands=3)
    table_state = next_round(made, olga).current.table(1)
    play(table_state, (0, 8), (1, 7), (1, 7))  # 2 to 2, the second side won two hands
    assert draft(made, olga).history()[0].winners == (1,)


def drafted(by, count, **settings):
    made = friday(by, count=count, **settings)
    draft(made, by, seating_method="arrival")
    return made


def notes(of):
    state = party_state(of)
    return draft_context(state, state.draft)


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


def test_a_draft_changed_by_hand_keeps_its_seats_under_new_settings(olga):
    made = drafted(olga, 8)
    before = seats(swap(made, olga, "P1", "P7"))
    change_setup(made, USUAL | {"movement": "swiss"}, by=olga, at=LATER)
    assert seats(party_state(made)) == before
    assert notes(made)["is_outdated"]
    draft(made, olga, seating_method="arrival")
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


def test_the_first_draft_names_the_couples_whom_the_movement_does_not_keep_together(organiser, olga):
    made = friday(olga, count=2, movement="ladder_pairs")
    people.pair_up(made, key(made, "P2"), key(made, "P1"), by=olga, at=NOON)
    people.check_in(made, ["Xaver", "Zoe"], pairs=[(0, 1)], by=olga, at=NOON)
    seating.make_draft(made, seating_method="arrival", seed=1, by=olga, at=NOON)
    assert "Partners change" not in page(organiser, run(made, "console")).text
    lifecycle.change_setup(made, {"movement": "ladder"}, by=olga, at=NOON)
    seating.make_draft(made, seating_method="arrival", seed=1, by=olga, at=NOON)
    sentence = "Partners change in this party, so these do not stay partners: P1 & P2, Xaver & Zoe."
    assert sentence in page(organiser, run(made, "console")).text
    people.split_pair(made, key(made, "P1"), by=olga, at=NOON)
    assert "so these do not stay partners: Xaver & Zoe." in page(organiser, run(made, "console")).text

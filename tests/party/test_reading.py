"""A party as its rows say it, and why a person sits where they sit."""

from operator import attrgetter

import pytest

from tests.party.builders import LATER, friday, friday_playing, next_round, party_state, play
from whistclub.engine.movement.catalogue import MOVEMENTS
from whistclub.engine.movement.protocol import ReasonCode
from whistclub.party.actions import results
from whistclub.party.models import SeatAssignment
from whistclub.party.movements import reasons_text, sign

pytestmark = pytest.mark.django_db


def table_after(by, *hands, **settings):
    """The one table of a party after these hands on the phone."""
    made = friday(by, count=4, **settings)
    play(next_round(made, by).current.table(1), *hands)
    return party_state(made).current.table(1)


# Who moves


@pytest.mark.parametrize(
    "hands, moving_winner",
    [([(0, 13), (0, 13)], 0), ([(0, 7), (0, 7), (0, 7), (1, 10)], 1), ([(0, 8), (0, 7), (1, 8)], None)],
)
def test_the_winner_moves_as_the_winner(olga, hands, moving_winner):
    assert table_after(olga, *hands).moving_winner == moving_winner


def test_in_a_tie_the_side_with_more_hands_won_moves(olga):
    table_state = table_after(olga, (0, 9), (1, 7), (1, 7), (1, 7))
    assert (table_state.winner, table_state.game.totals, table_state.moving_winner) == (None, [3, 3], 1)


def test_a_tie_in_points_and_hands_leaves_the_mover_undecided(olga):
    table_state = table_after(olga, (0, 9), (0, 7), (1, 8), (1, 8))
    assert (table_state.winner, table_state.moving_winner) == (None, None)


# History, as movements read it


def test_only_movements_of_winners_ask_who_moves(olga):
    for movement, asked in (("ladder", [1]), ("meets", []), ("swiss", [])):
        made = friday_playing(olga, count=4, movement=movement)
        results.declare_draw(made, 1, 1, by=olga, at=LATER)
        found = party_state(made)
        assert [table_state.number for table_state in found.current.needs_cut(found.movement)] == asked


NAMES = {1: "Ann", 2: "Edith"}


def text_of(*reasons):
    return reasons_text(SeatAssignment(reasons=[list(reason) for reason in reasons]), NAMES)


WORTH_A_SENTENCE = [code for code in ReasonCode if code is not ReasonCode.DRAWN]


def test_every_reason_has_its_own_sentence():
    sentences = {text_of((code.value, 2, 2, 3)) for code in WORTH_A_SENTENCE}
    same = {ReasonCode.SITS_OUT, ReasonCode.PAIR_SITS_OUT}
    assert len(sentences) == len(WORTH_A_SENTENCE) - len(same) + 1


@pytest.mark.parametrize(
    "reasons, expected",
    [
        ([("won_up", 2, None, None), ("new_partner", None, 2, 0)], "Won at table 2, moves up; first time with Edith."),
        (
            [("lost_down", 1, None, None), ("keeps_partner", None, 2, None)],
            "Lost at table 1, moves down; stays with Edith.",
        ),
        ([("drawn", None, None, None), ("new_partner", None, 2, 0)], ""),
        ([("drawn", None, None, None), ("fixed_partner", None, 2, None)], "With Edith all evening."),
        ([("arrived", None, None, 3), ("new_partner", None, 2, 0)], "Number 3 to arrive."),
        (
            [("standing", None, None, 3), ("new_partner", None, 2, 0)],
            "Number 3 in the standings; first time with Edith.",
        ),
        (
            [("standing", None, None, 3), ("repeats_avoided", None, 2, 0)],
            "Number 3 in the standings; first time with Edith, so that partners do not repeat.",
        ),
        ([("takes_chair", None, 2, None)], "Replaces Edith."),
        ([("design", None, None, 3)], "Round 3 of the schedule."),
        ([("sits_out", None, None, 0)], "First time sitting out; players take turns."),
        ([("sits_out", None, None, 2)], "Has sat out 2 times before; players take turns."),
        ([("meets", None, None, 1)], "Meets 1 new person."),
        ([], ""),
    ],
)
def test_reasons_are_joined_to_one_sentence(reasons, expected):
    assert text_of(*reasons) == expected


@pytest.mark.parametrize(
    "now, before, expected",
    [(2, 3, "▲3"), (2, 1, "▼1"), (2, 2, "="), (2, None, "sat out"), (2, "absent", "new"), (None, 2, "")],
)
def test_a_sign_says_how_a_person_came_to_their_table(now, before, expected):
    came_from = None if before == "absent" else SeatAssignment(table=before)
    assert sign(SeatAssignment(table=now), came_from, MOVEMENTS["ladder"], attrgetter("table")) == expected


def test_who_was_placed_by_hand_has_that_sign():
    placed = SeatAssignment(table=2, placed_by_organiser=True)
    assert sign(placed, SeatAssignment(table=3), MOVEMENTS["ladder"], attrgetter("table")) == "⇄"

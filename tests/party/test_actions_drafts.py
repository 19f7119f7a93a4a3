"""The seating that only the organiser sees: made, redrawn, discarded."""

import pytest

from tests.builders import NOON, refusal_of
from tests.party.builders import (
    LATER,
    draft,
    friday,
    friday_playing,
    key,
    next_round,
    party_state,
    play,
    seats,
    sit_outs,
    typed,
)
from whistclub.party.actions import people, seating
from whistclub.party.models import Party, Round, SeatAssignment, Table
from whistclub.play.models import Game, GameEvent
from whistclub.play.refusals import Closed

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


# What a draft is not


def test_a_draft_is_not_a_round(olga):
    made = friday(olga, count=8)
    found = draft(made, olga)
    assert (found.announced, found.current, found.history()) == ([], None, ())
    assert Party.objects.get(pk=made.pk).state == Party.State.GATHERING


def test_a_new_draft_replaces_the_previous_one(olga):
    made = friday(olga, count=8)
    draft(made, olga, seed=1)
    draft(made, olga, seed=2)
    assert (Round.objects.count(), Table.objects.count(), SeatAssignment.objects.count()) == (1, 2, 8)


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


def test_a_player_arriving_during_a_draft_is_in_it(olga):
    made = friday_playing(olga, count=7)
    typed(made, olga, (5, 3))
    draft(made, olga)
    people.check_in(made, ["Late"], by=olga, at=LATER)
    assert party_state(made).draft.assignment_of(key(made, "Late")).table == 2


def test_in_a_draft_of_pairs_a_player_without_a_partner_sits_out(olga):
    made = friday(olga, count=4, movement="ladder_pairs")
    people.pair_up(made, key(made, "P1"), key(made, "P2"), by=olga, at=NOON)
    people.pair_up(made, key(made, "P3"), key(made, "P4"), by=olga, at=NOON)
    before = seats(draft(made, olga))
    people.check_in(made, ["Single"], by=olga, at=LATER)
    assert (seats(party_state(made)), sit_outs(party_state(made))) == (before, ["Single"])


# The results of the round before are closed with it


def test_seating_the_next_round_locks_the_results(olga):
    made = friday(olga, count=4)
    table_state = next_round(made, olga).current.table(1)
    play(table_state, (0, 13), (0, 13))
    draft(made, olga)
    with pytest.raises(Closed):
        play(table_state, (0, 9))
    assert table_state.game.events.filter(kind=GameEvent.Kind.LOCKED).count() == 1


def test_seating_again_locks_nothing_twice(olga):
    made = friday(olga, count=4)
    table_state = next_round(made, olga).current.table(1)
    game = play(table_state, (0, 13), (0, 13))
    draft(made, olga)
    draft(made, olga)
    assert Game.objects.get(pk=game.pk).revision == game.revision + 1
    assert game.events.filter(kind=GameEvent.Kind.LOCKED).count() == 1

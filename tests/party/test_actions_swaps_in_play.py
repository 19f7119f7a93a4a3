"""Two people change places in the round being played; the hands stay with the chairs."""

import pytest

from tests.builders import NOON, refusal_of
from tests.party.builders import (
    LATER,
    friday,
    friday_playing,
    key,
    next_round,
    party_state,
    play,
    seats,
    sit_outs,
    standings,
    swap,
    typed,
)
from whistclub.club.queries import names_by_key
from whistclub.party.actions import people, seating
from whistclub.play.log import event_text
from whistclub.play.models import Game, GameEvent, Seat

pytestmark = [pytest.mark.django_db, pytest.mark.writes, pytest.mark.alike]


def test_hands_stay_with_the_chairs(olga):
    made = friday(olga, count=8)
    found = next_round(made, olga)
    one, other = (play(table_state, (0, 9), (1, 8)) for table_state in found.current.tables)
    hands = list(one.hands.values()), list(other.hands.values())
    swap(made, olga, "P1", "P7")
    fresh = [Game.objects.get(pk=game.pk) for game in (one, other)]
    assert [game.totals for game in fresh] == [[3, 2], [3, 2]]
    assert [game.hands_scored for game in fresh] == [2, 2]
    assert (list(one.hands.values()), list(other.hands.values())) == hands


def test_two_of_the_same_game_change_chairs_in_it(olga):
    made = friday(olga, count=4)
    table_state = next_round(made, olga).current.table(1)
    play(table_state, (0, 9))
    swap(made, olga, "P1", "P3")
    game = Game.objects.get(pk=table_state.game.pk)
    assert [seat.player.name for seat in game.seats.all()] == ["P3", "P1", "P2", "P4"]
    assert game.totals == [3, 0]


def test_a_substitute_takes_over_the_chair_with_its_points(olga):
    made = friday(olga, count=5)
    table_state = next_round(made, olga).current.table(1)
    play(table_state, (0, 9))
    found = swap(made, olga, "P1", "P5")
    assert sit_outs(found) == ["P1"]
    assert Game.objects.get(pk=table_state.game.pk).totals == [3, 0]
    play(table_state, (0, 13), (0, 13))
    assert (standings(made)["P5"].points, standings(made)["P5"].grands) == (17, 3)
    assert (standings(made)["P1"].games, standings(made)["P1"].sat_out) == (0, 1)


def test_players_of_a_finished_table_keep_its_points(olga):
    made = friday_playing(olga, count=8)
    typed(made, olga, (5, 3), (2, 9))
    swap(made, olga, "P1", "P7", reason="they had sat so from the start")
    assert {name: line.points for name, line in standings(made).items()} == {
        "P1": 9,
        "P2": 5,
        "P3": 3,
        "P4": 3,
        "P5": 2,
        "P6": 2,
        "P7": 5,
        "P8": 9,
    }


def test_the_movement_follows_actual_seats(olga):
    made = friday_playing(olga, count=8)
    swap(made, olga, "P1", "P7")
    typed(made, olga, (5, 3), (5, 3))
    assert seats(next_round(made, olga)) == [["P2+P7", "P5+P6"], ["P1+P3", "P4+P8"]]


def test_a_swap_in_play_needs_a_reason_in_the_first_round_too(olga):
    made = friday_playing(olga, count=8)
    with refusal_of("reason_needed"):
        swap(made, olga, "P1", "P7", reason="")


def test_the_logs_of_both_games_show_old_and_new_players(olga):
    made = friday(olga, count=8)
    found = next_round(made, olga)
    swap(made, olga, "P1", "P7")
    events = [table_state.game.events.get(kind=GameEvent.Kind.RESEATED) for table_state in found.current.tables]
    names = names_by_key(made.club_id)
    texts = [event_text(event, [], names) for event in events]
    assert [(before, sentence.partition(": ")[2]) for sentence, before in texts] == [
        ("P1, P3, P2, P4", "P7, P3, P2, P4"),
        ("P5, P7, P6, P8", "P5, P1, P6, P8"),
    ]
    assert [event.by_user for event in events] == [olga, olga]


def test_a_substitute_who_changes_chairs_keeps_their_sit_out(olga):
    made = friday_playing(olga, count=5)
    people.leave_now(made, key(made, "P2"), substitute=key(made, "P5"), by=olga, at=LATER)
    found = swap(made, olga, "P5", "P3")
    booked = [
        assignment.entrant.player.name for assignment in found.current.assignments if assignment.counts_as_sit_out
    ]
    assert booked == ["P5"]


def test_while_the_next_round_is_in_draft_the_draft_is_changed(olga):
    made = friday_playing(olga, count=8)
    typed(made, olga, (5, 3), (5, 3))
    seating.make_draft(made, by=olga, at=NOON)
    played = [seat.player.name for seat in Seat.objects.order_by("pk")]
    swap(made, olga, "P1", "P3")
    assert [seat.player.name for seat in Seat.objects.order_by("pk")] == played
    assert seats(party_state(made)) == [["P2+P3", "P5+P6"], ["P1+P7", "P4+P8"]]

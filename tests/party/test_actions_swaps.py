"""Two people change places: in the draft, and in the round being played."""

import pytest

from tests.builders import NOON
from tests.party.builders import LATER, friday, key, next_round, night, olga_of_prairie, play, seats, typed
from whistclub.party.actions import people, seating
from whistclub.party.actions.refusals import NotNow, ReasonNeeded
from whistclub.party.models import Place
from whistclub.party.reasons import sentence
from whistclub.party.results import table_standings
from whistclub.play.models import Game, GameEvent, Seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga(db):
    return olga_of_prairie()


def swap(of, by, one, other, reason="wants to sit with a friend"):
    seating.swap_places(of, key(of, one), key(of, other), reason=reason, by=by, at=LATER)
    return night(of)


def drafted(by, count, **settings):
    made = friday(by, count=count, **settings)
    seating.make_draft(made, how="arrival", by=by, at=NOON)
    return made


def bench(found):
    return [place.entrant.player.name for place in (found.draft or found.current).bench]


def lines(of):
    found = night(of)
    names = {entrant.number: entrant.player.name for entrant in found.entrants.values()}
    return {names[line.person]: line for line in table_standings(found)}


# In the draft


def test_two_people_of_two_tables_change_chairs(olga):
    made = drafted(olga, 8)
    assert seats(swap(made, olga, "P1", "P7")) == [["P2+P7", "P3+P4"], ["P5+P6", "P1+P8"]]


def test_two_people_of_one_table_change_chairs(olga):
    made = drafted(olga, 4)
    assert seats(swap(made, olga, "P2", "P3")) == [["P1+P3", "P2+P4"]]


def test_somebody_who_sits_out_changes_with_somebody_who_plays(olga):
    made = drafted(olga, 5)
    found = swap(made, olga, "P5", "P2")
    assert (seats(found), bench(found)) == ([["P1+P5", "P3+P4"]], ["P2"])
    assert Place.objects.get(entrant__player__name="P2").sat_out
    assert not Place.objects.get(entrant__player__name="P5").sat_out


def test_a_swap_back_restores_every_place(olga):
    made = drafted(olga, 9)
    before = [(place.entrant_id, place.table, place.position, place.sat_out) for place in night(made).draft.places]
    swap(made, olga, "P9", "P2")
    swap(made, olga, "P2", "P9")
    after = [(place.entrant_id, place.table, place.position, place.sat_out) for place in night(made).draft.places]
    assert after == before


def test_both_are_told_that_it_was_the_organiser(olga):
    made = drafted(olga, 8)
    found = swap(made, olga, "P1", "P7", reason="P1 cannot hear well")
    places = [found.draft.place_of(key(made, name)) for name in ("P1", "P7")]
    assert [sentence(place, {}) for place in places] == ["Put here by the organiser."] * 2


def test_organisers_read_their_reason_too(olga):
    made = drafted(olga, 8)
    place = swap(made, olga, "P1", "P7", reason="P1 cannot hear well").draft.place_of(key(made, "P7"))
    assert sentence(place, {}, for_organiser=True) == "Put here by the organiser: P1 cannot hear well."


def test_a_swap_stands_in_the_log_with_before_and_after(olga):
    made = drafted(olga, 5)
    swap(made, olga, "P1", "P5", reason="P1 is tired")
    last = made.log.last()
    assert (last.what, last.before, last.after) == (
        "P1 and P5 changed places: P1 is tired",
        "P1: table 1 with P2, P5: sits out",
        "P1: sits out, P5: table 1 with P2",
    )


def test_the_first_seating_may_be_changed_without_a_reason(olga):
    made = drafted(olga, 8)
    swap(made, olga, "P1", "P7", reason="")
    assert made.log.last().what == "P1 and P7 changed places: by hand"


def test_what_a_movement_seated_needs_a_reason(olga):
    made = friday(olga, count=8)
    next_round(made, olga)
    typed(made, olga, (5, 3), (5, 3))
    seating.make_draft(made, by=olga, at=NOON)
    before = seats(night(made))
    with pytest.raises(ReasonNeeded) as refusal:
        swap(made, olga, "P1", "P3", reason="")
    assert refusal.value.status == 422
    assert seats(night(made)) == before


def test_a_swapped_draft_is_announced_as_it_is(olga):
    made = drafted(olga, 5)
    swap(made, olga, "P1", "P5")
    seating.announce(made, by=olga, at=NOON)
    game = night(made).current.board(1).game
    assert [seat.player.name for seat in game.seats.all()] == ["P5", "P3", "P2", "P4"]


def test_nobody_changes_with_himself(olga):
    made = drafted(olga, 4)
    with pytest.raises(NotNow):
        swap(made, olga, "P1", "P1")


def test_somebody_who_is_not_in_the_round_cannot_change(olga):
    made = friday(olga, count=4)
    next_round(made, olga)
    people.check_in(made, ["Late"], by=olga, at=LATER)
    with pytest.raises(NotNow):
        swap(made, olga, "P1", "Late")


def test_a_page_of_an_older_round_changes_nothing_in_this_one(olga):
    made = friday(olga, count=8)
    next_round(made, olga)
    typed(made, olga, (5, 3), (5, 3))
    before = seats(next_round(made, olga))
    one, other = key(made, "P1"), key(made, "P3")
    with pytest.raises(NotNow):
        seating.swap_places(made, one, other, reason="late", number=1, by=olga, at=LATER)
    assert seats(night(made)) == before


def test_before_the_first_draft_there_is_nothing_to_change(olga):
    made = friday(olga, count=4)
    with pytest.raises(NotNow):
        swap(made, olga, "P1", "P2")


def test_after_a_draft_was_made_anew_the_swap_is_forgotten(olga):
    made = drafted(olga, 8)
    swap(made, olga, "P1", "P7")
    seating.make_draft(made, how="arrival", by=olga, at=NOON)
    assert seats(night(made)) == [["P1+P2", "P3+P4"], ["P5+P6", "P7+P8"]]


# In play


def test_the_hands_stay_with_the_chairs(olga):
    made = friday(olga, count=8)
    found = next_round(made, olga)
    one, other = (play(board, (0, 9), (1, 8)) for board in found.current.boards)
    hands = list(one.hands.values()), list(other.hands.values())
    swap(made, olga, "P1", "P7")
    fresh = [Game.objects.get(pk=game.pk) for game in (one, other)]
    assert [game.totals for game in fresh] == [[3, 2], [3, 2]]
    assert [game.hands_scored for game in fresh] == [2, 2]
    assert (list(one.hands.values()), list(other.hands.values())) == hands


def test_only_the_people_change(olga):
    made = friday(olga, count=8)
    found = next_round(made, olga)
    swap(made, olga, "P1", "P7")
    assert [[seat.player.name for seat in board.game.seats.all()] for board in found.current.boards] == [
        ["P7", "P3", "P2", "P4"],
        ["P5", "P1", "P6", "P8"],
    ]
    assert seats(night(made)) == [["P2+P7", "P3+P4"], ["P5+P6", "P1+P8"]]


def test_two_of_the_same_game_change_chairs_in_it(olga):
    made = friday(olga, count=4)
    board = next_round(made, olga).current.board(1)
    play(board, (0, 9))
    swap(made, olga, "P1", "P3")
    game = Game.objects.get(pk=board.game.pk)
    assert [seat.player.name for seat in game.seats.all()] == ["P3", "P1", "P2", "P4"]
    assert game.totals == [3, 0]


def test_partners_who_change_chairs_stay_partners(olga):
    made = friday(olga, count=4)
    next_round(made, olga)
    assert seats(swap(made, olga, "P1", "P2")) == [["P1+P2", "P3+P4"]]
    assert [seat.player.name for seat in Seat.objects.order_by("position")] == ["P2", "P3", "P1", "P4"]


def test_somebody_from_the_bench_takes_over_the_chair_with_its_points(olga):
    made = friday(olga, count=5)
    board = next_round(made, olga).current.board(1)
    play(board, (0, 9))
    found = swap(made, olga, "P1", "P5")
    assert bench(found) == ["P1"]
    assert Game.objects.get(pk=board.game.pk).totals == [3, 0]
    play(board, (0, 13), (0, 13))
    assert (lines(made)["P5"].points, lines(made)["P5"].grands) == (17, 3)
    assert (lines(made)["P1"].games, lines(made)["P1"].sat_out) == (0, 1)


def test_the_chairs_of_a_table_that_is_done_take_its_points_along(olga):
    made = friday(olga, count=8)
    next_round(made, olga)
    typed(made, olga, (5, 3), (2, 9))
    swap(made, olga, "P1", "P7", reason="they had sat so from the start")
    assert {name: line.points for name, line in lines(made).items()} == {
        "P1": 9,
        "P2": 5,
        "P3": 3,
        "P4": 3,
        "P5": 2,
        "P6": 2,
        "P7": 5,
        "P8": 9,
    }


def test_the_movement_follows_the_people_as_they_sat(olga):
    made = friday(olga, count=8)
    next_round(made, olga)
    swap(made, olga, "P1", "P7")
    typed(made, olga, (5, 3), (5, 3))
    assert seats(next_round(made, olga)) == [["P2+P7", "P5+P6"], ["P1+P3", "P4+P8"]]


def test_a_swap_after_the_results_moves_the_people_as_they_sit_now(olga):
    made = friday(olga, count=8)
    next_round(made, olga)
    typed(made, olga, (5, 3), (5, 3))
    swap(made, olga, "P1", "P7")
    assert seats(next_round(made, olga))[0] == ["P2+P7", "P5+P6"]


def test_in_play_a_reason_is_needed_in_the_first_round_too(olga):
    made = friday(olga, count=8)
    next_round(made, olga)
    with pytest.raises(ReasonNeeded):
        swap(made, olga, "P1", "P7", reason="")


def test_the_log_of_both_games_says_who_sat_and_who_sits(olga):
    made = friday(olga, count=8)
    found = next_round(made, olga)
    swap(made, olga, "P1", "P7")
    told = [board.game.events.get(kind=GameEvent.Kind.RESEATED) for board in found.current.boards]
    assert [(event.before, event.after, event.by_user) for event in told] == [
        ("P1, P3, P2, P4", "P7, P3, P2, P4", olga),
        ("P5, P7, P6, P8", "P5, P1, P6, P8", olga),
    ]


def test_pads_learn_of_the_new_people_and_the_others_are_left_alone(olga):
    made = friday(olga, count=12)
    found = next_round(made, olga)
    swap(made, olga, "P1", "P7")
    assert [Game.objects.get(pk=board.game.pk).revision for board in found.current.boards] == [2, 2, 1]


def test_a_substitute_who_changes_chairs_keeps_his_booked_sit_out(olga):
    made = friday(olga, count=5)
    next_round(made, olga)
    people.leave_now(made, key(made, "P2"), substitute=key(made, "P5"), by=olga, at=LATER)
    found = swap(made, olga, "P5", "P3")
    booked = [place.entrant.player.name for place in found.current.places if place.sat_out]
    assert booked == ["P5"]


def test_somebody_who_went_home_in_this_round_is_not_put_on_a_chair(olga):
    made = friday(olga, count=5)
    next_round(made, olga)
    people.leave_now(made, key(made, "P2"), substitute=key(made, "P5"), by=olga, at=LATER)
    with pytest.raises(NotNow):
        swap(made, olga, "P1", "P2")


def test_two_who_sit_out_have_nothing_to_change(olga):
    made = friday(olga, count=6)
    next_round(made, olga)
    assert bench(swap(made, olga, "P5", "P6")) == ["P5", "P6"]


def test_while_the_next_round_is_in_draft_the_draft_is_changed(olga):
    made = friday(olga, count=8)
    next_round(made, olga)
    typed(made, olga, (5, 3), (5, 3))
    seating.make_draft(made, by=olga, at=NOON)
    played = [seat.player.name for seat in Seat.objects.order_by("pk")]
    swap(made, olga, "P1", "P3")
    assert [seat.player.name for seat in Seat.objects.order_by("pk")] == played
    assert seats(night(made)) == [["P2+P3", "P5+P6"], ["P1+P7", "P4+P8"]]

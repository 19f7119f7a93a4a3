"""Who is there: check-in, partners, leaving between rounds and in the middle of one."""

import pytest

from tests.builders import NOON
from tests.party.builders import LATER, friday, key, next_round, night, olga_of_prairie, play, seats, typed
from whistclub.party.actions import people, results, seating
from whistclub.party.actions.evening import finish
from whistclub.party.actions.refusals import NoSubstitute, NotNow, SitsAtTable
from whistclub.party.models import Entrant, Party
from whistclub.party.reasons import sentence
from whistclub.party.results import evening_balances, table_standings
from whistclub.play.actions.refusals import ResultClosed
from whistclub.play.models import Game

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga(db):
    return olga_of_prairie()


def leave(of, by, name, substitute=None):
    chosen = key(of, substitute) if substitute else None
    people.leave_now(of, key(of, name), substitute=chosen, by=by, at=LATER)
    return night(of)


def present(of):
    return [entrant.player.name for entrant in night(of).present]


def lines(of):
    """The standings by name."""
    found = night(of)
    names = {entrant.number: entrant.player.name for entrant in found.entrants.values()}
    return {names[line.person]: line for line in table_standings(found)}


# Check-in and check-out


def test_people_are_numbered_in_the_order_in_which_they_come(olga):
    made = friday(olga, "Cy", "Ann")
    people.check_in(made, ["Bob"], by=olga, at=LATER)
    assert [(each.number, each.player.name) for each in made.entrants.all()] == [(1, "Cy"), (2, "Ann"), (3, "Bob")]


def test_new_names_join_the_clubs_roster_and_known_ones_do_not_twice(olga):
    made = friday(olga, "Ann")
    people.check_in(made, ["ann", "Bob"], by=olga, at=LATER)
    assert sorted(player.name for player in made.club.players.all()) == ["Ann", "Bob"]
    assert made.entrants.count() == 2


def test_a_new_name_typed_twice_at_once_is_one_person(olga):
    made = friday(olga)
    people.check_in(made, ["Zoe", "zoe"], by=olga, at=NOON)
    assert present(made) == ["Zoe"]


def test_checking_in_says_who_came(olga):
    made = friday(olga, "Ann")
    came = people.check_in(made, ["Ann", "Bob"], by=olga, at=LATER)
    assert [entrant.player.name for entrant in came] == ["Ann", "Bob"]


def test_checking_in_somebody_who_is_there_says_nothing_in_the_log(olga):
    made = friday(olga, "Ann")
    people.check_in(made, ["Ann"], by=olga, at=LATER)
    assert [line.what for line in made.log.all()] == ["Party set up", "Ann is here"]


def test_whoever_is_checked_out_is_not_there(olga):
    made = friday(olga, "Ann", "Bob")
    people.check_out(made, key(made, "Ann"), by=olga, at=LATER)
    assert present(made) == ["Bob"]
    assert made.log.last().what == "Ann is not here"


def test_whoever_comes_back_keeps_the_number(olga):
    made = friday(olga, "Ann", "Bob")
    people.check_out(made, key(made, "Ann"), by=olga, at=LATER)
    people.check_in(made, ["Ann"], by=olga, at=LATER)
    assert [(each.number, each.player.name) for each in night(made).present] == [(1, "Ann"), (2, "Bob")]
    assert made.log.last().what == "Ann is here again"


def test_checking_out_twice_is_logged_once(olga):
    made = friday(olga, "Ann", "Bob")
    for _each in range(2):
        people.check_out(made, key(made, "Ann"), by=olga, at=LATER)
    assert [line.what for line in made.log.all()].count("Ann is not here") == 1


def test_somebody_of_another_party_cannot_be_checked_out(olga):
    made, other = friday(olga, "Ann"), friday(olga, "Ann")
    with pytest.raises(NotNow):
        people.check_out(made, key(other, "Ann"), by=olga, at=LATER)
    assert Entrant.objects.filter(present=True).count() == 2


def test_a_finished_party_takes_nobody_in(olga):
    made = friday(olga, count=4)
    next_round(made, olga)
    typed(made, olga, (5, 3))
    finish(made, by=olga, at=LATER)
    with pytest.raises(NotNow):
        people.check_in(made, ["Late"], by=olga, at=LATER)
    assert "Late" not in present(made)


def test_after_the_end_nobody_goes_and_no_partners_change(olga):
    made = friday(olga, count=4)
    next_round(made, olga)
    typed(made, olga, (5, 3))
    finish(made, by=olga, at=LATER)
    for act in (people.check_out, people.part):
        with pytest.raises(NotNow):
            act(made, key(made, "P1"), by=olga, at=LATER)
    with pytest.raises(NotNow):
        people.pair_up(made, key(made, "P1"), key(made, "P2"), by=olga, at=LATER)


def test_everything_that_happens_to_people_raises_the_revision(olga):
    made = friday(olga, "Ann", "Bob")
    before = Party.objects.get(pk=made.pk).revision
    people.check_out(made, key(made, "Ann"), by=olga, at=LATER)
    people.check_in(made, ["Ann"], by=olga, at=LATER)
    assert Party.objects.get(pk=made.pk).revision == before + 2


def test_a_log_line_says_who_did_it_and_when(olga):
    made = friday(olga, "Ann")
    people.check_out(made, key(made, "Ann"), by=olga, at=LATER)
    last = made.log.last()
    assert (last.by_user, last.at) == (olga, LATER)


# Between rounds


def test_somebody_who_plays_cannot_just_be_checked_out(olga):
    made = friday(olga, count=4)
    next_round(made, olga)
    with pytest.raises(SitsAtTable) as refusal:
        people.check_out(made, key(made, "P1"), by=olga, at=LATER)
    assert refusal.value.sentence == "P1 is playing. Say first what becomes of the table."
    assert "P1" in present(made)


def test_somebody_who_plays_may_go_after_the_round_and_keeps_his_chair_until_then(olga):
    made = friday(olga, count=5)
    next_round(made, olga)
    people.check_out(made, key(made, "P1"), after_round=True, by=olga, at=LATER)
    assert seats(night(made)) == [["P1+P2", "P3+P4"]]
    assert made.log.last().what == "P1 leaves after this round"


def test_whoever_goes_after_the_round_is_not_seated_in_the_next(olga):
    made = friday(olga, count=5)
    next_round(made, olga)
    people.check_out(made, key(made, "P1"), after_round=True, by=olga, at=LATER)
    typed(made, olga, (5, 3))
    assert sorted(name for pair in seats(next_round(made, olga))[0] for name in pair.split("+")) == [
        "P2",
        "P3",
        "P4",
        "P5",
    ]


def test_whoever_goes_after_the_round_has_its_game(olga):
    made = friday(olga, count=5)
    next_round(made, olga)
    people.check_out(made, key(made, "P1"), after_round=True, by=olga, at=LATER)
    typed(made, olga, (5, 3))
    assert (lines(made)["P1"].won, lines(made)["P1"].points) == (1, 5)


def test_somebody_whose_table_is_done_may_go_at_once(olga):
    made = friday(olga, count=8)
    found = next_round(made, olga)
    play(found.current.board(1), (0, 13), (0, 13))
    people.check_out(made, key(made, "P1"), by=olga, at=LATER)
    assert "P1" not in present(made)


def test_whoever_sits_out_may_go_at_once_and_keeps_his_sit_out(olga):
    made = friday(olga, count=5)
    next_round(made, olga)
    people.check_out(made, key(made, "P5"), by=olga, at=LATER)
    typed(made, olga, (5, 3))
    assert lines(made)["P5"].sat_out == 1


def test_a_latecomer_plays_from_the_next_round(olga):
    made = friday(olga, count=7)
    next_round(made, olga)
    people.check_in(made, ["Late"], by=olga, at=LATER)
    assert night(made).current.place_of(key(made, "Late")) is None
    typed(made, olga, (5, 3))
    coming = next_round(made, olga)
    assert len(coming.current.boards) == 2
    assert coming.current.place_of(key(made, "Late")).table == 2


def test_a_latecomer_is_not_the_first_to_sit_out(olga):
    made = friday(olga, count=8)
    next_round(made, olga)
    people.check_in(made, ["Late"], by=olga, at=LATER)
    typed(made, olga, (5, 3), (5, 3))
    assert "Late" not in [place.entrant.player.name for place in next_round(made, olga).current.bench]


def test_the_missed_rounds_of_a_latecomer_are_no_sit_outs(olga):
    made = friday(olga, count=8)
    next_round(made, olga)
    people.check_in(made, ["Late"], by=olga, at=LATER)
    typed(made, olga, (5, 3), (5, 3))
    next_round(made, olga)
    assert lines(made)["Late"].sat_out == 0


def test_the_bench_fills_the_chair_of_somebody_who_went_home(olga):
    made = friday(olga, count=5)
    next_round(made, olga)
    typed(made, olga, (5, 3))
    people.check_out(made, key(made, "P1"), by=olga, at=LATER)
    coming = next_round(made, olga)
    assert coming.current.place_of(key(made, "P5")).table == 1
    assert coming.current.bench == []


def test_without_a_bench_one_table_goes_and_three_sit_out(olga):
    made = friday(olga, count=8)
    next_round(made, olga)
    typed(made, olga, (5, 3), (5, 3))
    people.check_out(made, key(made, "P1"), by=olga, at=LATER)
    coming = next_round(made, olga)
    assert (len(coming.current.boards), len(coming.current.bench)) == (1, 3)


def test_whoever_went_home_stays_in_the_standings(olga):
    made = friday(olga, count=5)
    next_round(made, olga)
    typed(made, olga, (5, 3))
    people.check_out(made, key(made, "P1"), by=olga, at=LATER)
    assert lines(made)["P1"].wins == 1


def test_whoever_left_before_the_first_round_is_not_in_the_standings(olga):
    made = friday(olga, count=5)
    people.check_out(made, key(made, "P1"), by=olga, at=LATER)
    assert sorted(lines(made)) == ["P2", "P3", "P4", "P5"]


# In the middle of a game


def test_a_substitute_takes_the_chair(olga):
    made = friday(olga, count=5)
    next_round(made, olga)
    found = leave(made, olga, "P2", "P5")
    assert seats(found) == [["P1+P5", "P3+P4"]]
    assert present(made) == ["P1", "P3", "P4", "P5"]


def test_a_substitute_takes_the_chair_in_the_game_too(olga):
    made = friday(olga, count=5)
    game = next_round(made, olga).current.board(1).game
    leave(made, olga, "P2", "P5")
    assert [seat.player.name for seat in game.seats.all()] == ["P1", "P3", "P5", "P4"]


def test_the_hands_played_stay_with_the_chair(olga):
    made = friday(olga, count=5)
    board = next_round(made, olga).current.board(1)
    play(board, (2, 9))
    leave(made, olga, "P2", "P5")
    game = Game.objects.get(pk=board.game.pk)
    assert (game.totals, game.hands_scored, game.state) == ([3, 0], 1, Game.State.RUNNING)


def test_the_game_counts_for_the_substitute(olga):
    made = friday(olga, count=5)
    board = next_round(made, olga).current.board(1)
    play(board, (2, 9))
    leave(made, olga, "P2", "P5")
    play(board, (2, 13), (2, 13))
    found = lines(made)
    assert (found["P5"].won, found["P5"].points, found["P5"].grands) == (1, 17, 3)
    assert (found["P2"].games, found["P2"].points) == (0, 0)


def test_the_sit_out_of_a_substitute_is_worth_nothing_once_he_plays(olga):
    made = friday(olga, count=5)
    next_round(made, olga)
    leave(made, olga, "P2", "P5")
    typed(made, olga, (3, 5))
    assert (lines(made)["P5"].sat_out, lines(made)["P5"].wins) == (0, 0)


def test_the_sit_out_of_a_substitute_stays_booked(olga):
    made = friday(olga, count=6)
    next_round(made, olga)
    leave(made, olga, "P2", "P5")
    typed(made, olga, (5, 3))
    # P5 and P6 have sat out; the newest of the others does now.
    assert [place.entrant.player.name for place in next_round(made, olga).current.bench] == ["P4"]


def test_leaving_is_logged_with_what_became_of_the_chair(olga):
    made = friday(olga, count=5)
    next_round(made, olga)
    leave(made, olga, "P2", "P5")
    last = made.log.last()
    assert (last.what, last.after) == ("P2 left table 1", "P5 takes the chair.")


def test_a_substitute_is_told_whose_chair_he_took(olga):
    made = friday(olga, count=5)
    next_round(made, olga)
    found = leave(made, olga, "P2", "P5")
    names = {entrant.number: entrant.player.name for entrant in found.entrants.values()}
    assert sentence(found.current.place_of(key(made, "P5")), names) == "Comes in for P2."


@pytest.mark.parametrize("who", ["P1", "P3"])
def test_only_somebody_who_sits_out_can_be_a_substitute(olga, who):
    made = friday(olga, count=5)
    next_round(made, olga)
    with pytest.raises(NoSubstitute):
        leave(made, olga, "P1", who)
    assert "P1" in present(made)


def test_somebody_of_the_bench_who_went_home_can_be_no_substitute(olga):
    made = friday(olga, count=5)
    next_round(made, olga)
    people.check_out(made, key(made, "P5"), by=olga, at=LATER)
    with pytest.raises(NoSubstitute):
        leave(made, olga, "P1", "P5")


def test_somebody_who_left_in_this_round_and_came_back_sits_on_no_bench(olga):
    made = friday(olga, count=5)
    next_round(made, olga)
    leave(made, olga, "P2", "P5")
    people.check_in(made, ["P2"], by=olga, at=LATER)
    with pytest.raises(NoSubstitute):
        leave(made, olga, "P1", "P2")


def test_a_substitute_may_leave_in_his_turn(olga):
    made = friday(olga, count=6)
    next_round(made, olga)
    leave(made, olga, "P2", "P5")
    found = leave(made, olga, "P5", "P6")
    assert seats(found) == [["P1+P6", "P3+P4"]]
    assert [entrant.player.name for entrant in found.present] == ["P1", "P3", "P4", "P6"]


def test_without_a_substitute_the_opponents_win_by_default(olga):
    made = friday(olga, count=4)
    next_round(made, olga)
    found = leave(made, olga, "P2")
    assert (found.current.board(1).table.awarded, found.current.board(1).is_in) == (1, True)
    assert made.log.last().after == "The other pair wins."


def test_nobody_beat_the_partner_who_stayed(olga):
    made = friday(olga, count=4)
    next_round(made, olga)
    leave(made, olga, "P2")
    found = lines(made)
    assert {name: (line.won, line.lost, line.no_wins) for name, line in found.items()} == {
        "P1": (0, 0, 1),
        "P2": (0, 0, 1),
        "P3": (1, 0, 0),
        "P4": (1, 0, 0),
    }


def test_the_opponents_of_a_table_given_up_move_as_winners(olga):
    made = friday(olga, count=9)
    next_round(made, olga)
    leave(made, olga, "P5")  # at table 2, with P6 against P7 and P8
    results.type_result(made, 1, 1, (5, 3), by=olga, at=LATER)
    assert seats(next_round(made, olga))[0] == ["P1+P2", "P7+P8"]


def test_a_table_given_up_may_count_as_drawn(olga):
    made = friday(olga, count=4, drop_out="void")
    next_round(made, olga)
    found = leave(made, olga, "P2")
    assert (found.current.board(1).table.void, found.current.board(1).winner) == (True, None)
    assert [line.drawn for line in lines(made).values()] == [1, 1, 1, 1]


@pytest.mark.parametrize("drop_out", ["award", "void"])
def test_a_table_given_up_is_closed_and_keeps_its_hands(olga, drop_out):
    made = friday(olga, count=4, drop_out=drop_out)
    board = next_round(made, olga).current.board(1)
    play(board, (0, 9))
    leave(made, olga, "P2")
    game = Game.objects.get(pk=board.game.pk)
    assert (game.state, game.closed, game.hands.count()) == (Game.State.STOPPED, True, 1)
    with pytest.raises(ResultClosed):
        play(board, (0, 9))


@pytest.mark.parametrize("drop_out", ["award", "void"])
def test_nobody_pays_for_a_table_given_up(olga, drop_out):
    made = friday(olga, count=4, preset="askov", drop_out=drop_out)
    next_round(made, olga)
    assert not any(evening_balances(leave(made, olga, "P2")).values())


def test_whoever_sits_out_cannot_leave_a_table(olga):
    made = friday(olga, count=5)
    next_round(made, olga)
    with pytest.raises(NotNow):
        leave(made, olga, "P5")


def test_a_table_whose_result_is_in_cannot_be_left(olga):
    made = friday(olga, count=4)
    next_round(made, olga)
    typed(made, olga, (5, 3))
    with pytest.raises(NotNow):
        leave(made, olga, "P2")


def test_nobody_leaves_a_table_before_the_round_is_announced(olga):
    made = friday(olga, count=4)
    seating.make_draft(made, by=olga, at=NOON)
    with pytest.raises(NotNow):
        leave(made, olga, "P2")


def test_whoever_left_in_the_middle_may_come_back_for_the_next_round(olga):
    made = friday(olga, count=5)
    next_round(made, olga)
    leave(made, olga, "P2", "P5")
    people.check_in(made, ["P2"], by=olga, at=LATER)
    typed(made, olga, (5, 3))
    coming = next_round(made, olga)
    assert coming.current.place_of(key(made, "P2")) is not None


def test_somebody_who_left_in_this_round_and_came_back_is_not_put_on_a_chair(olga):
    made = friday(olga, count=5)
    next_round(made, olga)
    leave(made, olga, "P2", "P5")
    people.check_in(made, ["P2"], by=olga, at=LATER)
    with pytest.raises(NotNow):
        seating.swap_places(made, key(made, "P5"), key(made, "P2"), reason="P2 is back", by=olga, at=LATER)


# Partners


def test_two_people_are_partners(olga):
    made = friday(olga, "Ann", "Bob", "Cy")
    people.pair_up(made, key(made, "Ann"), key(made, "Cy"), by=olga, at=LATER)
    assert night(made).pairs == [(1, 3)]
    assert [entrant.player.name for entrant in night(made).single] == ["Bob"]
    assert made.log.last().what == "Ann and Cy are partners"


def test_a_new_partner_leaves_the_old_one_single(olga):
    made = friday(olga, "Ann", "Bob", "Cy")
    people.pair_up(made, key(made, "Ann"), key(made, "Cy"), by=olga, at=LATER)
    people.pair_up(made, key(made, "Cy"), key(made, "Bob"), by=olga, at=LATER)
    assert night(made).pairs == [(2, 3)]
    assert [entrant.player.name for entrant in night(made).single] == ["Ann"]


def test_pairing_up_the_same_two_again_changes_nothing(olga):
    made = friday(olga, "Ann", "Bob", "Cy", "Dan")
    people.pair_up(made, key(made, "Ann"), key(made, "Bob"), by=olga, at=LATER)
    people.pair_up(made, key(made, "Cy"), key(made, "Dan"), by=olga, at=LATER)
    people.pair_up(made, key(made, "Bob"), key(made, "Ann"), by=olga, at=LATER)
    assert sorted(night(made).pairs) == [(1, 2), (3, 4)]


def test_nobody_is_his_own_partner(olga):
    made = friday(olga, "Ann", "Bob")
    people.pair_up(made, key(made, "Ann"), key(made, "Bob"), by=olga, at=LATER)
    with pytest.raises(NotNow):
        people.pair_up(made, key(made, "Ann"), key(made, "Ann"), by=olga, at=LATER)
    assert night(made).pairs == [(1, 2)]


def test_a_partnership_can_be_taken_apart(olga):
    made = friday(olga, "Ann", "Bob")
    people.pair_up(made, key(made, "Ann"), key(made, "Bob"), by=olga, at=LATER)
    people.part(made, key(made, "Bob"), by=olga, at=LATER)
    assert night(made).pairs == []
    assert made.log.last().what == "Bob is without a partner"


def test_a_pair_of_which_one_went_home_is_no_pair(olga):
    made = friday(olga, "Ann", "Bob")
    people.pair_up(made, key(made, "Ann"), key(made, "Bob"), by=olga, at=LATER)
    people.check_out(made, key(made, "Bob"), by=olga, at=LATER)
    assert (night(made).pairs, [each.player.name for each in night(made).single]) == ([], ["Ann"])


def test_partners_sit_together_all_evening(olga):
    made = friday(olga, count=8, movement="ladder_pairs")
    for one, other in (("P1", "P5"), ("P2", "P6"), ("P3", "P7"), ("P4", "P8")):
        people.pair_up(made, key(made, one), key(made, other), by=olga, at=LATER)
    for _each in range(3):
        found = next_round(made, olga)
        assert sorted(pair for table in seats(found) for pair in table) == ["P1+P5", "P2+P6", "P3+P7", "P4+P8"]
        typed(made, olga, (5, 3), (3, 5))

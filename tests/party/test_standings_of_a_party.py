"""Standings, prizes and payments of a party, as its tables say."""

from fractions import Fraction
from random import Random
from uuid import uuid4

import pytest

from tests.builders import NOON, high, link
from tests.party.builders import LATER, friday, key, next_round, night, olga_of_prairie, play, typed
from tests.party.independent_count import count, ranks
from whistclub.engine.hand import Contract
from whistclub.engine.payments import Payment
from whistclub.engine.prizes import Prize
from whistclub.party.actions import people, results, seating
from whistclub.party.results import evening_balances, payments, prize_winners, table_standings
from whistclub.play.actions.hands import Entry, correct_hand, record_hand
from whistclub.play.models import Game

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga(db):
    return olga_of_prairie()


def by_name(of):
    found = night(of)
    names = {entrant.number: entrant.player.name for entrant in found.entrants.values()}
    return {names[line.person]: line for line in table_standings(found)}


def wins(of):
    return {name: line.wins for name, line in by_name(of).items()}


def one_round(by, *scores, count=8, **settings):
    made = friday(by, count=count, **settings)
    next_round(made, by)
    typed(made, by, *scores)
    return made


def prizes(of):
    found = night(of)
    return prize_winners(found, table_standings(found))


# What counts


def test_games_won_come_first_then_points_then_the_difference(olga):
    made = one_round(olga, (7, 5), (7, 3))
    assert [name for name, _line in by_name(made).items()] == ["P5", "P6", "P1", "P2", "P3", "P4", "P7", "P8"]


def test_whoever_truly_ties_shares_a_rank(olga):
    found = by_name(one_round(olga, (7, 5), (7, 3)))
    assert [(line.rank, line.shared) for line in found.values()] == [
        (1, True),
        (1, True),
        (3, True),
        (3, True),
        (5, True),
        (5, True),
        (7, True),
        (7, True),
    ]


def test_a_party_may_rank_by_other_things(olga):
    made = one_round(olga, (7, 5), (9, 8), criteria=("difference", "points"))
    assert next(iter(by_name(made))) == "P1"


def test_a_draw_is_half_a_win(olga):
    assert set(wins(one_round(olga, (5, 5), count=4)).values()) == {Fraction(1, 2)}


@pytest.mark.parametrize("worth, wins_of_five", [("half", Fraction(1, 2)), ("nothing", 0), ("win", 1), ("average", 0)])
def test_a_round_sat_out_is_worth_what_the_party_says(olga, worth, wins_of_five):
    made = one_round(olga, (5, 3), count=5, sit_out_worth=worth)
    assert wins(made)["P5"] == wins_of_five


def test_a_round_sat_out_counts_when_the_round_is_over(olga):
    made = friday(olga, count=9)
    next_round(made, olga)
    results.type_result(made, 1, 1, (5, 3), by=olga, at=NOON)
    assert wins(made)["P9"] == 0
    results.type_result(made, 1, 2, (5, 3), by=olga, at=NOON)
    assert wins(made)["P9"] == Fraction(1, 2)


def test_tables_that_still_play_count_for_nobody(olga):
    made = friday(olga, count=8)
    board = next_round(made, olga).current.board(1)
    play(board, (0, 9), (0, 8))
    assert set(wins(made).values()) == {0}
    assert all(line.points == 0 for line in by_name(made).values())


def test_a_draft_counts_for_nobody(olga):
    made = friday(olga, count=9)
    seating.make_draft(made, by=olga, at=NOON)
    assert set(wins(made).values()) == {0}


def test_grands_are_those_of_the_person_who_granded(olga):
    made = friday(olga, count=4)
    play(next_round(made, olga).current.board(1), (0, 9), (2, 8), (2, 7), (1, 3))
    assert {name: line.grands for name, line in by_name(made).items()} == {"P1": 1, "P2": 2, "P3": 0, "P4": 0}


def test_rounds_at_the_top_table_are_counted(olga):
    made = one_round(olga, (5, 3), (3, 5))
    next_round(made, olga)
    typed(made, olga, (5, 3), (3, 5))
    assert {name: line.top_rounds for name, line in by_name(made).items()} == {
        "P1": 2,
        "P2": 2,
        "P3": 1,
        "P4": 1,
        "P7": 1,
        "P8": 1,
        "P5": 0,
        "P6": 0,
    }


def test_rounds_add_up(olga):
    made = one_round(olga, (5, 3), count=4)
    next_round(made, olga)  # P1+P3 against P2+P4
    typed(made, olga, (2, 6))
    assert {name: (line.won, line.points, line.difference) for name, line in by_name(made).items()} == {
        "P2": (2, 11, 6),
        "P1": (1, 7, -2),
        "P4": (1, 9, 2),
        "P3": (0, 5, -6),
    }


def test_a_latecomer_has_what_he_played(olga):
    made = one_round(olga, (5, 3), count=7)
    people.check_in(made, ["Late"], by=olga, at=LATER)
    next_round(made, olga)
    typed(made, olga, (5, 3), (5, 3))
    late = by_name(made)["Late"]
    assert (late.games, late.sat_out) == (1, 0)


def test_a_corrected_hand_corrects_the_standings(olga):
    made = friday(olga, count=4, hands=2)
    game = play(next_round(made, olga).current.board(1), (0, 9), (1, 8))
    hand = game.hands.get(number=2)
    correct_hand(link(game), high(2, 1, 10, replaces=hand.pk), by_seat=0, at=NOON)
    assert {name: (line.won, line.points) for name, line in by_name(made).items()} == {
        "P1": (0, 3),
        "P2": (0, 3),
        "P3": (1, 4),
        "P4": (1, 4),
    }


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("worth", ["half", "nothing", "win", "average"])
def test_the_standings_of_an_evening_are_those_of_an_independent_count(olga, seed, worth):
    chance = Random(seed)
    made = friday(olga, count=8 + seed, sit_out_worth=worth, hands=2)
    for _round in range(3):
        for board in next_round(made, olga).current.boards:
            if chance.random() < 0.5:
                play(board, *[(chance.randrange(4), chance.randrange(14)) for _hand in range(2)])
            else:
                score = chance.randrange(9), chance.randrange(9)
                results.type_result(made, _round + 1, board.number, score, by=olga, at=NOON)
        found = night(made)
        for board in found.current.to_cut(found.movement):
            results.choose_mover(made, _round + 1, board.number, 0, by=olga, at=NOON)
    lines, (counted, _cents) = table_standings(night(made)), count(made)
    for line in lines:
        assert {name: getattr(line, name) for name in counted[line.person]} == counted[line.person]
    assert {line.person: line.rank for line in lines} == ranks(made, counted)


# Prizes


def test_the_best_and_the_last_have_their_prizes(olga):
    made = one_round(olga, (7, 5), (7, 3))
    assert (prizes(made)[Prize.BEST], prizes(made)[Prize.BOOBY]) == ((5, 6), (7, 8))


def test_most_grands_and_longest_at_the_top_have_theirs(olga):
    made = friday(olga, count=4, hands=2)
    play(next_round(made, olga).current.board(1), (2, 9), (2, 8))
    assert (prizes(made)[Prize.MOST_GRANDS], prizes(made)[Prize.LONGEST_TOP]) == ((2,), (1, 2, 3, 4))


def test_only_the_prizes_of_the_party_are_given(olga):
    made = one_round(olga, (5, 3), count=4, prizes=("booby",))
    assert list(prizes(made)) == [Prize.BOOBY]


def test_before_anything_was_played_nobody_wins_a_prize(olga):
    made = friday(olga, count=9)
    next_round(made, olga)
    assert set(prizes(made).values()) == {()}


# Money


def askov(by, **settings):
    made = friday(by, count=4, preset="askov", round_end="target", hands=None, **settings)
    return made, next_round(made, by).current.board(1)


def solo(game, number, declarer, tricks):
    entry = Entry(uuid4(), number, Contract.SOLA_NOLA, declarer, (tricks,))
    return record_hand(link(game), entry, by_seat=0, at=NOON).game


def balances(of):
    return evening_balances(night(of))


def test_every_loser_pays_the_stake_to_a_winner(olga):
    made, board = askov(olga)
    play(board, *[(0, 13)] * 3)
    assert balances(made) == {1: 15, 2: 15, 3: -15, 4: -15}
    assert payments(night(made)) == (Payment(3, 1, 15), Payment(4, 2, 15))


def test_stars_of_the_winners_raise_the_stake(olga):
    made, board = askov(olga)
    solo(board.game, 1, 0, 0)
    for number in (2, 3, 4):
        record_hand(link(board.game), high(number, 0, 13), by_seat=0, at=NOON)
    assert balances(made) == {1: 30, 2: 30, 3: -30, 4: -30}


def test_stars_of_the_losers_are_worthless(olga):
    made, board = askov(olga)
    solo(board.game, 1, 1, 0)
    for number in (2, 3, 4):
        record_hand(link(board.game), high(number, 0, 13), by_seat=0, at=NOON)
    assert balances(made) == {1: 15, 2: 15, 3: -15, 4: -15}


def test_stars_of_hands_that_paper_has_outweighed_pay_nothing(olga):
    made, board = askov(olga)
    solo(board.game, 1, 0, 0)
    results.type_result(made, 1, 1, (15, 3), by=olga, at=LATER)
    assert balances(made) == {1: 15, 2: 15, 3: -15, 4: -15}


def test_stars_are_back_when_the_hands_count_again(olga):
    made, board = askov(olga)
    solo(board.game, 1, 0, 0)
    for number in (2, 3, 4):
        record_hand(link(board.game), high(number, 0, 13), by_seat=0, at=NOON)
    results.type_result(made, 1, 1, (15, 3), by=olga, at=LATER)
    results.open_table(made, 1, 1, by=olga, at=LATER)
    assert balances(made)[1] == 30


@pytest.mark.parametrize("preset, owed", [("askov", 15), ("neuralplay", 0)])
def test_only_a_party_with_a_stake_pays(olga, preset, owed):
    made = one_round(olga, (13, 3), count=4, preset=preset)
    assert balances(made)[1] == owed


def test_a_drawn_game_costs_nothing(olga):
    made = one_round(olga, (5, 5), count=4, preset="askov")
    assert not any(balances(made).values())
    assert payments(night(made)) == ()


@pytest.mark.parametrize("ruling", [(results.void_table,), (results.award_table, 0)])
def test_a_table_that_was_ruled_costs_nothing(olga, ruling):
    made = one_round(olga, (15, 3), count=4, preset="askov")
    action, *more = ruling
    action(made, 1, 1, *more, by=olga, at=LATER)
    assert not any(balances(made).values())


def test_a_game_that_goes_on_costs_nothing_yet(olga):
    made, board = askov(olga)
    play(board, (0, 13))
    assert balances(made) == {}


def test_the_money_of_an_evening_adds_up_to_nothing_and_is_settled_by_few_payments(olga):
    made = friday(olga, count=9, preset="askov")
    for _each in range(4):
        next_round(made, olga)
        typed(made, olga, (15, 3), (2, 15))
    owed = balances(made)
    assert sum(owed.values()) == 0
    found = payments(night(made))
    assert len(found) < len([cents for cents in owed.values() if cents])
    for payment in found:
        owed[payment.payer] += payment.cents
        owed[payment.payee] -= payment.cents
    assert not any(owed.values())


def test_whoever_took_a_chair_plays_for_its_money(olga):
    made = friday(olga, count=5, preset="askov")
    next_round(made, olga)
    people.leave_now(made, key(made, "P2"), substitute=key(made, "P5"), by=olga, at=LATER)
    typed(made, olga, (15, 3))
    assert balances(made) == {1: 15, 3: -15, 4: -15, 5: 15}


def test_games_of_a_round_undone_cost_nothing(olga):
    made = one_round(olga, (15, 3), count=4, preset="askov")
    seating.undo_round(made, 1, sure=True, by=olga, at=LATER)
    assert balances(made) == {}
    assert Game.objects.exists()

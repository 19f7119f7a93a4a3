"""The standings of small evenings that can be added up by hand (RULES.md §2.3.6, §2.3.8 and §2.3.11)."""

from fractions import Fraction

import pytest

from whistclub.engine.standings import Criterion, Move, Played, Result, SitOut, Worth, divided, moves, standings

ANNA, BERT, CARL, DORA, EMIL = range(1, 6)
WON, DRAWN, LOST, NO_WIN = Result


def game(round_, pair, others, points, result=WON, table=1):
    """A game seen by its four people; the result is that of the first pair."""
    other = {WON: LOST, LOST: WON}.get(result, result)
    return [
        *(Played(person, round_, table, result, *points) for person in pair),
        *(Played(person, round_, table, other, *reversed(points)) for person in others),
    ]


def ranks(lines):
    return [(line.person, line.rank) for line in lines]


def line_of(person, lines):
    return next(line for line in lines if line.person == person)


# Emil sits out the first round, Anna the second.
EVENING = [
    *game(1, (ANNA, BERT), (CARL, DORA), (13, 6)),
    *game(2, (CARL, EMIL), (BERT, DORA), (15, 9)),
]
SIT_OUTS = [SitOut(EMIL, 1), SitOut(ANNA, 2)]


def test_games_won_rank_first_then_points_then_the_difference():
    lines = standings([ANNA, BERT, CARL, DORA, EMIL], EVENING, SIT_OUTS)
    # 1½ wins: Emil 15 points, Anna 13. One win: Bert 22 points, Carl 21. Dora has won nothing.
    assert ranks(lines) == [(EMIL, 1), (ANNA, 2), (BERT, 3), (CARL, 4), (DORA, 5)]


def test_a_standings_line_totals_a_players_results():
    parts = [
        Played(ANNA, 1, 2, WON, 13, 6, grands_made=2, hands_won=5),
        Played(ANNA, 2, 1, DRAWN, 8, 8, grands_made=1, hands_won=4),
        Played(ANNA, 4, 1, LOST, 3, 14, hands_won=1),
    ]
    (line,) = standings([ANNA], parts, [SitOut(ANNA, 3)])
    assert (line.games, line.won, line.drawn, line.lost, line.no_wins, line.sat_out) == (3, 1, 1, 1, 0, 1)
    assert (line.wins, line.points, line.difference) == (2, 24, -4)
    assert (line.grands, line.hands, line.top_rounds) == (3, 10, 2)


def test_a_star_of_the_winning_side_counts_as_a_game_won():
    parts = [
        Played(ANNA, 1, 1, WON, stars=2),
        Played(BERT, 1, 1, LOST, stars=3),
        Played(BERT, 2, 1, WON),
        Played(BERT, 3, 1, WON),
        Played(CARL, 2, 1, DRAWN, stars=4),
        Played(DORA, 1, 2, NO_WIN, stars=1),
    ]
    everyone = [ANNA, BERT, CARL, DORA]
    assert ranks(standings(everyone, parts, [], [Criterion.WINS])) == [(BERT, 1), (ANNA, 2), (CARL, 3), (DORA, 4)]
    lines = standings(everyone, parts, [], [Criterion.WINS_AND_STARS])
    assert ranks(lines) == [(ANNA, 1), (BERT, 2), (CARL, 3), (DORA, 4)]
    assert [line.value(Criterion.WINS_AND_STARS) for line in lines] == [3, 2, Fraction(1, 2), 0]


def test_an_average_for_sitting_out_includes_stars():
    parts = [Played(ANNA, 1, 1, WON, stars=1), Played(ANNA, 2, 1, LOST)]
    criteria = [Criterion.WINS_AND_STARS]
    (line,) = standings([ANNA], parts, [SitOut(ANNA, 3)], criteria, Worth.AVERAGE)
    assert line.value(Criterion.WINS_AND_STARS) == 3  # two in two games, and one for the round sat out
    (line,) = standings([ANNA], parts, [SitOut(ANNA, 3)], criteria, Worth.HALF)
    assert line.value(Criterion.WINS_AND_STARS) == Fraction(5, 2)


def test_ties_share_a_rank_and_skip_the_next():
    lines = standings([DORA, CARL, BERT, ANNA], game(1, (CARL, BERT), (DORA, ANNA), (13, 6)), [])
    assert ranks(lines) == [(BERT, 1), (CARL, 1), (ANNA, 3), (DORA, 3)]
    assert all(line.shared for line in lines)


def test_an_unshared_rank_is_not_marked():
    lines = standings([ANNA, BERT], [Played(ANNA, 1, 1, WON)], [])
    assert [line.shared for line in lines] == [False, False]


def test_players_without_games_are_listed_last():
    lines = standings([EMIL, ANNA], [Played(ANNA, 1, 1, LOST, 3, 13)], [])
    assert ranks(lines) == [(ANNA, 1), (EMIL, 2)]
    assert line_of(EMIL, lines).games == 0


def test_standings_contain_only_the_requested_players():
    assert ranks(standings([ANNA, ANNA], EVENING, SIT_OUTS)) == [(ANNA, 1)]


def test_standings_without_players_are_empty():
    assert standings([], EVENING, SIT_OUTS) == ()


def test_a_drawn_game_is_half_a_win_for_all_four():
    lines = standings([ANNA, BERT, CARL, DORA], game(1, (ANNA, BERT), (CARL, DORA), (9, 9), DRAWN), [])
    assert {line.wins for line in lines} == {Fraction(1, 2)}
    assert {line.rank for line in lines} == {1}


def test_an_abandoned_partner_has_a_game_without_win_or_loss():
    parts = [Played(ANNA, 1, 1, NO_WIN, 4, 5), Played(CARL, 1, 1, WON, 5, 4), Played(DORA, 1, 1, WON, 5, 4)]
    anna = line_of(ANNA, standings([ANNA, CARL, DORA], parts, []))
    assert (anna.games, anna.wins, anna.lost, anna.no_wins) == (1, 0, 0, 1)


@pytest.mark.parametrize(
    "worth, wins, points, difference",
    [
        (Worth.NOTHING, 1, 30, 10),
        (Worth.HALF, Fraction(3, 2), 30, 10),
        (Worth.WIN, 2, 30, 10),
        # In three games one win, 30 points, 10 more than the others: a third of each for the round sat out.
        (Worth.AVERAGE, Fraction(4, 3), 40, Fraction(40, 3)),
    ],
)
def test_a_sit_out_is_worth_what_the_club_chose(worth, wins, points, difference):
    parts = [Played(ANNA, 1, 1, WON, 20, 0), Played(ANNA, 2, 1, LOST, 7, 13), Played(ANNA, 3, 1, LOST, 3, 7)]
    (line,) = standings([ANNA], parts, [SitOut(ANNA, 4)], worth=worth)
    assert (line.wins, line.points, line.difference) == (wins, points, difference)
    assert (line.games, line.won, line.sat_out) == (3, 1, 1)


def test_a_player_without_games_has_no_average():
    (line,) = standings([ANNA], [], [SitOut(ANNA, 1), SitOut(ANNA, 2)], worth=Worth.AVERAGE)
    assert (line.wins, line.points, line.difference, line.sat_out) == (0, 0, 0, 2)


def test_averages_that_are_equal_as_fractions_tie():
    # Anna: 1 win of 3 games and 3 sit-outs; Bert: 2 wins of 3 games and none. Floats would part such people.
    parts = [Played(ANNA, n, 1, WON if n == 1 else LOST) for n in (1, 2, 3)]
    parts += [Played(BERT, n, 1, LOST if n == 1 else WON) for n in (1, 2, 3)]
    lines = standings([ANNA, BERT], parts, [SitOut(ANNA, n) for n in (4, 5, 6)], worth=Worth.AVERAGE)
    assert ranks(lines) == [(ANNA, 1), (BERT, 1)]


def test_a_substitute_is_credited_the_game_but_not_the_sit_out():
    (line,) = standings([EMIL], [Played(EMIL, 1, 1, LOST)], [SitOut(EMIL, 1), SitOut(EMIL, 2)])
    assert (line.wins, line.sat_out) == (Fraction(1, 2), 1)


def test_a_repeated_sit_out_counts_once():
    (line,) = standings([EMIL], [], [SitOut(EMIL, 1), SitOut(EMIL, 1)])
    assert line.sat_out == 1


@pytest.mark.parametrize(
    "criterion, better",
    [
        (Criterion.WINS, Played(BERT, 1, 2, WON)),
        (Criterion.POINTS, Played(BERT, 1, 2, LOST, points_for=1, points_against=9)),
        (Criterion.DIFFERENCE, Played(BERT, 1, 2, LOST, points_against=-1)),
        (Criterion.GRANDS, Played(BERT, 1, 2, LOST, grands_made=1)),
        (Criterion.HANDS, Played(BERT, 1, 2, LOST, hands_won=1)),
        (Criterion.TOP, Played(BERT, 1, 1, LOST)),
    ],
)
def test_each_criterion_uses_only_its_own_number(criterion, better):
    parts = [Played(ANNA, 1, 2, LOST), better]
    assert ranks(standings([ANNA, BERT], parts, [], [criterion])) == [(BERT, 1), (ANNA, 2)]
    others = [other for other in (Criterion.GRANDS, Criterion.HANDS, Criterion.TOP) if other is not criterion]
    assert ranks(standings([ANNA, BERT], parts, [], others)) == [(ANNA, 1), (BERT, 1)]


def test_the_order_of_the_criteria_decides():
    parts = [Played(ANNA, 1, 1, WON, 13), Played(BERT, 1, 2, LOST, 20)]
    assert standings([ANNA, BERT], parts, [], [Criterion.WINS, Criterion.POINTS])[0].person == ANNA
    assert standings([ANNA, BERT], parts, [], [Criterion.POINTS, Criterion.WINS])[0].person == BERT


def test_rounds_at_the_top_are_rounds_and_not_games():
    parts = [Played(ANNA, 1, 1, WON), Played(ANNA, 1, 1, LOST), Played(ANNA, 2, 2, WON)]
    assert standings([ANNA], parts, [])[0].top_rounds == 1


def test_a_correction_reports_whose_rank_moved_and_from_where():
    people = [ANNA, BERT, CARL, DORA]
    before = standings(people, game(1, (ANNA, BERT), (CARL, DORA), (13, 6)), [])
    after = standings(people, game(1, (ANNA, BERT), (CARL, DORA), (13, 15), LOST), [])
    assert moves(before, after) == (Move(CARL, 3, 1), Move(DORA, 3, 1), Move(ANNA, 1, 3), Move(BERT, 1, 3))
    assert moves(after, after) == ()


def test_a_player_in_only_one_of_two_standings_has_not_moved():
    before = standings([ANNA, BERT], [Played(ANNA, 1, 1, WON)], [])
    after = standings([BERT, CARL], [Played(CARL, 1, 1, WON)], [])
    assert moves(before, after) == ()


def test_groups_rank_one_after_the_other_and_ties_are_shared_within_a_group_only():
    # Anna and Bert won, Carl and Dora lost, Emil has not played.
    lines = standings([ANNA, BERT, CARL, DORA, EMIL], game(1, (ANNA, BERT), (CARL, DORA), (13, 6)), [])
    found = divided(lines, {ANNA: 1, BERT: 0, CARL: 0, DORA: 0})
    assert [(line.person, line.rank, line.shared) for line in found] == [
        (BERT, 1, False),
        (CARL, 2, True),
        (DORA, 2, True),
        (ANNA, 4, False),
        (EMIL, 5, False),
    ]

"""The standings of small evenings that can be added up by hand (RULES.md §2.3.6, §2.3.8 and §2.3.11)."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tests.engine.builders import LAW, evenings
from whistclub.engine.standings import Criterion, Played, Result, SitOut, Worth, divided, moves, standings

ANNA, BERT, CARL, DORA, EMIL = range(1, 6)
WON, LOST = Result.WON, Result.LOST


def game(round_, winners, losers, points):
    """A game seen by its four people."""
    return [
        *(Played(person, round_, 1, WON, *points) for person in winners),
        *(Played(person, round_, 1, LOST, *reversed(points)) for person in losers),
    ]


def ranks(lines):
    return [(line.person, line.rank) for line in lines]


# Emil sits out the first round, Anna the second.
EVENING = [*game(1, (ANNA, BERT), (CARL, DORA), (13, 6)), *game(2, (CARL, EMIL), (BERT, DORA), (15, 9))]
SIT_OUTS = [SitOut(EMIL, 1), SitOut(ANNA, 2)]


def test_games_won_rank_first_then_points_then_the_difference():
    lines = standings([ANNA, BERT, CARL, DORA, EMIL], EVENING, SIT_OUTS)
    # 1½ wins: Emil 15 points, Anna 13. One win: Bert 22 points, Carl 21. Dora has won nothing.
    assert ranks(lines) == [(EMIL, 1), (ANNA, 2), (BERT, 3), (CARL, 4), (DORA, 5)]


def test_averages_that_are_equal_as_fractions_tie():
    # Anna: 1 win of 3 games and 3 sit-outs; Bert: 2 wins of 3 games and none. Floats would part such people.
    parts = [Played(ANNA, n, 1, WON if n == 1 else LOST) for n in (1, 2, 3)]
    parts += [Played(BERT, n, 1, LOST if n == 1 else WON) for n in (1, 2, 3)]
    lines = standings([ANNA, BERT], parts, [SitOut(ANNA, n) for n in (4, 5, 6)], worth=Worth.AVERAGE)
    assert ranks(lines) == [(ANNA, 1), (BERT, 1)]


def test_a_substitute_is_credited_the_game_but_not_the_sit_out():
    (line,) = standings([EMIL], [Played(EMIL, 1, 1, LOST)], [SitOut(EMIL, 1), SitOut(EMIL, 2)])
    assert (line.wins, line.sat_out) == (Fraction(1, 2), 1)


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


def worth_of(evening, who):
    """What ranks a person, recalculated in a different way: from a list of rounds."""
    parts = [part for part in evening["played"] if part.person == who]
    sit_out_rounds = {rest.round for rest in evening["sat_out"] if rest.person == who} - {part.round for part in parts}
    wins = [{Result.WON: Fraction(1), Result.DRAWN: Fraction(1, 2)}.get(part.result, Fraction(0)) for part in parts]
    points = [Fraction(part.points_for) for part in parts]
    stars = [Fraction(part.stars if part.result is Result.WON else 0) for part in parts]
    against = [Fraction(part.points_against) for part in parts]
    for _ in sit_out_rounds:
        match evening["worth"]:
            case Worth.HALF:
                wins.append(Fraction(1, 2))
            case Worth.WIN:
                wins.append(Fraction(1))
            case Worth.AVERAGE if parts:
                for column in (wins, stars, points, against):
                    column.append(sum(column, Fraction(0)) / len(column))
    found = {
        Criterion.WINS: sum(wins),
        Criterion.WINS_AND_STARS: sum(wins) + sum(stars),
        Criterion.POINTS: sum(points),
        Criterion.DIFFERENCE: sum(points) - sum(against),
        Criterion.TOP: len({part.round for part in parts if part.table == 1}),
    }
    return [found[criterion] for criterion in evening["criteria"]]


@LAW
@given(evenings)
def test_a_rank_is_one_more_than_the_number_of_people_who_are_better(evening):
    lines = standings(**evening)
    values = {who: worth_of(evening, who) for who in evening["people"]}
    for line in lines:
        own = values[line.person]
        assert line.rank == 1 + sum(other > own for other in values.values())
        assert line.shared is (list(values.values()).count(own) > 1)


@LAW
@given(evenings)
def test_every_requested_player_is_listed_once_by_rank_and_number(evening):
    lines = standings(**evening)
    assert sorted(line.person for line in lines) == sorted(evening["people"])
    assert [(line.rank, line.person) for line in lines] == sorted((line.rank, line.person) for line in lines)


@LAW
@given(evenings, st.randoms(use_true_random=False))
def test_the_order_of_people_and_games_does_not_matter(evening, random):
    mixed = dict(evening)
    for name in ("people", "played", "sat_out"):
        mixed[name] = random.sample(evening[name], len(evening[name]))
    assert standings(**mixed) == standings(**evening)


@LAW
@given(evenings)
def test_every_game_counts_and_the_won_ones_as_won(evening):
    for line in standings(**evening):
        results = [part.result for part in evening["played"] if part.person == line.person]
        assert (line.games, line.won) == (len(results), results.count(WON))


@LAW
@given(evenings, evenings)
def test_exactly_those_who_did_not_move_keep_their_rank(one, other):
    before, after = standings(**one), standings(**other)
    old, new = ({line.person: line.rank for line in lines} for lines in (before, after))
    found = {(move.person, move.old, move.new) for move in moves(before, after)}
    assert found == {(who, old[who], new[who]) for who in old.keys() & new.keys() if old[who] != new[who]}

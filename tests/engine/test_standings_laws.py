"""What is true of the standings of every evening, by whatever criteria."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tests.engine.builders import LAW
from whistclub.engine.standings import Criterion, Played, Result, SitOut, Worth, moves, standings

PEOPLE = range(1, 8)
person = st.sampled_from(PEOPLE)
round_ = st.integers(1, 5)
small = st.integers(0, 2)  # small numbers, so that there are ties

evenings = st.fixed_dictionaries(
    {
        "people": st.permutations(PEOPLE).flatmap(lambda order: st.sampled_from([order[:n] for n in range(8)])),
        "played": st.lists(
            st.builds(Played, person, round_, small.map(lambda n: n + 1), st.sampled_from(Result), *[small] * 5),
            max_size=25,
        ),
        "sat_out": st.lists(st.builds(SitOut, person, round_), max_size=10),
        "criteria": st.lists(st.sampled_from(Criterion), unique=True),
        "worth": st.sampled_from(Worth),
    }
)


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
        Criterion.GRANDS: sum(part.grands_made for part in parts),
        Criterion.HANDS: sum(part.hands_won for part in parts),
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
def test_every_game_is_won_drawn_lost_or_no_win(evening):
    for line in standings(**evening):
        assert line.games == line.won + line.drawn + line.lost + line.no_wins
        assert line.games == sum(part.person == line.person for part in evening["played"])


@LAW
@given(evenings, evenings)
def test_exactly_those_who_did_not_move_keep_their_rank(one, other):
    before, after = standings(**one), standings(**other)
    old, new = ({line.person: line.rank for line in lines} for lines in (before, after))
    found = {(move.person, move.old, move.new) for move in moves(before, after)}
    assert found == {(who, old[who], new[who]) for who in old.keys() & new.keys() if old[who] != new[who]}

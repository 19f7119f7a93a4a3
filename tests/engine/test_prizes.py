"""Who wins which prize of the evening."""

from hypothesis import given
from hypothesis import strategies as st

from tests.engine.builders import LAW
from tests.engine.test_standings_laws import evenings
from whistclub.engine.prizes import Prize, winners
from whistclub.engine.standings import Played, Result, SitOut, Worth, standings

ANNA, BERT, CARL, EMIL = range(1, 5)


def evening(wins, games=None):
    """Standings of people with these wins, none of them at the top table; four games each by default."""
    parts = [
        Played(person, n, 2, Result.WON if n <= won else Result.LOST)
        for person, won in wins.items()
        for n in range(1, (games or {}).get(person, 4) + 1)
    ]
    return standings(list(wins), parts, [])


def test_the_best_has_the_first_rank():
    assert winners(Prize.BEST, evening({ANNA: 1, BERT: 3, CARL: 2})) == (BERT,)


def test_the_best_share_the_prize():
    assert winners(Prize.BEST, evening({CARL: 3, ANNA: 1, BERT: 3})) == (BERT, CARL)


def test_the_booby_prize_goes_to_the_last_or_is_shared_by_them():
    assert winners(Prize.BOOBY, evening({ANNA: 1, BERT: 3, CARL: 2})) == (ANNA,)
    assert winners(Prize.BOOBY, evening({ANNA: 1, BERT: 3, CARL: 1})) == (ANNA, CARL)


def test_the_booby_prize_is_not_for_going_home_early():
    wins = {ANNA: 3, BERT: 1, CARL: 0}
    assert winners(Prize.BOOBY, evening(wins, {ANNA: 5, BERT: 5, CARL: 2})) == (BERT,)
    assert winners(Prize.BOOBY, evening(wins, {ANNA: 5, BERT: 5, CARL: 3})) == (CARL,)


def test_half_as_many_games_are_enough_for_the_booby_prize():
    assert winners(Prize.BOOBY, evening({ANNA: 3, BERT: 1, CARL: 0}, {ANNA: 4, BERT: 4, CARL: 2})) == (CARL,)


def test_nobody_is_both_best_and_last():
    assert winners(Prize.BOOBY, evening({ANNA: 2, BERT: 2})) == ()
    assert winners(Prize.BOOBY, evening({ANNA: 2})) == ()


def test_grands_made_and_rounds_at_the_top_are_counted():
    parts = [
        Played(ANNA, 1, 1, Result.LOST, grands_made=1),
        Played(ANNA, 2, 1, Result.LOST),
        Played(BERT, 1, 1, Result.WON, grands_made=3),
        Played(CARL, 1, 2, Result.WON, grands_made=3),
    ]
    lines = standings([ANNA, BERT, CARL], parts, [])
    assert winners(Prize.MOST_GRANDS, lines) == (BERT, CARL)
    assert winners(Prize.LONGEST_TOP, lines) == (ANNA,)


def test_without_a_grand_or_a_round_at_the_top_nobody_wins_that_prize():
    lines = evening({ANNA: 2, BERT: 1})
    assert winners(Prize.MOST_GRANDS, lines) == ()
    assert winners(Prize.LONGEST_TOP, lines) == ()


def test_before_the_first_game_there_is_no_prize():
    for lines in ((), standings([ANNA, BERT], [], [SitOut(ANNA, 1)])):
        for prize in Prize:
            assert winners(prize, lines) == ()


def test_a_player_who_only_sat_out_wins_no_prize_even_when_first():
    lines = standings(
        [ANNA, BERT, EMIL],
        [Played(ANNA, 1, 1, Result.WON), Played(BERT, 1, 1, Result.LOST)],
        [SitOut(EMIL, 1), SitOut(EMIL, 2)],
        worth=Worth.WIN,
    )
    assert lines[0].person == EMIL
    assert winners(Prize.BEST, lines) == (ANNA,)
    assert winners(Prize.BOOBY, lines) == (BERT,)


@LAW
@given(evenings, st.sampled_from(Prize))
def test_exactly_the_players_tied_with_a_winner_win_too(evening, prize):
    lines = standings(**evening)
    measure = {
        Prize.BOOBY: lambda line: line.rank,
        Prize.MOST_GRANDS: lambda line: line.grands,
        Prize.LONGEST_TOP: lambda line: line.top_rounds,
        Prize.MOST_SIT_OUTS: lambda line: line.sat_out,
    }.get(prize, lambda line: -line.rank)
    won = winners(prize, lines)
    assert list(won) == sorted(set(won))
    most = max((line.games for line in lines), default=0)
    can_win = [line for line in lines if line.games and (prize is not Prize.BOOBY or 2 * line.games >= most)]
    values = {measure(line) for line in can_win if line.person in won}
    assert len(values) <= 1
    for value in values:
        assert max(map(measure, can_win)) == value
        assert {line.person for line in can_win if measure(line) == value} == set(won)


def test_sitting_out_most_is_counted():
    parts = [Played(person, 1, 1, Result.WON) for person in (ANNA, BERT, CARL)]
    lines = standings([ANNA, BERT, CARL], parts, [SitOut(ANNA, 2), SitOut(BERT, 2), SitOut(BERT, 3)])
    assert winners(Prize.MOST_SIT_OUTS, lines) == (BERT,)
    assert winners(Prize.MOST_SIT_OUTS, standings([ANNA], parts, [])) == ()


@LAW
@given(evenings)
def test_the_best_never_have_the_booby_prize(evening):
    lines = standings(**evening)
    assert not set(winners(Prize.BEST, lines)) & set(winners(Prize.BOOBY, lines))

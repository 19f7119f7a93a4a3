"""What the facts of every game have in common: nothing is counted twice, nothing is lost, for nobody."""

from dataclasses import replace

from hypothesis import assume, given

from tests.engine.builders import LAW, games, games_with_entries, turned
from whistclub.engine.facts import FactsCalculator
from whistclub.engine.game import play_game
from whistclub.engine.hand import Adjustment, Contract, Hand
from whistclub.engine.options import Carry, TableFormat


def facts_of(game):
    """The rules of a game, its result and its facts."""
    options, dealer, entries = game
    result = play_game(options, dealer, entries)
    return options, result, FactsCalculator(options).facts(dealer, entries, result.totals, result.stars, result.winner)


def scored(game):
    """The hands of a game that its result counts."""
    rows = play_game(*game).rows
    return [each for row, each in zip(rows, game[2], strict=True) if row.status == "scored" and isinstance(each, Hand)]


def of_contract(game, *contracts):
    return sum(hand.contract in contracts for hand in scored(game))


@LAW
@given(games_with_entries())
def test_every_seat_sees_the_hands_that_the_game_counts(game):
    _options, result, facts = facts_of(game)
    assert {facts.hands, len(scored(game)), result.hands_scored} == {facts.hands}
    assert {seat.hands for seat in facts.seats} == {facts.hands}


@LAW
@given(games_with_entries())
def test_each_grand_counts_once_as_own_partners_or_defended(game):
    options, _result, facts = facts_of(game)
    seats, grands = facts.seats, of_contract(game, Contract.HIGH)
    assert sum(seat.grands for seat in seats) == grands
    for number, seat in enumerate(seats):
        assert seat.grands + seat.partner_grands + seat.defended == (grands if options.form.sides == 2 else 0)
        others = [each for place, each in enumerate(seats) if (place - number) % 2 == 1]
        partners = [seats[number - 2]] if options.form is TableFormat.FOUR_IN_PAIRS else []
        assert seat.partner_grands == sum(each.grands for each in partners)
        assert seat.partner_made == sum(each.grands_made for each in partners)
        assert seat.defended == sum(each.grands for each in others)
        assert seat.defended_set == sum(each.grands - each.grands_made for each in others)
        assert seat.defended_points == -sum(each.grand_points for each in others)


@LAW
@given(games_with_entries())
def test_a_game_has_one_winner_or_is_a_draw(game):
    options, result, facts = facts_of(game)
    on_a_side = options.form.seats // options.form.sides
    assert sum(seat.won for seat in facts.seats) == (0 if result.winner is None else on_a_side)
    assert {seat.drawn for seat in facts.seats} == {int(result.winner is None)}
    assert all(seat.games == 1 for seat in facts.seats)


@LAW
@given(games_with_entries())
def test_one_side_wins_a_low_hand_and_at_most_one_any_other(game):
    options, _result, facts = facts_of(game)
    on_a_side = options.form.seats // options.form.sides
    lows = facts.seats[0].lows
    assert {seat.lows for seat in facts.seats} == {lows}
    assert sum(seat.lows_won for seat in facts.seats) == lows * on_a_side
    assert sum(seat.low_points for seat in facts.seats) == 0
    assert sum(seat.hands_won for seat in facts.seats) <= facts.hands * on_a_side


@LAW
@given(games_with_entries())
def test_every_seat_has_its_sides_points_against_the_best_other_side(game):
    options, result, facts = facts_of(game)
    for number, seat in enumerate(facts.seats):
        own = number % options.form.sides
        assert seat.points == result.totals[own]
        assert seat.points_against == max(total for side, total in enumerate(result.totals) if side != own)
        assert seat.stars == result.stars[own]


@LAW
@given(games())
def test_without_adjustments_the_points_of_all_hands_are_those_between_the_sides(game):
    options, dealer, entries = game
    assume(options.form.sides == 2)
    _options, _result, facts = facts_of((replace(options, carry=Carry.BOTH), dealer, entries))
    for number, seat in enumerate(facts.seats):
        side = facts.seats[number % 2 :: 2]
        ours = sum(each.grand_points for each in side) + seat.defended_points + seat.low_points
        assert ours == seat.points - seat.points_against


@LAW
@given(games_with_entries())
def test_hands_after_the_end_are_ignored(game):
    options, dealer, entries = game
    rows = play_game(*game).rows
    while entries and rows[len(entries) - 1].status == "surplus":
        entries = entries[:-1]
    assert facts_of((options, dealer, entries))[2] == facts_of(game)[2]


@LAW
@given(games_with_entries())
def test_law_counts_do_not_depend_on_the_seat(game):
    options, dealer, entries = game
    *_, facts = facts_of(game)
    *_, on = facts_of((options, (dealer + 1) % options.form.seats, [moved(entry, options) for entry in entries]))
    assert on.seats == (*facts.seats[-1:], *facts.seats[:-1])
    assert on.best_hands == (*facts.best_hands[-1:], *facts.best_hands[:-1])


@LAW
@given(games_with_entries())
def test_the_best_hand_is_the_most_that_a_side_got_at_once(game):
    options, _result, facts = facts_of(game)
    rows = [row for row, entry in zip(play_game(*game).rows, game[2], strict=True) if isinstance(entry, Hand)]
    points = [row.points for row in rows if row.status == "scored"]
    for side in range(options.form.sides):
        best, number = facts.best_hands[side], facts.best_numbers[side]
        assert best == max([0, *(each[side] for each in points)])
        assert number == (1 + [each[side] for each in points].index(best) if best else 0)


def moved(entry, options):
    """The same with everybody one chair further clockwise."""
    match entry:
        case Hand():
            return turned(entry, options)
        case Adjustment():
            return Adjustment(entry.points[-1:] + entry.points[:-1])
    return entry

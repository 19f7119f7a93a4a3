"""The seating that only the organiser sees: made, made anew, thrown away, announced."""

import pytest

from tests.builders import NOON
from tests.party.builders import LATER, friday, key, next_round, night, olga_of_prairie, party, play, seats, typed
from whistclub.club.models import Club
from whistclub.party.actions import people, results, seating
from whistclub.party.actions.evening import finish
from whistclub.party.actions.refusals import CutNeeded, DoesNotFit, NeedPartners, NotNow, ResultsMissing, TooFew
from whistclub.party.actions.rehearsal import fill_round, rehearse
from whistclub.party.models import Party, Place, Round, Table
from whistclub.party.ranking import best_first
from whistclub.party.reasons import sentence
from whistclub.play.actions.refusals import ResultClosed
from whistclub.play.models import Game, GameEvent

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga(db):
    return olga_of_prairie()


def draft(of, by, **more):
    seating.make_draft(of, by=by, at=NOON, **more)
    return night(of)


def said(of, name):
    """Why somebody sits where he sits."""
    found = night(of)
    names = {entrant.number: entrant.player.name for entrant in found.entrants.values()}
    return sentence((found.draft or found.current).place_of(key(of, name)), names)


# The first seating


def test_people_may_be_seated_in_the_order_in_which_they_came(olga):
    made = friday(olga, count=8)
    assert seats(draft(made, olga, how="arrival")) == [["P1+P2", "P3+P4"], ["P5+P6", "P7+P8"]]
    assert said(made, "P3") == "Number 3 to arrive; P4 as partner for the first time."


def test_a_draw_is_another_order(olga):
    made = friday(olga, count=8)
    assert seats(draft(made, olga, how="draw", seed=1)) != seats(draft(made, olga, how="draw", seed=2))
    assert said(made, "P1").startswith("Drawn by lot; ")


def test_the_same_seed_draws_the_same_seating(olga):
    made = friday(olga, count=22)
    first = seats(draft(made, olga, how="draw", seed=7))
    draft(made, olga, how="draw", seed=8)
    assert seats(draft(made, olga, how="draw", seed=7)) == first


def test_the_seed_of_a_draw_is_kept_and_stands_in_the_log(olga):
    made = friday(olga, count=8)
    assert draft(made, olga, how="draw", seed=4711).draft.round.seed == 4711
    assert made.log.last().what == "Round 1 seated: drawn by lot (seed 4711)"


def test_a_draw_without_a_seed_gets_one_that_repeats_it(olga):
    made = friday(olga, count=12)
    first = draft(made, olga, how="draw")
    assert seats(draft(made, olga, how="draw", seed=first.draft.round.seed)) == seats(first)


def test_the_whole_seating_stands_in_the_log(olga):
    made = friday(olga, count=9)
    draft(made, olga, how="arrival")
    assert made.log.last().after == "1: P1 & P2 – P3 & P4\n2: P5 & P6 – P7 & P8\nsit out: P9"


def test_the_last_to_come_sit_out_first(olga):
    made = friday(olga, count=11)
    assert [place.entrant.player.name for place in draft(made, olga, how="arrival").draft.bench] == ["P9", "P10", "P11"]
    assert said(made, "P9") == "Sits out for the first time: everybody gets a turn."


def test_everybody_is_told_why(olga):
    made = friday(olga, count=13)
    draft(made, olga, how="draw")
    assert all(said(made, f"P{number}") for number in range(1, 14))


def test_tables_may_be_fewer_than_people_would_fill(olga):
    made = friday(olga, count=12, policy={"max_tables": 2})
    found = draft(made, olga, how="arrival")
    assert (len(found.draft.boards), len(found.draft.bench)) == (2, 4)


# By results so far


def test_the_best_of_the_club_sit_at_the_top(olga):
    earlier = friday(olga, count=8)
    next_round(earlier, olga)
    typed(earlier, olga, (3, 5), (3, 5))
    made = friday(olga, count=8)
    assert seats(draft(made, olga, how="ranking")) == [["P3+P4", "P7+P8"], ["P1+P2", "P5+P6"]]
    assert said(made, "P7").startswith("Number 3 of the ranking; ")


def test_whoever_never_played_stands_in_the_middle_of_the_ranking(olga):
    earlier = friday(olga, count=4)
    next_round(earlier, olga)
    typed(earlier, olga, (3, 5))
    made = friday(olga, "P1", "P2", "New", "P3", "P4")
    assert best_first(night(made)) == [4, 5, 3, 1, 2]


def test_a_single_win_ranks_below_many(olga):
    earlier = friday(olga, "Often", "Mate", "A", "B", "C")
    for _each in range(3):
        next_round(earlier, olga)
        stage = night(earlier).current
        side = next(side for side in (0, 1) if key(earlier, "Often") in stage.boards[0].side(side))
        typed(earlier, olga, (5, 3) if side == 0 else (3, 5))
    once = friday(olga, "Once", "D", "E", "F")
    next_round(once, olga)
    typed(once, olga, (5, 3))
    assert best_first(night(friday(olga, "Once", "Often"))) == [2, 1]


def test_rehearsals_do_not_rank_anybody(olga):
    made = friday(olga, count=4)
    copy = rehearse(made, by=olga, at=NOON)
    next_round(copy, olga)
    fill_round(copy, seed=1, by=olga, at=NOON)
    draft(made, olga, how="ranking")
    assert seats(night(made)) == [["P1+P2", "P3+P4"]]


def test_tables_that_count_as_drawn_do_not_rank_anybody(olga):
    earlier = friday(olga, count=4)
    next_round(earlier, olga)
    typed(earlier, olga, (3, 5))
    results.void_table(earlier, 1, 1, by=olga, at=NOON)
    assert seats(draft(friday(olga, count=4), olga, how="ranking")) == [["P1+P2", "P3+P4"]]


# What a draft is not


def test_a_draft_is_no_round_yet(olga):
    made = friday(olga, count=8)
    found = draft(made, olga)
    assert (found.announced, found.current, found.history()) == ([], None, ())
    assert Party.objects.get(pk=made.pk).state == Party.State.GATHERING


def test_a_draft_has_no_games(olga):
    draft(friday(olga, count=8), olga)
    assert Game.objects.count() == 0


def test_a_draft_does_not_count_as_a_sit_out(olga):
    made = friday(olga, count=5)
    next_round(made, olga, how="arrival")
    typed(made, olga, (5, 3))
    found = draft(made, olga)
    assert sum(len(played.bench) for played in found.history()) == 1


def test_a_new_draft_replaces_the_one_before(olga):
    made = friday(olga, count=8)
    draft(made, olga, seed=1)
    draft(made, olga, seed=2)
    assert (Round.objects.count(), Table.objects.count(), Place.objects.count()) == (1, 2, 8)


def test_a_draft_can_be_thrown_away(olga):
    made = friday(olga, count=8)
    draft(made, olga)
    seating.drop_draft(made, by=olga, at=NOON)
    assert (Round.objects.count(), Place.objects.count()) == (0, 0)
    assert made.log.last().what == "Draft of round 1 dropped"


def test_throwing_away_what_is_not_there_does_nothing(olga):
    made = friday(olga, count=8)
    before = made.log.count()
    seating.drop_draft(made, by=olga, at=NOON)
    assert made.log.count() == before


# People come and go


def test_a_draft_is_made_anew_from_the_same_seed_when_somebody_comes(olga):
    made = friday(olga, count=7)
    draft(made, olga, how="draw", seed=5)
    people.check_in(made, ["P8"], by=olga, at=LATER)
    found = night(made)
    again = friday(olga, count=8)
    assert seats(found) == seats(draft(again, olga, how="draw", seed=5))
    assert (found.draft.round.seed, found.draft.round.how) == (5, "draw")


def test_a_draft_is_made_anew_when_somebody_goes(olga):
    made = friday(olga, count=9)
    draft(made, olga, how="arrival")
    people.check_out(made, key(made, "P1"), by=olga, at=LATER)
    assert seats(night(made)) == [["P2+P3", "P4+P5"], ["P6+P7", "P8+P9"]]


def test_a_draft_is_dropped_when_too_few_are_left(olga):
    made = friday(olga, count=4)
    draft(made, olga)
    people.check_out(made, key(made, "P1"), by=olga, at=LATER)
    assert night(made).draft is None
    assert Place.objects.count() == 0


def test_the_draft_of_a_later_round_is_made_anew_too(olga):
    made = friday(olga, count=8)
    next_round(made, olga)
    typed(made, olga, (5, 3), (5, 3))
    draft(made, olga)
    people.check_out(made, key(made, "P8"), by=olga, at=LATER)
    found = night(made).draft
    assert (found.round.number, len(found.boards), len(found.bench)) == (2, 1, 3)


def test_whoever_comes_while_a_later_round_is_in_draft_is_in_it(olga):
    made = friday(olga, count=7)
    next_round(made, olga)
    typed(made, olga, (5, 3))
    draft(made, olga)
    people.check_in(made, ["Late"], by=olga, at=LATER)
    assert night(made).draft.place_of(key(made, "Late")).table == 2


def test_a_draft_of_pairs_is_dropped_when_somebody_is_without_a_partner(olga):
    made = friday(olga, count=4, movement="ladder_pairs")
    people.pair_up(made, key(made, "P1"), key(made, "P2"), by=olga, at=NOON)
    people.pair_up(made, key(made, "P3"), key(made, "P4"), by=olga, at=NOON)
    draft(made, olga)
    people.check_in(made, ["Single"], by=olga, at=LATER)
    assert night(made).draft is None


def test_a_draft_of_pairs_follows_new_partnerships(olga):
    made = friday(olga, count=4, movement="ladder_pairs")
    people.pair_up(made, key(made, "P1"), key(made, "P2"), by=olga, at=NOON)
    people.pair_up(made, key(made, "P3"), key(made, "P4"), by=olga, at=NOON)
    draft(made, olga)
    people.part(made, key(made, "P1"), by=olga, at=LATER)
    assert night(made).draft is None
    people.pair_up(made, key(made, "P1"), key(made, "P3"), by=olga, at=LATER)
    people.pair_up(made, key(made, "P2"), key(made, "P4"), by=olga, at=LATER)
    assert seats(draft(made, olga, how="arrival")) == [["P1+P3", "P2+P4"]]


# Refusals


@pytest.mark.parametrize("count", [0, 3])
def test_too_few_people_cannot_be_seated(olga, count):
    made = friday(olga, count=count)
    with pytest.raises(TooFew) as refusal:
        draft(made, olga)
    assert refusal.value.sentence == "At least four people are needed."


def test_single_people_cannot_be_seated_in_a_movement_of_pairs(olga):
    made = friday(olga, "Ann", "Bob", "Cy", "Dan", movement="ladder_pairs")
    people.pair_up(made, key(made, "Ann"), key(made, "Bob"), by=olga, at=NOON)
    with pytest.raises(NeedPartners) as refusal:
        draft(made, olga)
    assert refusal.value.sentence == "Everybody needs a partner first. Without one: Cy, Dan."


def test_one_pair_is_too_few(olga):
    made = friday(olga, "Ann", "Bob", movement="ladder_pairs")
    people.pair_up(made, key(made, "Ann"), key(made, "Bob"), by=olga, at=NOON)
    with pytest.raises(TooFew) as refusal:
        draft(made, olga)
    assert refusal.value.sentence == "At least two pairs are needed."


def test_a_movement_that_cannot_run_with_so_many_people_says_so(olga):
    made = friday(olga, count=40, movement="whist", planned_rounds=60)
    with pytest.raises(DoesNotFit) as refusal:
        draft(made, olga)
    assert "cannot seat 40 people" in refusal.value.sentence


def test_the_next_round_waits_for_the_results(olga):
    made = friday(olga, count=12)
    found = next_round(made, olga)
    play(found.current.board(2), (0, 13), (0, 13))
    with pytest.raises(ResultsMissing) as refusal:
        draft(made, olga)
    assert refusal.value.sentence == "The results of tables 1, 3 are missing."
    assert night(made).draft is None


def test_a_refused_draft_leaves_the_phones_open(olga):
    made = friday(olga, count=8)
    found = next_round(made, olga)
    play(found.current.board(2), (0, 13), (0, 13))
    with pytest.raises(ResultsMissing):
        draft(made, olga)
    assert not Game.objects.filter(closed=True).exists()


def test_the_ladder_waits_for_the_cut(olga):
    made = friday(olga, count=8)
    next_round(made, olga)
    typed(made, olga, (4, 4), (5, 3))
    with pytest.raises(CutNeeded) as refusal:
        draft(made, olga)
    assert refusal.value.sentence.startswith("Table 1 ended level")


def test_a_movement_without_winners_needs_no_cut(olga):
    made = friday(olga, count=8, movement="meets")
    next_round(made, olga)
    typed(made, olga, (4, 4), (5, 3))
    assert draft(made, olga).draft.round.number == 2


def test_more_hands_won_spare_the_cut(olga):
    made = friday(olga, count=4, hands=3)
    board = next_round(made, olga).current.board(1)
    play(board, (0, 8), (1, 7), (1, 7))  # 2 to 2, the second side won two hands
    assert draft(made, olga).history()[0].winners == (1,)


def test_a_finished_party_is_not_seated(olga):
    made = friday(olga, count=4)
    next_round(made, olga)
    typed(made, olga, (5, 3))
    finish(made, by=olga, at=LATER)
    with pytest.raises(NotNow):
        draft(made, olga)


def test_a_refused_draft_leaves_the_party_as_it_was(olga):
    made = friday(olga, count=3)
    before = Party.objects.get(pk=made.pk).revision, made.log.count()
    with pytest.raises(TooFew):
        draft(made, olga)
    assert (Party.objects.get(pk=made.pk).revision, made.log.count()) == before


# The results of the round before are closed with it


def test_seating_the_next_round_closes_the_results(olga):
    made = friday(olga, count=4)
    board = next_round(made, olga).current.board(1)
    play(board, (0, 13), (0, 13))
    draft(made, olga)
    with pytest.raises(ResultClosed):
        play(board, (0, 9))
    assert board.game.events.filter(kind=GameEvent.Kind.CLOSED).count() == 1


def test_pads_learn_that_the_result_is_closed(olga):
    made = friday(olga, count=4)
    game = play(next_round(made, olga).current.board(1), (0, 13), (0, 13))
    draft(made, olga)
    assert Game.objects.get(pk=game.pk).revision == game.revision + 1


def test_seating_again_closes_nothing_twice(olga):
    made = friday(olga, count=4)
    board = next_round(made, olga).current.board(1)
    game = play(board, (0, 13), (0, 13))
    draft(made, olga)
    draft(made, olga)
    assert Game.objects.get(pk=game.pk).revision == game.revision + 1
    assert game.events.filter(kind=GameEvent.Kind.CLOSED).count() == 1


# Announcing


def test_announcing_gives_every_table_its_game(olga):
    made = friday(olga, count=12)
    found = next_round(made, olga)
    assert [
        [seat.player.name for seat in board.game.seats.select_related("player")] for board in found.current.boards
    ] == [["P1", "P3", "P2", "P4"], ["P5", "P7", "P6", "P8"], ["P9", "P11", "P10", "P12"]]


def test_games_go_by_the_rules_of_the_party(olga):
    made = friday(olga, count=4, preset="askov", hands=6)
    game = next_round(made, olga).current.board(1).game
    assert (game.preset, game.rules, game.party_code) == ("askov", made.rules, made.code)


def test_every_game_begins_with_a_line_in_its_log(olga):
    made = friday(olga, count=8)
    found = next_round(made, olga)
    assert [board.game.events.get().kind for board in found.current.boards] == ["started", "started"]


def test_the_deal_of_the_round_goes_on_to_the_left(olga):
    made = friday(olga, count=4)
    dealers = []
    for _each in range(5):
        dealers.append(next_round(made, olga).current.board(1).game.first_dealer)
        typed(made, olga, (5, 3))
    assert dealers == [0, 1, 2, 3, 0]


def test_an_announced_round_is_being_played(olga):
    made = friday(olga, count=4)
    found = next_round(made, olga, at=LATER)
    stored = found.current.round
    assert (stored.state, stored.announced_at, found.draft) == (Round.State.RUNNING, LATER, None)
    assert Party.objects.get(pk=made.pk).state == Party.State.PLAYING


def test_the_round_before_is_over(olga):
    made = friday(olga, count=4)
    next_round(made, olga)
    typed(made, olga, (5, 3))
    found = next_round(made, olga)
    assert [stage.round.state for stage in found.announced] == [Round.State.OVER, Round.State.RUNNING]


def test_nothing_can_be_announced_without_a_draft(olga):
    made = friday(olga, count=4)
    with pytest.raises(NotNow) as refusal:
        seating.announce(made, by=olga, at=NOON)
    assert refusal.value.status == 409


def test_the_second_organiser_who_announces_is_told_that_it_is_done(olga):
    made = friday(olga, count=4)
    draft(made, olga)
    seating.announce(made, by=olga, at=NOON)
    with pytest.raises(NotNow):
        seating.announce(made, by=olga, at=NOON)
    assert Game.objects.count() == 1


def test_an_organiser_whose_draft_was_dropped_by_another_cannot_announce_it(olga):
    made = friday(olga, count=4)
    draft(made, olga)
    seating.drop_draft(made, by=olga, at=NOON)
    with pytest.raises(NotNow):
        seating.announce(made, by=olga, at=NOON)


def test_only_the_draft_that_was_looked_at_is_announced(olga):
    made = friday(olga, count=8)
    looked_at = draft(made, olga, seed=1).draft.round.pk
    now = draft(made, olga, seed=2).draft.round.pk
    with pytest.raises(NotNow):
        seating.announce(made, draft=looked_at, by=olga, at=NOON)
    seating.announce(made, draft=now, by=olga, at=NOON)
    assert night(made).current.round.seed == 2


def test_an_old_copy_of_the_party_does_no_harm(olga):
    made = friday(olga, count=8)
    old = Party.objects.get(pk=made.pk)
    next_round(made, olga)
    with pytest.raises(ResultsMissing):
        seating.make_draft(old, by=olga, at=NOON)
    old.refresh_from_db()
    assert (old.state, night(old).current.round.number) == (Party.State.PLAYING, 1)


def test_parties_do_not_mix(olga):
    made, other = friday(olga, count=8), friday(olga, count=4)
    next_round(made, olga)
    next_round(other, olga)
    assert [len(night(each).current.boards) for each in (made, other)] == [2, 1]


def test_the_same_people_can_be_in_two_parties_of_a_club(olga):
    prairie = Club.objects.get()
    first, second = (party(prairie, olga, "Ann", "Bob", "Cy", "Dan") for _each in range(2))
    next_round(first, olga)
    next_round(second, olga)
    assert Game.objects.count() == 2

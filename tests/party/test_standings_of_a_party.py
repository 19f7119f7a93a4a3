"""Standings and prizes of a party, as its tables say."""

from fractions import Fraction
from random import Random

import pytest
from django.urls import reverse

from tests.builders import NOON, high, link
from tests.party.builders import (
    LATER,
    draft,
    friday,
    friday_playing,
    next_round,
    one_round,
    party_state,
    play,
    play_round,
    standings,
    typed,
)
from tests.party.recount import count, ranks
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.engine.prizes import Prize
from whistclub.party.actions import people, results, seating
from whistclub.party.results import prize_winners, table_standings
from whistclub.play.entries import correct_hand

pytestmark = pytest.mark.django_db


PUBLIC = ("public_standings", "projector")


def wins(of):
    return {name: line.wins for name, line in standings(of).items()}


def prizes(of):
    found = party_state(of)
    return prize_winners(found, table_standings(found))


# What counts


def test_games_won_come_first_then_points_then_the_difference(olga):
    made = one_round(olga, (7, 5), (7, 3))
    assert [name for name, _line in standings(made).items()] == ["P5", "P6", "P1", "P2", "P3", "P4", "P7", "P8"]


def test_exact_ties_share_a_rank(olga):
    found = standings(one_round(olga, (7, 5), (7, 3)))
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


def test_a_party_may_rank_by_other_criteria(olga):
    made = one_round(olga, (7, 5), (9, 8), order="points")
    assert next(iter(standings(made))) == "P5"


def test_a_draw_is_half_a_win(olga):
    assert set(wins(one_round(olga, (5, 5), count=4)).values()) == {Fraction(1, 2)}


@pytest.mark.parametrize("worth, wins_of_five", [("half", Fraction(1, 2)), ("nothing", 0), ("win", 1), ("average", 0)])
def test_a_sit_out_is_worth_what_the_party_sets(olga, worth, wins_of_five):
    made = one_round(olga, (5, 3), count=5, sit_out_worth=worth)
    assert wins(made)["P5"] == wins_of_five


def test_a_sit_out_counts_once_the_round_is_over(olga):
    made = friday_playing(olga, count=9)
    results.type_result(made, 1, 1, (5, 3), by=olga, at=NOON)
    assert wins(made)["P9"] == 0
    results.type_result(made, 1, 2, (5, 3), by=olga, at=NOON)
    assert wins(made)["P9"] == Fraction(1, 2)


def test_running_tables_do_not_count(olga):
    made = friday(olga, count=8)
    table_state = next_round(made, olga).current.table(1)
    play(table_state, (0, 9), (0, 8))
    assert set(wins(made).values()) == {0}
    assert all(line.points == 0 for line in standings(made).values())


def test_a_draft_does_not_count(olga):
    made = friday(olga, count=9)
    seating.make_draft(made, by=olga, at=NOON)
    assert set(wins(made).values()) == {0}


def test_a_grand_counts_for_its_declarer(olga):
    made = friday(olga, count=4)
    play(next_round(made, olga).current.table(1), (0, 9), (2, 8), (2, 7), (1, 3))
    assert {name: line.grands for name, line in standings(made).items()} == {"P1": 1, "P2": 2, "P3": 0, "P4": 0}


def test_rounds_at_the_top_table_are_counted(olga):
    made = one_round(olga, (5, 3), (3, 5))
    play_round(made, olga, (5, 3), (3, 5))
    assert {name: line.top_rounds for name, line in standings(made).items()} == {
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
    play_round(made, olga, (2, 6))
    assert {name: (line.won, line.points, line.difference) for name, line in standings(made).items()} == {
        "P2": (2, 11, 6),
        "P1": (1, 7, -2),
        "P4": (1, 9, 2),
        "P3": (0, 5, -6),
    }


def test_a_latecomer_has_only_the_rounds_they_played(olga):
    made = one_round(olga, (5, 3), count=7)
    people.check_in(made, ["Late"], by=olga, at=LATER)
    play_round(made, olga, (5, 3), (5, 3))
    late = standings(made)["Late"]
    assert (late.games, late.sat_out) == (1, 0)


def test_a_corrected_hand_corrects_the_standings(olga):
    made = friday(olga, count=4, hands=2)
    game = play(next_round(made, olga).current.table(1), (0, 9), (1, 8))
    hand = game.hands.get(position=2)
    correct_hand(link(game), high(2, 1, 10, replaces=hand.uid), by_seat=0, at=NOON)
    assert {name: (line.won, line.points) for name, line in standings(made).items()} == {
        "P1": (0, 3),
        "P2": (0, 3),
        "P3": (1, 4),
        "P4": (1, 4),
    }


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("worth", ["half", "nothing", "win", "average"])
def test_the_standings_of_an_evening_match_an_independent_count(olga, seed, worth):
    chance = Random(seed)
    made = friday(olga, count=8 + seed, sit_out_worth=worth, hands=2)
    for _round in range(3):
        for table_state in next_round(made, olga).current.tables:
            if chance.random() < 0.5:
                play(table_state, *[(chance.randrange(4), chance.randrange(14)) for _hand in range(2)])
            else:
                score = chance.randrange(9), chance.randrange(9)
                results.type_result(made, _round + 1, table_state.number, score, by=olga, at=NOON)
        found = party_state(made)
        for table_state in found.current.needs_cut(found.movement):
            results.record_cut(made, _round + 1, table_state.number, 0, by=olga, at=NOON)
    lines, (counted, _cents) = table_standings(party_state(made)), count(made)
    for line in lines:
        assert {name: getattr(line, name) for name in counted[line.person]} == counted[line.person]
    assert {line.person: line.rank for line in lines} == ranks(made, counted)


# Prizes


def test_the_best_and_the_last_have_their_prizes(olga):
    made = one_round(olga, (7, 5), (7, 3))
    assert (prizes(made)[Prize.BEST], prizes(made)[Prize.BOOBY]) == ((5, 6), (7, 8))


def test_most_grands_and_longest_at_the_top_have_theirs(olga):
    made = friday(olga, count=4, hands=2)
    play(next_round(made, olga).current.table(1), (2, 9), (2, 8))
    assert (prizes(made)[Prize.MOST_GRANDS], prizes(made)[Prize.LONGEST_TOP]) == ((2,), (1, 2, 3, 4))


def test_only_the_prizes_of_the_party_are_given(olga):
    made = one_round(olga, (5, 3), count=4, prizes=("booby",))
    assert list(prizes(made)) == [Prize.BOOBY]


def test_nobody_wins_a_prize_before_play_starts(olga):
    made = friday_playing(olga, count=9)
    assert set(prizes(made).values()) == {()}


def test_the_draft_the_tables_and_the_wall_say_which_table_plays_the_final(organiser, olga):
    made = friday_playing(olga, count=8, movement="finals", planned_rounds=2)
    public = [reverse(f"party:{name}", args=[made.code]) for name in ("public_tables", "projector")]
    for path in (run(made, "console"), *public):
        assert "Final" not in Html(organiser.get(path)).text
    typed(made, olga, (13, 7), (13, 9))
    draft(made, olga)
    titles = ["Final", "Consolation"]
    seats = Html(organiser.get(run(made, "console")))
    assert seats.texts("h2", css="table-number") == ["1 Final", "2 Consolation"]
    next_round(made, olga)
    desk = Html(organiser.get(run(made, "console")))
    assert [each for each in desk.texts("span", css="faint") if each in titles] == titles
    everyone, wall = (Html(organiser.get(path)) for path in public)
    assert everyone.texts("small") == titles
    assert wall.texts("span", css="tile-rank") == titles


def test_final_and_consolation_have_a_heading_on_every_page_of_standings(organiser, olga):
    made = friday(olga, count=8, movement="finals", planned_rounds=2)
    for scores in ([(13, 7), (13, 9)], [(5, 3), (5, 3)]):
        assert "Consolation" not in Html(organiser.get(run(made, "standings"))).text
        play_round(made, olga, *scores)
    headings = ["Final", "Consolation"]
    for name in ("standings", "print_standings"):
        found = Html(organiser.get(run(made, name)))
        assert [each.text for each in found.find("th", scope="rowgroup")] == headings
    guest = Html(organiser.get(reverse("party:public_standings", args=[made.code])))
    assert [each.text for each in guest.find("th", scope="rowgroup")] == headings
    wall = Html(organiser.get(reverse("party:projector", args=[made.code])))
    assert [each for each in wall.texts("h2") if "Standings" in each] == [
        "Standings: Final 1/2",
        "Standings: Consolation 2/2",
    ]


# What pages say of it


def test_standings_say_what_a_sit_out_counts_and_which_tables_still_play(organiser, client, olga):
    made = friday_playing(olga, count=9)
    public = reverse("party:public_standings", args=[made.code])
    projector = reverse("party:projector", args=[made.code])
    typed(made, olga, (7, 5))
    own = Html(organiser.get(run(made, "standings"))).text
    assert "Waiting for table 2." in own
    for text in (own, Html(client.get(public)).text):
        assert "Sitting out a round counts as half a game won, once all results of that round are in." in text
    typed(made, olga, (7, 5), (3, 6))
    own = Html(organiser.get(run(made, "standings"))).text
    assert "Waiting for" not in own
    for text in (own, Html(client.get(public)).text, Html(client.get(projector)).text):
        assert "Sitting out a round counts as half a game won." in text


def test_standings_say_nothing_of_sit_outs_where_nobody_sat_out(organiser, client, olga):
    made = one_round(olga, (7, 5), (7, 3))
    for path in (run(made, "standings"), *(reverse(f"party:{each}", args=[made.code]) for each in PUBLIC)):
        assert "sitting out counts" not in Html(organiser.get(path)).text

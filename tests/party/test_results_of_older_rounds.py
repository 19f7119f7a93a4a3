"""Results of rounds played long ago, changed now."""

import pytest

from tests.builders import high, link
from tests.party.builders import LATER, friday, next_round, party_state, play, play_round, standings, type_in, typed
from tests.party.test_pages_organiser import page
from tests.web.party_site import run
from whistclub.party.actions import results
from whistclub.play.entries import correct_hand
from whistclub.play.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


def points(of):
    return {name: line.points for name, line in standings(of).items()}


@pytest.fixture
def three_rounds(two_tables, olga):
    typed(two_tables, olga, (5, 3), (3, 5))
    for scores in ([(6, 2), (1, 7)], [(4, 3), (2, 5)]):
        play_round(two_tables, olga, *scores)
    return two_tables


def test_a_correction_of_an_older_round_leaves_the_seats_of_later_ones(three_rounds, olga):
    def seated():
        return [
            [
                (table_state.number, chair, assignment.entrant_id)
                for table_state in round_state.tables
                for chair, assignment in table_state.assignments.items()
            ]
            for round_state in party_state(three_rounds).announced
        ]

    before = seated()
    changed = type_in(three_rounds, olga, (3, 5))
    assert seated() == before
    assert changed.has_later_rounds


def test_correcting_the_last_round_affects_no_seats_and_reports_no_ranks(three_rounds, olga):
    changed = type_in(three_rounds, olga, (0, 9), round_number=3)
    assert (changed.has_later_rounds, changed.moves) == (False, ())


def test_earlier_table_can_be_reopened_and_corrected(olga):
    made = friday(olga, count=4)
    old = next_round(made, olga).current.table(1)
    play(old, (0, 13), (0, 13))
    next_round(made, olga)
    results.reopen_table(made, 1, 1, by=olga, at=LATER)
    game = Game.objects.get(pk=old.game.pk)
    hand = game.hands.get(position=1)
    correct_hand(link(game), high(1, 1, 13, replaces=hand.uid), by_seat=0, at=LATER)
    assert Game.objects.get(pk=game.pk).totals == [7, 7]
    play(old, (0, 9), (0, 9))
    assert (standings(made)["P1"].points, party_state(made).current.round.number) == (13, 2)


def test_an_earlier_round_says_how_a_result_is_corrected_and_its_tables_lead_back_to_it(organiser, three_rounds):
    assert "To correct a result, open its table." in page(organiser, run(three_rounds, "earlier", 1)).text
    table = page(organiser, run(three_rounds, "round_table", 1, 1))
    back = [each for each in table.find("a", css="button") if each["href"] == run(three_rounds, "earlier", 1)]
    assert [each.text for each in back] == ["← Round 1"]

"""Games and stars: in rules with solos a star of the side that won counts as a game won (RULES.md A13)."""

from datetime import timedelta
from uuid import uuid4

import pytest

from tests.builders import NOON, high, link, refusal_of
from tests.party.builders import friday, friday_playing, game_of, logged, next_round, party_state, standings, typed
from tests.stats.test_books_agree import disagreements
from whistclub.engine.hand import Contract
from whistclub.engine.presets import PRESETS
from whistclub.engine.standings import Criterion
from whistclub.party.actions import results
from whistclub.party.results import evening_balances
from whistclub.play.entries import EntrySubmission, record_hand

pytestmark = pytest.mark.django_db


def nola(number, declarer, tricks):
    return EntrySubmission(uuid4(), number, Contract.SOLA_NOLA, declarer, (tricks,), None)


def test_a_star_of_the_winners_counts_and_one_of_the_losers_does_not(olga):
    made = friday(olga, count=4, preset="askov", hands=3)
    table_state = next_round(made, olga).current.table(1)
    # A star each, and two points for the first side.
    for minute, entry in enumerate((nola(1, 0, 0), nola(2, 1, 0), high(3, 0, 8)), start=1):
        record_hand(link(table_state.game), entry, by_seat=0, at=NOON + timedelta(minutes=minute))
    found = standings(made)
    assert [(name, line.value(Criterion.WINS_AND_STARS)) for name, line in found.items()] == [
        ("P1", 2),
        ("P2", 2),
        ("P3", 0),
        ("P4", 0),
    ]


def test_a_result_from_paper_keeps_the_stars_that_a_pad_saved(olga):
    """RULES.md A13: a star is worth a stake and a game won, whoever writes the points down."""
    made = friday(olga, count=4, preset="askov", hands=3)
    table_state = next_round(made, olga).current.table(1)
    record_hand(link(table_state.game), nola(1, 0, 0), by_seat=0, at=NOON)
    typed(made, olga, (16, 2))
    assert game_of(made).stars == [1, 0]
    assert standings(made)["P1"].value(Criterion.WINS_AND_STARS) == 2
    cents = evening_balances(party_state(made))
    assert set(cents.values()) == {2 * PRESETS["askov"].stake, -2 * PRESETS["askov"].stake}
    results.type_result(made, 1, 1, (16, 2), stars=(0, 0), by=olga, at=NOON)
    assert (game_of(made).stars, disagreements(made.club)) == ([0, 0], [])
    results.type_result(made, 1, 1, (16, 2), stars=(0, 2), by=olga, at=NOON)
    assert logged(made)[-1].after == "P1 & P2 16–2 P3 & P4, stars 0–2"


@pytest.mark.parametrize("stars", [(1,), (-1, 0), (0, 100)])
def test_stars_that_are_none_are_refused(olga, stars):
    made = friday_playing(olga, count=4, preset="askov")
    with refusal_of("not_a_score"):
        results.type_result(made, 1, 1, (16, 2), stars=stars, by=olga, at=NOON)

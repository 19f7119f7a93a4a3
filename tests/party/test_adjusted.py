"""Points adjusted, cards thrown in, and stars: how they count in a party."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.builders import NOON, entry_row, high, link, redeal, refusal_of
from tests.party.builders import (
    LATER,
    friday,
    friday_playing,
    game_of,
    logged,
    next_round,
    party_state,
    play,
    standings,
    typed,
)
from tests.web.html import Html
from whistclub.engine.hand import Contract
from whistclub.engine.options import PRESETS
from whistclub.ops.integrity import disagreements
from whistclub.party.actions import results
from whistclub.party.models import Party
from whistclub.party.results import evening_balances
from whistclub.play.entries import record_hand
from whistclub.play.games import adjust_points, undo_adjustment
from whistclub.play.models import Game

pytestmark = pytest.mark.django_db


def played(of, *hands, table=1):
    """Hands by phone at one table of the current round: (seat that grands, tricks of its side)."""
    play(party_state(of).current.table(table), *hands)


@pytest.fixture
def both_in(two_tables):
    """Both tables have played their four hands: side 0 won 12 to 0 at the first, 4 to 0 at the second."""
    played(two_tables, *[(0, 9)] * 4)
    played(two_tables, *[(0, 7)] * 4, table=2)
    return Party.objects.get(pk=two_tables.pk)


def adjust(of, by, *points, table=1):
    return adjust_points(game_of(of, table), points, "as agreed", by=by, at=LATER)


def line(of, name):
    found = standings(of)[name]
    return found.wins, found.points


def winners(of, table=1):
    assignments = party_state(of).current.table(table).assignments
    return [assignments[chair].entrant.player.name for chair in (0, 2)]


def losers(of, table=1):
    assignments = party_state(of).current.table(table).assignments
    return [assignments[chair].entrant.player.name for chair in (1, 3)]


def at_table(of, name, table=1):
    return reverse(f"party:{name}", args=["prairie", of.code, 1, table])


# The standings


def test_a_changed_winner_shows_in_the_standings(both_in, olga):
    one, other = winners(both_in)[0], losers(both_in)[0]
    made = adjust(both_in, olga, -12, 1)
    assert (line(both_in, one)[0], line(both_in, other)[0]) == (0, 1)
    undo_adjustment(game_of(both_in), made.pk, by=olga, at=LATER)
    assert (line(both_in, one), line(both_in, other)) == ((1, 12), (0, 0))


# In the browser


def test_the_page_of_the_table_adjusts_its_game(organiser, both_in):
    form = {"side": "0", "points": "-2", "reason": "Talked across the table"}
    response = organiser.post(at_table(both_in, "adjust"), form)
    page = Html(organiser.get(response.url))
    assert at_table(both_in, "round_table") in response.url
    assert "Talked across the table" in page.text
    assert at_table(both_in, "adjust") in [each.attributes.get("action") for each in page.find("form")]
    assert game_of(both_in).totals == [10, 0]
    line = next(line for line in logged(both_in) if "Talked across the table" in line.sentence)
    assert line.before != line.after
    assert both_in.log.get(kind="points_adjusted").by_user.name == "Olga"

    made = game_of(both_in).adjustments.get()
    back = organiser.post(at_table(both_in, "adjust"), {"adjustment": made.pk})
    assert (back.status_code, game_of(both_in).totals) == (302, [12, 0])
    assert organiser.post(at_table(both_in, "adjust"), {"adjustment": made.pk}).status_code == 409


def test_a_party_game_cannot_be_ended_from_its_own_page(organiser, both_in):
    form = {"side": "0", "points": "-2", "reason": "Late"}
    response = organiser.post(reverse("play:adjust", args=["prairie", game_of(both_in).code]), form)
    assert (response.status_code, game_of(both_in).totals) == (409, [12, 0])


def test_a_paper_result_must_be_retyped_instead(organiser, two_tables, olga):
    results.type_result(two_tables, 1, 1, (5, 3), by=olga, at=LATER)
    form = {"side": "0", "points": "-2", "reason": "Late"}
    response = organiser.post(at_table(two_tables, "adjust"), form)
    assert (response.status_code, game_of(two_tables).totals) == (422, [5, 3])


# Cards thrown in


def entered(game, *entries):
    for entry in entries:
        game = record_hand(link(game), entry, by_seat=0, at=NOON).game
    return game


def test_redeals_do_not_count_as_hands_of_a_round(olga):
    of = friday_playing(olga, count=4)
    game = entered(
        game_of(of),
        redeal(uuid4(), 1, deal_passes=False),
        high(2, 0, 9),
        redeal(uuid4(), 3, deal_passes=True),
        high(4, 1, 8),
        high(5, 2, 5),
        redeal(uuid4(), 6, deal_passes=False),
    )
    assert (game.state, game.hands_scored, game.entries.count()) == (Game.State.RUNNING, 3, 6)
    assert not party_state(of).current.table(1).is_in
    entered(game, high(7, 3, 7))
    table_state = party_state(of).current.table(1)
    assert (table_state.is_in, table_state.game.hands_scored) == (True, 4)
    assert (table_state.tally.grands, table_state.tally.hands_won) == ((1, 1, 0, 1), (1, 3))


def nola(number, declarer, tricks):
    return entry_row(uuid4(), number, Contract.SOLA_NOLA, declarer, (tricks,))


def test_a_star_of_the_winners_counts_and_one_of_the_losers_does_not(olga):
    made = friday(olga, count=4, preset="askov", hands=3)
    table_state = next_round(made, olga).current.table(1)
    # A star each, and two points for the first side.
    for minute, entry in enumerate((nola(1, 0, 0), nola(2, 1, 0), high(3, 0, 8)), start=1):
        record_hand(link(table_state.game), entry, by_seat=0, at=NOON + timedelta(minutes=minute))
    found = standings(made)
    assert [(name, line.wins_and_stars) for name, line in found.items()] == [("P1", 2), ("P2", 2), ("P3", 0), ("P4", 0)]


def test_a_result_from_paper_keeps_the_stars_that_a_pad_saved(olga):
    """RULES.md A13: a star is worth a stake and a game won, whoever writes the points down."""
    made = friday(olga, count=4, preset="askov", hands=3)
    table_state = next_round(made, olga).current.table(1)
    record_hand(link(table_state.game), nola(1, 0, 0), by_seat=0, at=NOON)
    typed(made, olga, (16, 2))
    assert game_of(made).stars == [1, 0]
    assert standings(made)["P1"].wins_and_stars == 2
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

"""Points adjusted in a game of a party: the standings and every page that follows the party notice."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import NOON, high, link
from tests.party.builders import (
    LATER,
    friday_playing,
    game_of,
    logged,
    party_state,
    play,
    standings,
)
from tests.web.html import Html, nothing_new
from tests.web.party_site import run
from whistclub.party import parties
from whistclub.party.actions import results
from whistclub.party.actions.seating import make_draft
from whistclub.party.desk.console import version_of
from whistclub.party.models import Party
from whistclub.play.entries import record_hand, redeal
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


def test_points_count_in_the_standings(both_in, olga):
    one, other = winners(both_in)[0], losers(both_in)[0]
    adjust(both_in, olga, -2, 5)
    assert (line(both_in, one), line(both_in, other)) == ((1, 10), (0, 5))


def test_a_changed_winner_shows_in_the_standings(both_in, olga):
    one, other = winners(both_in)[0], losers(both_in)[0]
    made = adjust(both_in, olga, -12, 1)
    assert (line(both_in, one)[0], line(both_in, other)[0]) == (0, 1)
    undo_adjustment(game_of(both_in), made.pk, by=olga, at=LATER)
    assert (line(both_in, one), line(both_in, other)) == ((1, 12), (0, 0))


def test_the_result_of_a_game_ended_by_an_adjustment_counts(two_tables, olga):
    played(two_tables, (0, 9))
    adjust(two_tables, olga, 10, 0)
    table_state = party_state(two_tables).current.table(1)
    assert (table_state.is_in, table_state.game.state) == (True, Game.State.FINISHED)


def test_a_locked_result_can_be_adjusted(both_in, olga):
    results.lock_table(both_in, 1, 1, by=olga, at=LATER)
    adjust(both_in, olga, -2, 0)
    assert line(both_in, winners(both_in)[0]) == (1, 10)
    assert game_of(both_in).locked


def test_grands_and_hands_won_match_the_hands(both_in, olga):
    adjust(both_in, olga, 5, 0)
    tally = party_state(both_in).current.table(1).tally
    assert (tally.grands, tally.hands_won) == ((4, 0, 0, 0), (4, 0))


# Pages that follow


@pytest.mark.parametrize("of_pages", [parties.token_of_results, parties.token_of_finished_tables])
def test_pages_showing_results_are_updated(both_in, olga, of_pages):
    seen = [of_pages(Party.objects.get(pk=both_in.pk))]
    made = adjust(both_in, olga, -2, 0)
    seen.append(of_pages(Party.objects.get(pk=both_in.pk)))
    undo_adjustment(game_of(both_in), made.pk, by=olga, at=LATER)
    seen.append(of_pages(Party.objects.get(pk=both_in.pk)))
    assert len(set(seen)) == 3


def test_a_game_reopened_by_a_correction_updates_the_projector(two_tables, olga):
    played(two_tables, *[(0, 10)] * 4)
    seen = parties.token_of_finished_tables(Party.objects.get(pk=two_tables.pk))
    made = adjust(two_tables, olga, -20, 0)
    assert parties.token_of_finished_tables(Party.objects.get(pk=two_tables.pk)) != seen
    undo_adjustment(game_of(two_tables), made.pk, by=olga, at=LATER)


def test_the_organisers_page_of_the_party_shows_the_new_score(organiser, both_in, olga):
    held = version_of(both_in, timezone.now())
    live = f"{run(both_in, 'console_live')}?v="
    assert nothing_new(organiser.get(live + held))
    adjust(both_in, olga, -2, 0)
    response = organiser.get(live + held)
    assert response.status_code == 200
    assert "10" in Html(response).text


@pytest.mark.parametrize("name", ["public", "public_standings", "projector"])
def test_public_pages_are_updated(both_in, olga, name):
    address = f"{reverse(f'party:{name}', args=[both_in.code])}?v="
    before = parties.token_of_finished_tables(both_in)
    assert nothing_new(Client().get(address + before))
    adjust(both_in, olga, -2, 0)
    assert Client().get(address + before).status_code == 200


# In the browser


def test_the_page_of_the_game_adjusts_it_and_leads_back_to_the_party(organiser, both_in):
    form = {"side": "0", "points": "-2", "reason": "Talked across the table"}
    response = organiser.post(at_table(both_in, "adjust"), form)
    page = Html(organiser.get(response.url))
    assert run(both_in, "console") in [each["href"] for each in page.find("a")]
    assert "Talked across the table" in page.text
    assert at_table(both_in, "adjust") in [each["action"] for each in page.find("form")]
    assert game_of(both_in).totals == [10, 0]
    line = next(line for line in logged(both_in) if "Talked across the table" in line.sentence)
    assert line.before != line.after
    assert both_in.log.get(kind="points_adjusted").by_user.name == "Olga"

    made = game_of(both_in).adjustments.get()
    back = organiser.post(at_table(both_in, "undo_adjustment"), {"adjustment": made.pk})
    assert (back.status_code, game_of(both_in).totals) == (302, [12, 0])
    assert organiser.post(at_table(both_in, "undo_adjustment"), {"adjustment": made.pk}).status_code == 409


def test_a_draft_based_on_the_result_follows_it(organiser, both_in, olga):
    make_draft(both_in, seed=1, by=olga, at=LATER)
    form = {"side": "0", "points": "-20", "reason": "Wrong cards"}
    assert organiser.post(at_table(both_in, "adjust"), form).status_code == 302
    state = party_state(both_in)
    assert state.draft.round.made_for == state.made_for
    assert line(both_in, losers(both_in)[0])[0] == 1


def test_invalid_adjustments_are_explained_and_kept(organiser, both_in):
    form = {"side": "1", "points": "many", "reason": "Late"}
    response = organiser.post(at_table(both_in, "adjust"), form)
    page = Html(response)
    assert (response.status_code, page.value("points"), page.value("reason")) == (422, "many", "Late")


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
    assert (game.state, game.hands_scored, game.entries) == (Game.State.RUNNING, 3, 6)
    assert not party_state(of).current.table(1).is_in
    entered(game, high(7, 3, 7))
    table_state = party_state(of).current.table(1)
    assert (table_state.is_in, table_state.game.hands_scored) == (True, 4)
    assert (table_state.tally.grands, table_state.tally.hands_won) == ((1, 1, 0, 1), (1, 3))


def test_hands_after_the_end_do_not_count_despite_redeals(olga):
    of = friday_playing(olga, count=4, round_end="target", hands=None)
    entered(
        game_of(of),
        redeal(uuid4(), 1, deal_passes=False),
        high(2, 0, 13),
        redeal(uuid4(), 3, deal_passes=False),
        high(4, 1, 8),
        high(5, 0, 13),
    )
    made = adjust(of, olga, -2, 0)
    entered(game_of(of), high(6, 1, 9))
    undo_adjustment(game_of(of), made.pk, by=olga, at=LATER)
    table_state = party_state(of).current.table(1)
    assert (table_state.game.hands_scored, table_state.game.totals) == (3, [14, 2])
    assert (table_state.tally.grands, table_state.tally.hands_won) == ((2, 1, 0, 0), (2, 1))

"""Side tables: those who sit out play meanwhile, outside the party, and no round waits for them."""

from random import Random
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import link, record
from tests.party.builders import (
    LATER,
    friday,
    friday_playing,
    key,
    next_round,
    party_state,
    sit_outs,
    standings,
    swap,
    typed,
)
from tests.stats.test_books_agree import disagreements
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.party.actions import lifecycle, people, rehearsal, seating
from whistclub.party.actions.refusals import NobodyForSideTable
from whistclub.party.actions.side_tables import start_side_tables
from whistclub.party.actions.undoing import CannotBeUndone, undo_step
from whistclub.play.actions.lifecycle import play_again
from whistclub.play.actions.recording import undo_hand
from whistclub.play.actions.statistics import bring_up_to_date
from whistclub.play.models import Game
from whistclub.play.simulation import random_entry
from whistclub.stats.models import GameFact

pytestmark = [pytest.mark.django_db, pytest.mark.writes, pytest.mark.alike]


def start(party, olga):
    start_side_tables(party, by=olga, at=LATER)
    return [Game.objects.get(pk=key) for key in party_state(party).current.side_tables]


def seven(olga, **settings):
    """One table; P5, P6 and P7 sit out and play at a side table."""
    party = friday_playing(olga, count=7, **settings)
    return party, start(party, olga)[0]


def a_hand(game, seed=2):
    record(game, random_entry(Random(seed), 1, game.rules))


def people_of(game):
    return [seat.player.name for seat in game.seats.order_by("position").select_related("player")]


@pytest.mark.parametrize(
    "count, most, presets",
    [
        (6, None, ["two_player"]),
        (7, None, ["widow"]),
        (8, 1, ["two_player", "two_player"]),
        (9, 1, ["two_player", "widow"]),
        (10, 1, ["widow", "widow"]),
    ],
)
def test_all_who_sit_out_play_in_threes_and_twos(olga, count, most, presets):
    party = friday_playing(olga, count=count, policy={"max_tables": most})
    games = start(party, olga)
    assert [game.preset for game in games] == presets
    assert sorted(name for game in games for name in people_of(game)) == sorted(sit_outs(party_state(party)))
    with pytest.raises(NobodyForSideTable):
        start(party, olga)


def test_one_alone_cannot_play(olga):
    party = friday_playing(olga, count=5)
    with pytest.raises(NobodyForSideTable):
        start(party, olga)


def test_the_party_counts_nothing_of_it_and_seats_as_without_it(olga):
    party, game = seven(olga)
    plain = friday_playing(olga, count=7)
    a_hand(game)
    for each in (party, plain):
        typed(each, olga, (5, 3))
        next_round(each, olga)
    assert sit_outs(party_state(party)) == sit_outs(party_state(plain))
    assert standings(party) == standings(plain)


@pytest.mark.parametrize("counts", [False, True])
def test_whether_it_is_in_the_statistics_is_a_setting(olga, counts):
    party, game = seven(olga, side_tables_count=counts)
    a_hand(game)
    typed(party, olga, (5, 3))
    next_round(party, olga)
    game.refresh_from_db()
    assert (game.state, game.ended_early) == (Game.State.FINISHED, True)
    bring_up_to_date(party.club)
    assert GameFact.objects.filter(game=game.pk).exists() == counts
    again = play_again(link(game), 0, by_user=olga.pk, at=LATER)
    assert again.excluded_from_statistics != counts
    assert disagreements(party.club) == []


def test_an_open_side_table_stops_no_round_and_ends_with_it(olga):
    party, game = seven(olga)
    typed(party, olga, (5, 3))
    next_round(party, olga)
    game.refresh_from_db()
    assert (game.state, game.locked) == (Game.State.STOPPED, False)
    other = start(party, olga)[0]
    typed(party, olga, (5, 3))
    lifecycle.finish(party, by=olga, at=LATER)
    other.refresh_from_db()
    assert other.state == Game.State.STOPPED


def test_one_who_gets_a_seat_ends_their_side_table_and_undo_brings_it_back(olga):
    party, game = seven(olga)
    people.leave_now(party, key(party, "P1"), substitute=key(party, "P6"), by=olga, at=LATER)
    game.refresh_from_db()
    assert game.state == Game.State.STOPPED
    undo_step(party, party.step, by=olga, at=LATER)
    game.refresh_from_db()
    assert game.state == Game.State.IN_PROGRESS
    swap(party, olga, "P2", "P7", reason="They asked")
    game.refresh_from_db()
    assert game.state == Game.State.STOPPED


def test_a_side_table_is_undone_in_one_step_until_a_hand_is_played(olga):
    party, game = seven(olga)
    undo_step(party, party.step, by=olga, at=LATER)
    assert not Game.objects.filter(pk=game.pk).exists()
    game = start(party, olga)[0]
    a_hand(game)
    with pytest.raises(CannotBeUndone, match="something was entered at a side table"):
        undo_step(party, party.step, by=olga, at=LATER)
    undo_hand(link(game), uuid4(), game.hands.get().uid, by_seat=0, at=LATER)
    with pytest.raises(CannotBeUndone):
        undo_step(party, party.step, by=olga, at=LATER)
    a_hand(game, seed=3)
    seating.undo_round(party, 1, sure=True, by=olga, at=LATER)
    game.refresh_from_db()
    assert game.state == Game.State.FINISHED


def test_a_rehearsal_takes_its_side_tables_with_it(olga):
    copy = rehearsal.rehearse(friday(olga, count=7, side_tables_count=True), by=olga, at=LATER)
    next_round(copy, olga)
    game = start(copy, olga)[0]
    assert game.excluded_from_statistics
    a_hand(game)
    rehearsal.remove_rehearsal(copy)
    assert not Game.objects.exists()


def test_one_tap_starts_it_and_everyone_reads_where_they_are(organiser, olga):
    party = friday_playing(olga, count=7)
    page = Html(organiser.get(run(party, "console")))
    assert "Start a side table" in page.texts("button")
    page = Html(organiser.post(run(party, "start_side_tables"), follow=True))
    text = " ".join(page.text.split())
    assert "Side table: P5, P6 and P7 Code and score pad" in text
    assert "Sitting out" not in text
    assert "Start a side table" not in page.texts("button")
    game = Game.objects.exclude(party_code=party.code).get()
    assert organiser.get(reverse("play:game", args=[party.club.slug, game.code])).status_code == 200
    public = reverse("party:public", args=[party.code])
    mine = " ".join(Html(Client().get(public, {"me": 5})).text.split())
    assert "Side table with P6 and P7" in mine
    assert "Plays at a side table until the next round." in mine
    assert "Side table: P5, P6, P7" in " ".join(Html(Client().get(public)).text.split())
    wall = Html(Client().get(reverse("party:projector", args=[party.code]))).text
    assert ("Side table" in wall, "side table" in wall, "Sitting out" in wall) == (True, True, False)

"""Whatever happens to games, parties and people: what statistics keep is what they would say if made anew, and what a
second count says.
"""

from contextlib import suppress
from datetime import timedelta

import pytest

from tests.builders import NOON, game, high, link, play_out, record
from tests.stats.random_walk import Walk
from tests.stats.snapshot import stored_and_recounted
from whistclub.ops.integrity import disagreements, rebuild
from whistclub.play import replay, statistics
from whistclub.play.entries import correct_hand
from whistclub.play.models import Game
from whistclub.play.statistics import bring_up_to_date
from whistclub.stats.models import GameFact, PlayerGame
from whistclub.web.errors import Refused
from whistclub.web.transactions import write_transaction

STEPS = 40
WALKS = [
    pytest.param(2, 8, {"round_end": "bell", "hands": None, "minutes": 9}, id="8 people"),
    pytest.param(3, 5, {"preset": "askov", "hands": 3}, id="5 people", marks=pytest.mark.postgres),
]


@pytest.mark.parametrize("seed, size, settings", WALKS)
def test_derived_data_agrees_throughout_random_evenings(db, seed, size, settings):
    walk = Walk(seed, size, settings)
    done = []
    while len(done) < STEPS:
        # IndexError: there is nothing yet to do it to.
        with suppress(Refused, IndexError):
            walk.step()
            if len(done) % 2:
                bring_up_to_date()
            done.append(walk.doing)
            if len(done) % 3 == 0:
                assert disagreements(walk.club) == [], done[-3:]
    walk.settle()
    assert disagreements(walk.club) == []
    bring_up_to_date()
    for what, kept, counted in stored_and_recounted(walk.club):
        assert kept == counted, what
    assert GameFact.objects.count() >= 3
    assert len(set(done)) > 15


def ratings():
    bring_up_to_date()
    rows = PlayerGame.objects.order_by("started_at", "game", "seat")
    return list(rows.values_list("game", "seat", "mu", "sigma", "expected"))


@pytest.fixture
def played(olga, prairie):
    """Twelve games of five people, an evening each, the same side winning each."""
    names = ("Ann", "Bob", "Clara", "Dan", "Edith")
    return [
        play_out(at(game(prairie, olga, names=names[number % 5 :] + names[: number % 5]), number))
        for number in range(12)
    ]


def at(of, day):
    of.started_at = NOON + timedelta(days=day)
    of.save(update_fields=["started_at"])
    return of


def turn(of):
    """Correct a game so that the other side has won it."""
    for hand in replay.read(of).current_entries:
        correct_hand(link(of), high(hand.position, 1, 13), corrects=hand.uid, by_seat=0, at=NOON)


def test_a_corrected_old_game_is_rated_as_if_always_correct(prairie, played):
    before = ratings()
    turn(played[2])
    after = ratings()
    assert [row for row in after if row[0] < played[2].pk] == [row for row in before if row[0] < played[2].pk]
    assert all(new != old for new, old in zip(after[8:], before[8:], strict=True))
    rebuild(prairie)
    assert ratings() == after


def test_a_game_entered_long_after_it_was_played_is_rated_in_its_place(olga, prairie, played):
    late = at(game(prairie, olga), 3)
    record(late, *(high(number, 1, 13) for number in (1, 2)))
    after = ratings()
    assert [row[0] for row in after[::4]].index(late.pk) == 4
    rebuild(prairie)
    assert ratings() == after
    assert disagreements(prairie) == []


def test_a_list_taken_in_in_parts_is_rated_in_the_order_of_play(prairie, played, monkeypatch):
    """Two at a time, in no order, among games that are known: the list has none of the 5th, 6th and last evening."""
    monkeypatch.setattr(statistics, "AT_ONCE", 2)
    before = ratings()
    listed = [each.pk for place, each in enumerate(played) if place not in (4, 5, 11)]
    Game.objects.filter(pk__in=listed).update(awaits_statistics=True)
    GameFact.objects.filter(game__in=listed[::2]).delete()
    PlayerGame.objects.update(mu=1, sigma=1, expected=0)
    with write_transaction():
        statistics.learn_after_commit(listed[::-1])
    assert not Game.objects.filter(awaits_statistics=True).exists()
    assert ratings() == before

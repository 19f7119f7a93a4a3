"""The made-up club."""

from datetime import UTC, datetime
from itertools import count
from random import Random

import pytest
from django.db import connection
from django.utils import timezone

from tests import builders
from whistclub.club.founding import is_claimed
from whistclub.club.models import Club
from whistclub.ops.demo import fill_demo, past_party
from whistclub.party.models import Party
from whistclub.play.models import Game
from whistclub.stats.inputs import evening_of

STATEMENTS = 400  # of more than two thousand


@pytest.mark.writes
@pytest.mark.django_db
def test_a_demonstration_that_was_interrupted_leaves_nothing_and_can_be_made_again():
    run = count()

    def interrupt(execute, sql, *how):
        # Not a savepoint: interrupted while it ends, Django’s transaction would go on in the tests after this one.
        if next(run) > STATEMENTS and sql.startswith("INSERT"):
            raise KeyboardInterrupt
        return execute(sql, *how)

    with connection.execute_wrapper(interrupt), pytest.raises(KeyboardInterrupt):
        fill_demo()
    assert not is_claimed()
    assert not Club.objects.exists()


@pytest.mark.writes
@pytest.mark.django_db
def test_a_party_is_named_after_the_evening_where_the_club_is():
    """It is the evening of the 20th in Chicago, and already the 21st in London."""
    olga, club = builders.organiser()
    Club.objects.update(time_zone="America/Chicago")
    club.refresh_from_db()
    at = datetime(2026, 3, 21, 1, tzinfo=UTC)
    assert past_party(club, olga, Random(1), at=at).name == "Party of 20 March"


@pytest.mark.django_db
def test_past_parties_are_of_one_evening_at_whatever_time_the_club_is_made(monkeypatch):
    """Three hours before this moment the last rounds of a party would begin after four: in the next evening."""
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 23, 11, 40, tzinfo=UTC))
    fill_demo()
    parties = Party.objects.filter(state=Party.State.FINISHED)
    assert len(parties) == 3
    for party in parties:
        (day,) = {evening_of(game.started_at, party.club) for game in Game.objects.filter(party_code=party.code)}
        assert party.name == f"Party of {day.day} {day:%B}"

"""The end of an evening: finish it, take it up again, give the club's own prizes, renew the codes of the tables."""

import pytest

from tests.party.builders import (
    LATER,
    friday,
    friday_playing,
    logged,
    next_round,
    party_state,
    play,
    play_round,
    standings,
    typed,
)
from whistclub.party.access import TableLink, read_link
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import results
from whistclub.party.models import Party
from whistclub.party.refusals import ResultsMissing, StalePartyState
from whistclub.play.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.writes, pytest.mark.alike]


@pytest.fixture
def played(olga):
    """One round of two tables, its results typed."""
    made = friday_playing(olga, count=8, own_prizes=("Best hat",))
    typed(made, olga, (5, 3), (3, 5))
    return made


def fresh(of):
    return Party.objects.get(pk=of.pk)


def finish(of, by):
    party_lifecycle.finish(of, by=by, at=LATER)


def test_a_party_cannot_finish_while_a_table_is_playing(played, olga):
    next_round(played, olga)
    with pytest.raises(ResultsMissing) as refusal:
        finish(played, olga)
    assert refusal.value.sentence == "The results of tables 1, 2 are missing."
    assert fresh(played).state == Party.State.PLAYING


def test_a_party_cannot_finish_while_an_earlier_table_is_open(played, olga):
    play_round(played, olga, (5, 3), (3, 5))
    results.reopen_table(played, 1, 2, by=olga, at=LATER)
    with pytest.raises(ResultsMissing):
        finish(played, olga)


def test_a_party_cannot_end_before_it_begins(olga):
    with pytest.raises(StalePartyState):
        finish(friday(olga, count=8), olga)


def test_an_earlier_open_table_is_locked_at_the_end_too(played, olga):
    play_round(played, olga, (5, 3), (3, 5))
    results.reopen_table(played, 1, 2, by=olga, at=LATER)
    play(party_state(played).round(1).table(2), (0, 13), (0, 13))
    finish(played, olga)
    assert not Game.objects.filter(locked=False).exists()


def test_a_result_can_be_corrected_after_the_end(played, olga):
    finish(played, olga)
    before = {name: line.rank for name, line in standings(played).items()}
    results.type_result(played, 1, 1, (3, 5), by=olga, at=LATER)
    after = {name: line.rank for name, line in standings(played).items()}
    assert sum(before[name] != after[name] for name in before) == 4
    assert fresh(played).state == Party.State.FINISHED


# Taking it up again


def test_a_reopened_party_continues_where_it_was(played, olga):
    finish(played, olga)
    party_lifecycle.reopen_party(played, by=olga, at=LATER)
    assert (fresh(played).state, fresh(played).finished_at) == (Party.State.PLAYING, None)
    assert next_round(played, olga).current.round.number == 2


# Prizes of the club


def test_a_club_prize_can_be_awarded(played, olga):
    party_lifecycle.give_prize(played, "Best hat", 3, by=olga, at=LATER)
    assert fresh(played).own_prizes == [{"title": "Best hat", "entrant": 3}]
    assert (logged(played)[-1].sentence, logged(played)[-1].after) == ("Prize “Best hat”", "P3")


@pytest.mark.parametrize("title, number", [("Worst hat", 3), ("Best hat", 99)])
def test_an_unknown_prize_or_person_is_refused(played, olga, title, number):
    with pytest.raises(StalePartyState):
        party_lifecycle.give_prize(played, title, number, by=olga, at=LATER)


# Cards of the tables


def test_the_card_of_a_table_can_be_read_back():
    link = TableLink(7, 2, 11)
    assert read_link(link.token) == link


@pytest.mark.parametrize("spoilt", ["", "7-2-11", "7-2-11.", "x", "7-2-12.{}", "7-2-11.{}x"])
def test_a_card_from_elsewhere_is_not_accepted(spoilt):
    signature = TableLink(7, 2, 11).token.split(".")[1]
    assert read_link(spoilt.format(signature)) is None

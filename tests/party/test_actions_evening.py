"""The end of an evening: finish it, take it up again, give the club's own prizes, renew the codes of the tables."""

import pytest

from tests.builders import NOON
from tests.party.builders import (
    LATER,
    friday,
    friday_playing,
    key,
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
from whistclub.party.actions import people, results, seating, swaps, timer
from whistclub.party.models import Party
from whistclub.party.refusals import ResultsMissing, StalePartyState
from whistclub.play.models import Game
from whistclub.play.refusals import Closed

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


def test_a_finished_party_shows_when_it_ended(played, olga):
    finish(played, olga)
    assert (fresh(played).state, fresh(played).finished_at) == (Party.State.FINISHED, LATER)
    assert logged(played)[-1].sentence == "Party finished"


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


def test_a_second_organiser_finishing_sees_it_is_done(played, olga):
    finish(played, olga)
    with pytest.raises(StalePartyState):
        finish(played, olga)


def test_a_draft_is_dropped_at_the_end(played, olga):
    seating.make_draft(played, by=olga, at=NOON)
    finish(played, olga)
    assert party_state(played).draft is None


def test_phones_are_read_only_after_the_end(olga):
    made = friday(olga, count=4)
    table_state = next_round(made, olga).current.table(1)
    play(table_state, (0, 13), (0, 13))
    finish(made, olga)
    with pytest.raises(Closed):
        play(table_state, (0, 9))


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


def test_the_bell_does_not_ring_after_the_end(played, olga):
    finish(played, olga)
    for act in (timer.ring, lambda of, **who: timer.start(of, 20, **who)):
        with pytest.raises(StalePartyState):
            act(played, by=olga, at=LATER)


def test_no_seats_are_changed_after_the_end(played, olga):
    finish(played, olga)
    with pytest.raises(StalePartyState):
        swaps.swap_seats(played, key(played, "P1"), key(played, "P3"), reason="late", by=olga, at=LATER)


# Taking it up again


def test_a_reopened_party_continues_where_it_was(played, olga):
    finish(played, olga)
    party_lifecycle.reopen_party(played, by=olga, at=LATER)
    assert (fresh(played).state, fresh(played).finished_at) == (Party.State.PLAYING, None)
    assert next_round(played, olga).current.round.number == 2


def test_only_a_finished_party_can_be_reopened(played, olga):
    with pytest.raises(StalePartyState):
        party_lifecycle.reopen_party(played, by=olga, at=LATER)


def test_players_can_check_in_to_a_reopened_party(played, olga):
    finish(played, olga)
    party_lifecycle.reopen_party(played, by=olga, at=LATER)
    people.check_in(played, ["Late"], by=olga, at=LATER)
    assert len(party_state(played).present) == 9


# Prizes of the club


def test_a_club_prize_can_be_awarded(played, olga):
    party_lifecycle.give_prize(played, "Best hat", 3, by=olga, at=LATER)
    assert fresh(played).own_prizes == [{"title": "Best hat", "entrant": 3}]
    assert (logged(played)[-1].sentence, logged(played)[-1].after) == ("Prize “Best hat”", "P3")


def test_a_prize_can_be_reassigned_or_withdrawn(played, olga):
    party_lifecycle.give_prize(played, "Best hat", 3, by=olga, at=LATER)
    party_lifecycle.give_prize(played, "Best hat", None, by=olga, at=LATER)
    assert fresh(played).own_prizes == [{"title": "Best hat", "entrant": None}]
    assert (logged(played)[-1].before, logged(played)[-1].after) == ("P3", "")


@pytest.mark.parametrize("title, number", [("Worst hat", 3), ("Best hat", 99)])
def test_an_unknown_prize_or_person_is_refused(played, olga, title, number):
    with pytest.raises(StalePartyState):
        party_lifecycle.give_prize(played, title, number, by=olga, at=LATER)


# Cards of the tables


def test_new_codes_invalidate_the_cards(played, olga):
    before = fresh(played).club.card_version
    party_lifecycle.renew_codes(played, by=olga, at=LATER)
    assert fresh(played).club.card_version == before + 1
    assert logged(played)[-1].sentence == "New codes for the tables"


def test_the_card_of_a_table_can_be_read_back():
    link = TableLink(7, 2, 11)
    assert read_link(link.token) == link


@pytest.mark.parametrize("spoilt", ["", "7-2-11", "7-2-11.", "x", "7-2-12.{}", "7-2-11.{}x"])
def test_a_card_from_elsewhere_is_not_accepted(spoilt):
    signature = TableLink(7, 2, 11).token.split(".")[1]
    assert read_link(spoilt.format(signature)) is None

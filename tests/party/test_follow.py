"""The law of what is kept for everyone: it equals what would be made now."""

import re

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.builders import NOON, undone
from tests.party.builders import LATER, friday, friday_playing, next_round, party_state, play, swap, typed
from whistclub.club.actions import change_player
from whistclub.party import parties
from whistclub.party.actions import broadcast, lifecycle, people, results, seating, timer
from whistclub.party.public import seats
from whistclub.party.public.pages import standings_for_all
from whistclub.party.public.seats import evening_for_all

# Inside a transaction nothing is kept.
pytestmark = pytest.mark.django_db(transaction=True)

PAGES = ("public_tables", "public_standings")
FOLLOWING = ("public", *PAGES, "projector")
EACH_TIME = re.compile(r'data-now="\d+"|csrf\w+" value="\w+"')


def shown(of):
    """What phones and the projector are shown: two people, one who comes later, and nobody in particular."""
    return [
        EACH_TIME.sub("", Client().get(reverse(f"party:{name}", args=[of.code]), {"me": me}).content.decode())
        for name in FOLLOWING
        for me in (1, 5, 11, "")
    ]


@pytest.mark.parametrize("few", [4, 50])
def test_what_is_kept_equals_what_would_be_made_now(olga, monkeypatch, few):
    monkeypatch.setattr(seats, "FEW_PEOPLE", few)
    of = friday(olga, count=10, own_prizes=("Best cake",))

    def finish(table_state):
        play(table_state, (0, 13), (0, 13))

    evening = [
        lambda: people.check_in(of, ["Ann", "Bob", "Clara"], by=olga, at=NOON),
        lambda: next_round(of, olga),
        lambda: play(party_state(of).current.table(1), (0, 9)),
        lambda: finish(party_state(of).current.table(2)),
        lambda: people.check_out(of, party_state(of).current.sitting_out[0].entrant_id, by=olga, at=NOON),
        lambda: swap(of, olga, "P1", "P5"),
        lambda: typed(of, olga, (5, 3), (3, 5), (4, 4)),
        lambda: change_player(of.club.players.get(name="P2"), name="Petra", by=olga, at=LATER),
        lambda: broadcast.show_message(of, "Coffee", by=olga, at=NOON),
        lambda: results.record_cut(of, 1, 3, 0, by=olga, at=NOON),
        lambda: seating.make_draft(of, seed=1, by=olga, at=NOON),
        lambda: people.check_in(of, ["Dora"], by=olga, at=NOON),
        lambda: seating.announce(of, by=olga, at=NOON),
        lambda: timer.start(of, 20, by=olga, at=NOON),
        lambda: results.type_result(of, 1, 1, (2, 6), by=olga, at=LATER),
        lambda: seating.undo_round(of, 2, sure=True, by=olga, at=LATER),
        lambda: next_round(of, olga),
        lambda: typed(of, olga, (5, 3), (3, 5), (7, 4)),
        lambda: lifecycle.finish(of, by=olga, at=LATER),
        lambda: results.type_result(of, 2, 1, (1, 9), by=olga, at=LATER),
        lambda: lifecycle.reopen_party(of, by=olga, at=LATER),
    ]
    for number, happens in enumerate(evening):
        happens()
        kept = shown(of)
        with transaction.atomic():
            assert kept == shown(of), number


def test_what_is_written_and_undone_is_kept_for_nobody(olga):
    of = friday_playing(olga, count=9)
    before = shown(of)
    with undone():
        typed(of, olga, (5, 3), (3, 5))
        assert shown(of) != before
    assert shown(of) == before


def test_the_draft_is_in_nothing_that_is_shared(olga):
    of = friday_playing(olga, count=8)
    typed(of, olga, (5, 3), (3, 5))
    seating.make_draft(of, seed=1, by=olga, at=NOON)
    of.refresh_from_db()
    for part in (evening_for_all, standings_for_all):
        assert [each.round.number for each in part(of, parties.token_of_finished_tables(of)).state.rounds] == [1]

"""The last steps of a transaction that writes; what it checks when it replaces whole tables."""

from contextlib import suppress

import pytest
from django.db import IntegrityError, connection

from whistclub.club.models import Club
from whistclub.stats.models import ClubDay, GameFact
from whistclub.web.transactions import at_the_end, replacing, write_transaction

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


def test_last_steps_are_taken_once_in_order_inside_the_outermost_transaction():
    taken = []
    with write_transaction():
        for key in ("b", "a", "b"):
            with write_transaction():
                at_the_end((key,), lambda key=key: taken.append((key, connection.in_atomic_block)))
        assert taken == []
    assert taken == [("a", True), ("b", True)]


def test_a_transaction_that_fails_takes_no_last_step_and_leaves_none_over():
    taken = []
    with suppress(KeyError), write_transaction():
        at_the_end(("a",), lambda: taken.append("a"))
        raise KeyError
    with write_transaction():
        at_the_end(("b",), lambda: taken.append("b"))
    assert taken == ["b"]


@pytest.mark.django_db(transaction=True)
def test_replaced_rows_that_refer_to_nothing_are_refused_as_everywhere():
    for begun in (replacing([ClubDay]), write_transaction()):
        with pytest.raises(IntegrityError), begun:
            ClubDay.objects.bulk_create([ClubDay(club=Club(pk=99), day="2026-11-23", games=1, hands=8, players=4)])
        assert not ClubDay.objects.exists()


def test_tables_whose_rows_were_replaced_have_their_indexes_again():
    tables = [GameFact._meta.db_table, ClubDay._meta.db_table]

    def indexes():
        with connection.cursor() as cursor:
            return [connection.introspection.get_constraints(cursor, table) for table in tables]

    before = indexes()
    assert "stats_game_order" in before[0]
    with replacing([GameFact, ClubDay]):
        pass
    assert indexes() == before
    with suppress(KeyError), replacing([GameFact, ClubDay]):
        raise KeyError
    assert indexes() == before

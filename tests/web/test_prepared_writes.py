"""A prepared write stores what Django would store, and leaves the object as Django would leave it."""

import sys
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from tests.builders import NOON, high, link
from tests.builders import game as game_by
from tests.party import builders
from whistclub.party.actions import steps
from whistclub.party.actions import transaction as of_change
from whistclub.party.models import LogEntry, Step
from whistclub.play.actions.entries import STORED_FIELDS
from whistclub.play.actions.recording import record_hand
from whistclub.play.models import EntryRecord, Game, GameEvent
from whistclub.web.prepared_writes import PreparedDelete, PreparedUpdate, insert, update

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


@pytest.fixture
def party(olga):
    party = builders.friday(olga, count=8)
    builders.next_round(party, olga)
    builders.typed(party, olga, (12, 7), (5, 3))
    return party


@pytest.fixture
def rows(party, prairie, olga):
    """One row, not stored yet, of each model whose rows are inserted so."""
    game = game_by(prairie, olga)
    hand = record_hand(link(game), high(1, 0, 9), by_seat=1, at=NOON).hand
    found = [hand, GameEvent.objects.last(), LogEntry.objects.last(), Step.objects.last()]
    # A step is that of one entry, and a place of a game has one hand.
    Step.objects.all().delete()
    EntryRecord.objects.all().delete()
    for row in found:
        row.pk = row.club_id = None
        row._state.adding = True
    return found


def stored(row):
    return type(row).objects.filter(pk=row.pk).values().get()


def test_an_inserted_row_is_stored_as_django_stores_it(rows):
    for row in rows:
        with transaction.atomic():
            row.save()
            by_django, state = stored(row), (row._state.adding, row._state.db)
            transaction.set_rollback(True)
        row.pk = row.club_id = None
        row._state.adding = True
        insert(row)
        assert stored(row) == by_django | {"id": row.pk}, type(row)
        assert (row._state.adding, row._state.db) == state
        assert row.club_id == by_django["club_id"]


def test_an_update_stores_the_named_fields_as_django_stores_them(party):
    game, other = Game.objects.order_by("pk")[:2]
    for name in STORED_FIELDS:
        setattr(game, name, getattr(other, name))
    game.state, game.totals, game.paper_result, game.winner = Game.State.IN_PROGRESS, [8, -2], None, None
    game.finished_at, game.used_at, game.locked, game.remark = None, builders.AFTER, False, "not named"
    with transaction.atomic():
        game.save(update_fields=STORED_FIELDS)
        by_django = stored(game)
        transaction.set_rollback(True)
    assert stored(game) != by_django
    untouched = stored(other)
    update(game, STORED_FIELDS)
    assert (stored(game), stored(other)) == (by_django, untouched)


def without_brackets(captured):
    """The statements but for the brackets that a value given later has around it."""
    return [each["sql"].translate(str.maketrans("", "", "()")) for each in captured if "SAVEPOINT" not in each["sql"]]


def test_every_prepared_change_of_the_site_is_the_statement_of_its_queryset(party):
    party.refresh_from_db()
    asked = {steps._delete_earlier: (party.pk, "playing.0"), of_change._raise_revision: (party.pk,)}
    modules = [module for name, module in sys.modules.items() if name.startswith("whistclub.")]
    kinds = (PreparedDelete, PreparedUpdate)
    assert {each for module in modules for each in vars(module).values() if isinstance(each, kinds)} == set(asked)
    for write, values in asked.items():
        rows = write.build(*values)
        with transaction.atomic(), CaptureQueriesContext(connection) as by_django:
            rows.delete() if isinstance(write, PreparedDelete) else rows.update(**write.changes)
            transaction.set_rollback(True)
        with CaptureQueriesContext(connection) as prepared:
            write(*values)
        assert without_brackets(prepared) == without_brackets(by_django)
    before = party.revision
    party.refresh_from_db()
    assert (Step.objects.count(), party.revision) == (0, before + 1)


@pytest.mark.django_db(transaction=True)
def test_after_a_refused_insert_nothing_more_is_stored_in_its_transaction(rows):
    hand = rows[0]
    insert(hand)
    again = EntryRecord(game=hand.game, uid=hand.uid, position=2, contract="high", recorded_at=NOON)
    with transaction.atomic():
        with pytest.raises(IntegrityError):
            insert(again)
        with pytest.raises(TransactionManagementError):
            insert(EntryRecord(game=hand.game, uid=uuid4(), position=2, contract="high", recorded_at=NOON))
    assert EntryRecord.objects.count() == 1

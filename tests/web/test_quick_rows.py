"""A quick row is as Django would make it, and is stored as Django would store it."""

from copy import copy

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, transaction
from django.db.models import F, Model
from django.db.models.signals import post_init, pre_init

from tests.builders import organiser
from tests.party import builders
from whistclub.play.models import Game
from whistclub.web.quick_rows import QuickRow

pytestmark = pytest.mark.django_db

QUICK = [model for model in apps.get_models() if issubclass(model, QuickRow)]


@pytest.fixture
def _party():
    olga, _club = organiser()
    party = builders.friday(olga, count=9)
    builders.play(builders.next_round(party, olga).current.tables[0], (0, 9))


def with_rows():
    found = [model for model in QUICK if model.objects.exists()]
    assert len(found) >= 9
    return found


def held(row):
    """All that an object holds; Django makes the place for what is read with it sooner."""
    return {**vars(row), "_state": {"fields_cache": {}, **vars(row._state)}}


@pytest.mark.usefixtures("_party")
def test_a_quick_row_holds_what_django_would_let_it_hold():
    for model in with_rows():
        names = [field.attname for field in model._meta.concrete_fields]
        for read in (names, names[::2]):
            values = model.objects.values_list(*read).first()
            usual = Model.from_db.__func__(model, "default", read, values)
            quick = model.from_db("default", read, values)
            assert held(quick) == held(usual)
            assert quick.get_deferred_fields() == usual.get_deferred_fields()
            assert quick == usual
            assert held(copy(quick)) == held(copy(usual))


@pytest.mark.usefixtures("_party")
def test_what_was_not_read_of_a_quick_row_is_read_when_it_is_asked_for(django_assert_num_queries):
    for model in with_rows():
        name = next(field.attname for field in model._meta.concrete_fields if not field.primary_key)
        row = model.objects.defer(name).first()
        with django_assert_num_queries(1):
            found = getattr(row, name)
        assert found == model.objects.values_list(name, flat=True).get(pk=row.pk)


def test_nobody_wants_to_hear_of_quick_rows():
    for model in QUICK:
        assert not pre_init.has_listeners(model)
        assert not post_init.has_listeners(model)


class Sent(Exception):
    """Stops a statement on its way to the database."""


def sent_by(save):
    def stop(_execute, sql, values, *_of_query):
        raise Sent(sql, [getattr(value, "obj", value) for value in values])  # PostgreSQL has JSON in an object

    with transaction.atomic(), connection.execute_wrapper(stop), pytest.raises(Sent) as stopped:
        save()
    return stopped.value.args


def as_null(sql, values):
    """An UPDATE that sets what is None to the word NULL, as Django writes it."""
    texts = sql.split("%s")
    marks = ["NULL" if value is None else "%s" for value in values]
    kept = [value for value in values if value is not None]
    return "".join(part for pair in zip(texts, [*marks, ""], strict=True) for part in pair), kept


def new(row):
    row.pk, row._state.adding = row.pk if row._meta.auto_field is None else None, True
    return row


@pytest.mark.writes
@pytest.mark.usefixtures("_party")
def test_a_quick_row_is_saved_with_the_statement_of_django(monkeypatch):
    monkeypatch.setattr("django.utils.timezone.now", lambda: builders.NOON)

    def statements():
        for model in with_rows():
            row = model.objects.first()
            names = [field.name for field in model._meta.concrete_fields if not field.primary_key]
            yield model, sent_by(lambda row=row: row.save(force_update=True))
            yield model, sent_by(lambda row=row, some=names[::2]: row.save(update_fields=some))
            yield model, sent_by(lambda row=row: new(row).save(force_insert=True))

    quick = [(model, as_null(*sent) if sent[0].startswith("UPDATE") else sent) for model, sent in statements()]
    monkeypatch.delattr(QuickRow, "_do_update")
    monkeypatch.delattr(QuickRow, "_do_insert")
    for ours, usual in zip(quick, statements(), strict=True):
        assert ours == usual


@pytest.mark.writes
@pytest.mark.usefixtures("_party")
def test_a_value_that_the_database_works_out_is_left_to_django():
    game = Game.objects.first()
    before, game.revision = game.revision, F("revision") + 1
    game.save(update_fields=["revision"])
    game.refresh_from_db()
    assert game.revision == before + 1


@pytest.mark.writes
@pytest.mark.usefixtures("_party")
def test_an_update_without_its_row_is_noticed():
    game = Game.objects.first()
    game.pk += 1_000
    with pytest.raises(DatabaseError, match="did not affect any rows"):
        game.save(update_fields=["remark"])

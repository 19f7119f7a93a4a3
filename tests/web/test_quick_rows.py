"""A quick row is as Django would make it."""

from copy import copy

import pytest
from django.apps import apps
from django.db.models import Model
from django.db.models.signals import post_init, pre_init

from tests.builders import organiser
from tests.party import builders
from whistclub.web.rows import QuickRow

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

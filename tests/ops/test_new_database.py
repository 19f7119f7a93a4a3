"""The tables of a new database are made at once from today's models; the migrations of older ones lead to the same."""

import re

import pytest
from django.contrib.contenttypes.models import ContentType
from django.db import DatabaseError, connection

from tests.old_database import migrated_to_today, old_database
from whistclub.ops import storage
from whistclub.ops.errors import StartError

pytestmark = [pytest.mark.writes, pytest.mark.django_db(transaction=True)]

# An index whose table was renamed keeps the name that was made of the old one.
MADE_UP_NAME = re.compile(r"\b\w+_[0-9a-f]{8}(_\w+)?\b|\b\w+_p?key\b")

# Without Django's groups, which nobody here uses: their migrations give them longer keys than their models say.
OF_POSTGRES = """
    WITH defined AS (
        SELECT table_name::text AS of_table, concat_ws(' ', column_name, data_type, character_maximum_length,
               is_nullable, column_default, is_identity, collation_name) AS definition
        FROM information_schema.columns WHERE table_schema = 'public'
        UNION ALL
        SELECT tablename::text, indexdef FROM pg_indexes WHERE schemaname = 'public'
        UNION ALL
        SELECT conrelid::regclass::text, pg_get_constraintdef(oid)
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    )
    SELECT of_table || ': ' || definition FROM defined WHERE of_table NOT LIKE 'auth\\_%'
"""
OF_SQLITE = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"


def tables_and_indexes():
    """Every definition in the database, in an order of its own: the columns of a migrated table are in another."""
    with connection.cursor() as cursor:
        cursor.execute(OF_POSTGRES if connection.vendor == "postgresql" else OF_SQLITE)
        definitions = [definition for (definition,) in cursor.fetchall()]
    if connection.vendor == "sqlite":
        definitions = [" | ".join(sorted(clauses(sql))) if "TABLE" in sql else sql for sql in definitions]
    return sorted(MADE_UP_NAME.sub("…", definition) for definition in definitions)


def clauses(sql):
    """What is before the parenthesis, each column or constraint in it, and what follows."""
    opening, _, body = sql.partition("(")
    body, _, closing = body.rpartition(")")
    found, depth = [""], 0
    for character in body:
        depth += (character == "(") - (character == ")")
        if character == "," and not depth:
            found.append("")
        else:
            found[-1] += character
    return [f"{opening}(", *(clause.strip() for clause in found), f"){closing}"]


def test_a_new_database_has_the_tables_to_which_the_migrations_lead():
    new = tables_and_indexes()  # that of the tests: see tests/conftest.py
    assert len(new) > 100
    with old_database():
        migrated_to_today()
        assert tables_and_indexes() == new


def test_a_new_database_is_up_to_date():
    with old_database():
        assert storage.bring_up_to_date() == "A new database is ready."
        assert storage.bring_up_to_date() == ""
        assert storage.has_database()
        assert ContentType.objects.filter(app_label="play", model="game").exists()


def test_a_new_database_that_cannot_be_finished_stays_empty():
    def fail_in_the_end(execute, sql, *how):
        if sql.startswith("CREATE TABLE") and "stats_" in sql:
            raise DatabaseError("The disk is full.")
        return execute(sql, *how)

    with old_database():
        with connection.execute_wrapper(fail_in_the_end), pytest.raises(StartError, match="The disk is full"):
            storage.bring_up_to_date()
        assert connection.introspection.table_names() == ["django_migrations"]
        assert storage.bring_up_to_date() == "A new database is ready."

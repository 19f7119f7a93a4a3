"""A database as an earlier version left it: empty, made by the migrations up to that version, beside the one of tests.

Going back from today’s tables and forward again takes ten times as long, and needs a way back that nobody else needs.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.apps.registry import Apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


@contextmanager
def old_database(*steps: tuple[str, str]) -> Iterator[Apps]:
    """The models of that version, while `connection` leads to its database."""
    settings, own = connection.settings_dict, connection.settings_dict["NAME"]
    asked = settings["TEST"]["NAME"]
    connection.close()
    settings["TEST"]["NAME"] = f"{own}_old"
    settings["NAME"] = connection.creation._create_test_db(verbosity=0, autoclobber=True)
    try:
        yield migrated(*steps)
    finally:
        connection.creation.destroy_test_db(own, verbosity=0)
        settings["TEST"]["NAME"] = asked


def migrated(*steps: tuple[str, str]) -> Apps:
    """The models after these steps."""
    MigrationExecutor(connection).migrate(list(steps))
    return MigrationExecutor(connection).loader.project_state(list(steps)).apps


def migrated_to_today() -> None:
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())

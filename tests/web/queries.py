"""How often a view asks the database."""

from collections.abc import Callable
from unittest.mock import patch

from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext

QUERIES = ("SELECT", "INSERT", "UPDATE", "DELETE")


def asked(view: Callable[[], HttpResponse], status: int = 200) -> int:
    """Queries without the session's (another store on PostgreSQL) and without savepoints (the tests' own).

    What PostgreSQL reads piece by piece is read at once here: Django notes no queries of its cursors there.
    """
    at_once = patch.dict(connection.settings_dict, DISABLE_SERVER_SIDE_CURSORS=True)
    with at_once, CaptureQueriesContext(connection) as captured:
        response = view()
    assert response.status_code == status
    sent = [query["sql"] for query in captured if query["sql"].lstrip("(").startswith(QUERIES)]
    return len([sql for sql in sent if "django_session" not in sql])

import pytest
from django.db import transaction
from django.test import Client

from tests.stats import everything
from tests.stats.recount_club import Recount
from tests.stats.seen import Seen, look


@pytest.fixture(scope="session")
def seen(django_db_setup: None, django_db_blocker: object) -> Seen:
    """Every page of a club in which everything has happened, looked at once for all tests; nothing of it is kept."""
    with django_db_blocker.unblock(), transaction.atomic():
        club = everything.build()
        client = Client()
        client.force_login(club.organisers.get().user)
        found = look(client, club)
        transaction.set_rollback(True)
    return found


@pytest.fixture(scope="session")
def recount(seen: Seen) -> Recount:
    """The same club, counted a second time."""
    return Recount(seen.export)

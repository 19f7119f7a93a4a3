import pytest
from django.db import transaction
from django.http import HttpResponse

from tests.web import site


@pytest.fixture(scope="session")
def rendered_pages(django_db_setup: None, django_db_blocker: object) -> dict[str, HttpResponse]:
    """Every page by its name, looked at once for all tests; nothing of it is kept."""
    with django_db_blocker.unblock(), transaction.atomic():
        found = dict(site.build().pages())
        transaction.set_rollback(True)
    return found

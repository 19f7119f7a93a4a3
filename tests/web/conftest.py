import pytest
from django.http import HttpResponse

from tests.builders import undone
from tests.web import site


@pytest.fixture(scope="session")
def rendered_pages(django_db_setup: None, django_db_blocker: object) -> dict[str, HttpResponse]:
    """Every page by its name, looked at once for all tests; nothing of it is kept."""
    with django_db_blocker.unblock(), undone():
        return dict(site.build().pages())

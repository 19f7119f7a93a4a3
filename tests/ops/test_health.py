import pytest


@pytest.mark.django_db
def test_health_is_ok_while_the_database_answers(client):
    response = client.get("/health/")
    assert (response.status_code, response.content) == (200, b"ok\n")

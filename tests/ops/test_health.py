import errno
import os
import tempfile

import pytest

pytestmark = pytest.mark.django_db


def test_health_is_ok_while_the_database_answers(client):
    response = client.get("/health/")
    assert (response.status_code, response.content) == (200, b"ok\n")


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS])
def test_health_is_503_with_a_sentence_when_nothing_can_be_stored(client, monkeypatch, number):
    def refuse(**_where):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    response = client.get("/health/")
    assert response.status_code == 503
    assert response.content.decode() == f"Nothing can be stored: {os.strerror(number)}.\n"

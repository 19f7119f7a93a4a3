"""What the server does by itself."""

import time
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from tests import builders
from whistclub.ops import upkeep

PATIENCE = 30  # seconds; a machine under test may be slow


@pytest.fixture(autouse=True)
def without_backup(monkeypatch):
    monkeypatch.setattr(upkeep, "back_up", lambda: None)


def kept_up(until):
    """Let the server do its work until this is true."""
    stop = upkeep.start_upkeep()
    try:
        end = time.monotonic() + PATIENCE
        while not until() and time.monotonic() < end:
            time.sleep(0.01)
    finally:
        stop()


@pytest.mark.django_db(transaction=True)
def test_expired_sessions_are_deleted_and_others_stay():
    olga, _club = builders.organiser()
    browsers = [Client(), Client()]
    for client in browsers:
        client.force_login(olga)
        client.get("/account/")
    expired, open_one = (client.session.session_key for client in browsers)
    Session.objects.filter(pk=expired).update(expire_date=timezone.now() - timedelta(seconds=1))
    kept_up(lambda: Session.objects.count() == 1)
    assert [session.pk for session in Session.objects.all()] == [open_one]

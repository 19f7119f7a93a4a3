"""Two servers on one PostgreSQL database, on two ports of one folder: what one does, the other knows at once."""

import http.cookiejar
import os
import re
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest
from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.urls import reverse
from django.utils import timezone

from tests.builders import game, organiser
from tests.ops.site import ROOT, Site, own_environment
from tests.play.phone import hand_form, pad_url
from tests.two_at_once import Other, as_far_as_it_goes
from whistclub.ops import storage
from whistclub.play.models import EntryRecord, Game

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("postgres" not in os.environ.get("DATABASE_URL", ""), reason="needs PostgreSQL"),
]

PASSWORD = "grand or low"
HANDS = 4
TIMES = 2


class Browser:
    """Keeps its cookies, whichever machine it asks, as behind a proxy that shares the work out."""

    def __init__(self):
        self.jar = http.cookiejar.CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.jar))

    def get(self, site, path, **fields):
        """Status, address and body, after redirects."""
        return self._ask(Request(f"http://localhost:{site.port}{path}?{urlencode(fields)}"))

    def post(self, site, path, **fields):
        token = next((cookie.value for cookie in self.jar if cookie.name == "csrftoken"), "")
        body = urlencode(fields | {"csrfmiddlewaretoken": token}).encode()
        return self._ask(Request(f"http://localhost:{site.port}{path}", body))

    def _ask(self, request):
        try:
            with self.opener.open(request, timeout=30) as answer:
                return answer.status, answer.url, answer.read().decode()
        except HTTPError as refused:
            return refused.code, refused.url, refused.read().decode()

    def sign_in(self, site, email, password):
        self.get(site, reverse("accounts:sign_in"))
        return self.post(site, reverse("accounts:sign_in"), username=email, password=password)


@pytest.fixture
def olga():
    olga = organiser()[0]
    olga.password = PBKDF2PasswordHasher().encode(PASSWORD, "a salt of olga")
    olga.save()
    return olga


@pytest.fixture(scope="module")
def machines(django_db_setup, tmp_path_factory):
    found = connection.settings_dict
    host = str(found["HOST"])
    where, name = ("", f"{host}/{found['NAME']}") if host.startswith("/") else (host, found["NAME"])
    who = quote(str(found["USER"]), safe="") + (f":{quote(found['PASSWORD'], safe='')}" if found["PASSWORD"] else "")
    port = f":{found['PORT']}" if found["PORT"] else ""
    shared = {"DATABASE_URL": f"postgres://{who}@{where}{port}/{name}", "WHISTCLUB_SECRET": settings.SECRET_KEY}
    data = tmp_path_factory.mktemp("data")
    # The tables of the tests are there without migrations: say that they are up to date.
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--fake", "-v0"],
        cwd=ROOT,
        env=own_environment(data) | shared,
        check=True,
    )
    both = [Site(data, "--local", **shared) for _each in range(2)]
    try:
        for site in both:
            assert site.get("/") < 500
        yield both
    finally:
        for site in both:
            site.end(signal.SIGTERM)


def without_token(page):
    """Of what may differ between two answers: the token of forms, and the port."""
    return re.sub(r'(csrfmiddlewaretoken" value=")[^"]*|localhost:\d+', "", page)


def test_what_one_machine_stores_both_show_at_once(machines, olga):
    club = olga.roles.get().club
    played = game(club, olga)
    Game.objects.filter(pk=played.pk).update(started_at=timezone.now(), used_at=timezone.now())
    watch, version = reverse("play:watch", args=[played.code]), ""
    spectator, pads, organiser_ = Browser(), [Browser(), Browser()], Browser()
    assert organiser_.sign_in(machines[0], olga.email, PASSWORD)[0] == 200
    for pad, site in zip(pads, machines, strict=True):
        pad.get(site, pad_url(played))
    for number in range(1, HANDS + 1):
        # As a phone does that got no answer and tries again elsewhere: both machines get the same hand at once.
        form = hand_form(number, bid=str(number % 4))
        with ThreadPoolExecutor() as at_once:
            sent = [
                at_once.submit(pad.post, site, pad_url(played, "pad_record"), **form)
                for pad, site in zip(pads, machines, strict=True)
            ]
            assert [each.result()[0] for each in sent] == [200, 200]
        assert EntryRecord.objects.filter(game=played).count() == number
        played.refresh_from_db()
        seen = {without_token(spectator.get(site, watch)[2]) for site in machines * TIMES}
        assert len(seen) == 1
        assert version not in seen
        version = seen.pop()
        open_page = {organiser_.get(site, reverse("play:game", args=[club.slug, played.code]))[0] for site in machines}
        assert open_page == {200}


def test_wrong_passwords_for_an_account_count_on_both_machines_together(machines, olga):
    thief = Browser()
    for number in range(settings.AXES_FAILURE_LIMIT):
        thief.sign_in(machines[number % 2], olga.email, "a wrong password")
    assert [thief.sign_in(site, olga.email, PASSWORD)[0] for site in machines] == [429, 429]


def test_machines_that_start_at_once_update_the_database_one_after_the_other():
    other = connections.create_connection(DEFAULT_DB_ALIAS)
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [storage.UPDATING])
        waiting = Other(storage.bring_up_to_date)
        as_far_as_it_goes(waiting)
        assert waiting.is_alive()
    finally:
        other.close()
    waiting.end()

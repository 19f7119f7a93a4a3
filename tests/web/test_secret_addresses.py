"""Addresses that let in whoever has them are in no line that the terminal shows or a program collects."""

import io
import logging
import logging.config

import pytest
from django.test import Client
from django.urls import path, reverse

from tests import builders
from tests.party.builders import party
from tests.play.phone import pad_url
from tests.web.party_site import card
from whistclub.club.founding import make_link
from whistclub.club.roles import invite
from whistclub.club.settings import set_calendar
from whistclub.web.logs import Lines, without_secrets

pytestmark = pytest.mark.django_db


def breaks(request, rest):
    raise RuntimeError(f"no page at {request.build_absolute_uri()}")


urlpatterns = [path("<path:rest>", breaks)]
handler403 = "whistclub.web.errors.forbidden"


@pytest.fixture
def terminal():
    """All that the handlers of the settings write."""
    handler = logging.StreamHandler(io.StringIO())
    handler.setFormatter(Lines())
    logging.getLogger().addHandler(handler)
    yield handler.stream
    logging.getLogger().removeHandler(handler)


@pytest.fixture
def addresses(olga, prairie, by_olga):
    """One of each kind, with the part that is secret."""
    set_calendar(prairie, on=True, **by_olga)
    prairie.refresh_from_db()
    calendar = prairie.calendar
    invitation = reverse("club:join", args=[invite(prairie, "owner", "Nina", **by_olga).token])
    founding = make_link(at=builders.NOON)
    table = card(party(prairie, olga, count=8), 1)
    pad = pad_url(builders.game(prairie, olga), "pad_record")
    return {
        f"/t/table/{table}/": table,
        pad: pad.split("/")[2],
        "/sign-in/new-password/1/d2f-secret/": "d2f-secret",
        "/welcome/claim-secret/": "claim-secret",
        invitation: invitation.split("/")[3],
        founding: founding.split("/")[2],
        f"/calendar/{calendar}.ics": calendar,
        "/p/k3y7/in/secret-code/": "secret-code",
    }


def test_a_form_that_is_refused_names_no_secret(terminal, addresses):
    for address, secret in addresses.items():
        referer = {"Referer": f"https://elsewhere.example{address}"}
        Client(enforce_csrf_checks=True).post(address)
        Client(enforce_csrf_checks=True).post(address, secure=True, headers=referer)
        assert secret not in terminal.getvalue()
    assert terminal.getvalue().count("Forbidden") == 2 * (len(addresses) - 1)  # a pad needs no cookie


def test_a_page_that_breaks_names_no_secret(terminal, addresses, settings):
    settings.ROOT_URLCONF = __name__
    for address, secret in addresses.items():
        assert Client(raise_request_exception=False).get(address).status_code == 500
        assert secret not in terminal.getvalue()
    assert terminal.getvalue().count("RuntimeError") >= len(addresses)


@pytest.mark.parametrize(
    "line", ["GET /rules/tips/", "Not Found: /run/prairie/people/", 'File "/srv/p/whistclub/t/x.py", line 3', "1/t/2"]
)
def test_other_addresses_and_files_stay_whole(line):
    assert without_secrets(line) == line

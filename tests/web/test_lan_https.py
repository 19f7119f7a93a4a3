"""With `start --https` the site is there twice: organisers use https, and pads work on plain http too."""

import re

import pytest
from django.conf import settings as django_settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.play.phone import hand_form
from whistclub.environment import BadEnvironment, Ports, ports
from whistclub.ops.https import authority
from whistclub.web.qr import address_for_phones

pytestmark = pytest.mark.django_db
PLAIN, SECURE = "http://192.168.1.7:8000", "https://192.168.1.7:8443"
ON_HTTP = {"headers": {"host": "192.168.1.7:8000"}}
ON_HTTPS = {"headers": {"host": "192.168.1.7:8443"}, "secure": True}
HERE = {"headers": {"host": "localhost:8000"}}


@pytest.fixture
def both(settings, tmp_path):
    """The site on two ports, with certificates."""
    settings.DATA_DIR = tmp_path
    settings.ALLOWED_HOSTS = ["localhost", "192.168.1.7"]
    settings.LAN_PORTS = Ports(8000, 8443)
    settings.SESSION_COOKIE_SECURE = True
    return authority.for_hosts(tmp_path, ["laptop", "192.168.1.7"], timezone.now())


def pad_of(game):
    return reverse("play:pad", args=[builders.link(game).token])


@pytest.mark.parametrize("path", ["/sign-in/?next=/run/", "/run/", "/welcome/token/"])
def test_organisers_are_sent_to_https(both, client, path):
    answer = client.get(path, **ON_HTTP)
    assert answer.status_code == 302
    assert answer["Location"] == f"{SECURE}{path}"


def test_organisers_are_sent_to_a_name_that_the_certificate_is_for(both, client, settings):
    settings.ALLOWED_HOSTS = ["laptop"]
    settings.PUBLIC_ADDRESS = PLAIN
    answer = client.get("/run/", headers={"host": "laptop:8000"})
    assert answer["Location"] == f"{SECURE}/run/"


def test_signing_in_on_https_sets_a_cookie_that_never_goes_over_http(both, client, olga):
    form = {"username": "olga@example.org", "password": builders.PASSWORD}
    answer = client.post("/sign-in/", form, **ON_HTTPS)
    assert answer.status_code == 302
    assert answer.cookies[django_settings.SESSION_COOKIE_NAME]["secure"]
    assert "Strict-Transport-Security" not in answer  # it would lock guests out of plain http


def test_signing_in_on_this_computer_needs_no_certificate(both, client, olga):
    form = {"username": "olga@example.org", "password": builders.PASSWORD}
    answer = client.post("/sign-in/", form, **HERE)
    assert answer.status_code == 302
    assert not answer.cookies[django_settings.SESSION_COOKIE_NAME]["secure"]


def test_a_guest_keeps_score_on_plain_http(both, game):
    guest = Client(enforce_csrf_checks=True, headers=ON_HTTP["headers"] | {"origin": PLAIN})
    guest.cookies["seat"] = "0"
    assert guest.get(pad_of(game)).status_code == 200
    assert guest.post(f"{pad_of(game)}hands/", hand_form()).status_code == 302


def test_a_phone_on_plain_http_may_ask_whether_it_trusts_https(both, client, game):
    client.cookies["seat"] = "0"
    plain, secure = client.get(pad_of(game), **ON_HTTP), client.get(pad_of(game), **ON_HTTPS)
    assert f'data-secure="{SECURE}"' in plain.content.decode()
    assert f"connect-src 'self' {SECURE};" in f"{plain['Content-Security-Policy']};"
    assert "data-secure" not in secure.content.decode()
    assert SECURE not in secure["Content-Security-Policy"]


@pytest.mark.parametrize("opened_at", [ON_HTTP, ON_HTTPS])
def test_codes_lead_to_plain_http_which_every_phone_can_open(both, rf, opened_at):
    assert address_for_phones(rf.get("/run/", **opened_at), "/t/token/") == f"{PLAIN}/t/token/"


@pytest.mark.parametrize("system, browser", [("Android", "Linux; Android 14"), ("Windows", "Windows NT 10.0")])
def test_the_certificate_page_opens_the_instructions_for_this_device(both, client, system, browser):
    headers = ON_HTTP["headers"] | {"user-agent": f"Mozilla/5.0 ({browser})"}
    page = client.get(reverse("ops:https"), headers=headers).content.decode()
    opened = re.findall(r'<details class="card" open>\s*<summary>(.*?)</summary>', page)
    assert opened == [system]
    assert re.findall(r"<code>([0-9A-F]{2}(?::[0-9A-F]{2}){7})</code>", page) == both.fingerprint
    assert f"{PLAIN}/https/" in page


def test_only_the_certificate_can_be_downloaded_no_key(both, client):
    answer = client.get(reverse("ops:certificate"), **ON_HTTP)
    assert answer["Content-Type"] == "application/x-x509-ca-cert"
    assert answer.content == both.root.read_bytes()
    assert b"PRIVATE" not in answer.content
    for name in (authority.ISSUER_KEY, authority.SITE_KEY):
        assert client.get(f"/https/{name}", **ON_HTTP).status_code == 404


def test_ports_are_two_numbers(monkeypatch):
    monkeypatch.setenv("WHISTCLUB_PORTS", "8000 8443")
    assert ports("WHISTCLUB_PORTS") == Ports(plain=8000, secure=8443)
    monkeypatch.setenv("WHISTCLUB_PORTS", "8000")
    with pytest.raises(BadEnvironment):
        ports("WHISTCLUB_PORTS")

"""Starting the site with https: certificates made by the start itself, or a proxy that handles https."""

import contextlib
import http.client
import os
import re
import signal
import ssl
import time
from urllib.parse import urlencode

import pytest

from tests.ops.site import PATIENCE, free_port
from whistclub.ops import network

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")


def test_https_is_served_beside_http_and_both_stop_quietly(kept, start):
    secure_port = free_port()
    site = start("--local", "--https", str(secure_port))
    assert site.get("/") < 400
    trusting = ssl.create_default_context(cafile=kept / "https" / "authority.crt")
    for host in ("localhost", "127.0.0.1"):
        assert get_over_https(host, secure_port, trusting) < 400
    with pytest.raises(ssl.SSLCertVerificationError):
        get_over_https("localhost", secure_port, ssl.create_default_context())

    os.kill(site.process.pid, signal.SIGTERM)
    printed = site.end()

    assert site.process.returncode == 0
    assert printed.rstrip().endswith("Stopped.")
    assert "Traceback" not in printed
    assert f"https://localhost:{secure_port}" in printed
    assert f"http://localhost:{site.port}/https/" in printed
    for port in (site.port, secure_port):
        network.require_free("127.0.0.1", port)


def get_over_https(host: str, port: int, trusting: ssl.SSLContext) -> int:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            connection = http.client.HTTPSConnection(host, port, timeout=5, context=trusting)
            with contextlib.closing(connection):
                connection.request("GET", "/")
                return connection.getresponse().status
        except (ConnectionError, TimeoutError):
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


def test_a_proxy_may_speak_https_for_the_site(kept, start):
    site = start("--local", WHISTCLUB_HTTPS="yes", WHISTCLUB_ADDRESS="https://whist.example")
    site.get("/")
    forwarded = {"Host": "whist.example", "X-Forwarded-Proto": "https"}
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)) as connection:
        connection.request("GET", "/sign-in/", headers=forwarded)
        answer = connection.getresponse()
        page = answer.read().decode()
        assert answer.status == 200
        assert answer.headers["Strict-Transport-Security"]
        [cookie] = answer.headers.get_all("Set-Cookie")
        assert "Secure" in cookie
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[1]
        form = urlencode({"csrfmiddlewaretoken": token, "username": "nobody@example.org", "password": "wrong"})
        sent = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie.partition(";")[0]}
        connection.request("POST", "/sign-in/", form, forwarded | sent | {"Origin": "https://whist.example"})
        answer = connection.getresponse()
        assert answer.status == 200  # the form again, and no refusal of its origin

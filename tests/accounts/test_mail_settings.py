"""How mails are sent is said by environment variables; what cannot be used is refused with a sentence."""

import os
import subprocess
import sys

import pytest

from whistclub.environment import BadEnvironment, Mail, mail
from whistclub.settings import BASE_DIR

MAIL = "smtp+tls://user:password@mail.example"


@pytest.mark.parametrize(
    "text, read",
    [
        ("", None),
        ("smtp://localhost", Mail("localhost", 25, "", "", tls=False, ssl=False)),
        (MAIL, Mail("mail.example", 587, "user", "password", tls=True, ssl=False)),
        ("smtps://a%40b.org:p%3Aw%2F@mail.example:4650/", Mail("mail.example", 4650, "a@b.org", "p:w/", False, True)),
    ],
)
def test_a_mail_server_is_read(monkeypatch, text, read):
    monkeypatch.setenv("WHISTCLUB_MAIL", text)
    assert mail("WHISTCLUB_MAIL") == read


@pytest.mark.parametrize(
    "text",
    [
        "mail.example",
        "https://mail.example",
        "smtp://",
        "smtp://mail.example:x",
        "smtp://[",
        "smtp://mail.example/?a=b",
    ],
)
def test_what_is_no_mail_server_is_refused(monkeypatch, text):
    monkeypatch.setenv("WHISTCLUB_MAIL", text)
    with pytest.raises(BadEnvironment, match=r"WHISTCLUB_MAIL must .*smtp\+tls://user:password@mail\.example:587"):
        mail("WHISTCLUB_MAIL")


@pytest.mark.parametrize("missing", ["WHISTCLUB_MAIL_FROM", "WHISTCLUB_ADDRESS"])
def test_mails_need_a_sender_and_the_address_of_the_site(missing, tmp_path):
    given = {"WHISTCLUB_MAIL": MAIL, "WHISTCLUB_MAIL_FROM": "a@b.org", "WHISTCLUB_ADDRESS": "https://whist.example"}
    environ = {**os.environ, "WHISTCLUB_DATA": str(tmp_path), **given, missing: ""}
    command = [sys.executable, "-c", "import whistclub.settings"]
    done = subprocess.run(command, env=environ, cwd=BASE_DIR, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(f"whistclub: the environment variable {missing} must ")

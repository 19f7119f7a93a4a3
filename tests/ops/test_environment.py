"""Environment variables are checked at the start: what cannot be used is refused with a sentence that names it."""

import os
import subprocess
import sys
from runpy import run_path
from types import SimpleNamespace

import pytest

from tests.ops.site import ROOT, own_environment

MAIL = {"WHISTCLUB_MAIL": "smtp+tls://mail.example:587", "WHISTCLUB_MAIL_FROM": "whist@club.example"}


@pytest.fixture
def read(tmp_path, monkeypatch):
    """The settings with these variables."""
    for name in [name for name in os.environ if name.startswith(("WHISTCLUB_", "DATABASE_URL"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("WHISTCLUB_DATA", str(tmp_path))

    def run(**variables):
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        return SimpleNamespace(**run_path(str(ROOT / "whistclub" / "settings.py")))

    return run


@pytest.fixture
def refusal(read):
    """The sentence with which these variables are refused."""

    def run(**variables):
        with pytest.raises(SystemExit) as refused:
            read(**variables)
        assert "\n" not in refused.value.code
        return refused.value.code

    return run


@pytest.mark.parametrize(
    "name, value",
    [
        ("WHISTCLUB_ADDRESS", "whist.example"),
        ("WHISTCLUB_ADDRESS", "http://whist.example/club"),
        ("WHISTCLUB_ADDRESS", "http://whist.example "),
        ("WHISTCLUB_ADDRESS", "http://whist.example\n"),
        ("WHISTCLUB_ADDRESS", "http://whist example"),
        ("WHISTCLUB_ADDRESS", "http://olga@whist.example"),
        ("WHISTCLUB_DEBUG", "please"),
    ],
)
def test_what_cannot_be_used_is_refused_with_name_value_and_what_is_wanted(refusal, name, value):
    sentence = refusal(**{name: value})
    assert sentence.startswith(f"whistclub: the environment variable {name} is {value!r}, but must ")


@pytest.mark.parametrize(
    "name, value",
    [
        ("DATABASE_URL", "mysql://olga:pass-word@localhost/whist"),
        ("DATABASE_URL", "postgres://localhost"),
        ("DATABASE_URL", "postgres://olga:pass-word@localhost:port/whist"),
        ("WHISTCLUB_SECRET", "pass-word"),
        ("WHISTCLUB_MAIL", "mail.example"),
        ("WHISTCLUB_MAIL", "https://olga:pass-word@mail.example:587"),
        ("WHISTCLUB_MAIL", "smtp://mail.example"),
        ("WHISTCLUB_MAIL", "smtp://mail.example:x"),
        ("WHISTCLUB_MAIL", "smtp://mail.example:70000"),
        ("WHISTCLUB_MAIL", "smtp://[:25"),
        ("WHISTCLUB_MAIL", "smtp://mail.example:25/?a=b"),
    ],
)
def test_what_may_hold_a_password_is_refused_without_showing_it(refusal, name, value):
    sentence = refusal(**{name: value})
    assert sentence.startswith(f"whistclub: the environment variable {name} must be ")
    assert "pass-word" not in sentence


def test_an_address_with_https_means_a_proxy_that_handles_it(read):
    assert not read().SESSION_COOKIE_SECURE
    assert not read(WHISTCLUB_ADDRESS="http://whist.example").SESSION_COOKIE_SECURE
    found = read(WHISTCLUB_ADDRESS="https://whist.example:8443")
    assert found.SESSION_COOKIE_SECURE
    assert found.CSRF_TRUSTED_ORIGINS == ["https://whist.example:8443"]


@pytest.mark.parametrize("missing", ["WHISTCLUB_MAIL_FROM", "WHISTCLUB_ADDRESS"])
def test_mails_need_a_sender_and_the_address_of_the_site(refusal, missing):
    given = MAIL | {"WHISTCLUB_ADDRESS": "http://whist.example"}
    assert refusal(**given | {missing: ""}).startswith(f"whistclub: the environment variable {missing} must be ")


def test_the_site_answers_to_the_name_of_its_address(read):
    assert read().ALLOWED_HOSTS[3:] == []
    assert read(WHISTCLUB_ADDRESS="http://[::2]:8000").ALLOWED_HOSTS[3:] == ["[::2]"]


@pytest.mark.parametrize(
    "url, wanted",
    [
        ("smtp://localhost:25", ("localhost", 25, None, None, None, None)),
        ("smtp+tls://olga:p%40w@mail.example:587", ("mail.example", 587, "olga", "p@w", True, None)),
        ("smtp+ssl://a%40b.org:p%3Aw%2F@mail.example:465", ("mail.example", 465, "a@b.org", "p:w/", None, True)),
    ],
)
def test_a_mail_server_is_read(read, url, wanted):
    found = read(**MAIL | {"WHISTCLUB_MAIL": url, "WHISTCLUB_ADDRESS": "http://whist.example"})
    names = ("HOST", "PORT", "HOST_USER", "HOST_PASSWORD", "USE_TLS", "USE_SSL")
    assert tuple(getattr(found, f"EMAIL_{name}", None) for name in names) == wanted


def test_a_disk_that_is_full_gives_one_sentence_and_leaves_no_secret(tmp_path):
    code = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
        "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); import whistclub.settings"
    )
    environ = own_environment(tmp_path / "data")
    command = [sys.executable, "-B", "-c", code]
    done = subprocess.run(command, env=environ, cwd=ROOT, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(f"whistclub: cannot keep data in {tmp_path / 'data'}: ")
    assert done.stderr.count("\n") == 1
    assert list((tmp_path / "data").iterdir()) == []

"""Somebody who forgot their password chooses a new one with a link, even where signing in is blocked."""

import re
from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core import mail as outbox
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client

from tests import builders
from tests.builders import link_path
from tests.web.html import Html

pytestmark = [pytest.mark.usefixtures("olga"), pytest.mark.writes]

OLGA = "olga@example.org"
NEW = {"new_password1": "five gold rings", "new_password2": "five gold rings"}


@pytest.fixture
def mailing(settings):
    settings.MAIL = {"EMAIL_HOST": "mail.example"}
    settings.PUBLIC_ADDRESS = "https://whist.example"
    cache.clear()


def sign_in(password=builders.PASSWORD):
    return Client().post("/sign-in/", {"username": OLGA, "password": password}).status_code


def ask_for_mail(email=OLGA, **more):
    return Client().post("/sign-in/forgotten/", {"email": email}, **more)


def use(link, form=NEW, client=None):
    """Open a link as a browser does, and send the form."""
    client = client or Client()
    page = client.get(link, follow=True)
    return client.post(page.redirect_chain[-1][0] if page.redirect_chain else link, form)


def test_without_mail_the_page_says_what_to_do():
    assert Html(Client().get("/sign-in/")).texts("a", href="/sign-in/forgotten/") == ["Forgot your password?"]
    page = Html(Client().get("/sign-in/forgotten/"))
    assert "python3 manage.py changepassword you@example.org" in page.text
    assert page.find("form") == []
    assert ask_for_mail().status_code == 302
    assert outbox.outbox == []


def test_the_command_on_that_page_sets_a_password(monkeypatch):
    monkeypatch.setattr("getpass.getpass", lambda prompt: NEW["new_password1"])
    call_command("changepassword", OLGA, stdout=StringIO())
    assert sign_in(NEW["new_password1"]) == 302


def test_a_link_lets_its_user_choose_a_password_once_and_signs_in(olga):
    client, link = Client(), link_path(olga)
    assert "For Olga (olga@example.org)" in Html(client.get(link, follow=True)).text
    assert use(link, client=client).status_code == 302
    assert client.get("/account/").status_code == 200
    assert (sign_in(), sign_in(NEW["new_password1"])) == (200, 302)
    assert use(link, dict.fromkeys(NEW, "six geese a-laying")).status_code == 200
    assert sign_in("six geese a-laying") == 200


def test_a_link_ends_after_half_an_hour(olga, monkeypatch):
    link = link_path(olga)
    later = PasswordResetTokenGenerator()._now() + timedelta(minutes=31)
    monkeypatch.setattr(PasswordResetTokenGenerator, "_now", lambda self: later)
    assert Html(Client().get(link)).texts("h1") == ["This link no longer works"]


@pytest.mark.parametrize("user", ["MA", "MQ", "é", "9" * 30])
@pytest.mark.parametrize("token", ["x", "d5k1yw-" + "9" * 32, "é", "x" * 3000])
def test_a_forged_link_is_refused(user, token):
    assert Html(Client().post(f"/sign-in/new-password/{user}/{token}/", NEW)).texts("h1") == [
        "This link no longer works"
    ]
    assert sign_in() == 302


def test_an_easy_password_is_refused_and_the_link_still_works(olga):
    link = link_path(olga)
    assert "too similar" in use(link, dict.fromkeys(NEW, OLGA)).content.decode()
    assert use(link).status_code == 302


def test_a_closed_account_cannot_be_opened_again(olga):
    link = link_path(olga)
    olga.is_active = False
    olga.save()
    assert Html(Client().get(link)).texts("h1") == ["This link no longer works"]


def test_a_locked_account_is_opened_by_a_link(olga):
    for _try in range(5):
        sign_in("wrong")
    locked = Client().post("/sign-in/", {"username": OLGA, "password": builders.PASSWORD})
    assert locked.status_code == 429
    assert Html(locked).texts("a", href="/sign-in/forgotten/") == ["Forgot your password?"]
    assert use(link_path(olga)).status_code == 302
    assert sign_in(NEW["new_password1"]) == 302


def test_a_reset_password_ends_every_session(organiser, olga):
    organiser.get("/account/")
    use(link_path(olga))
    assert organiser.get("/account/").status_code == 302


@pytest.mark.usefixtures("mailing")
def test_with_mail_a_link_is_sent_that_works():
    ask_for_mail("OLGA@example.org")
    (sent,) = outbox.outbox
    assert sent.to == [OLGA]
    assert use(re.search(r"https://whist\.example(/\S+)", sent.body)[1]).status_code == 302


@pytest.mark.usefixtures("mailing")
def test_the_answer_does_not_say_whether_there_is_an_account_and_nobody_is_flooded():
    known, again, unknown = (ask_for_mail(email, follow=True) for email in (OLGA, OLGA, "nobody@example.org"))
    assert Html(known).text == Html(again).text == Html(unknown).text.replace("nobody", "olga")
    assert len(outbox.outbox) == 1

"""A user changes their own account: what they are called, their address, their password."""

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

pytestmark = pytest.mark.usefixtures("olga")


DETAILS = {"name": "Olga B.", "email": "Olga.B@Example.org", "current": builders.PASSWORD}
NEW = "five gold rings"
PASSWORD = {"old_password": builders.PASSWORD, "new_password1": NEW, "new_password2": NEW}


def sign_in(email="olga@example.org", password=builders.PASSWORD, client=None):
    return (client or Client()).post("/sign-in/", {"username": email, "password": password}).status_code


def test_name_and_address_change_and_the_new_address_signs_in(organiser, olga):
    assert organiser.post("/account/", DETAILS).url == "/account/"
    olga.refresh_from_db()
    assert (olga.name, olga.email) == ("Olga B.", "olga.b@example.org")
    assert (sign_in(), sign_in("olga.b@example.org")) == (200, 302)
    assert "Saved." in Html(organiser.get("/account/")).texts("p")


@pytest.mark.parametrize("changed", [{"name": ""}, {"name": "x" * 61}, {"email": "olga"}, {"name": "\0"}], ids=str)
def test_bad_details_are_refused_with_a_sentence(organiser, changed):
    response = organiser.post("/account/", DETAILS | changed)
    assert (response.status_code, len(Html(response).texts("p", css="wrong"))) == (422, 1)


def test_a_changed_password_signs_in_and_the_old_one_does_not(organiser, olga):
    assert organiser.post("/account/password/", PASSWORD).url == "/account/"
    assert (sign_in(), sign_in(password="five gold rings")) == (200, 302)
    assert organiser.get("/account/").status_code == 200


@pytest.mark.parametrize("password", ["", "short", "olga@example.org", "1234567890"])
def test_an_easy_new_password_is_refused(organiser, password):
    response = organiser.post("/account/password/", PASSWORD | {"new_password1": password, "new_password2": password})
    assert (response.status_code, sign_in()) == (422, 302)


@pytest.mark.parametrize(
    ("url", "form", "field"), [("/account/", DETAILS, "current"), ("/account/password/", PASSWORD, "old_password")]
)
def test_every_change_asks_for_the_password(organiser, olga, url, form, field):
    assert organiser.post(url, form | {field: "wrong"}).status_code == 422
    olga.refresh_from_db()
    assert (olga.name, olga.check_password(builders.PASSWORD)) == ("Olga", True)


def test_a_changed_password_ends_the_other_sessions(organiser, olga):
    other = builders.client_of(olga)
    organiser.post("/account/password/", PASSWORD)
    assert [each.get("/account/").status_code for each in (organiser, other)] == [200, 302]


OLGA = "olga@example.org"
CHOSEN = {"new_password1": NEW, "new_password2": NEW}


@pytest.fixture
def mailing(settings):
    settings.MAIL = {"EMAIL_HOST": "mail.example"}
    settings.PUBLIC_ADDRESS = "https://whist.example"
    cache.clear()


def ask_for_mail(email=OLGA, **more):
    return Client().post("/sign-in/forgotten/", {"email": email}, **more)


def use(link, form=CHOSEN, client=None):
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


def test_the_command_on_that_page_sets_a_password_and_ends_a_lock_out(monkeypatch):
    assert [sign_in(password="wrong") for _try in range(5)][-1] == 429
    monkeypatch.setattr("getpass.getpass", lambda prompt: NEW)
    call_command("changepassword", OLGA, stdout=StringIO())
    assert sign_in(password=NEW) == 302


def test_a_link_lets_its_user_choose_a_password_once_and_signs_in(olga):
    client, link = Client(), link_path(olga)
    assert "For Olga (olga@example.org)" in Html(client.get(link, follow=True)).text
    assert use(link, client=client).status_code == 302
    assert client.get("/account/").status_code == 200
    assert (sign_in(), sign_in(password=NEW)) == (200, 302)
    assert use(link, dict.fromkeys(CHOSEN, "six geese a-laying")).status_code == 200
    assert sign_in(password="six geese a-laying") == 200


def test_a_link_ends_after_half_an_hour(olga, monkeypatch):
    link = link_path(olga)
    later = PasswordResetTokenGenerator()._now() + timedelta(minutes=31)
    monkeypatch.setattr(PasswordResetTokenGenerator, "_now", lambda self: later)
    assert Html(Client().get(link)).texts("h1") == ["This link no longer works"]


@pytest.mark.parametrize("user", ["MA", "MQ", "é", "9" * 30])
@pytest.mark.parametrize("token", ["x", "d5k1yw-" + "9" * 32, "é", "x" * 3000])
def test_a_forged_link_is_refused(user, token):
    assert Html(Client().post(f"/sign-in/new-password/{user}/{token}/", CHOSEN)).texts("h1") == [
        "This link no longer works"
    ]
    assert sign_in() == 302


def test_an_easy_password_is_refused_and_the_link_still_works(olga):
    link = link_path(olga)
    assert "too similar" in use(link, dict.fromkeys(CHOSEN, OLGA)).content.decode()
    assert use(link).status_code == 302


def test_a_closed_account_cannot_be_opened_again(olga):
    link = link_path(olga)
    olga.is_active = False
    olga.save()
    assert Html(Client().get(link)).texts("h1") == ["This link no longer works"]


def test_a_locked_account_is_opened_by_a_link(olga):
    for _try in range(5):
        sign_in(password="wrong")
    locked = Client().post("/sign-in/", {"username": OLGA, "password": builders.PASSWORD})
    assert locked.status_code == 429
    assert Html(locked).texts("a", href="/sign-in/forgotten/") == ["Forgot your password?"]
    assert use(link_path(olga)).status_code == 302
    assert sign_in(password=NEW) == 302


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

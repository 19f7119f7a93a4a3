"""Somebody who forgot their password chooses a new one with a link or a code, even where signing in is blocked."""

import re
from datetime import timedelta
from io import StringIO

import pytest
from django.core import mail as outbox
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from tests import builders
from tests.web.html import Html
from whistclub.accounts import guesses, mail, reset_tokens
from whistclub.accounts.mail import link_path
from whistclub.accounts.reset_tokens import ResetTokens
from whistclub.ops.data_folder import held

pytestmark = [pytest.mark.usefixtures("olga"), pytest.mark.writes]

OLGA = "olga@example.org"
NEW = {"password": "five gold rings"}


@pytest.fixture
def mailing(settings, monkeypatch):
    monkeypatch.setattr(mail, "SECONDS_LATER", 0)
    settings.MAIL = "smtp+tls://mail.example:587"
    settings.PUBLIC_ADDRESS = "https://whist.example"


def sign_in(password=builders.PASSWORD):
    return Client().post("/sign-in/", {"username": OLGA, "password": password}).status_code


def code_of(user, ago=0):
    return ResetTokens().make_code(user, at=timezone.now() - timedelta(minutes=ago))


def use_code(code, email=OLGA, client=None):
    return (client or Client()).post("/sign-in/code/", {"email": email, "code": code})


def ask_for_mail(email=OLGA, address="192.0.2.1"):
    response = Client().post("/sign-in/forgotten/", {"email": email}, REMOTE_ADDR=address)
    mail.sender.submit(int).result()  # mails are sent one after the other, behind the page
    return response


def test_the_sign_in_page_leads_to_both_ways():
    assert Html(Client().get("/sign-in/")).texts("a", href="/sign-in/forgotten/") == ["Forgot your password?"]
    page = Html(Client().get("/sign-in/forgotten/"))
    assert "Ask the person who runs the club’s computer" in page.text
    assert [form["action"] for form in page.find("form")] == ["/sign-in/code/"]


def test_a_link_lets_its_user_choose_a_password_and_signs_in(olga):
    client, link = Client(), link_path(olga)
    assert "For Olga (olga@example.org)" in Html(client.get(link)).text
    assert client.post(link, NEW).status_code == 302
    assert client.get("/account/").status_code == 200
    assert (sign_in(), sign_in("five gold rings")) == (200, 302)
    assert "New password chosen with a link or code now" in Html(client.get("/account/")).texts("li")


def test_a_link_works_once(olga):
    link = link_path(olga)
    Client().post(link, NEW)
    assert Client().get(link).status_code == Client().post(link, {"password": "six geese a-laying"}).status_code == 410
    assert sign_in("six geese a-laying") == 200


def test_a_link_ends_after_half_an_hour(olga, monkeypatch):
    link = link_path(olga)
    later = ResetTokens()._now() + timedelta(minutes=31)
    monkeypatch.setattr(ResetTokens, "_now", lambda self: later)
    page = Client().get(link)
    assert (page.status_code, Html(page).texts("h1")) == (410, ["This link no longer works"])


@pytest.mark.parametrize("user", ["0", "1", "9" * 30])
@pytest.mark.parametrize("token", ["x", "d5k1yw-" + "9" * 32, "%00", "é", "x" * 3000])
def test_a_forged_link_is_refused(user, token):
    assert Client().post(f"/sign-in/new-password/{user}/{token}/", NEW).status_code == 410


def test_an_easy_password_is_refused_and_the_link_still_works(olga):
    link = link_path(olga)
    assert Client().post(link, {"password": "olga@example.org"}).status_code == 422
    assert Client().post(link, NEW).status_code == 302


def test_a_closed_account_cannot_be_opened_again(olga):
    link, code = link_path(olga), code_of(olga)
    olga.is_active = False
    olga.save()
    assert (Client().get(link).status_code, use_code(code).status_code) == (410, 422)


@pytest.mark.parametrize(
    "typed", [str, str.lower, lambda code: f" {code.replace('-', ' ')} ", lambda c: c.replace("0", "O")]
)
def test_a_code_works_however_it_is_typed(olga, typed):
    client = Client()
    response = use_code(typed(code_of(olga)), client=client)
    assert client.post(response.url, NEW).status_code == 302
    assert sign_in("five gold rings") == 302


def test_a_code_works_for_fifteen_to_thirty_minutes(olga):
    now = timezone.now()
    made = ResetTokens().make_code(olga, at=now)
    valid_until = reset_tokens.last_moment(now)
    assert timedelta(minutes=15) < valid_until - now <= timedelta(minutes=30)
    assert ResetTokens().check_code(olga, made, at=valid_until - timedelta(seconds=1))
    assert not ResetTokens().check_code(olga, made, at=valid_until)
    assert use_code(code_of(olga, ago=31)).status_code == 422


def test_a_code_works_once(olga):
    code = code_of(olga)
    Client().post(use_code(code).url, NEW)
    assert use_code(code).status_code == 422


def test_a_code_is_for_one_account_and_what_was_typed_stays(olga):
    otto, _club = builders.organiser("Otto", "Valley")
    answers = [use_code(code_of(otto)), use_code(code_of(otto), "nobody@example.org"), use_code("\u2028é" * 9)]
    assert [answer.status_code for answer in answers] == [422] * 3
    assert len({tuple(Html(answer).texts("p", css="wrong")) for answer in answers}) == 1
    assert Html(answers[1]).value("email") == "nobody@example.org"


def test_codes_cannot_be_guessed(olga, monkeypatch):
    monkeypatch.setattr(guesses, "MOST_OF_ADDRESS", 3)
    assert [use_code("00000-00000").status_code for _try in range(4)] == [422, 422, 422, 429]
    assert use_code(code_of(olga)).status_code == 429


def test_guesses_at_passwords_do_not_keep_anybody_at_the_same_address_from_a_code(olga, monkeypatch):
    monkeypatch.setattr(guesses, "MOST_OF_ADDRESS", 3)
    assert [sign_in("wrong") for _try in range(4)] == [200, 200, 200, 429]
    assert use_code(code_of(olga)).status_code == 302


def test_a_locked_account_is_opened_by_a_code_or_link(olga, monkeypatch):
    monkeypatch.setattr(guesses, "MOST_OF_ACCOUNT", 4)
    for _try in range(5):
        sign_in("wrong")
    locked = Client().post("/sign-in/", {"username": OLGA, "password": builders.PASSWORD})
    assert locked.status_code == 429
    assert Html(locked).texts("a", href="/sign-in/forgotten/") == ["Forgot your password?"]
    assert Client().post(use_code(code_of(olga)).url, NEW).status_code == 302
    assert sign_in("five gold rings") == 302


def test_a_reset_password_ends_every_session(organiser, olga):
    organiser.get("/account/")
    Client().post(link_path(olga), NEW)
    assert organiser.get("/account/").status_code == 302
    assert olga.sessions.count() == 1


def test_the_command_prints_a_code_and_a_link_that_work(olga, settings):
    settings.PUBLIC_ADDRESS = "https://whist.example"
    out = StringIO()
    call_command("sign_in_code", " Olga@Example.org", stdout=out)
    code = re.search(r"^  (\w{5}-\w{5})$", out.getvalue(), re.MULTILINE)[1]
    link = re.search(r"https://whist\.example(\S+)", out.getvalue())[1]
    assert use_code(code).status_code == 302
    assert Client().post(link, NEW).status_code == 302


def test_the_link_of_the_command_begins_with_the_address_of_the_running_server(olga, settings, tmp_path):
    settings.DATA_DIR, settings.PUBLIC_ADDRESS, out = tmp_path, "", StringIO()
    with held(tmp_path, "http://localhost:8123"):
        call_command("sign_in_code", "olga@example.org", stdout=out)
    assert re.search(r"^  http://localhost:8123/sign-in/new-password/", out.getvalue(), re.MULTILINE)


def test_without_a_known_address_the_command_prints_the_path_and_where_it_belongs(olga, settings, tmp_path):
    settings.DATA_DIR, settings.PUBLIC_ADDRESS, out = tmp_path, "", StringIO()
    with held(tmp_path, "manage.py restore"):
        call_command("sign_in_code", "olga@example.org", stdout=out)
    assert "put it behind the address of the site" in out.getvalue()
    assert re.search(r"^  /sign-in/new-password/", out.getvalue(), re.MULTILINE)


def test_who_runs_the_site_finds_the_command_on_the_page():
    assert "python3 manage.py sign_in_code you@example.org" in Html(Client().get("/sign-in/forgotten/")).text


def test_the_command_names_the_accounts_when_it_does_not_know_an_address():
    with pytest.raises(CommandError, match=r"nobody@example\.org.*Accounts: olga@example\.org"):
        call_command("sign_in_code", "nobody@example.org")


@pytest.mark.usefixtures("mailing")
def test_with_mail_a_link_is_sent_that_works():
    page = Html(Client().get("/sign-in/forgotten/"))
    assert [form["action"] for form in page.find("form")] == ["/sign-in/forgotten/", "/sign-in/code/"]
    ask_for_mail("OLGA@example.org")
    (sent,) = outbox.outbox
    assert sent.to == [OLGA]
    assert Client().post(re.search(r"https://whist\.example(/\S+)", sent.body)[1], NEW).status_code == 302


@pytest.mark.usefixtures("mailing")
def test_the_answer_does_not_say_whether_there_is_an_account():
    known, unknown = (Html(ask_for_mail(email)).text.replace(email, "") for email in (OLGA, "nobody@example.org"))
    assert known == unknown
    assert len(outbox.outbox) == 1


@pytest.mark.usefixtures("mailing")
def test_nobody_is_flooded_with_mails(monkeypatch):
    monkeypatch.setattr(guesses, "MOST_MAILS", 8)
    assert {ask_for_mail(address=f"198.51.100.{each}").status_code for each in range(8)} == {200}
    assert len(outbox.outbox) == guesses.MOST_MAILS_TO_ACCOUNT
    assert ask_for_mail("otto@example.org", "203.0.113.1").status_code == 429


@pytest.mark.usefixtures("mailing")
def test_one_address_asks_for_ten_mails_at_most():
    asked = [ask_for_mail(f"guest{each}@example.org").status_code for each in range(11)]
    assert asked == [200] * 10 + [429]


@pytest.mark.usefixtures("mailing")
def test_a_mail_server_that_is_away_shows_in_the_log_and_not_on_the_page(settings, caplog):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    assert ask_for_mail().status_code == 200
    assert [record.getMessage() for record in caplog.records] == [
        "An e-mail was not sent (ConnectionRefusedError); check WHISTCLUB_MAIL."
    ]


def test_without_mail_nothing_is_sent():
    assert ask_for_mail().status_code == 200
    assert outbox.outbox == []

"""The law of answers that are kept in front of Django: each equals what would be built now."""
# Over 300 lines because one law is tried here with every kind of answer, visitor and change.

import io
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from importlib import import_module
from itertools import product
from math import inf
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.builders import client_of, high, link, record, undone
from tests.party.builders import bell_party, friday_playing, one_round, party_state
from whistclub.club.actions import rename_player
from whistclub.club.models import Club
from whistclub.party.access import TableLink
from whistclub.party.actions import broadcast, door, lifecycle, results, timer
from whistclub.party.models import Party, Round
from whistclub.party.queries import public_state
from whistclub.party.queries.parties import token_of_results
from whistclub.play.actions.lifecycle import renew_link
from whistclub.play.actions.recording import undo_hand
from whistclub.play.models import Game
from whistclub.stats.inputs import evening_of
from whistclub.stats.seasons.actions import show_statistics
from whistclub.stats.viewer import long_past_from
from whistclub.web import kept_answers
from whistclub.web.kept_answers import Answers, Keeping, Kept, KeptAnswers, key_for_anyone

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.writes]

# On PostgreSQL all databases of a server share one position, and the other workers write to databases of their own
# there: what is kept may end at any time, so only SQLite shows how often a page is built.
ALONE = connection.vendor == "sqlite"

# The clock of a page stands still for the fifth of a second for which the page may be kept; what differs each time is
# random: the ids of what a pad will send, the tokens of forms.
EACH_TIME = re.compile(rb'data-now="\d+"|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|csrfmiddlewaretoken" value="\w+')


class Site:
    """The site as it is served, beside the one that keeps nothing; `built` are the addresses that were not kept;
    `asked` is the request that came last."""

    def __init__(self):
        self.built, self.asked = [], {}
        self.bare = get_wsgi_application()
        self.kept = KeptAnswers(self.build)

    def build(self, environ, start_response):
        self.built.append(environ["PATH_INFO"])
        return self.bare(environ, start_response)

    def ask(self, address, cookies="", site=None, method="GET", **headers):
        path, _mark, query = address.partition("?")
        environ = {"REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": query, "HTTP_HOST": "testserver"}
        environ |= {"wsgi.url_scheme": "http", "wsgi.input": io.BytesIO(), "SERVER_NAME": "x", "SERVER_PORT": "80"}
        environ |= {"HTTP_COOKIE": cookies} | headers
        answers = []
        response = (site or self.kept)(environ, lambda *sent: answers.append(sent))
        body = b"".join(response)
        response.close() if hasattr(response, "close") else None
        ((status, sent),) = answers
        self.asked = environ
        return (
            status,
            sorted(each for each in sent if each[0] not in ("Set-Cookie", "Expires")),
            EACH_TIME.sub(b"", body),
        )

    def fresh(self, *asked, **headers):
        return self.ask(*asked, site=self.bare, **headers)


@pytest.fixture
def site():
    made = Site()
    yield made
    made.kept.close()


@pytest.fixture
def hall(olga):
    """A party of nine in its first round, with the list at the door."""
    made = friday_playing(olga, count=9)
    door.open_door(made, by=olga, at=builders.NOON)
    made.refresh_from_db()
    door.put_on_list(made, made.door, "Yara", "phone", at=builders.NOON)
    return made


def table_game(party):
    return Game.objects.get(party_table__round__party=party, party_table__number=1)


def visits(hall, session, old):
    """Who follows which address, with which cookies."""
    code, token, card = hall.code, link(table_game(hall)).token, TableLink(hall.pk, hall.link_version, 9).token
    live = reverse("party:public_live", args=[code])
    yield from ((live, cookies) for cookies in ("", "me=3", session))
    yield from ((reverse("party:public_standings", args=[code]), cookies) for cookies in ("", session))
    yield reverse("party:projector_live", args=[code]), ""
    yield reverse("party:here", args=[code, hall.door]), "phone=phone"
    yield from ((reverse("party:console_live", args=[hall.club.slug, code]), cookies) for cookies in ("", session))
    yield reverse("party:table_live", args=[card]), ""
    yield reverse("party:next_table", args=[token]), "seat=0"
    yield from ((reverse("play:pad_live", args=[each]), "seat=0") for each in {token, old})
    yield reverse("play:watch_live", args=[table_game(hall).code]), ""


def changes(hall, olga, session):
    """One change of each kind, by its name."""
    first = table_game(hall)
    who = {"by": olga, "at": builders.NOON}
    entry = high(1, 0, 9)
    yield "a hand", lambda: record(first, entry)
    yield "an undone hand", lambda: undo_hand(link(first), uuid4(), entry.uid, by_seat=0, at=builders.NOON)
    yield "nothing", lambda: None
    yield "what is rolled back", lambda: rolled_back(first)
    yield "a result", lambda: results.type_result(hall, 1, 1, (13, 7), **who)
    yield "a message", lambda: broadcast.show_message(hall, "Coffee", minutes=None, by=olga, at=timezone.now())
    yield "the end of a message", lambda: broadcast.clear_message(hall, **who)
    yield "a new name", lambda: rename_player(hall.club.players.get(name="P3"), "Petra", **who)
    yield "open statistics", lambda: show_statistics(hall.club, to_everyone=True, **who)
    yield "closed statistics", lambda: show_statistics(hall.club, to_everyone=False, **who)
    yield "a bell", lambda: timer.ring(hall, **who)
    yield "a check-in", lambda: door.check_in_from_door(hall, {hall.door_names.get().pk: "Yara"}, **who)
    yield "a closed door", lambda: door.close_door(hall, **who)
    yield "a new link", lambda: renew_link(first, **who)
    yield "new cards", lambda: lifecycle.renew_codes(hall, **who)
    yield "a sign-out", lambda: import_module(settings.SESSION_ENGINE).SessionStore(session).flush()


def rolled_back(game):
    with undone():
        record(game, high(1, 2, 11))


@pytest.mark.parametrize("few", [50, 4])
def test_a_kept_answer_equals_a_fresh_one_for_every_visitor_after_every_change(site, hall, olga, monkeypatch, few):
    monkeypatch.setattr(public_state, "FEW_PEOPLE", few)
    signed_in = client_of(olga)
    key = signed_in.cookies[settings.SESSION_COOKIE_NAME].value
    held, old, wrong, asked = {}, link(table_game(hall)).token, [], 0
    for name, change in changes(hall, olga, key):
        change()
        hall.refresh_from_db()
        for path, cookies in visits(hall, f"{settings.SESSION_COOKIE_NAME}={key}", old):
            # The version that the page holds; where it is not the newest any more, then the newest.
            for _version in range(2):
                address = held.get((path, cookies), path)
                kept = [site.ask(address, cookies, HTTP_HX_REQUEST="true") for _time in range(2)]
                fresh = site.fresh(address, cookies, HTTP_HX_REQUEST="true")
                asked += 2
                if kept != [fresh] * 2:
                    wrong.append((name, address, cookies))
                newest = re.search(rb"\?v=([^&\"]*)", fresh[2])
                if newest is None:
                    break
                held[path, cookies] = f"{path}?v={newest[1].decode()}"
    assert wrong == []
    assert len(site.built) < 0.7 * asked or not ALONE


def test_an_answer_is_kept(site, game):
    for _time in range(100):
        site.ask(reverse("play:watch_live", args=[game.code]) + f"?v=1.{game.revision}")
    assert len(site.built) < (2 if ALONE else 100)


IN_ANOTHER_PROCESS = {
    "sqlite": "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.execute(sys.argv[2]); db.commit()",
    "postgresql": "import psycopg, sys; db = psycopg.connect(sys.argv[1]); db.execute(sys.argv[2]); db.commit()",
}


def test_a_change_by_another_process_ends_what_is_kept(site, game):
    address = reverse("play:watch_live", args=[game.code]) + f"?v=1.{game.revision}"
    assert [site.ask(address)[0] for _time in range(3)] == ["204 No Content"] * 3
    assert len(site.built) == 1 or not ALONE
    if connection.vendor == "sqlite":
        database = str(connection.settings_dict["NAME"])
    else:
        parts = {name: connection.settings_dict[name.upper()] for name in ("host", "port", "user", "password")}
        known = {name: value for name, value in parts.items() if value} | {"dbname": connection.settings_dict["NAME"]}
        database = " ".join(f"{name}='{value}'" for name, value in known.items())
    change = f"UPDATE play_game SET revision = revision + 1 WHERE id = {game.pk}"
    subprocess.run([sys.executable, "-c", IN_ANOTHER_PROCESS[connection.vendor], database, change], check=True)
    assert site.ask(address)[0] == "200 OK"


def test_no_thread_gives_an_old_answer_once_a_change_is_stored(site, game):
    """Two processes as well: each has an own memory."""
    other = Site()
    path = reverse("play:watch_live", args=[game.code])

    def asks(address, *, times=8):
        try:
            return {each.ask(address)[0] for _time in range(times) for each in (site, other)}
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as threads:
        for revision in range(game.revision, game.revision + 10):
            assert threads.submit(asks, f"{path}?v=1.{revision}").result() == {"204 No Content"}
            before = [threads.submit(asks, f"{path}?v=1.{revision}") for _thread in range(3)]
            Game.objects.filter(pk=game.pk).update(revision=revision + 1)
            after = threads.submit(asks, f"{path}?v=1.{revision}")
            assert after.result() == {"200 OK"}
            assert set.union(*(each.result() for each in before)) <= {"200 OK", "204 No Content"}
    other.kept.close()
    assert len(site.built) < 10 * 5 * 8 or not ALONE


def test_what_another_connection_has_not_stored_yet_is_not_seen(site, game):
    address = reverse("play:watch_live", args=[game.code]) + f"?v=1.{game.revision}"
    with ThreadPoolExecutor(1) as thread, undone():
        Game.objects.filter(pk=game.pk).update(revision=game.revision + 1)
        # This thread's connection sees its own change; others do not, whether it is stored later or rolled back.
        assert [thread.submit(site.ask, address).result()[0] for _time in range(2)] == ["204 No Content"] * 2
        thread.submit(lambda: connection.close()).result()
    assert site.ask(address)[0] == "204 No Content"
    Game.objects.filter(pk=game.pk).update(revision=game.revision + 1)
    assert site.ask(address)[0] == "200 OK"


@pytest.mark.parametrize("what", ["bell", "message"])
def test_what_time_alone_changes_is_kept_until_then(site, olga, what):
    party = bell_party(olga)
    moment = timezone.now() + timedelta(seconds=0.3)
    of = table_game(party)
    fields = {"bell_at": moment} if what == "bell" else {"message": "Coffee", "message_until": moment}
    Game.objects.filter(pk=of.pk).update(**fields)
    Party.objects.filter(pk=party.pk).update(**{} if what == "bell" else fields)
    of.refresh_from_db()
    address = reverse("play:pad_live", args=[link(of).token]) + f"?v=2.{of.version(moment - timedelta(seconds=1))}"
    assert {site.ask(address)[0] for _time in range(3)} == {"204 No Content"}
    assert len(site.built) == 1 or not ALONE
    while (now := timezone.now()) < moment:
        assert site.ask(address)[0] == "204 No Content" or timezone.now() >= moment > now
    assert site.ask(address)[0] == "200 OK"


@pytest.mark.parametrize("of", ["game", "party"])
def test_names_are_kept_until_statistics_link_the_page_with_initials(site, olga, prairie, settings, of):
    made = one_round(olga, (5, 3), (7, 2))
    lifecycle.finish(made, by=olga, at=timezone.now())
    Club.objects.filter(pk=prairie.pk).update(shown_to_strangers=Club.Shown.INITIALS)
    now, began = timezone.now(), timezone.now() - timedelta(days=4)
    Round.objects.filter(party=made).update(announced_at=began)
    Game.objects.filter(party_table__round__party=made).update(started_at=began, used_at=now, finished_at=now)
    address = reverse("party:public_standings", args=[made.code])
    if of == "game":
        address = reverse("play:watch", args=[table_game(made).code])
    name = made.entrants.first().player.name.encode()
    assert name in site.ask(address)[2]
    settings.PADS_WRITE_AFTER_END += (
        timezone.now() + timedelta(seconds=0.5) - long_past_from(evening_of(began, prairie))
    )
    moment = long_past_from(evening_of(began, prairie))
    site.kept.close()
    assert name in site.ask(address)[2]
    time.sleep((moment - timezone.now()).total_seconds() + 0.01)
    assert site.ask(address) == site.fresh(address)
    assert name not in site.ask(address)[2]


def test_the_server_gets_at_once_what_would_be_given_again(site, game):
    address = reverse("play:watch_live", args=[game.code]) + f"?v=1.{game.revision}"
    for _time in range(2):  # what was kept before the server first looked is built again
        assert site.ask(address)[0] == "204 No Content"
        at_once = site.kept.at_once(site.asked)
    if connection.vendor != "sqlite":
        assert at_once is None  # it would wait for the database
        return
    assert at_once.status == "204 No Content"
    record(game, high(1, 2, 11))
    assert site.kept.at_once(site.asked) is None


@pytest.mark.parametrize("order", list(product((True, False), repeat=3)))
def test_neither_the_server_nor_its_threads_get_what_is_old(site, game, order):
    address = reverse("play:watch_live", args=[game.code])
    site.ask(address)
    site.kept.at_once(site.asked)
    for number, server_is_first in enumerate(order, 1):
        same = f"{address}?v=1.{game.revision}"
        assert site.ask(same)[0] == "204 No Content"
        assert not ALONE or site.kept.at_once(site.asked).status == "204 No Content"
        record(game, high(number, 2, 11))
        game.refresh_from_db()
        if server_is_first:
            assert site.kept.at_once(site.asked) is None
        assert site.ask(same)[0] == "200 OK"
        kept = site.kept.at_once(site.asked)
        assert kept is None or kept.status == "200 OK"


def test_the_server_gets_what_would_be_given_to_anyone_by_the_names_of_questions(site, game):
    address = reverse("play:watch_live", args=[game.code])
    names = []
    for version in (f"1.{game.revision}", "old"):
        status = site.ask(f"{address}?v={version}")[0]
        names.append(key_for_anyone(site.asked))
    assert status == "200 OK"
    no_news, nothing = site.kept.for_anyone(names)
    assert nothing is None
    assert not ALONE or no_news.is_no_news
    record(game, high(1, 2, 11))
    assert site.kept.for_anyone(names) == [None, None]


def test_nothing_is_kept_of_a_session_a_form_a_cookie_or_another_method(site, hall, organiser):
    session = f"{settings.SESSION_COOKIE_NAME}={organiser.cookies[settings.SESSION_COOKIE_NAME].value}"
    public, here = reverse("party:public", args=[hall.code]), reverse("party:here", args=[hall.code, hall.door])
    asked = [(public, session), (f"{public}?me=3", ""), (here, "phone=phone"), ("/sign-in/", "")]
    for each in asked * 2:
        site.ask(*each)
    site.ask(reverse("party:public_standings", args=[hall.code]), "", method="HEAD")
    assert len(site.built) == 2 * len(asked) + 1
    assert not site.kept._current()


@pytest.mark.alike
def test_a_page_for_anyone_is_built_once_and_never_given_to_a_session(site, hall, organiser, monkeypatch):
    monkeypatch.setattr(public_state, "FEW_PEOPLE", 4)
    monkeypatch.setattr(kept_answers, "SECONDS_WITH_CLOCK", 1_000_000)
    session = f"{settings.SESSION_COOKIE_NAME}={organiser.cookies[settings.SESSION_COOKIE_NAME].value}"
    live = reverse("party:public_live", args=[hall.code]) + "?v=evening.old"
    answers = [site.ask(*each) for each in ((live,), (f"{live}&me=7",), (f"{live}&q=an&of=x", "me=3"), (live, "me=4"))]
    assert [status for status, _headers, _body in answers] == ["200 OK"] * 4
    assert len(site.built) == 1 or not ALONE
    for _time in range(2):
        site.ask(live, session)
    assert len(site.built) == 3 or not ALONE
    for header in ("HTTP_ACCEPT_ENCODING", "HTTP_HX_REQUEST"):
        site.ask(live, **{header: "gzip"})
    assert len(site.built) == 5 or not ALONE


@pytest.mark.alike
def test_what_a_visitor_sends_never_makes_their_answer_that_of_anyone(site, hall):
    live = reverse("party:public_live", args=[hall.code])
    for cookies in ("of nobody", "of a session", "of a visitor"):
        site.ask(f"{live}?evening.old", cookies)
    site.ask(f"{live}?v=evening.old")
    assert len(site.built) == 4


@pytest.mark.alike
def test_a_limited_number_of_bytes_is_kept(site, hall, monkeypatch):
    monkeypatch.setattr(kept_answers, "MOST_BYTES", 40_000)
    standings = reverse("party:public_standings", args=[hall.code])
    for number in range(12):
        site.ask(f"{standings}?v={number}")
    answers = site.kept._current()
    assert 0 < sum(len(each.body) for each in answers.values()) <= 40_000
    site.ask(f"{standings}?v={'9' * 1000}")
    assert len(site.built) == 13
    for header in ("HTTP_HX_REQUEST", "HTTP_ACCEPT_ENCODING", "HTTP_COOKIE", "HTTP_HOST"):
        site.ask(f"{standings}?v={header}", "", **{header: "x" * 1000})
    assert all(len("".join(key)) < 1000 for key in site.kept._current())


def test_what_a_request_is_known_by_counts_as_memory(monkeypatch):
    monkeypatch.setattr(kept_answers, "MOST_BYTES", 10_000)
    answers, kept, held = Answers(), Kept("200 OK", [], b"", Keeping(0, inf, for_anyone=False)), []
    for number in range(9):
        answers.add(("http", "testserver", f"{number}" * 1500), kept)
        held.append(len(answers))
    assert max(held) == 2


@pytest.mark.alike
@pytest.mark.parametrize("has_proxy, times_built", [(False, 1), (True, 2)])
def test_a_visitor_has_no_say_in_the_scheme_of_a_kept_answer(site, hall, settings, has_proxy, times_built):
    settings.BEHIND_HTTPS = has_proxy
    standings = reverse("party:public_standings", args=[hall.code])
    for scheme in ("https", "https, http", "a", "b"):
        assert site.ask(standings, HTTP_X_FORWARDED_PROTO=scheme)[0] == "200 OK"
    assert len(site.built) == times_built


def test_tables_and_the_organiser_never_block_each_other(hall, olga):
    """Each transaction changes the row of revisions last: on PostgreSQL nobody waits in a circle."""
    games = [table.game for table in party_state(hall).current.tables]
    before = token_of_results(hall)

    def records(game):
        try:
            for number in range(1, 4):
                record(game, high(number, 0, 7))
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        at_tables = [threads.submit(records, game) for game in games]
        for minutes in range(3):
            broadcast.show_message(hall, f"{minutes}", minutes=None, by=olga, at=builders.NOON)
            results.lock_table(hall, 1, 2, by=olga, at=builders.NOON)
            results.reopen_table(hall, 1, 2, by=olga, at=builders.NOON)
        for each in at_tables:
            each.exception()
    assert at_tables[0].exception() is None
    assert token_of_results(hall) != before

"""The gate before the site: whole requests go in, whole answers come out, and what waits is limited."""

# Over 300 lines because one gate is tried here from all sides.

import asyncio
import tempfile
import threading
from math import inf
from wsgiref.validate import validator

import pytest
from django.urls import reverse

from tests.ops.at_the_gate import WIFI, Connection, ask, nothing_for_anyone, opened, says, scope
from whistclub.club.founding.actions import claim_link_path
from whistclub.ops import gate as gates
from whistclub.ops.gate import Gate, page_that_refuses
from whistclub.web.kept_answers import Keeping, Kept
from whistclub.web.whole_body import MOST_OF_UPLOAD

STRANGER = "198.51.100.1"


@pytest.fixture(autouse=True)
def refused_at_once(monkeypatch):
    monkeypatch.setattr(gates, "SECONDS_TO_REFUSE", 0.01)


def test_a_request_is_handed_over_as_wsgi_demands(run):
    async def scene():
        gate = opened(validator(says))
        return [await ask(gate, path="/Bösendorf/", query="a=1"), await ask(gate, b"name=Ann", path="/here/")]

    asked, sent = run(scene())
    assert (asked.status, asked.answer.decode()) == (200, "GET /Bösendorf/ ")
    assert (sent.status, sent.answer, sent.headers["From"]) == (200, b"POST /here/ name=Ann", WIFI)


def test_a_header_that_only_a_proxy_may_set_is_not_taken_under_another_spelling(run):
    heads = []

    async def scene():
        gate = opened(lambda environ, start: heads.append(environ) or says(environ, start))
        head = scope(accept="text/html")
        head.headers["x_forwarded_proto"] = "https"
        await gate.__rsgi__(head, Connection())

    run(scene())
    assert heads[0]["HTTP_ACCEPT"] == "text/html"
    assert "HTTP_X_FORWARDED_PROTO" not in heads[0]


def test_limits_and_pages_know_the_address_that_our_proxy_added_as_a_line_of_its_own(run):
    class Lines(dict):
        def items(self):
            return [("x-forwarded-for", "192.0.2.66"), ("x-forwarded-for", "forged, 203.0.113.7")]

    async def scene():
        gate, head, asked = opened(), scope(), Connection()
        gate.has_proxy, head.headers = True, Lines()
        await gate.__rsgi__(head, asked)
        return asked.headers["From"]

    assert run(scene()) == "203.0.113.7"


def test_a_kept_answer_needs_no_thread_and_no_form_gets_one(run):
    kept = Kept("200 OK", [("Content-Type", "text/plain")], b"kept", Keeping(0, inf, for_anyone=True))
    asked = []

    def at_once(environ):
        asked.append(environ["PATH_INFO"])
        return kept if environ["PATH_INFO"] == "/kept/" else None

    async def scene():
        gate = Gate(says, at_once, nothing_for_anyone)
        assert (await ask(gate, path="/kept/")).answer == b"kept"  # it has no threads yet
        gate.__rsgi_init__(asyncio.get_running_loop())
        return [(await ask(gate, path="/new/")).answer, (await ask(gate, b"a=1", path="/kept/")).answer]

    assert run(scene()) == [b"GET /new/ ", b"POST /kept/ a=1"]
    assert asked == ["/kept/", "/new/"]  # each once


@pytest.mark.parametrize(
    "head, status",
    [
        ({"content_length": "1000000000"}, 413),
        ({"content_length": "12 monkeys"}, 400),
        ({"transfer_encoding": "chunked"}, 411),
    ],
)
def test_a_body_that_is_too_long_or_states_no_length_is_refused_unread(run, head, status):
    async def scene():
        connection = Connection(None)
        await opened().__rsgi__(scope("POST", **head), connection)
        return connection

    refused = run(scene())
    assert refused.status == status
    assert refused.headers["Connection"] == "close"


def test_whoever_sends_too_much_sees_a_page_that_says_what_to_do(run):
    async def scene():
        connection = Connection(None)
        await opened().__rsgi__(scope("POST", content_length="3000000"), connection)
        return connection

    refused = run(scene())
    assert refused.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "<h1>Too much to send at once</h1>" in refused.answer.decode()
    assert "Go back one page, and send a long list in several parts." in refused.answer.decode()


def test_a_backup_may_be_longer_than_a_form_and_never_longer_than_one_address_may_send(run):
    upload = reverse("ops:upload_backup", args=["prairie"])

    async def scene():
        taken = await ask(opened(), b"n" * 3_000_000, path=upload)
        too_long, elsewhere = Connection(None), Connection(None)
        await opened().__rsgi__(scope("POST", upload, content_length=str(MOST_OF_UPLOAD + 1)), too_long)
        await opened().__rsgi__(scope("POST", upload + "more/", content_length="3000000"), elsewhere)
        return taken, too_long, elsewhere

    taken, too_long, elsewhere = run(scene())
    assert (taken.status, too_long.status, elsewhere.status) == (200, 413, 413)
    assert '<a class="button" href="../">' in too_long.answer.decode()
    assert gates.UPLOADS[1] == MOST_OF_UPLOAD


def test_the_page_for_whoever_sends_too_much_is_laid_out_once(run):
    async def scene():
        for _each in range(3):
            await opened().__rsgi__(scope("POST", content_length="3000000"), Connection(None))

    page_that_refuses.cache_clear()
    run(scene())
    assert page_that_refuses.cache_info().misses == 1


def test_a_pasted_list_as_long_as_a_form_may_be_is_taken(run):
    async def scene():
        return await ask(opened(), b"n" * 2_621_440)

    assert len(run(scene()).answer) > 2_621_440


def test_a_body_that_does_not_come_in_time_is_given_up_and_one_that_breaks_off_too(run, monkeypatch):
    monkeypatch.setattr(gates, "SECONDS_TO_SEND", 0.01)

    async def scene():
        gate = opened()
        silent, broken = Connection(None), Connection(None)
        broken.body.set_exception(RuntimeError("the stream is broken"))
        for connection in (silent, broken):
            await gate.__rsgi__(scope("POST", content_length="500"), connection)
        return silent.status, broken.status, gate.requests.in_all

    assert run(scene()) == (408, 400, 0)


def test_silent_bodies_hold_nobody_up(run):
    async def scene():
        gate = opened()
        silent = [
            asyncio.create_task(gate.__rsgi__(scope("POST", content_length="500"), Connection(None)))
            for _ in range(1000)
        ]
        saved = await ask(gate, b"hand=1")
        for task in silent:
            task.cancel()
        return saved.status

    assert run(scene()) == 200


def test_a_hall_of_400_behind_one_address_is_never_refused(run):
    async def scene():
        gate = opened()
        phones = [ask(gate, body) for body in (b"", b"hand=1") for _ in range(400 * 3)]
        return {connection.status for connection in await asyncio.gather(*phones)}

    assert run(scene()) == {200}


def test_one_address_can_neither_fill_the_site_nor_keep_others_out(run, monkeypatch):
    monkeypatch.setattr(gates, "REQUESTS", (5, 3))

    async def scene():
        gate = opened()

        def hold(address):
            silent = scope("POST", address=address, content_length="500")
            return asyncio.create_task(gate.__rsgi__(silent, Connection(None)))

        held = [hold(STRANGER) for _ in range(3)]
        await asyncio.sleep(0)
        own, others = await ask(gate, address=STRANGER), await ask(gate, address=WIFI)
        held += [hold("203.0.113.1"), hold("203.0.113.2")]
        await asyncio.sleep(0)
        full = await ask(gate, address=WIFI)
        for task in held:
            task.cancel()
        return own.status, others.status, full.status

    assert run(scene()) == (429, 200, 503)


def test_uploads_take_no_room_from_hands(run, monkeypatch):
    monkeypatch.setattr(gates, "UPLOADS", (100_000, 50_000))

    async def scene():
        gate = opened()
        upload = asyncio.create_task(gate.__rsgi__(scope("POST", content_length="50000"), Connection(None)))
        await asyncio.sleep(0)
        second, hand = await ask(gate, b"x" * 50_000), await ask(gate, b"hand=1")
        upload.cancel()
        return second.status, hand.status

    assert run(scene()) == (429, 200)


def test_passwords_are_checked_one_at_a_time_and_pages_do_not_wait_for_them(run):
    looking, may_go_on = [], threading.Event()

    def application(environ, start_response):
        if environ["PATH_INFO"] == "/sign-in/" and environ["REQUEST_METHOD"] == "POST":
            looking.append(environ)
            may_go_on.wait(10)
        return says(environ, start_response)

    async def scene():
        gate = opened(application)
        guesses = [asyncio.create_task(ask(gate, b"password=guess", path="/sign-in/")) for _ in range(5)]
        pages = [await ask(gate, path=path) for path in ("/", "/sign-in/", "/rules/")]
        while not looking:  # its thread begins when the machine lets it
            await asyncio.sleep(0.01)
        at_once = len(looking)
        may_go_on.set()
        return at_once, [each.status for each in (*pages, *await asyncio.gather(*guesses))]

    assert run(scene()) == (1, [200] * 8)


def test_uploads_are_read_one_at_a_time_and_pages_do_not_wait_for_them(run):
    reading, may_go_on = [], threading.Event()

    def application(environ, start_response):
        if environ["REQUEST_METHOD"] == "POST" and environ["PATH_INFO"] != "/hand/":
            reading.append(environ)
            may_go_on.wait(10)
        return says(environ, start_response)

    async def scene():
        gate = opened(application)
        backups, long_list = "/run/ours/backups/upload/", b"x" * (gates.SMALL + 1)
        uploads = [asyncio.create_task(ask(gate, body, path=backups)) for body in (b"backup", b"another")]
        uploads += [asyncio.create_task(ask(gate, long_list, path=path)) for path in ("/list/", "/run/ours/look/")]
        others = [await ask(gate, path=backups), await ask(gate), await ask(gate, b"hand=1", path="/hand/")]
        while not reading:
            await asyncio.sleep(0.01)
        at_once = len(reading)
        may_go_on.set()
        return at_once, [each.status for each in (*others, *await asyncio.gather(*uploads))]

    assert run(scene()) == (1, [200] * 7)


def test_whoever_changes_a_password_does_not_wait_behind_guesses_from_the_same_address(run):
    looking, may_go_on = [], threading.Event()

    def application(environ, start_response):
        looking.append(environ["PATH_INFO"])
        may_go_on.wait(10)
        return says(environ, start_response)

    async def scene():
        gate = opened(application)
        posts = [asyncio.create_task(ask(gate, b"password=guess", path="/sign-in/")) for _ in range(6)]
        posts.append(asyncio.create_task(ask(gate, b"password=new", path="/account/password/")))
        while not looking:
            await asyncio.sleep(0.01)
        may_go_on.set()
        await asyncio.gather(*posts)

    run(scene())
    assert looking.index("/account/password/") <= 2


@pytest.mark.django_db
def test_the_pages_that_check_passwords_are_known():
    assert reverse("accounts:sign_in").startswith(gates.WITH_PASSWORD)
    assert claim_link_path().startswith(gates.WITH_PASSWORD)


def test_an_answer_of_any_length_arrives_whole_and_leaves_no_file(run, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    closed = []

    class Lines:
        """Every hand of a large club, as it is read from the database."""

        def __iter__(self):
            yield from (b"x" * 999_999 + b"\n" for _ in range(12))
            if breaks:
                raise OSError("gone half-way")

        def close(self):
            closed.append(True)

    def application(environ, start_response):
        start_response("200 OK", [("Content-Type", "text/csv")])
        return Lines()

    async def scene():
        gate = opened(application)
        got = await ask(gate)
        kept = [file for file in tmp_path.rglob("*") if file.is_file()]
        gate.files.remove()
        return got, kept

    breaks = False
    got, kept = run(scene())
    assert (got.status, len(got.answer), got.answer.count(b"\n"), closed) == (200, 12_000_000, 12, [True])
    assert (len(kept), list(tmp_path.iterdir())) == (1, [])
    breaks = True
    got, kept = run(scene())
    assert (got.status, kept, closed) == (500, [], [True, True])


def test_an_answer_that_says_wait_comes_late_and_holds_no_thread(run, monkeypatch):
    def application(environ, start_response):
        start_response("429 Too Many Requests" if environ["PATH_INFO"] == "/sign-in/" else "200 OK", [])
        return [b""]

    async def scene():
        monkeypatch.setattr(gates, "SECONDS_TO_REFUSE", 30)
        gate = opened(application)
        refused = [asyncio.create_task(ask(gate, b"a=1", path="/sign-in/")) for _ in range(10)]
        page = await ask(gate)
        waiting = [task for task in refused if not task.done()]
        for task in waiting:
            task.cancel()
        return page.status, len(waiting)

    assert run(scene()) == (200, 10)


def test_an_error_outside_of_the_site_is_answered_and_logged(run, caplog):
    def application(environ, start_response):
        raise RuntimeError("no such luck")

    async def scene():
        gate = opened(application)
        return [(await ask(gate, path="/here/")).status for _ in range(3)]

    assert run(scene()) == [500] * 3
    assert "GET /here/" in caplog.text
    assert "no such luck" in caplog.text

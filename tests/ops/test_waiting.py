"""Questions of pages wait while there is no news: one asks for all, and nobody who has left is asked for."""

import asyncio
from math import inf

import pytest

from tests.ops.at_the_gate import Connection, ask, opened
from whistclub.environment import FIGURES_FOLDER
from whistclub.ops import gate as gates
from whistclub.ops import waiting
from whistclub.ops.worker import say_stopping
from whistclub.web.kept_answers import Keeping, Kept

PHONES = 5


class Club:
    """A site with one page that phones follow; that there is nothing new is kept until something is stored."""

    def __init__(self):
        self.version, self.status, self.asked, self.looks, self.kept = 1, "200 OK", 0, 0, None
        self.gate = opened(self, for_anyone=self.for_anyone)

    def __call__(self, environ, start_response):
        self.asked += 1
        if environ["QUERY_STRING"] == f"v={self.version}":
            self.kept = Kept("204 No Content", [], b"", Keeping(0, inf, for_anyone=True))
            start_response(self.kept.status, [])
            return []
        start_response(self.status, [])
        return [f"version {self.version}".encode()]

    def for_anyone(self, names):
        self.looks += 1
        return [self.kept if str(self.version) in name else None for name in names]

    def store(self, *, is_news):
        self.kept = None
        self.version += is_news

    async def follow(self, connection=None, prefer="wait=5", **headers):
        head = {"query": "v=1", "host": "club.example", "prefer": prefer} | headers
        return await ask(self.gate, connection=connection, **head)

    async def phones(self, count=PHONES):
        """So many that wait; the first of all has asked before."""
        await self.follow()
        self.asked = 0
        tasks = [asyncio.create_task(self.follow()) for _ in range(count)]
        await self.until(count)
        return tasks

    @property
    def waiting(self):
        return sum(len(each.waiting) for each in self.gate.waiting.questions.values())

    async def until(self, count):
        while self.waiting != count:
            await asyncio.sleep(0.005)


@pytest.fixture(autouse=True)
def looks_often(monkeypatch):
    monkeypatch.setattr(waiting, "SECONDS_BETWEEN_LOOKS", 0.01)


async def heard(tasks):
    return [(each.status, each.answer) for each in await asyncio.gather(*tasks)]


def test_pages_wait_until_there_is_news_and_all_get_it(run):
    async def scene():
        club = Club()
        phones = await club.phones()
        await asyncio.sleep(0.1)
        before = club.asked
        club.store(is_news=True)
        return before, await heard(phones)

    assert run(scene()) == (0, [(200, b"version 2")] * PHONES)


def test_of_what_does_not_concern_them_one_asks_for_all(run):
    async def scene():
        club = Club()
        phones = await club.phones()
        club.store(is_news=False)
        await club.until(PHONES - 1)
        await asyncio.sleep(0.1)
        asked, (first, *others) = club.asked, sorted(phones, key=lambda each: not each.done())
        waiting_on = [not each.done() for each in others]
        club.store(is_news=True)
        return asked, first.result().status, waiting_on, await heard(others)

    assert run(scene()) == (1, 204, [True] * (PHONES - 1), [(200, b"version 2")] * (PHONES - 1))


def test_a_page_that_has_waited_long_enough_hears_that_nothing_is_new(run, monkeypatch):
    monkeypatch.setattr(gates, "LONGEST_WAIT", 0.05)

    async def scene():
        club = Club()
        return await heard(await club.phones()), club.asked, club.waiting

    assert run(scene()) == ([(204, b"")] * PHONES, 0, 0)


def test_no_page_waits_longer_while_a_busy_club_stores_all_the_time(run, monkeypatch):
    monkeypatch.setattr(gates, "LONGEST_WAIT", 0.1)

    async def scene():
        club = Club()
        phones = await club.phones(40)
        began = asyncio.get_running_loop().time()
        while not all(each.done() for each in phones):
            club.store(is_news=False)
            await asyncio.sleep(0.001)
        return asyncio.get_running_loop().time() - began, await heard(phones)

    seconds, answers = run(scene())
    assert (seconds < 1, answers) == (True, [(204, b"")] * 40)


def test_nobody_asks_for_a_page_that_was_left(run):
    async def scene():
        club = Club()
        await club.follow()
        gone = Connection()
        left = asyncio.create_task(club.follow(gone))
        await club.until(1)
        club.store(is_news=True)
        gone.gone.set_result(None)
        await left
        return club.asked, club.waiting

    assert run(scene()) == (1, 0)


def test_that_the_page_is_gone_all_hear_from_one(run, monkeypatch):
    monkeypatch.setattr(waiting, "SECONDS_BETWEEN_LOOKS", 0.3)

    async def scene():
        club = Club()
        phones = await club.phones()
        club.status = "410 Gone"
        club.store(is_news=True)
        looks = club.looks
        return [each.status for each in await asyncio.gather(*phones)], club.looks - looks

    statuses, looks = run(scene())
    assert statuses == [410] * PHONES
    assert looks < PHONES + 2  # one for all, and each looks for itself whether the answer was given before


def test_many_different_questions_cost_one_look(run):
    async def scene():
        club = Club()
        await club.follow()
        phones = [asyncio.create_task(club.follow(accept_encoding=f"kind {number}")) for number in range(200)]
        await club.until(200)
        before = club.looks
        await asyncio.sleep(0.1)
        looks = club.looks - before
        club.store(is_news=True)
        return looks, await heard(phones)

    looks, answers = run(scene())
    assert 0 < looks < 15
    assert answers == [(200, b"version 2")] * 200


def test_that_one_was_refused_is_no_news_for_the_others(run):
    async def scene():
        club = Club()
        phones = await club.phones(2)
        club.status = "500 Internal Server Error"
        club.store(is_news=True)
        await club.until(1)
        club.status = "200 OK"
        return [each.status for each in await asyncio.gather(*phones)]

    assert run(scene()) == [500, 200]


def test_a_large_hall_asks_one_after_the_other(run, monkeypatch):
    monkeypatch.setattr(waiting, "SECONDS_TO_LAST", 0.5)

    async def scene():
        club = Club()
        phones = await club.phones(400)
        began = asyncio.get_running_loop().time()
        club.store(is_news=True)
        times = []
        for each in asyncio.as_completed(phones):
            await each
            times.append(asyncio.get_running_loop().time() - began)
        return times

    times = run(scene())
    assert times[200] - times[1] > 0.15
    assert times[-1] > 0.4


@pytest.mark.parametrize("prefer", ["", "wait=0", "wait=-1", "wait=ten", "wait=5, wait=5", "respond-async"])
def test_a_question_that_states_no_such_wish_does_not_wait(run, prefer):
    async def scene():
        club = Club()
        return [(await club.follow(prefer=prefer)).status for _ in range(2)]

    assert run(scene()) == [204, 204]


def test_more_than_a_hall_need_not_be_held(run, monkeypatch):
    monkeypatch.setattr(gates, "REQUESTS", (PHONES, PHONES))

    async def scene():
        club = Club()
        phones = await club.phones()
        one_more = (await club.follow()).status
        club.store(is_news=True)
        return one_more, await heard(phones), (await club.follow()).status

    assert run(scene()) == (204, [(200, b"version 2")] * PHONES, 200)


def test_a_site_that_stops_waits_for_no_page(run, monkeypatch, tmp_path):
    monkeypatch.setenv(FIGURES_FOLDER, str(tmp_path))

    async def scene():
        club = Club()
        phones = await club.phones()
        say_stopping()
        return await heard(phones)

    assert run(scene()) == [(204, b"")] * PHONES


def test_nobody_waits_for_ever_if_looking_fails(run, caplog):
    async def scene():
        club = Club()
        phones = await club.phones()

        def fail(_names):
            msg = "can't start new thread"
            raise RuntimeError(msg)

        find, club.gate.waiting.find = club.gate.waiting.find, fail
        first = await heard(phones)
        club.gate.waiting.find = find
        again = [asyncio.create_task(club.follow()) for _ in range(PHONES)]
        await club.until(PHONES)
        club.store(is_news=True)
        return first, await heard(again)

    assert run(scene()) == ([(204, b"")] * PHONES, [(200, b"version 2")] * PHONES)

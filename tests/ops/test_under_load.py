"""Strangers and accidents do their worst to a real site; pads save each hand once, and soon."""

import http.client
import itertools
import math
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from urllib.parse import urlencode

import pytest

from tests.bench.filling import hands_fields
from tests.ops.site import PATIENCE, ROOT, own_environment

pytestmark = [pytest.mark.long, pytest.mark.skipif(sys.platform != "linux", reason="looks for the server in /proc")]

SLOWEST = 1  # seconds; where other tests keep the machine busy, five times what a hand takes without strangers
MAKE_GAMES = """
import sys
import django; django.setup()
from tests.bench import filling
from tests.builders import link
print(*(link(game).token for game in filling.running_games(int(sys.argv[1]))))
"""


class Pad:
    """Sends each hand until it is saved, as a phone does; `saved` are their uids.

    On a bad network one answer in `loses_one_in` does not arrive, and half of those are not even waited for.
    """

    def __init__(self, site, token, seed):
        self.port, self.path, self.saved = site.port, f"/t/{token}/hands/", []
        self.hands = hands_fields(itertools.count(1), random.Random(seed))
        self.chance, self.loses_one_in = random.Random(-seed), math.inf

    def save(self, count=1):
        """Answer how long the slowest took."""
        slowest = 0
        for fields in itertools.islice(self.hands, count):
            began = time.monotonic()
            while (status := self.send(urlencode(fields))) != 200:
                assert status is None, status
                time.sleep(0.1)
            self.saved.append(fields["uid"].replace("-", ""))
            slowest = max(slowest, time.monotonic() - began)
        return slowest

    def send(self, body):
        """The status of the answer; None if there was none."""
        head = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json", "Cookie": "seat=0"}
        try:
            with closing(http.client.HTTPConnection("localhost", self.port, timeout=30)) as connection:
                connection.request("POST", self.path, body, head)
                is_lost = self.chance.random() < 1 / self.loses_one_in
                if is_lost and self.chance.random() < 0.5:
                    return None
                status = connection.getresponse().status
                return None if is_lost else status
        except (OSError, http.client.HTTPException):
            return None


@pytest.fixture
def pads(kept, start):
    """A site with so many pads, each of its own game."""

    def pads(count):
        environment = own_environment(kept) | {"DJANGO_SETTINGS_MODULE": "whistclub.settings"}
        call = [sys.executable, "-c", MAKE_GAMES, str(count)]
        tokens = subprocess.check_output(call, cwd=ROOT, env=environment, text=True).split()
        site = start("--local")
        assert site.get("/") < 500
        return site, [Pad(site, token, seed) for seed, token in enumerate(tokens)]

    return pads


def stored(site):
    """The uids of each game, in order."""
    with closing(sqlite3.connect(site.data / "whistclub.sqlite3")) as database:
        rows = database.execute("SELECT game_id, uid FROM play_entryrecord ORDER BY game_id, position").fetchall()
    return sorted([uid for _game, uid in of_game] for _game, of_game in itertools.groupby(rows, lambda row: row[0]))


def test_strangers_and_people_who_sign_in_keep_no_hand_waiting(pads):
    site, [pad] = pads(1)
    alone = pad.save(10)
    words = b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n"
    is_over = threading.Event()
    with ExitStack() as strangers:
        silent, slow = (
            [strangers.enter_context(socket.create_connection(("localhost", site.port))) for _each in range(count)]
            for count in (200, 100)
        )
        for each in silent:
            each.sendall(words)
        for each in slow:
            each.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            each.sendall(b"GET /rules/tips/ HTTP/1.1\r\nHost: localhost\r\n\r\n")

        def read():
            while not is_over.wait(1):
                for each in slow:
                    each.recv(1)

        threading.Thread(target=read).start()
        slowest = pad.save(50)
        is_over.set()

    token = "a" * 32
    head = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Cookie": f"csrftoken={token}",
        "Origin": f"http://localhost:{site.port}",
    }

    def sign_in(number):
        body = {"csrfmiddlewaretoken": token, "username": f"p{number}@example.org", "password": "three blind mice"}
        with closing(http.client.HTTPConnection("localhost", site.port, timeout=PATIENCE)) as connection:
            connection.request("POST", "/sign-in/", urlencode(body), head)
            return connection.getresponse().status

    with ThreadPoolExecutor(20) as people:
        answers = [people.submit(sign_in, number) for number in range(20)]
        waits = []
        while not all(each.done() for each in answers):
            waits.append(pad.save())
            time.sleep(0.1)
    assert {each.result() for each in answers} == {200}
    assert len(waits) > 3
    assert max(slowest, *waits) <= max(SLOWEST, 5 * alone)
    assert stored(site) == [pad.saved]


def test_forty_tables_lose_nothing_in_three_kills_and_a_bad_network(pads):
    """Nothing is lost, doubled or out of order."""
    site, phones = pads(40)
    is_over = threading.Event()

    def play(pad):
        pad.loses_one_in = 10
        while not is_over.is_set():
            pad.save()

    with ThreadPoolExecutor(len(phones)) as people:
        playing = [people.submit(play, pad) for pad in phones]
        for number in range(1, 4):
            while sum(len(pad.saved) for pad in phones) < len(phones) * number:
                assert not any(each.done() for each in playing)
                time.sleep(0.01)
            [server] = site.workers()
            os.kill(server, signal.SIGKILL)
            site.wait_for_new_worker(server)
        is_over.set()
        for each in playing:
            each.result()
    assert stored(site) == sorted(pad.saved for pad in phones if pad.saved)

"""A real site in which a page waits for news."""

import html
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.ops.site import PATIENCE, ROOT, own_environment

MAKE_GAME = """
import django; django.setup()
from django.utils import timezone
from tests.builders import game, organiser
from whistclub.play.models import Game
olga, club = organiser()
made = game(club, olga)
Game.objects.update(started_at=timezone.now(), used_at=timezone.now())
print(made.code)
"""
RECORD_HAND = """
import django; django.setup()
from tests.builders import high, record
from whistclub.play.models import Game
record(Game.objects.get(), high(1, 0, 9))
"""


def other_process(data, script):
    environment = own_environment(data) | {"DJANGO_SETTINGS_MODULE": "whistclub.settings"}
    return subprocess.check_output([sys.executable, "-c", script], cwd=ROOT, env=environment, text=True).strip()


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_page_waits_for_news_hears_of_another_process_and_does_not_hold_up_the_end(kept, start):
    code = other_process(kept, MAKE_GAME)
    site = start("--local")
    watch = f"/p/game/{code}/"
    assert site.get(watch) == 200

    def ask(address, wait):
        request = urllib.request.Request(f"http://localhost:{site.port}{address}", headers={"Prefer": f"wait={wait}"})
        began = time.monotonic()
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode(), time.monotonic() - began

    def live_address(page):
        return html.unescape(re.search(r'data-live="([^"]+)"', page)[1])

    page = live_address(ask(watch, 0)[1])
    assert ask(page, 0)[0] == 204
    status, _nothing, seconds = ask(page, 1)
    assert (status, seconds > 0.9) == (204, True)

    with ThreadPoolExecutor() as others:
        waits = others.submit(ask, page, 5)
        other_process(kept, RECORD_HAND)
        status, news, _seconds = waits.result()
        assert (status, "made 9" in news) == (200, True)

        page = live_address(news)
        assert ask(page, 0)[0] == 204
        waits = others.submit(ask, page, 5)
        time.sleep(0.5)
        assert site.end(signal.SIGTERM).rstrip().endswith("Stopped.")
        status, _nothing, seconds = waits.result()
    assert (status, seconds < 4) == (204, True)

"""The first page on a slow network: little to load, and nothing moves when fonts and scripts arrive."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Request

from tests import builders
from tests.browser.conftest import PHONE, OpenDevice
from whistclub.play.models import Game

pytestmark = pytest.mark.browser

# With the headers of each answer.
MOST_BYTES = 90_000
MOST_ANSWERS = 36


@pytest.fixture
def running(game: Game) -> Game:
    builders.record(game, builders.high(1, 0, 9), builders.high(2, 1, 5), builders.low(3, 9))
    return game


def test_a_pad_loads_little(running: Game, open_device: OpenDevice, set_seat: Callable, settings):
    settings.POLL_EVERY = {"follows_closely": 20_000, "follows": 20_000}
    page = open_device(**PHONE)
    address = reverse("play:pad", args=[builders.link(running).token])
    set_seat(page, "0", address)
    requests: list[Request] = []
    page.on("requestfinished", lambda each: requests.append(each))
    page.goto(address)
    page.wait_for_load_state("networkidle")
    sizes = {each.url: each.sizes() for each in requests}
    answers = {url: size["responseHeadersSize"] + size["responseBodySize"] for url, size in sizes.items()}
    assert sum(url.endswith(".woff2") for url in answers) == 1
    assert len(answers) <= MOST_ANSWERS, sorted(answers)
    assert sum(answers.values()) <= MOST_BYTES, sorted(answers.items(), key=lambda item: -item[1])

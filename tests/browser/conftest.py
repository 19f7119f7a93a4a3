"""A phone and a laptop in a real Chromium, and the people who hold them."""

import fcntl
import os
import re
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.signals import request_finished, request_started
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Route, WebError, expect
from pytest_django.live_server_helper import LiveServer

from tests import builders
from tests.browser.party_devices import Desk
from tests.browser.party_pages import of_organiser
from tests.browser.phone import Phone
from tests.chromium import find_chromium
from tests.party import builders as parties
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.ops.serving import collect_static_files
from whistclub.party.models import Party
from whistclub.play.models import Game
from whistclub.settings import STORAGES

# Playwright keeps an event loop running in the thread of the test, and Django would refuse to query there.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
LAPTOP = {"viewport": {"width": 1280, "height": 800}}

LONGEST_ANSWER = 10  # seconds

expect.set_options(timeout=10_000)

OpenDevice = Callable[..., Page]
Scripts = Callable[[str, object], list]
OpenPad = Callable[..., Phone]


class BrowserErrors:
    """Errors and warnings of the browsers; a test declares in advance those it expects."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        # htmx reports this when a tap takes precedence over polling.
        self.expected = ["htmx:sendAbort", r"htmx:afterRequest, \[object HTML\w*Element\]"]
        # Only the tests of the worker let pads have one: it would take requests out of the hands of all others.
        self.expected.append("Service Worker registration blocked")

    def expect(self, *patterns: str) -> None:
        self.expected += patterns

    def expect_refusals(self) -> None:
        """Chromium reports every response that is not a success."""
        self.expect(r"Failed to load resource: the server responded with a status of 4\d\d")

    def expect_bad_network(self) -> None:
        self.expect("Failed to load resource", "htmx:sendError", "htmx:afterRequest", "Response Status Error Code 5")

    def hear(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.seen.append(f"console: {message.text}")

    def hear_error(self, error: WebError) -> None:
        self.seen.append(f"uncaught: {error.error}")

    @property
    def unexpected(self) -> list[str]:
        return [each for each in self.seen if not any(re.search(pattern, each) for pattern in self.expected)]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long tests begin. On a build server others may hold the processor for seconds: there a browser gets a second
    chance, and the summary names who needed it. Nowhere else, so that a race is found where it can be mended."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    if os.environ.get("CI"):
        for item in items:
            if item.get_closest_marker("browser"):
                item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict) -> dict:
    # Of two programs one would make letters wider: on screens as fine as those of phones they are as drawn.
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--font-render-hinting=none"]
    return {**browser_type_launch_args, "executable_path": find_chromium(), "args": arguments}


@pytest.fixture(scope="session", autouse=True)
def serve_static_files_as_in_production(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Django’s server for tests would hand the files out itself, as they lie; here the site does."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "collected"
    with pytest.MonkeyPatch.context() as patch, override_settings(STORAGES=STORAGES, STATIC_ROOT=folder):
        # The first worker collects them; the others wait, and find them there.
        with folder.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            collect_static_files()
        patch.setattr(StaticFilesHandler, "_should_handle", lambda _handler, _path: False)
        yield


@pytest.fixture(scope="session", autouse=True)
def ask_often() -> Iterator[None]:
    """Pages follow what happens faster than in a club, so that no test waits long; but five devices of a party that
    ask all the time would take a third of what it costs."""
    with override_settings(POLL_EVERY={"follows_closely": 800, "follows": 800}):
        yield


@pytest.fixture
def browser_errors() -> Iterator[BrowserErrors]:
    """Fails the test on a console error (such as a violation of the content policy) or a script error."""
    found = BrowserErrors()
    yield found
    assert not found.unexpected


@pytest.fixture
def all_answered(transactional_db: None) -> Iterator[None]:
    """Nothing is deleted after a test while the server works on what a page has asked, though the page is closed."""
    busy: set[int] = set()

    def started(**_signal: object) -> None:
        busy.add(threading.get_ident())

    def finished(**_signal: object) -> None:
        busy.discard(threading.get_ident())

    request_started.connect(started)
    request_finished.connect(finished)
    yield
    end = time.monotonic() + LONGEST_ANSWER
    while busy - {threading.get_ident()} and time.monotonic() < end:
        time.sleep(0.01)
    request_started.disconnect(started)
    request_finished.disconnect(finished)


@pytest.fixture
def open_device(
    all_answered: None,
    browser_errors: BrowserErrors,
    live_server: LiveServer,
    new_context: Callable[..., BrowserContext],
) -> OpenDevice:
    def opened(**kind: object) -> Page:
        context = new_context(**{"base_url": live_server.url, "service_workers": "block"} | kind)
        # A busy machine takes long; a test that passes never waits for these.
        context.set_default_timeout(10_000)
        context.set_default_navigation_timeout(30_000)
        context.on("console", browser_errors.hear)
        context.on("weberror", browser_errors.hear_error)
        return context.new_page()

    return opened


@pytest.fixture
def phone(open_device: OpenDevice) -> Page:
    return open_device(**PHONE)


@pytest.fixture
def laptop(open_device: OpenDevice) -> Page:
    return open_device(**LAPTOP)


@pytest.fixture(scope="module")
def scripts(browser: Browser) -> Iterator[Scripts]:
    """Calls a function with the modules of the pad and an argument, in a page of its own, without a server. The tests
    of a file share it: what is called keeps nothing."""
    context = browser.new_context()
    origin, folder = "http://pad.test", settings.BASE_DIR / "static" / "js" / "pad"

    def serve(route: Route) -> None:
        if name := route.request.url.removeprefix(f"{origin}/"):
            route.fulfill(path=folder / name, content_type="text/javascript")
        else:
            route.fulfill(body="<!doctype html><title>Pad</title>", content_type="text/html")

    context.route(f"{origin}/**", serve)
    page = context.new_page()
    page.goto(origin)
    script = "async ([script, argument]) => eval(script)(await import('/game.js'), argument)"
    yield lambda function, argument: page.evaluate(script, [function, argument])
    context.close()


@pytest.fixture
def prairie(transactional_db: None) -> Club:
    return builders.organiser()[1]


def sign_in_as(user: User, page: Page, live_server: LiveServer) -> Page:
    client = Client()
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[-1])
    name = settings.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": live_server.url}])
    return page


@pytest.fixture
def sign_in(olga: User, live_server: LiveServer) -> Callable[[Page], Page]:
    """Olga is signed in on a device."""
    return lambda page: sign_in_as(olga, page, live_server)


@pytest.fixture
def playing(prairie: Club, olga: User) -> Party:
    """Round 1: Ann & Bob against Clara & Dan, Eva & Fay against Gus & Hal."""
    party = parties.party(prairie, olga, "Ann", "Bob", "Clara", "Dan", "Eva", "Fay", "Gus", "Hal")
    parties.next_round(party, olga, at=timezone.now())
    return party


@pytest.fixture
def desk(laptop: Page, sign_in: Callable[[Page], Page], playing: Party) -> Desk:
    """Olga's laptop on the console of that round."""
    sign_in(laptop).goto(of_organiser(playing, "console"))
    return Desk(laptop)


@pytest.fixture
def set_seat(live_server: LiveServer) -> Callable[[Page, str], None]:
    """Ann sits at this device, unless another seat is given: no pad asks for it any more."""

    def take_seat(page: Page, seat: str = "0", path: str = "/") -> None:
        page.context.add_cookies([{"name": "seat", "value": seat, "url": live_server.url + path}])

    return take_seat


@pytest.fixture
def open_pad(open_device: OpenDevice, set_seat: Callable) -> OpenPad:
    """A phone on the pad of a game, its owner's seat already chosen: a new one, or the one `on` which another was."""

    def opened(of: Game, seat: int = 0, *, on: Phone | None = None, **kind: object) -> Phone:
        page = on.page if on else open_device(**PHONE | kind)
        path = reverse("play:pad", args=[builders.link(of).token])
        set_seat(page, str(seat), path)
        page.goto(path)
        return Phone(page)

    return opened

"""A pad on https, or on this computer, is kept on the phone and works offline."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests import builders
from tests.browser.conftest import BrowserErrors, OpenPad
from tests.browser.phone import Phone
from whistclub.play.models import EntryRecord, Game

pytestmark = pytest.mark.browser

KEPT = "This page also works offline."
STALE = "No connection. "


@pytest.fixture
def pad(game: Game, open_pad: OpenPad, browser_errors: BrowserErrors) -> Phone:
    """Ann's pad of a game with one hand, kept on her phone."""
    browser_errors.expect_bad_network()
    builders.record(game, builders.high(1, 0, 9))
    pad = open_pad(game, service_workers="allow")
    expect(pad.page.get_by_text(KEPT)).to_be_visible()
    return pad


def kept_paths(page: Page) -> set[str]:
    all_kept = "async () => (await (await caches.open((await caches.keys())[0])).keys()).map(({url}) => url)"
    return {urlsplit(url).path for url in page.evaluate(all_kept)}


def test_a_pad_opens_offline_shows_the_last_state_and_says_it_is_old(pad: Phone, game: Game):
    path = urlsplit(pad.page.url).path
    assert {each for each in kept_paths(pad.page) if not each.startswith("/static/")} == {path, f"{path}rules/"}
    pad.shows("3", "0")
    builders.record(game, builders.high(2, 0, 8), by_seat=1)
    pad.shows("5", "0")
    kept = "async (path) => (await (await caches.match(path)).text()).includes('made 8')"
    pad.page.wait_for_function(kept, arg=path)
    pad.page.context.set_offline(True)
    pad.page.reload()
    pad.shows("5", "0")
    expect(pad.page.get_by_text(STALE)).to_be_visible()
    expect(pad.page.get_by_text(KEPT)).to_be_visible()

    pad.page.get_by_text("Rules: Minnesota Whist").click()
    pad.follow(pad.page.get_by_role("link", name="The whole rules card"))
    expect(pad.page.get_by_role("heading", level=1)).to_be_visible()
    assert pad.page.evaluate("[...document.styleSheets].every((sheet) => sheet.cssRules.length > 0)")
    pad.follow(pad.page.get_by_role("link", name="Back to the pad"))
    pad.tap(pad.page.get_by_role("link", name="History of changes"))
    pad.says("Not possible while offline: try again when the phone is connected.")
    assert urlsplit(pad.page.url).path == path

    pad.page.context.set_offline(False)
    expect(pad.page.get_by_text(STALE)).to_be_hidden()


def test_a_hand_saved_and_reloaded_offline_arrives_once(pad: Phone, game: Game):
    asked: list[Dialog] = []
    pad.page.on("dialog", lambda dialog: (asked.append(dialog), dialog.accept()))
    pad.page.context.set_offline(True)
    pad.page.reload()
    pad.enter("Ann", 8, "5", "0")
    pad.page.reload()
    assert not asked
    pad.shows("5", "0")
    pad.enter("Bob", 9, "5", "3")
    assert EntryRecord.objects.count() == 1
    pad.page.context.set_offline(False)
    pad.is_sent()
    assert [(each.position, each.tricks) for each in EntryRecord.objects.order_by("position")] == [
        (1, [9, 4]),
        (2, [8, 5]),
        (3, [4, 9]),
    ]
    pad.page.reload()
    pad.shows("5", "3")


def test_all_that_a_pad_needs_is_kept_and_a_pad_with_a_replaced_link_is_not(pad: Phone, game: Game):
    needed = set(pad.page.evaluate("performance.getEntriesByType('resource').map(({name}) => new URL(name).pathname)"))
    assert {each for each in needed if each.startswith("/static/")} <= kept_paths(pad.page)
    Game.objects.filter(pk=game.pk).update(link_version=game.link_version + 1)
    pad.page.reload()
    expect(pad.page.get_by_role("heading", name="This link has been replaced")).to_be_visible()
    path = urlsplit(pad.page.url).path
    pad.page.wait_for_function("async (path) => !(await caches.match(path))", arg=path)


def test_the_screen_stays_on_while_the_pad_is_in_use(game: Game, open_pad: OpenPad):
    pad = open_pad(game)
    pad.page.context.grant_permissions(["screen-wake-lock"])
    pad.page.add_init_script(
        """const request = WakeLock.prototype.request;
        WakeLock.prototype.request = async function (kind) {
            window.wakeLock = await request.call(this, kind);
            return window.wakeLock;
        };"""
    )
    pad.set_clock()
    pad.page.wait_for_function("() => window.wakeLock?.released === false")
    pad.waits(15 * 60)
    pad.bid("Ann")
    pad.waits(15 * 60)
    assert not pad.page.evaluate("window.wakeLock.released")
    pad.waits(6 * 60)
    pad.page.wait_for_function("() => window.wakeLock.released")
    pad.bid("Bob")
    pad.page.wait_for_function("() => !window.wakeLock.released")

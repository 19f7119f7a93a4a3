"""Without any network: a whole game on the phone, and a pad that opens from what the phone has kept."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests import builders
from tests.browser.conftest import BrowserErrors, OpenPad
from tests.browser.pad_measures import SIZES
from tests.browser.phone import LOW, Phone
from whistclub.play.models import EntryRecord, Game

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def bad_network(browser_errors: BrowserErrors) -> None:
    browser_errors.expect_bad_network()


def heading(pad: Phone, text: str) -> None:
    expect(pad.page.locator(".hand-heading")).to_have_text(text)


def would_be_over(pad: Phone, score: str) -> None:
    expect(pad.page.locator("#would-be-over")).to_contain_text(f"The game would be over: {score}.")
    expect(pad.page.locator(".hand-form")).to_be_hidden()


def test_a_whole_game_is_played_to_its_end_offline(game: Game, open_pad: OpenPad):
    pad = open_pad(game)
    pad.says("If the connection drops, keep this page open: hands can still be entered and are sent later.")
    pad.goes_offline()
    pad.deals("Ann")
    pad.enter("Ann", 11, "5", "0")
    pad.tells("✓ Hand 1: Ann granded, made 11: Us +5. Waiting to be sent.")
    pad.deals("Bob")
    heading(pad, "Hand 2")
    pad.bid(LOW)
    pad.tells("Clara leads to the first trick.")
    pad.tricks(9)
    pad.tells("Score: Us 5, Them 3.")
    pad.save()
    pad.shows("5", "3")
    pad.deals("Clara")
    heading(pad, "Hand 3")
    pad.enter("Bob", 4, "11", "3")
    pad.deals("Dan")
    pad.bid("Clara")
    pad.tricks(9)
    pad.tells("Clara granded, made 9: Us +3. Score: Us 14, Them 3. The game would be over.")
    pad.save()
    would_be_over(pad, "Us 14, Them 3")
    pad.shows("14", "3")
    pad.undo_waiting()
    pad.shows("11", "3")
    pad.enter("Clara", 9, "14", "3")
    assert not EntryRecord.objects.exists()
    pad.comes_back()
    pad.is_sent()
    expect(pad.page.get_by_role("heading", name="We won the game 14–3.")).to_be_visible()
    expect(pad.page.locator("#would-be-over")).to_be_hidden()
    saved = Game.objects.get(pk=game.pk)
    assert (saved.totals, saved.winner, saved.state, saved.dealer) == ([14, 3], 0, Game.State.FINISHED, 0)


# How much of Save the bar at the bottom covers, once the page has been laid out anew.
COVERED = """() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const [save, bar] = [".saves .main", "#waiting"].map((each) => document.querySelector(each).getBoundingClientRect());
  resolve(Math.max(0, Math.round(save.bottom - bar.top)));
})))"""


def test_the_bar_without_network_leaves_save_in_sight_and_says_things_once(game: Game, open_pad: OpenPad):
    pad = open_pad(game)
    bar = pad.page.locator("#waiting")
    pad.goes_offline()
    expect(pad.page.get_by_text("No connection.")).to_be_in_viewport()
    expect(bar.get_by_text("Last updated").filter(visible=True)).to_have_count(1)
    for entries in (0, 2):
        for width, height in SIZES:
            pad.page.set_viewport_size({"width": width, "height": height})
            assert pad.page.evaluate(COVERED) == 0, (entries, width, height)
        if not entries:
            pad.enter("Ann", 9, "3", "0")
            pad.enter("Bob", 8, "3", "2")
            expect(bar.get_by_text("2 hands are waiting to be sent.")).to_be_visible()


KEPT = "This page also works offline."
STALE = "No connection. "


@pytest.fixture
def pad(game: Game, open_pad: OpenPad) -> Phone:
    """Ann's pad of a game with one hand, kept on her phone."""
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
    pad.goes_offline()
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

    pad.comes_back()
    expect(pad.page.get_by_text(STALE)).to_be_hidden()


def test_a_hand_saved_and_reloaded_offline_arrives_once(pad: Phone, game: Game):
    asked: list[Dialog] = []
    pad.page.on("dialog", lambda dialog: (asked.append(dialog), dialog.accept()))
    pad.goes_offline()
    pad.page.reload()
    pad.enter("Ann", 8, "5", "0")
    pad.page.reload()
    assert not asked
    pad.shows("5", "0")
    pad.says("Hands waiting to be sent are not in this list yet.")
    pad.enter("Bob", 9, "5", "3")
    pad.comes_back()
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

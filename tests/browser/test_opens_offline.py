"""A pad on https, or on this computer, is kept on the phone and works offline."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests import builders
from tests.browser.conftest import BrowserErrors, OpenPad
from tests.browser.pad_measures import FAULTS
from tests.browser.phone import Phone
from whistclub.accounts.models import User
from whistclub.club.models import Club
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
    return set(
        page.evaluate("async () => (await (await caches.open('pads-1')).keys()).map(({url}) => new URL(url).pathname)")
    )


def test_a_pad_opens_offline_shows_the_last_state_and_says_it_is_old(pad: Phone, game: Game):
    path = urlsplit(pad.page.url).path
    assert {each for each in kept_paths(pad.page) if not each.startswith("/static/")} == {path, f"{path}rules/"}
    pad.shows("3", "0")
    builders.record(game, builders.high(2, 0, 8), by_seat=1)
    pad.shows("5", "0")
    pad.page.context.set_offline(True)
    pad.page.reload()
    pad.shows("5", "0")
    expect(pad.page.get_by_text(STALE)).to_be_visible()
    expect(pad.page.get_by_text(KEPT)).to_be_visible()

    pad.page.get_by_text("Rules:").click()
    pad.follow(pad.page.get_by_role("link", name="The whole rules card"))
    expect(pad.page.get_by_role("heading", level=1)).to_be_visible()
    assert pad.page.evaluate("[...document.styleSheets].every((sheet) => sheet.cssRules.length > 0)")
    pad.follow(pad.page.get_by_role("link", name="Back to the pad"))
    pad.tap(pad.page.get_by_role("link", name="History of changes"))
    pad.says("Not possible while offline: try again when the phone is connected.")
    assert urlsplit(pad.page.url).path == path

    pad.page.context.set_offline(False)
    expect(pad.page.get_by_text(STALE)).to_be_hidden()


def test_names_that_look_like_files_do_not_keep_a_pad_from_working_offline(
    prairie: Club, olga: User, open_pad: OpenPad
):
    names = ("url(/static/none)", "url(//[)", 'src="/static/none"', "import('./none')")
    pad = open_pad(builders.game(prairie, olga, names=names), service_workers="allow")
    expect(pad.page.get_by_text(KEPT)).to_be_visible()


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


def test_a_correction_without_a_network_leads_back_to_the_pad_which_shows_and_sends_it(pad: Phone):
    pad.follow(pad.page.get_by_role("link", name="Hand 1: Ann granded"))
    pad.tricks(11)
    pad.page.context.set_offline(True)
    pad.tap(pad.button("Save correction"))
    pad.shows("5", "0")
    expect(pad.page.locator(".entries > li.waiting")).to_contain_text("made 11")
    pad.keeps("Hand 1 corrected: Ann granded, made 11: Us +5.")
    pad.page.context.set_offline(False)
    pad.is_sent()
    pad.shows("5", "0")
    assert EntryRecord.objects.get(current=True).tricks == [11, 2]


@pytest.mark.parametrize("change", ["Save correction", "Take hand 1 out"])
def test_a_correction_of_an_earlier_hand_is_confirmed_while_it_waits_and_once_it_was_sent(
    pad: Phone, game: Game, change: str
):
    builders.record(game, builders.high(2, 1, 8))
    pad.page.reload()
    expect(pad.page.get_by_text(KEPT)).to_be_visible()
    pad.follow(pad.page.get_by_role("link", name="Hand 1: Ann granded"))
    pad.tricks(11)
    pad.page.context.set_offline(True)
    pad.tap(pad.button(change))
    preview = pad.page.locator(".preview")
    corrected = "✓ Hand 1 corrected: Ann granded, made 11: Us +5"
    waiting, sent = {
        "Save correction": (f"{corrected} – waiting to be sent", f"{corrected}."),
        "Take hand 1 out": ("✓ Hand 1 taken out – waiting to be sent", "✓ Hand 1 taken out"),
    }[change]
    expect(preview).to_have_text(waiting)
    assert pad.page.evaluate(FAULTS, {"least": 44, "whole": True}) == []
    pad.page.context.set_offline(False)
    expect(preview).to_have_text(sent)
    pad.is_sent()
    pad.page.reload()
    expect(preview).to_have_text(sent)


def test_a_hand_that_the_club_had_just_saved_is_there_when_the_network_goes(pad: Phone, game: Game):
    """The page that is kept on the phone is older than that hand."""
    pad.page.evaluate("() => Object.defineProperty(document, 'hidden', { value: true })")
    pad.record("Ann", 8, "5", "0")
    assert EntryRecord.objects.count() == 2
    pad.page.context.set_offline(True)
    pad.page.reload()
    pad.shows("5", "0")
    pad.is_sent()
    pad.enter("Bob", 9, "5", "3")
    pad.page.context.set_offline(False)
    pad.is_sent()
    assert EntryRecord.objects.count() == 3
    pad.page.reload()
    pad.shows("5", "3")


def test_files_of_an_earlier_version_and_pads_with_a_replaced_link_are_not_kept(pad: Phone, game: Game):
    old = "/static/js/pad/pad.0123456789ab.js"
    # As after an update: the page needs a file that is not kept, and no page needs one that is.
    [icon] = [each for each in kept_paths(pad.page) if each.endswith(".svg")]
    pad.page.evaluate(
        """async ([old, icon]) => {
            const cache = await caches.open("pads-1");
            await cache.put(old, new Response(""));
            await cache.delete(icon);
        }""",
        [old, icon],
    )
    assert old in kept_paths(pad.page)
    pad.page.reload()
    expect(pad.page.get_by_text(KEPT)).to_be_visible()
    kept = kept_paths(pad.page)
    assert old not in kept
    assert icon in kept

    Game.objects.filter(pk=game.pk).update(link_version=game.link_version + 1)
    pad.page.reload()
    expect(pad.page.get_by_role("heading", name="This link has been replaced")).to_be_visible()
    pad.page.wait_for_function(
        "async () => (await (await caches.open('pads-1')).keys()).every(({url}) => !url.includes('/t/'))"
    )


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

"""A cellar without reception: what was tapped is kept on the phone, sent when the club answers, and stored once."""

# Over 300 lines because one phone goes through everything that can come between a tap and its answer.

import re
from collections.abc import Callable
from uuid import UUID

import pytest
from playwright.sync_api import Request, Route, expect

from tests import builders
from tests.browser.conftest import BrowserErrors, OpenPad
from tests.browser.phone import OF_CLUB, Phone
from whistclub.play.models import EntryRecord, Game

pytestmark = pytest.mark.browser

RECORD = "**/hands/"
LIVE = "**/live/**"
FIRST = "Hand 1: Ann granded, made 9: Us +3."
NO_CONNECTION = "No connection."
IMPOSSIBLE = "Not possible while offline: try again when the phone is connected."
HOTEL = "<p>Welcome to our hotel</p>"


@pytest.fixture
def pad(game: Game, open_pad: OpenPad, browser_errors: BrowserErrors) -> Phone:
    """Ann's pad before the first hand."""
    browser_errors.expect_bad_network()
    browser_errors.expect_refusals()
    return open_pad(game)


def offline(pad: Phone) -> None:
    pad.page.context.set_offline(True)


def online(pad: Phone) -> None:
    pad.page.context.set_offline(False)


def stored() -> list[tuple[int, list[int] | None]]:
    """The entries that count, as the database has them."""
    return list(EntryRecord.objects.filter(current=True).order_by("position").values_list("position", "tricks"))


def lose_the_answer(route: Route) -> None:
    route.fetch()
    route.abort()


def is_post(request: Request) -> bool:
    return request.method == "POST"


def leave_waiting(route: Route) -> None:
    """The server takes its time."""


def answered(status: int, body: str, headers: dict[str, str] | None = None) -> Callable[[Route], None]:
    """Something else than the club answers, unless the headers are the club's."""
    return lambda route: route.fulfill(status=status, body=body, headers=headers, content_type="text/html")


# --- The network comes and goes ---------------------------------------------------------------------------------------


def test_an_offline_evening_arrives_in_order_when_it_returns(pad: Phone):
    expect(pad.page.get_by_text(NO_CONNECTION)).to_be_hidden()
    offline(pad)
    pad.enter("Ann", 9, "3", "0")
    pad.keeps(FIRST)
    expect(pad.page.get_by_text(NO_CONNECTION).first).to_be_in_viewport()
    pad.enter("Bob", 8, "3", "2")
    pad.enter("Clara", 13, "10", "2")
    pad.tap(pad.page.get_by_role("button", name="Undo hand 3"))
    pad.shows("3", "2")
    pad.enter("Clara", 7, "4", "2")
    pad.keeps(
        FIRST,
        "Hand 2: Bob granded, made 8: Them +2.",
        "Hand 3: Clara granded, made 13: Us +7.",
        "Undo hand 3",
        "Hand 3: Clara granded, made 7: Us +1.",
    )
    assert not EntryRecord.objects.exists()
    online(pad)
    pad.is_sent()
    pad.shows("4", "2")
    assert stored() == [(1, [9, 4]), (2, [5, 8]), (3, [7, 6])]
    assert EntryRecord.objects.count() == 5
    expect(pad.page.get_by_text(NO_CONNECTION)).to_be_hidden()
    pad.record("Dan", 7, "4", "3")


@pytest.mark.parametrize(
    "trouble",
    [
        lose_the_answer,
        answered(500, "broken", OF_CLUB),
        answered(429, "too much", OF_CLUB),
        answered(200, HOTEL),
        answered(403, HOTEL),
        answered(404, HOTEL),
        answered(511, HOTEL),
    ],
    ids=["answer lost", "server error", "too many requests", "hotel", "hotel 403", "hotel 404", "hotel 511"],
)
def test_a_hand_is_sent_again_until_the_club_has_answered(pad: Phone, trouble: Callable[[Route], None]):
    pad.page.route(RECORD, trouble, times=1)
    pad.record("Ann", 9, "3", "0")
    assert stored() == [(1, [9, 4])]
    pad.record("Bob", 8, "3", "2")
    assert EntryRecord.objects.count() == 2


def test_what_the_page_learns_otherwise_is_not_sent_again(pad: Phone, game: Game):
    """The answer was lost, and another phone has entered the next hand before this one hears of anything."""
    pad.page.route(RECORD, lambda route: route.abort())
    sent: list[str] = []
    pad.page.on("request", lambda request: sent.append(request.post_data or "") if request.method == "POST" else None)
    pad.enter("Ann", 9, "3", "0")
    pad.keeps(FIRST)
    uid = UUID(sent[0].partition("uid=")[2].partition("&")[0])
    builders.record(game, builders.high(1, 0, 9, uid=uid), builders.high(2, 0, 8), by_seat=1)
    pad.is_sent()
    pad.shows("5", "0")
    assert EntryRecord.objects.count() == 2


def test_what_a_page_knows_when_it_opens_is_not_sent_again(pad: Phone):
    """Not even by a browser that cannot arrange that one page sends at a time."""
    pad.page.add_init_script("Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })")
    pad.page.reload()
    sent: list[str] = []
    pad.page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    pad.stop_following()
    with pad.page.expect_event("requestfailed", is_post):
        pad.page.route(RECORD, lose_the_answer)
        pad.enter("Ann", 9, "3", "0")
    pad.page.once("framenavigated", lambda _frame: sent.clear())
    pad.page.once("dialog", lambda dialog: dialog.accept())
    pad.page.reload()
    pad.is_sent()
    pad.shows("3", "0")
    assert stored() == [(1, [9, 4])]
    assert not sent


@pytest.mark.parametrize("button", ["Save", "Undo hand 1"])
def test_a_tap_is_not_lost_while_the_page_polls(pad: Phone, game: Game, button: str):
    """On a slow network the page is nearly always asking."""
    builders.record(game, builders.high(1, 0, 9))
    pad.shows("3", "0")
    with pad.page.expect_request(LIVE):
        pad.page.route(LIVE, leave_waiting)
    pad.bid("Ann")
    pad.tricks(8)
    pad.tap(pad.page.get_by_role("button", name=button, exact=button == "Save"))
    pad.shows(*(("5", "0") if button == "Save" else ("0", "0")))
    pad.is_sent()
    assert stored() == ([(1, [9, 4]), (2, [8, 5])] if button == "Save" else [])


def test_a_silent_network_is_noticed_soon_and_a_late_answer_counts(pad: Phone, game: Game):
    pad.set_clock()
    late: list[Route] = []
    with pad.page.expect_request(LIVE):
        pad.page.route(LIVE, lambda route: late.append(route), times=1)
    builders.record(game, builders.high(1, 0, 9))
    pad.waits(3.5)
    expect(pad.page.get_by_text(NO_CONNECTION).first).to_be_visible(timeout=2000)
    late.pop().continue_()
    expect(pad.page.get_by_text(NO_CONNECTION).first).to_be_hidden()
    pad.shows("3", "0")


def test_a_page_that_is_looked_at_again_does_not_wait_for_an_old_answer(pad: Phone, game: Game):
    """What was asked before a phone slept is answered late, with the score of that time."""
    late: list[Route] = []
    with pad.page.expect_request(LIVE):
        pad.page.route(LIVE, lambda route: late.append(route), times=1)
    builders.record(game, builders.high(1, 0, 9))
    pad.looks_again()
    pad.shows("3", "0")
    assert len(late) == 1


def test_a_watching_page_warns_when_stale_and_catches_up(pad: Phone, game: Game):
    pad.page.goto(f"/p/game/{game.code}/")
    notice = pad.page.get_by_text("No connection. This page may be out of date")
    expect(notice).to_be_hidden()
    offline(pad)
    expect(notice).to_be_in_viewport()
    builders.record(game, builders.high(1, 0, 9))
    online(pad)
    expect(notice).to_be_hidden()
    pad.says("Ann granded, made 9")


def test_what_waits_is_sent_as_soon_as_the_page_hears_the_club(pad: Phone):
    """After a long outage the next attempt of its own would be fifteen seconds away."""
    pad.set_clock()
    for address in (LIVE, RECORD):
        pad.page.route(address, lambda route: route.abort())
    with pad.page.expect_event("requestfailed", is_post):
        pad.enter("Ann", 9, "3", "0")
    for _attempt in range(5):
        with pad.page.expect_event("requestfailed", is_post):
            pad.waits(16)
    pad.page.unroute_all()
    pad.is_sent()
    assert stored() == [(1, [9, 4])]


@pytest.mark.parametrize("status", [200, 204, 403, 410])
def test_what_another_network_answers_is_no_news_of_the_pad(pad: Phone, game: Game, status: int):
    pad.page.route(LIVE, answered(status, HOTEL))
    pad.looks_again()
    expect(pad.page.get_by_text(NO_CONNECTION).first).to_be_in_viewport()
    pad.is_silent_about("Welcome to our hotel")
    pad.page.unroute(LIVE)
    builders.record(game, builders.high(1, 0, 9))
    pad.looks_again()
    pad.shows("3", "0")
    expect(pad.page.get_by_text(NO_CONNECTION)).to_be_hidden()
    pad.enter("Bob", 8, "3", "2")


LINKS = ["Hand 1: Ann granded", "History of changes", "Change my seat", "Add another phone", "Spectator page"]


def test_without_network_no_link_loses_the_pad(pad: Phone, game: Game):
    builders.record(game, builders.high(1, 0, 9))
    pad.shows("3", "0")
    address = pad.page.url
    pad.follow(pad.page.get_by_role("link", name=LINKS[0]))
    expect(pad.page.get_by_role("heading", name="Correct hand 1")).to_be_visible()
    offline(pad)
    pad.tap(pad.page.get_by_role("link", name="Cancel"))
    pad.says(IMPOSSIBLE)
    online(pad)
    expect(pad.page.get_by_text(IMPOSSIBLE)).to_have_count(0)
    pad.follow(pad.page.get_by_role("link", name="Cancel"))
    pad.page.wait_for_url(address)
    offline(pad)
    expect(pad.page.get_by_text(NO_CONNECTION).first).to_be_visible()
    for name in LINKS:
        pad.page.get_by_role("link", name=name).click()
        pad.says(IMPOSSIBLE)
        pad.page.get_by_text(IMPOSSIBLE).click()
        pad.is_silent_about(IMPOSSIBLE)
        assert pad.page.url == address
    online(pad)
    expect(pad.page.get_by_text(NO_CONNECTION)).to_be_hidden()
    pad.follow(pad.page.get_by_role("link", name="History of changes"))
    expect(pad.page.get_by_role("heading", name="History of changes")).to_be_visible()


def test_an_answer_to_what_was_asked_before_the_network_went_does_not_lose_a_page(pad: Phone, game: Game):
    builders.record(game, builders.high(1, 0, 9))
    pad.shows("3", "0")
    pad.follow(pad.page.get_by_role("link", name="Hand 1: Ann granded"))
    late: list[Route] = []
    with pad.page.expect_request(LIVE):
        pad.page.route(LIVE, lambda route: late.append(route), times=1)
        pad.looks_again()
    offline(pad)
    late[0].fulfill(body='<div id="pad"></div>', headers=OF_CLUB)
    pad.tap(pad.page.get_by_role("link", name="Cancel"))
    pad.says(IMPOSSIBLE)


def test_an_answer_to_what_was_sent_before_the_network_went_is_no_news_of_the_network(pad: Phone):
    heard = """() => {
        window.heard = [];
        document.addEventListener("connection", ({ detail }) => window.heard.push(detail));
    }"""
    late: list[Route] = []
    pad.page.route(LIVE, leave_waiting)
    with pad.page.expect_request(RECORD):
        pad.page.route(RECORD, lambda route: late.append(route), times=1)
        pad.enter("Ann", 9, "3", "0")
    pad.page.evaluate(heard)
    offline(pad)
    late[0].fulfill(json={"result": "saved", "sentences": []}, headers=OF_CLUB)
    pad.is_sent()
    assert pad.page.evaluate("() => window.heard.some((each) => each)") is False
    expect(pad.page.get_by_text(NO_CONNECTION).first).to_be_visible()


def test_a_correction_without_network_is_visibly_kept_and_only_once(pad: Phone, game: Game):
    builders.record(game, builders.high(1, 0, 9))
    pad.shows("3", "0")
    address = pad.page.url
    pad.follow(pad.page.get_by_role("link", name="Hand 1: Ann granded"))
    pad.tricks(10)
    offline(pad)
    pad.tap(pad.button("Save correction"))
    shown = pad.page.locator("#notice .done")
    expect(shown).to_be_in_viewport()
    assert shown.bounding_box()["height"] > 20
    expect(pad.button("Save correction")).to_be_disabled()
    pad.keeps("Hand 1 corrected: Ann granded, made 10: Us +4.")
    pad.tricks(11)
    pad.tap(pad.button("Save correction"))
    expect(pad.button("Save correction")).to_be_disabled()
    online(pad)
    pad.page.wait_for_url(address)
    pad.shows("5", "0")
    assert EntryRecord.objects.count() == 3


# --- The page goes, the phone stays -----------------------------------------------------------------------------------


def test_a_hand_that_waits_says_when_it_can_be_corrected(pad: Phone):
    """“Tap a hand to correct it.”: no tap stays without an answer."""
    offline(pad)
    pad.enter("Ann", 9, "3", "0")
    pad.tap(pad.line(1))
    pad.says("Not sent yet: it can be corrected once it has been sent.")
    online(pad)
    pad.is_sent()
    pad.is_silent_about("Not sent yet")
    pad.follow(pad.page.get_by_role("link", name="Correct hand 1"))


def test_hands_survive_a_closed_tab_and_cleared_cookies(pad: Phone, game: Game):
    """The tab is closed while offline; the next day any page of this pad sends what waits."""
    offline(pad)
    pad.enter("Ann", 9, "3", "0")
    pad.enter("Bob", 8, "3", "2")
    context, address = pad.page.context, pad.page.url
    pad.page.close()
    online(pad)
    assert not EntryRecord.objects.exists()
    context.clear_cookies()
    page = context.new_page()
    page.goto(address + "rules/")
    page.goto(address)
    page.get_by_role("button", name="Dan").tap()
    again = Phone(page)
    again.is_sent()
    again.shows("2", "3")
    assert [(each.tricks, each.by_seat) for each in EntryRecord.objects.all()] == [([9, 4], 0), ([5, 8], 0)]


def test_a_reload_while_the_server_is_down_loses_nothing(pad: Phone):
    """Without a service worker the reload shows nothing; the server comes back, and so does the hand."""
    address = pad.page.url
    pad.page.context.route("**/*", lambda route: route.abort("connectionrefused"))
    pad.enter("Ann", 9, "3", "0")
    pad.keeps(FIRST)
    pad.page.once("dialog", lambda dialog: dialog.accept())
    with pytest.raises(Exception, match="ERR_CONNECTION_REFUSED"):
        pad.page.reload()
    pad.page.context.unroute_all()
    pad.page.goto(address)
    pad.is_sent()
    pad.shows("3", "0")
    assert stored() == [(1, [9, 4])]


def test_leaving_with_a_waiting_entry_is_warned_about(pad: Phone):
    pad.page.context.set_offline(True)
    pad.enter("Ann", 9, "3", "0")
    with pad.page.expect_event("dialog") as asked:
        pad.page.close(run_before_unload=True)
    assert asked.value.type == "beforeunload"
    asked.value.dismiss()
    online(pad)
    pad.is_sent()
    assert stored() == [(1, [9, 4])]


def test_two_tabs_show_and_send_the_same_entries_once(pad: Phone, game: Game):
    other = Phone(pad.page.context.new_page())
    other.page.goto(pad.page.url)
    offline(pad)
    pad.enter("Ann", 9, "3", "0")
    other.keeps(FIRST)
    other.shows("3", "0")
    other.enter("Bob", 8, "3", "2")
    pad.keeps(FIRST, "Hand 2: Bob granded, made 8: Them +2.")
    online(pad)
    pad.is_sent()
    other.is_sent()
    assert stored() == [(1, [9, 4]), (2, [5, 8])]
    assert EntryRecord.objects.count() == 2


def test_a_tab_with_an_older_page_shows_what_another_tab_has_sent(pad: Phone):
    """The page of one tab has the hands of both by now; the other tab, which was out of sight, has not."""
    other = Phone(pad.page.context.new_page())
    other.page.goto(pad.page.url)
    other.stop_following()
    pad.record("Ann", 9, "3", "0")
    other.shows("3", "0")
    other.enter("Bob", 8, "3", "2")
    for number in (1, 2):
        expect(pad.line(number)).not_to_have_class(re.compile("waiting"))
    offline(pad)
    other.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    other.shows("3", "2")
    other.enter("Clara", 7, "4", "2")
    pad.shows("4", "2")
    other.tap(other.page.get_by_role("button", name="Undo hand 3"))
    other.shows("3", "2")
    other.enter("Dan", 10, "3", "6")
    other.follow_again()
    online(pad)
    for tab in (other, pad):
        tab.is_sent()
        tab.shows("3", "6")
    assert stored() == [(1, [9, 4]), (2, [5, 8]), (3, [3, 10])]


def test_a_tab_that_sleeps_while_it_sends_holds_up_no_other(pad: Phone):
    other = pad.page.context.new_page()
    other.goto(pad.page.url)
    other.evaluate("() => { navigator.locks.request('outbox', () => new Promise(() => {})) }")
    pad.set_clock()
    pad.enter("Ann", 9, "3", "0")
    for _second in range(12):
        pad.waits(1)
    pad.is_sent()
    assert stored() == [(1, [9, 4])]


@pytest.mark.parametrize(
    "refusal",
    [
        "indexedDB.open = () => { throw new Error('refused') }",
        "IDBObjectStore.prototype.add = () => { throw new DOMException('full', 'QuotaExceededError') }",
    ],
    ids=["refused", "full"],
)
def test_a_phone_that_cannot_store_says_so_and_sends_from_the_page(pad: Phone, refusal: str):
    pad.page.add_init_script(refusal)
    pad.page.reload()
    offline(pad)
    pad.enter("Ann", 9, "3", "0")
    pad.enter("Bob", 8, "3", "2")
    pad.says("This phone cannot store anything: its storage is full or blocked. Keep this page open")
    online(pad)
    pad.is_sent()
    expect(pad.page.get_by_text("This phone cannot store anything")).to_be_hidden()
    assert stored() == [(1, [9, 4]), (2, [5, 8])]


def test_a_wrong_clock_changes_nothing(pad: Phone):
    pad.page.clock.set_system_time("2031-01-01T20:00:00")
    offline(pad)
    pad.enter("Ann", 9, "3", "0")
    pad.page.clock.set_system_time("2029-01-01T20:00:00")
    pad.enter("Bob", 8, "3", "2")
    online(pad)
    pad.is_sent()
    assert stored() == [(1, [9, 4]), (2, [5, 8])]


def test_hands_that_wait_outlive_what_the_browser_stored(pad: Phone):
    """The site’s data is removed while the pad is open: the page stores its entries again, in their order."""
    pad.page.route(RECORD, lambda route: route.abort())
    pad.enter("Ann", 9, "3", "0")
    pad.enter("Bob", 8, "3", "2")
    data = {"origin": pad.page.evaluate("origin"), "storageTypes": "indexeddb"}
    pad.page.context.new_cdp_session(pad.page).send("Storage.clearDataForOrigin", data)
    pad.enter("Clara", 8, "5", "2")
    pad.page.evaluate("() => { indexedDB.deleteDatabase('whistclub') }")
    pad.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    pad.enter("Dan", 8, "5", "4")
    pad.page.once("dialog", lambda dialog: dialog.accept())
    pad.page.reload()
    pad.shows("5", "4")
    pad.page.unroute(RECORD)
    pad.is_sent()
    assert stored() == [(1, [9, 4]), (2, [5, 8]), (3, [8, 5]), (4, [5, 8])]

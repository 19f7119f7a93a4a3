"""A cellar without reception: what was tapped is kept on the phone, sent when the club answers, and stored once."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests import builders
from tests.browser.conftest import BrowserErrors, OpenPad
from tests.browser.phone import OF_CLUB, Phone
from whistclub.play.models import EntryRecord, Game

pytestmark = pytest.mark.browser

RECORD = "**/hands/"
LIVE = "**/live/**"
FIRST = "Hand 1: Ann granded, made 9: Us +3."
SECOND = "Hand 2: Bob granded, made 8: Them +2."
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
    pad.undo_waiting()
    pad.shows("3", "2")
    pad.enter("Clara", 7, "4", "2")
    pad.keeps(FIRST, SECOND, "Hand 3: Clara granded, made 7: Us +1.")
    assert not EntryRecord.objects.exists()
    online(pad)
    pad.is_sent()
    pad.shows("4", "2")
    assert stored() == [(1, [9, 4]), (2, [5, 8]), (3, [7, 6])]
    assert EntryRecord.objects.count() == 3
    expect(pad.page.get_by_text(NO_CONNECTION)).to_be_hidden()
    pad.record("Dan", 7, "4", "3")


@pytest.mark.parametrize(
    "trouble",
    [lose_the_answer, answered(500, "broken", OF_CLUB), answered(429, "too much", OF_CLUB)]
    + [answered(status, HOTEL) for status in (200, 403, 404, 511)],
    ids=["answer lost", "server error", "too many requests", "hotel", "hotel 403", "hotel 404", "hotel 511"],
)
def test_a_hand_is_sent_again_until_the_club_has_answered(pad: Phone, trouble: Callable[[Route], None]):
    pad.page.route(RECORD, trouble, times=1)
    pad.record("Ann", 9, "3", "0")
    assert stored() == [(1, [9, 4])]
    pad.record("Bob", 8, "3", "2")
    assert EntryRecord.objects.count() == 2


def test_a_tap_is_not_lost_while_the_page_polls(pad: Phone):
    """On a slow network the page is nearly always asking."""
    with pad.page.expect_request(LIVE):
        pad.page.route(LIVE, leave_waiting)
    pad.enter("Ann", 8, "2", "0")
    pad.is_sent()
    assert stored() == [(1, [8, 5])]


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


def test_what_needs_the_club_says_so_without_network(pad: Phone, game: Game):
    builders.record(game, builders.high(1, 0, 9))
    pad.shows("3", "0")
    address = pad.page.url
    offline(pad)
    expect(pad.page.get_by_text(NO_CONNECTION).first).to_be_visible()
    links = ["Hand 1: Ann granded", "History of changes", "Change my seat", "Add another phone", "Spectator page"]
    buttons = ["Undo hand 1", "Call the organiser"]
    for role, names in (("link", links), ("button", buttons)):
        for name in names:
            pad.page.get_by_role(role, name=name).click()
            pad.says(IMPOSSIBLE)
            pad.page.get_by_text(IMPOSSIBLE).click()
            pad.is_silent_about(IMPOSSIBLE)
            assert pad.page.url == address
    online(pad)
    expect(pad.page.get_by_text(NO_CONNECTION)).to_be_hidden()
    pad.tap(pad.page.get_by_role("button", name="Undo hand 1"))
    pad.shows("0", "0")
    pad.follow(pad.page.get_by_role("link", name="History of changes"))
    expect(pad.page.get_by_role("heading", name="History of changes")).to_be_visible()


# --- The page goes, the phone stays -----------------------------------------------------------------------------------


def test_hands_survive_a_closed_tab_cleared_cookies_and_a_day(pad: Phone, game: Game):
    """The tab is closed while offline; the next day any page of this pad sends what waits."""
    pad.page.clock.install()
    offline(pad)
    pad.enter("Ann", 9, "3", "0")
    pad.enter("Bob", 8, "3", "2")
    context, address = pad.page.context, pad.page.url
    pad.page.close()
    online(pad)
    assert not EntryRecord.objects.exists()
    context.clear_cookies()
    page = context.new_page()
    page.clock.install()
    page.clock.fast_forward("23:00:00")
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
    with pytest.raises(Exception, match="ERR_CONNECTION_REFUSED"):
        pad.page.reload()
    pad.page.context.unroute_all()
    pad.page.goto(address)
    pad.is_sent()
    pad.shows("3", "0")
    assert stored() == [(1, [9, 4])]


def test_two_tabs_show_and_send_the_same_hands_once(pad: Phone, game: Game):
    other = Phone(pad.page.context.new_page())
    other.page.goto(pad.page.url)
    offline(pad)
    pad.enter("Ann", 9, "3", "0")
    other.shows("3", "0")
    other.keeps(FIRST)
    other.enter("Bob", 8, "3", "2")
    pad.keeps(FIRST, SECOND)
    online(pad)
    for tab in (pad, other):
        tab.is_sent()
        tab.shows("3", "2")
    assert stored() == [(1, [9, 4]), (2, [5, 8])]
    assert EntryRecord.objects.count() == 2


@pytest.mark.parametrize(
    "refusal",
    [
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })",
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }",
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
    with pad.page.expect_event("dialog") as asked:
        pad.page.close(run_before_unload=True)
    assert asked.value.type == "beforeunload"
    asked.value.dismiss()
    online(pad)
    pad.is_sent()
    expect(pad.page.get_by_text("This phone cannot store anything")).to_be_hidden()
    assert stored() == [(1, [9, 4]), (2, [5, 8])]


def test_going_back_never_saves_a_hand_twice(pad: Phone, game: Game):
    """Ann chooses and opens the rules card; Bob saves that hand; she goes back."""
    pad.bid("Ann")
    pad.tricks(9)
    pad.unfold("Rules: Minnesota Whist")
    pad.follow(pad.page.get_by_role("link", name="The whole rules card"))
    builders.record(game, builders.high(1, 0, 9), by_seat=1)
    pad.page.go_back()
    pad.shows("3", "0")
    pad.says("This hand has just been entered on another phone. Your choices were not saved:")
    expect(pad.page.locator("#notice")).to_contain_text("Ann granded, made 9: Us +3.")
    pad.has_not_chosen("Ann", "9 4")
    pad.save()
    assert EntryRecord.objects.count() == 1

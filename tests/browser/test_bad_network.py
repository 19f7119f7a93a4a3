"""A cellar without reception: what was tapped is kept on the phone, sent when the club answers, and stored once."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests import builders
from tests.browser.conftest import BrowserErrors, OpenPad
from tests.browser.phone import IMPOSSIBLE, LIVE, OF_CLUB, Phone
from whistclub.accounts.models import User
from whistclub.play.games import continue_game, end_without_result, renew_link
from whistclub.play.models import EntryRecord, Game

pytestmark = pytest.mark.browser


RECORD = "**/hands/"
FIRST = "Hand 1: Ann granded, made 9: Us +3."
SECOND = "Hand 2: Bob granded, made 8: Them +2."
NO_CONNECTION = "No connection."
HOTEL = "<p>Welcome to our hotel</p>"


@pytest.fixture
def pad(game: Game, open_pad: OpenPad, browser_errors: BrowserErrors) -> Phone:
    """Ann's pad before the first hand."""
    browser_errors.expect_bad_network()
    browser_errors.expect_refusals()
    return open_pad(game)


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
    pad.goes_offline()
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
    pad.comes_back()
    pad.is_sent()
    pad.shows("4", "2")
    assert stored() == [(1, [9, 4]), (2, [5, 8]), (3, [7, 6])]
    assert EntryRecord.objects.count() == 3
    expect(pad.page.get_by_text(NO_CONNECTION)).to_be_hidden()
    pad.record("Dan", 7, "4", "3")


def test_a_hand_is_sent_again_until_the_club_has_answered(pad: Phone):
    """The answer is lost, the server breaks, a hotel answers; and then nothing is wrong."""
    troubles = [lose_the_answer, answered(500, "broken", OF_CLUB), answered(200, HOTEL)]
    for number, trouble in enumerate(troubles, start=1):
        pad.page.route(RECORD, trouble, times=1)
        pad.record("Ann", 9, str(3 * number), "0")
        assert stored() == [(position, [9, 4]) for position in range(1, number + 1)]
    pad.record("Bob", 8, "9", "2")
    assert EntryRecord.objects.count() == 4


def test_a_hand_undone_on_its_way_is_undone_for_everyone(pad: Phone):
    """It is answered late, its answer is lost, or it never arrives; another is entered instead of it, or none."""
    held: list[Route] = []
    points, kept = 0, []
    for fate in (lambda route: route.continue_(), lose_the_answer, lambda route: route.abort()):
        for goes_on in (False, True):
            pad.page.route(RECORD, lambda route: held.append(route), times=1)
            pad.enter("Ann", 9, "3", str(points))
            pad.page.locator("#waiting details").evaluate("(each) => { each.open = true; }")
            pad.tap(pad.button("Undo the last of these"))
            pad.shows("0", str(points))
            if goes_on:
                points += 2
                kept.append((len(kept) + 1, [5, 8]))
                pad.enter("Bob", 8, "0", str(points))
            fate(held.pop())
            pad.is_sent()
            assert stored() == kept
            pad.shows("0", str(points))


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
    pad.page.route(LIVE, lambda route: late.append(route), times=1)
    while not late:  # a question asked before is still answered
        pad.page.wait_for_timeout(20)
    builders.record(game, builders.high(1, 0, 9))
    pad.waits(3.5)
    expect(pad.page.get_by_text(NO_CONNECTION).first).to_be_visible(timeout=2000)
    late.pop().continue_()
    expect(pad.page.get_by_text(NO_CONNECTION).first).to_be_hidden()
    pad.shows("3", "0")


def test_what_another_network_answers_is_no_news_of_the_pad(pad: Phone, game: Game):
    pad.page.route(LIVE, answered(200, HOTEL))
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
    pad.goes_offline()
    expect(pad.page.get_by_text(NO_CONNECTION).first).to_be_visible()
    links = ["Correct hand 1", "History of changes", "Change my seat", "Add another phone", "Spectator page"]
    buttons = ["Undo hand 1", "Call the organiser"]
    for role, names in (("link", links), ("button", buttons)):
        for name in names:
            pad.page.get_by_role(role, name=name).click()
            pad.says(IMPOSSIBLE)
            pad.page.get_by_text(IMPOSSIBLE).click()
            pad.is_silent_about(IMPOSSIBLE)
            assert pad.page.url == address
    pad.comes_back()
    expect(pad.page.get_by_text(NO_CONNECTION)).to_be_hidden()
    pad.tap(pad.page.get_by_role("button", name="Undo hand 1"))
    pad.shows("0", "0")
    pad.follow(pad.page.get_by_role("link", name="History of changes"))
    expect(pad.page.get_by_role("heading", name="History of changes")).to_be_visible()


def test_a_correction_without_network_says_nothing_of_other_choices(pad: Phone, game: Game):
    builders.record(game, builders.high(1, 0, 9))
    pad.follow(pad.page.get_by_role("link", name="Correct hand 1"))
    pad.tells("made 9", "Score unchanged")
    pad.goes_offline()
    pad.tricks(8)
    expect(pad.page.locator(".preview")).to_be_empty()
    pad.tap(pad.button("Save correction"))
    pad.says(IMPOSSIBLE)
    pad.comes_back()
    pad.tricks(10)
    pad.tells("made 10")


# --- The page goes, the phone stays -----------------------------------------------------------------------------------


def test_hands_survive_a_closed_tab_cleared_cookies_and_a_day(pad: Phone, game: Game):
    """The tab is closed while offline; the next day any page of this pad sends what waits."""
    pad.page.clock.install()
    pad.goes_offline()
    pad.enter("Ann", 9, "3", "0")
    pad.enter("Bob", 8, "3", "2")
    context, address = pad.page.context, pad.page.url
    pad.page.close()
    pad.comes_back()
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


def test_two_tabs_show_and_send_the_same_hands_once(pad: Phone, game: Game):
    other = Phone(pad.page.context.new_page())
    other.page.goto(pad.page.url)
    pad.goes_offline()
    pad.enter("Ann", 9, "3", "0")
    other.shows("3", "0")
    other.keeps(FIRST)
    other.enter("Bob", 8, "3", "2")
    pad.keeps(FIRST, SECOND)
    pad.comes_back()
    for tab in (pad, other):
        tab.is_sent()
        tab.shows("3", "2")
    assert stored() == [(1, [9, 4]), (2, [5, 8])]
    assert EntryRecord.objects.count() == 2


def test_a_phone_that_cannot_store_says_so_and_sends_from_the_page(pad: Phone):
    pad.page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"
    )
    pad.page.reload()
    pad.goes_offline()
    pad.enter("Ann", 9, "3", "0")
    pad.enter("Bob", 8, "3", "2")
    pad.says("This phone cannot store anything: its storage is full or blocked. Keep this page open")
    with pad.page.expect_event("dialog") as asked:
        pad.page.close(run_before_unload=True)
    assert asked.value.type == "beforeunload"
    asked.value.dismiss()
    pad.comes_back()
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
    pad.says("The game has moved on. Your choices were not saved:")
    expect(pad.page.locator("#notice")).to_contain_text("Ann granded, made 9: Us +3.")
    pad.has_not_chosen("Ann", "9 4")
    pad.save()
    assert EntryRecord.objects.count() == 1


# --- What the club refused, or the link no longer takes: shown and decided, never dropped ----------------------------


def test_a_hand_that_waited_while_its_link_was_renewed_is_sent_from_the_new_pad(
    pad: Phone, game: Game, olga: User, set_seat: Callable
):
    pad.goes_offline()
    pad.enter("Ann", 9, "3", "0")
    pad.enter("Bob", 8, "3", "2")
    renew_link(game, by=olga, at=builders.NOON)
    pad.comes_back()
    pad.says("This score pad link has been replaced.")
    pad.keeps(FIRST, SECOND)
    expect(pad.page.locator("[data-decision]:visible")).to_have_count(0)
    game.refresh_from_db()
    address = f"/t/{builders.link(game).token}/"
    set_seat(pad.page, "0", address)
    pad.page.goto(address)
    pad.is_sent()
    pad.shows("3", "2")
    assert stored() == [(1, [9, 4]), (2, [5, 8])]


def test_hands_for_a_game_that_was_closed_meanwhile_are_sent_when_it_goes_on(pad: Phone, game: Game, olga: User):
    builders.record(game, builders.high(1, 0, 9))
    pad.shows("3", "0")
    pad.goes_offline()
    pad.enter("Bob", 8, "3", "2")
    pad.enter("Clara", 7, "4", "2")
    end_without_result(game, by=olga, at=builders.NOON)
    pad.comes_back()
    pad.says("It stays on this phone, and is sent when phones may change this game again.")
    pad.keeps(SECOND, "Hand 3: Clara granded, made 7: Us +1.")
    continue_game(game, by=olga, at=builders.NOON)
    pad.is_sent()
    pad.shows("4", "2")
    assert stored() == [(1, [9, 4]), (2, [5, 8]), (3, [7, 6])]


def test_a_hand_that_the_server_does_not_understand_is_kept_until_it_is_discarded(pad: Phone):
    """The server is older than the page, or newer. A second tap never discards the next hand."""
    pad.page.route(RECORD, answered(404, "<h1>Not found</h1>", OF_CLUB))
    pad.bid("Ann")
    pad.tricks(9)
    pad.save()
    pad.says("This hand was refused and no reason was given.")
    pad.page.reload()
    pad.keeps(FIRST)
    pad.bid("Bob")
    pad.tricks(8)
    pad.save()
    pad.keeps(FIRST, "Hand 1: Bob granded, made 8: Them +2.")
    pad.page.wait_for_timeout(600)
    pad.page.once("dialog", lambda dialog: dialog.dismiss())
    pad.tap(pad.button("Discard"))
    pad.keeps(FIRST, "Hand 1: Bob granded, made 8: Them +2.")
    pad.page.on("dialog", lambda dialog: dialog.accept())
    pad.tap(pad.button("Discard"))
    expect(pad.page.locator(".decide .mine")).to_have_text("Hand 1: Bob granded, made 8: Them +2.")
    pad.button("Discard").evaluate("(button) => button.click()")
    pad.keeps("Hand 1: Bob granded, made 8: Them +2.")
    assert not EntryRecord.objects.exists()
    pad.page.unroute(RECORD)
    pad.page.wait_for_timeout(600)
    pad.tap(pad.button("Try again"))
    pad.is_sent()
    pad.shows("0", "2")

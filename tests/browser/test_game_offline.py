"""Several hands entered offline: the phone shows the game as the club will have it once they arrive."""

# Over 300 lines because one phone plays every kind of game without a network.

from dataclasses import replace
from uuid import uuid4

import pytest
from playwright.sync_api import Route, expect

from tests import builders
from tests.browser.conftest import BrowserErrors, OpenPad
from tests.browser.pad_measures import SIZES
from tests.browser.phone import LOW, Phone
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.engine.hand import Contract
from whistclub.engine.options import LimitTie
from whistclub.engine.presets import PRESETS
from whistclub.play.entries import EntrySubmission, correct_hand, redeal
from whistclub.play.games import adjust_points
from whistclub.play.models import EntryRecord, Game

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def bad_network(browser_errors: BrowserErrors) -> None:
    browser_errors.expect_bad_network()


def goes_offline(pad: Phone) -> None:
    pad.page.context.set_offline(True)


def comes_back(pad: Phone) -> None:
    """What waits is sent, and the page is the server's again."""
    pad.page.context.set_offline(False)
    pad.is_sent()
    pad.page.reload()


def heading(pad: Phone, text: str) -> None:
    expect(pad.page.locator(".hand-heading")).to_have_text(text)


def form_is_shown(pad: Phone, *, is_shown: bool) -> None:
    expect(pad.page.locator(".hand-form")).to_be_visible(visible=is_shown)


def ended(pad: Phone, verdict: str) -> None:
    expect(pad.page.get_by_role("heading", name=verdict)).to_be_visible()
    form_is_shown(pad, is_shown=False)


def undo(pad: Phone, label: str) -> None:
    # A second tap at once would be taken for a trembling finger.
    pad.page.clock.run_for(1000)
    pad.tap(pad.page.get_by_role("button", name=label))


def lines(pad: Phone, *texts: str) -> None:
    """The score sheet, newest first: the score after each line."""
    expect(pad.page.locator(".entries > li:visible .after")).to_have_text(list(texts))


def test_a_whole_game_is_played_to_its_end_offline(game: Game, open_pad: OpenPad):
    pad = open_pad(game)
    goes_offline(pad)
    pad.deals("Ann")
    pad.enter("Ann", 11, "5", "0")
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
    pad.entry_says(3, "Bob granded", "failed with 4 tricks", "Us +6", "waiting to be sent")
    lines(pad, "11–3", "5–3", "5–0")
    pad.bid("Clara")
    pad.tricks(9)
    pad.tells("Clara granded, made 9: Us +3. We won the game 14–3.")
    pad.save()
    ended(pad, "We won the game 14–3.")
    pad.says("This result is saved on this phone and will be sent automatically.")
    pad.shows("14", "3")
    assert not EntryRecord.objects.exists()
    comes_back(pad)
    ended(pad, "We won the game 14–3.")
    pad.shows("14", "3")
    lines(pad, "14–3", "11–3", "5–3", "5–0")
    pad.is_silent_about("– waiting to be sent")
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
    goes_offline(pad)
    expect(pad.page.get_by_text("No connection.")).to_be_in_viewport()
    expect(bar.get_by_text("Last updated").filter(visible=True)).to_have_count(1)
    expect(bar.locator(".nothing")).to_be_hidden()
    for entries in (0, 2):
        for width, height in SIZES:
            pad.page.set_viewport_size({"width": width, "height": height})
            assert pad.page.evaluate(COVERED) == 0, (entries, width, height)
        if not entries:
            pad.enter("Ann", 9, "3", "0")
            pad.enter("Bob", 8, "3", "2")
            expect(bar.get_by_text("2 hands are waiting to be sent.")).to_be_visible()


def test_the_bell_asks_for_nothing_once_the_game_was_ended_offline(game: Game, open_pad: OpenPad):
    builders.record(game, builders.high(1, 0, 9))
    Game.objects.filter(pk=game.pk).update(bell_at=builders.NOON)
    pad = open_pad(game)
    pad.says("The bell has rung.")
    goes_offline(pad)
    pad.tap(pad.button("End the game"))
    ended(pad, "We won the game 3–0.")
    expect(pad.page.locator(".bell")).to_be_hidden()


def test_saved_and_waiting_hands_are_undone_one_after_the_other(game: Game, open_pad: OpenPad):
    builders.record(game, builders.high(1, 0, 9), builders.high(2, 1, 8), builders.high(3, 0, 13))
    pad = open_pad(game)
    pad.page.clock.install()
    pad.page.reload()
    goes_offline(pad)
    pad.enter("Dan", 8, "10", "4")
    for label, totals, dealer in (
        ("Undo hand 4", ("10", "2"), "Dan"),
        ("Undo hand 3", ("3", "2"), "Clara"),
        ("Undo hand 2", ("3", "0"), "Bob"),
    ):
        undo(pad, label)
        pad.shows(*totals)
        pad.deals(dealer)
    lines(pad, "3–0")
    heading(pad, "Hand 2")
    pad.enter("Bob", 13, "3", "7")
    lines(pad, "3–7", "3–0")
    comes_back(pad)
    pad.shows("3", "7")
    lines(pad, "3–7", "3–0")
    assert Game.objects.get(pk=game.pk).totals == [3, 7]


def test_redeals_wait_like_hands(game: Game, open_pad: OpenPad):
    pad = open_pad(game)
    goes_offline(pad)
    pad.unfold("Revoke, misdeal…")
    pad.tap(pad.button("Thrown in – Bob deals"))
    pad.deals("Bob")
    heading(pad, "Hand 1")
    expect(pad.button("Thrown in – Clara deals")).to_be_attached()
    pad.bid("Dan")
    pad.tells("Dan granded. Clara leads to the first trick.")
    pad.tricks(8)
    pad.save()
    pad.shows("0", "2")
    pad.deals("Clara")
    lines(pad, "0–2", "0–0")
    comes_back(pad)
    pad.shows("0", "2")
    pad.deals("Clara")
    lines(pad, "0–2", "0–0")


def test_undoing_the_last_hand_of_a_finished_game_brings_its_form_back(game: Game, open_pad: OpenPad):
    builders.record(game, builders.high(1, 0, 13), builders.high(2, 2, 12))
    pad = open_pad(game)
    ended(pad, "We won the game 13–0.")
    goes_offline(pad)
    pad.tap(pad.page.get_by_role("button", name="Undo hand 2"))
    form_is_shown(pad, is_shown=True)
    expect(pad.page.get_by_role("heading", name="We won the game")).to_be_hidden()
    heading(pad, "Hand 2")
    pad.deals("Bob")
    pad.enter("Ann", 7, "8", "0")
    comes_back(pad)
    pad.shows("8", "0")


def test_of_the_next_games_that_were_asked_for_offline_the_last_one_starts(game: Game, open_pad: OpenPad):
    builders.record(game, builders.high(1, 0, 13), builders.high(2, 2, 12))
    pad = open_pad(game)
    same, other = pad.button("Ann & Clara against Bob & Dan"), pad.button("Ann & Bob against Clara & Dan")
    goes_offline(pad)
    pad.unfold("Play again")
    pad.tap(same)
    pad.says("Play again – Ann & Clara against Bob & Dan · waiting to be sent")
    expect(same).to_be_hidden()
    pad.tap(pad.page.get_by_role("button", name="Undo hand 2"))
    pad.keeps("Undo hand 2")
    pad.enter("Bob", 4, "13", "0")
    pad.tap(same)
    pad.tap(pad.button("Cancel"))
    pad.tap(other)
    pad.keeps(
        "Undo hand 2",
        "Hand 2: Bob granded, failed with 4 tricks: Us +6.",
        "Play again – Ann & Bob against Clara & Dan",
    )
    pad.page.context.set_offline(False)
    pad.shows("0", "0")
    following = Game.objects.get(follows=game)
    assert [seat.player.name for seat in following.seats.order_by("position")] == ["Ann", "Clara", "Bob", "Dan"]
    game.refresh_from_db()
    assert game.totals == [13, 0]


def test_a_next_game_that_is_cancelled_while_it_is_being_sent_leads_nobody_away(game: Game, open_pad: OpenPad):
    builders.record(game, builders.high(1, 0, 13), builders.high(2, 2, 12))
    pad = open_pad(game)
    held: list[Route] = []
    pad.page.route("**/again/", lambda route: held.append(route))
    pad.unfold("Play again")
    pad.tap(pad.button("Ann & Clara against Bob & Dan"))
    pad.tap(pad.button("Cancel"))
    held.pop().continue_()
    pad.says("The next game had already been started.")
    assert Game.objects.filter(follows=game).exists()
    assert builders.link(game).token in pad.page.url


def test_a_hand_limit_and_its_extra_hand_hold_offline(prairie: Club, olga: User, open_pad: OpenPad):
    rules = replace(PRESETS["askov"], max_hands=2, limit_tie=LimitTie.EXTRA)
    pad = open_pad(builders.game(prairie, olga, rules=rules))
    goes_offline(pad)
    heading(pad, "Hand 1 of 2")
    pad.solo("Sola Nola", "Ann", "made")
    pad.save()
    expect(pad.page.get_by_role("img", name="1 star", exact=True)).to_be_visible()
    heading(pad, "Hand 2 of 2")
    pad.solo("Grand Dix", "Bob", "failed")
    pad.save()
    expect(pad.page.get_by_role("img", name="2 stars", exact=True)).to_be_visible()
    heading(pad, "Hand 3, extra hand")
    pad.bid("Ann")
    pad.tricks(7)
    pad.save()
    ended(pad, "We won the game 1–0.")
    comes_back(pad)
    ended(pad, "We won the game 1–0.")


def test_three_players_count_offline(widow_game: Game, open_pad: OpenPad):
    pad = open_pad(widow_game)
    goes_offline(pad)
    pad.bid("Bob")
    pad.count(You=5, Bob=4)
    pad.tells("Score: You 2, Bob 0, Clara 1.")
    pad.save()
    pad.shows("2", "0", "1")
    pad.deals("Bob")
    heading(pad, "Hand 2 of 12")
    comes_back(pad)
    pad.shows("2", "0", "1")


# The page as the server drew it, drawn once more by the phone with nothing waiting: what looks different, and the lines
# of the score sheet that were moved, which would lose the focus.
DRAWN_AGAIN = """async () => {
    const { gameOnPage, project } = await import("/static/js/pad/projection.js");
    const root = document.getElementById("pad");
    const shown = () => [...root.querySelectorAll("*")].map((each) => [
        each.tagName, each.hidden, each.className, each.value, each.checked, each.disabled,
        each.children.length ? "" : each.textContent.trim(),
    ].join("|"));
    const before = shown();
    const moves = new MutationObserver(() => {});
    moves.observe(root.querySelector(".entries"), { childList: true });
    root.dataset.projected = "yes";
    project(gameOnPage(), []);
    const after = shown();
    const moved = moves.takeRecords().flatMap(({ addedNodes }) => [...addedNodes].map((each) => ["moved", each.id]));
    return [...before.map((each, index) => [each, after[index]]).filter(([one, other]) => one !== other), ...moved];
}"""


def test_the_phone_draws_a_saved_game_as_the_server_does(prairie: Club, olga: User, open_pad: OpenPad):
    """Without a hand, after a solo, a redeal, an adjustment and a correction, at the end and after it."""
    game = builders.game(prairie, olga, preset="askov")
    pad = open_pad(game)
    entries = [
        EntrySubmission(uuid4(), 1, Contract.SOLA_NOLA, 1, (0,)),
        redeal(uuid4(), 2, deal_passes=True),
        builders.high(3, 3, 4),
        builders.low(4, 9),
    ]
    assert pad.page.evaluate(DRAWN_AGAIN) == []
    for entry in entries:
        builders.record(game, entry)
        pad.page.reload()
        assert pad.page.evaluate(DRAWN_AGAIN) == []
    adjust_points(game, uuid4(), (-2, 14), "as agreed", by=olga, at=builders.NOON)
    correct_hand(builders.link(game), builders.high(3, 3, 9, replaces=entries[2].uid), by_seat=1, at=builders.NOON)
    pad.page.reload()
    ended(pad, "They won the game 17 – −5.")
    assert pad.page.evaluate(DRAWN_AGAIN) == []

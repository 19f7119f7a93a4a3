"""A score pad operated as at the table: by its visible labels."""

import re

from playwright.sync_api import Locator, Page, Route, expect

LOW = "All red: low"
BOTH_LOW = "Both bid low"
# On every answer of the club.
OF_CLUB = {"Answered-By": "whistclub"}
NOBODY = "Nobody took the widow"
# The page of a game asks for itself again.
LIVE = re.compile(r"\?v=")
NOTHING_WAITS = """() => Object.entries(localStorage)
    .every(([key, text]) => !key.startsWith("hand ") || "saved" in JSON.parse(text))"""
IMPOSSIBLE = "Not possible while offline: try again when the phone is connected."


class Phone:
    """The pad on one phone. Each `tap` is one touch of a finger; `taps` counts them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, what: Locator) -> None:
        # The page that shows it may be a new one, whose scripts do not listen yet.
        what.wait_for()
        self.page.wait_for_load_state()
        what.tap()
        self.taps += 1

    def tap_later(self, what: Locator) -> None:
        """Not so soon that it counts as the second tap of two on what was in its place."""
        self.page.wait_for_timeout(500)
        self.tap(what)

    def follow(self, link: Locator) -> None:
        """Tap a link; the page that it leads to is complete."""
        with self.page.expect_navigation():
            self.tap(link)

    def radio(self, name: str) -> Locator:
        """A choice of the entry by how it begins; the mark of a side stands before a name."""
        return self.page.get_by_role("radio", name=re.compile(rf"^\W*{re.escape(name)}\b"))

    def choice(self, name: str) -> Locator:
        """What the finger meets: the label of a choice."""
        return self.page.locator("label").filter(has=self.radio(name))

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def chair(self, name: str) -> Locator:
        """A seat on the table diagram, or its middle: what is tapped to choose the declarer."""
        return self.page.locator(".hand-form .seat-map label").filter(has=self.radio(name))

    def bid(self, name: str) -> None:
        """Ann granded, or nobody did (`LOW`); with three, who took the widow first, or `NOBODY`."""
        self.tap(self.chair(name))

    def tricks(self, count: int) -> None:
        self.tap(self.choice(f"{count} {13 - count}"))

    def number(self, whose: str, count: int) -> Locator:
        """With three: one of the numbers that count a player's tricks."""
        radio = self.page.get_by_role("radio", name=str(count), exact=True)
        return self.page.get_by_role("group", name=f"{whose}: tricks").locator("label").filter(has=radio)

    def count(self, **taken: int) -> None:
        """With three: the tricks of two of them, one after the other."""
        for whose, tricks in taken.items():
            self.tap(self.number(whose, tricks))

    def counts(self, *counted: str) -> None:
        """With three: the tricks beside each name, the last one's being the rest."""
        expect(self.page.locator(".counter b")).to_have_text(list(counted))

    def solo(self, kind: str, who: str, result: str) -> None:
        """A solo bid, and whether it was made."""
        self.tap(self.choice(kind))
        self.bid(who)
        self.tap(self.choice(result))

    def deals(self, name: str) -> None:
        """Who is marked as the dealer."""
        marked = self.page.locator(".seat-map .seat").filter(has=self.page.locator(".deals"))
        expect(marked.locator(".who")).to_have_text(name)

    def tells(self, *parts: str) -> None:
        """What is said of the choices before they are saved."""
        for part in parts:
            expect(self.page.locator(".preview")).to_contain_text(part)

    def unfold(self, summary: str) -> None:
        self.tap(self.page.get_by_text(summary, exact=True))

    def note(self, field: str, value: str) -> None:
        """Choose in one of the lists: what it is called, and what is chosen."""
        self.page.get_by_label(field).select_option(label=value)

    def line(self, number: int) -> Locator:
        """One entry of the score sheet."""
        return self.page.locator(".entries > li").filter(
            has=self.page.locator(".number", has_text=re.compile(rf"^{number}$"))
        )

    def entry_says(self, number: int, *parts: str) -> None:
        for part in parts:
            expect(self.line(number)).to_contain_text(part)

    def save(self) -> None:
        self.tap(self.button("Save"))

    def record(self, bid: str, tricks: int, *totals: str) -> None:
        """A whole hand; waits until the pad shows the score after it, and the club has it."""
        self.enter(bid, tricks, *totals)
        self.is_sent()

    def enter(self, bid: str, tricks: int, *totals: str) -> None:
        """A whole hand, online or offline."""
        self.bid(bid)
        self.tricks(tricks)
        self.save()
        self.shows(*totals)

    def is_sent(self) -> None:
        """Nothing that was tapped waits on this phone."""
        self.page.wait_for_function(NOTHING_WAITS)

    def keeps(self, *entries: str) -> None:
        """What waits on this phone, in words, in order; it is unfolded, and folded again."""
        self.tap(self.page.locator("#waiting summary"))
        expect(self.page.locator("#waiting ol li")).to_have_text(list(entries))
        self.tap(self.page.locator("#waiting summary"))

    def undo_waiting(self) -> None:
        """What was entered last waits here: it is taken back."""
        self.tap(self.page.locator("#waiting summary"))
        self.tap(self.button("Undo the last of these"))
        self.tap(self.page.locator("#waiting summary"))

    def shows(self, *totals: str) -> None:
        """The two large numbers, this side's first."""
        expect(self.page.locator("#pad .score .total")).to_have_text(list(totals))

    def says(self, sentence: str) -> None:
        expect(self.page.get_by_text(sentence).first).to_be_visible()

    def is_silent_about(self, sentence: str) -> None:
        expect(self.page.get_by_text(sentence)).to_have_count(0)

    def has_chosen(self, *names: str) -> None:
        for name in names:
            expect(self.radio(name)).to_be_checked()

    def has_not_chosen(self, *names: str) -> None:
        for name in names:
            expect(self.radio(name)).not_to_be_checked()

    def stop_following(self) -> None:
        """From now on this page learns of nothing: it grows old. A question under way is dropped."""
        self.page.route(LIVE, nothing_new)
        with self.page.expect_response(LIVE):
            self.looks_again()

    def follow_again(self) -> None:
        self.page.unroute(LIVE, nothing_new)

    def looks_again(self) -> None:
        """The page asks the club at once, as when it is shown again."""
        self.page.evaluate("() => dispatchEvent(new Event('online'))")

    def goes_offline(self) -> None:
        self.page.context.set_offline(True)

    def comes_back(self) -> None:
        self.page.context.set_offline(False)

    def set_clock(self) -> None:
        """From now on this phone's time can be put forward."""
        self.page.clock.install()
        self.page.reload()

    def waits(self, seconds: float) -> None:
        """So much time goes by on this phone, at once; what was to happen meanwhile happens."""
        self.page.clock.fast_forward(int(seconds * 1000))


def nothing_new(route: Route) -> None:
    route.fulfill(status=204, headers=OF_CLUB)

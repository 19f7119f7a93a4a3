"""A party as its people work it: the organiser at her desk, the phones at the tables, the projector on the wall."""

import re

from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from tests.browser.party_napkin import Napkin, Played, Sides
from tests.browser.phone import Phone
from whistclub.party.access import TableLink
from whistclub.party.models import Party

PROJECTOR = {"viewport": {"width": 1280, "height": 720}}
KEY, TAP = 0.2, 1.0


class Desk:
    """The organiser's laptop.

    `spent` is an organiser's time in seconds by a plain model: KEY for each key typed, TAP for each tap, no waiting.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.spent = 0.0

    def tap(self, what: Locator) -> None:
        what.click()
        self.spent += TAP

    def press(self, name: str) -> None:
        self.tap(self.page.get_by_role("button", name=name, exact=True))

    def go(self, name: str, *, exact: bool = True) -> None:
        self.tap(self.page.get_by_role("link", name=name, exact=exact))

    def open(self, door: str) -> None:
        self.tap(self.page.locator("summary").filter(has_text=door))

    def type(self, text: str) -> None:
        """Where the focus is."""
        self.page.keyboard.type(text)
        self.spent += KEY * len(text)

    def choose(self, field: str, option: str) -> None:
        """From a list that opens."""
        self.page.get_by_label(field).select_option(label=option)
        self.spent += 2 * TAP

    def tab(self, name: str) -> None:
        self.page.get_by_role("navigation", name="Party").get_by_role("link", name=name).click()

    def says(self, text: str) -> None:
        expect(self.page.get_by_text(text).first).to_be_visible()

    def set_up(self, *, hands: int) -> None:
        """A party of short rounds; level at the end, one more hand is played."""
        self.go("New party")
        self.page.get_by_label("Hands per round").fill(str(hands))
        self.page.get_by_role("button", name="Create and check people in").click()

    def tap_here(self, *names: str) -> None:
        """Tick rows of the check-in list."""
        for name in names:
            row = self.page.get_by_role("button", name=re.compile(rf"\b{name}\b"))
            row.click()
            expect(row).to_have_attribute("aria-pressed", "true")

    def list_here(self, *names: str) -> None:
        """Check in several people by one list."""
        self.open("Add several people")
        self.page.get_by_label("Type one name per line").fill("\n".join(names))
        self.press("Preview the list")
        self.press("Check them in")

    def counts(self, text: str, *, timeout: int = 10_000) -> None:
        expect(self.page.locator("#count")).to_have_text(text, timeout=timeout)

    def seat_and_announce(self, number: int) -> None:
        """The next round: its draft first, which only the organiser sees."""
        self.press(f"Seat round {number}")
        self.announce(number)

    def announce(self, number: int) -> None:
        self.press(f"Announce round {number}")
        expect(self.page.get_by_role("heading", name=f"Round {number}")).to_be_visible()

    def withdraw(self, number: int) -> None:
        """Undo a round in which nothing has been played."""
        self.open("Share, earlier rounds, finish")
        self.go(f"Undo round {number}")
        self.says("No hand has been entered, so nothing is lost.")
        self.press("Undo the round")

    def finish_early(self) -> None:
        """Fewer rounds than planned: the desk asks."""
        self.open("Share, earlier rounds, finish")
        self.go("Finish the party…")
        self.says("will not be played.")
        self.press("Finish the party")

    def tables(self) -> dict[int, Sides]:
        """Who sits where in the round that is shown, as its cards say it."""
        cards = self.page.locator("a.table-tile")
        return {
            int(card.locator(".table-number").inner_text()): [
                marks.split(" & ") for marks in card.locator(".score-row .mark").all_inner_texts()
            ]
            for card in cards.all()
        }

    def paper_result(self, table: int, first: int, second: int) -> None:
        """A result from paper, by the keyboard."""
        self.type_slip(table, first, second)
        self.says(f"Table {table}: ")

    def type_slip(self, table: int, first: int, second: int) -> None:
        """All of a paper slip, and Enter: on a page that may be about another round."""
        for name, value in (("table", table), ("first", first), ("second", second)):
            self.page.locator(f"form.quick [name={name}]").fill(str(value))
        self.page.keyboard.press("Enter")

    def to_table(self, number: int) -> None:
        self.page.locator("a.table-tile").filter(has=self.page.locator(f".table-number:text-is('{number}')")).click()
        expect(self.page.get_by_role("heading", name=f"Table {number}, round")).to_be_visible()

    def put_right(self, table: int, game: Played, *points: int) -> None:
        """Type the result of a table of the round that is shown anew."""
        self.to_table(table)
        for side, count in zip(game.sides, points, strict=True):
            self.page.get_by_role("textbox", name=" & ".join(side)).fill(str(count))
        self.press("Save")
        game.points[:] = points

    def swap(self, one: str, other: str, *, why: str) -> None:
        """From the page of one's table: swap a player with one of another table."""
        self.go(one)
        self.page.get_by_label("With", exact=True).select_option(label=other)
        self.page.get_by_label("Why?").fill(why)
        self.press("Swap")
        self.says("Swapped.")

    def seat_substitute(self, table: int, gone: str, substitute: str) -> None:
        """Somebody leaves in the middle of a game, and another takes the chair."""
        self.to_table(table)
        self.go(gone)
        self.page.get_by_label(substitute).check()
        self.press("Take over now")

    def standings(self) -> list[list[str]]:
        """Rank, name and the figures that everyone sees."""
        return [row.locator("td, th").all_inner_texts() for row in self.page.locator(".ranks tbody tr").all()]


class Wall:
    """The projector's page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def shows_round(self, number: int, results: str) -> None:
        expect(self.page.locator(".bar-round")).to_have_text(f"Round {number}")
        expect(self.page.locator(".bar-in b")).to_have_text(results)

    def tables(self) -> dict[int, Sides]:
        tiles = self.page.locator("[data-slide=tables] .tile").all()
        return {
            int(re.sub(r"\D", "", tile.locator(".number").text_content())): [
                pair.locator(".name").all_text_contents() for pair in tile.locator(".pair").all()
            ]
            for tile in tiles
        }

    def sitting_out(self) -> list[str]:
        line = self.page.locator("[data-slide=tables] .sitting-out").first
        names = line.text_content().strip().removeprefix("Sitting out:").strip() if line.count() else ""
        return names.split(", ") if names else []

    def page_shown(self) -> str:
        return self.page.locator("[data-page]:visible").get_attribute("data-page")

    def standings(self) -> list[list[str]]:
        """The rows on all its pages."""
        rows = self.page.locator("table.projector-ranks tbody tr").all()
        return [[text.strip() for text in row.locator("td, th").all_text_contents()] for row in rows]


class Owned(Phone):
    """A phone that belongs to a player and goes with them from table to table."""

    def __init__(self, page: Page, owner: str = "") -> None:
        super().__init__(page)
        self.owner = owner

    def scans_card(self, party: Party, table: int) -> None:
        """The card that lies on a table."""
        link = TableLink(party.club_id, party.club.card_version, table)
        self.page.goto(reverse("party:table", args=[link.token]))

    def sits_down(self, name: str) -> None:
        """Choose who holds this phone on the pad that opened automatically."""
        expect(self.page.get_by_role("heading", name="Where do you sit?")).to_be_visible()
        self.tap(self.page.get_by_role("button", name=name))
        self.owner = name
        self.shows("0", "0")

    def is_sent_to(self, number: int, table: int | None) -> None:
        """By itself the phone says where its owner sits in the next round, or that they sit out."""
        where = f"sit at table {table}" if table else "are sitting out"
        self.says(f"Round {number}: {self.owner}, you {where}")

    def goes_to(self, table: int, *totals: str) -> None:
        """One tap, and the pad of the next table is there, seen from the owner's chair."""
        before = self.taps
        self.follow(self.page.get_by_role("link", name=f"Open the pad of table {table}"))
        expect(self.page.get_by_role("heading", name="Where do you sit?")).to_have_count(0)
        self.shows(*(totals or ("0", "0")))
        assert self.taps - before == 1

    def hand(self, game: Played, declarer: str, tricks: int) -> None:
        """A grand that is made, entered by three taps, and written down."""
        game.points[game.side_of(declarer)] += tricks - 6
        self.record(declarer, tricks, *self.sees(game))

    def sees(self, game: Played) -> tuple[str, str]:
        """The totals of a game, those of the owner's side first."""
        own = game.side_of(self.owner)
        return str(game.points[own]), str(game.points[1 - own])

    def final_standings(self) -> list[list[str]]:
        self.follow(self.page.get_by_role("link", name="Final standings"))
        expect(self.page.get_by_role("heading", name="Final standings")).to_be_visible()
        rows = self.page.locator("table.ranks tbody tr").all()
        return [row.locator("td, th").all_inner_texts() for row in rows]


def without_phone(table: int, phones: list[Owned], napkin: Napkin) -> str:
    """Somebody at a table who owns none of the phones."""
    owners = {phone.owner for phone in phones}
    return next(name for side in napkin.now[table].sides for name in side if name not in owners)

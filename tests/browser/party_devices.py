"""A party as its people work it: the organiser at her desk, the phones at the tables, the projector on the wall."""

import re
from dataclasses import dataclass, field

from playwright.sync_api import Page, expect

from tests.browser.phone import Phone

Sides = list[list[str]]


class Desk:
    """The organiser's laptop."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def go(self, name: str, *, exact: bool = True) -> None:
        self.page.get_by_role("link", name=name, exact=exact).click()

    def tab(self, name: str) -> None:
        self.page.get_by_role("navigation", name="Party").get_by_role("link", name=name).click()

    def says(self, text: str) -> None:
        expect(self.page.get_by_text(text).first).to_be_visible()

    def set_up(self, *, hands: int) -> None:
        """A party of short rounds; level at the end, one more hand is played."""
        self.go("New party")
        self.page.get_by_label("Hands per round").fill(str(hands))
        assert self.page.get_by_label("Tied at the end: play one more hand").is_checked()
        self.page.get_by_role("button", name="Create and check people in").last.click()

    def tap_here(self, *names: str) -> None:
        """Tick rows of the check-in list."""
        for name in names:
            row = self.page.get_by_role("button", name=re.compile(rf"\b{name}\b"))
            row.click()
            expect(row).to_have_attribute("aria-pressed", "true")

    def counts(self, text: str) -> None:
        expect(self.page.locator("#count")).to_have_text(text)

    def seat_and_announce(self, number: int) -> None:
        """The next round: its draft first, which only the organiser sees."""
        self.press(f"Seat round {number}")
        self.announce(number)

    def announce(self, number: int) -> None:
        self.press(f"Announce round {number}")
        expect(self.page.get_by_role("heading", name=f"Round {number}")).to_be_visible()

    def finish_early(self) -> None:
        """Fewer rounds than planned: the desk asks."""
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
        self.page.get_by_label("Table", exact=True).fill(str(table))
        self.page.locator("form.quick [name=first]").fill(str(first))
        self.page.locator("form.quick [name=second]").fill(str(second))
        self.page.locator("form.quick [name=second]").press("Enter")
        self.says(f"Table {table}: ")

    def to_table(self, number: int) -> None:
        self.page.locator("a.table-tile").filter(has=self.page.locator(f".table-number:text-is('{number}')")).click()
        expect(self.page.get_by_role("heading", name=f"Table {number}, round")).to_be_visible()

    def swap(self, one: str, other: str, *, why: str) -> None:
        """On the page of one's table: swap a player with one of another table."""
        people = self.page.locator("form.swap")
        people.get_by_text("Someone from another table").click()
        for name in (one, other):
            people.locator(f".swappable .who:text-is('{name}')").click()
        expect(people.locator(".swap-text")).to_have_text(f"{one} ⇄ {other}")
        people.get_by_label("Why?").fill(why)
        people.get_by_role("button", name="Swap").click()
        self.says("Swapped.")

    def standings(self) -> list[tuple[str, ...]]:
        """Rank, name, won, games, points, difference, sat out."""
        rows = [row.locator("td, th").all_inner_texts() for row in self.page.locator(".standings tbody tr").all()]
        return [(*row[:6], row[7]) for row in rows]


class Wall:
    """The projector's page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def shows_round(self, number: int, results: str) -> None:
        expect(self.page.locator(".bar-round")).to_have_text(f"Round {number}")
        expect(self.page.locator(".bar-in b")).to_have_text(results)

    def tables(self) -> dict[int, Sides]:
        tiles = self.page.locator("[data-slide=tables] .tile:not(.sit-outs)").all()
        return {
            int(re.sub(r"\D", "", tile.locator(".number").text_content())): [
                pair.locator(".name").all_text_contents() for pair in tile.locator(".pair").all()
            ]
            for tile in tiles
        }

    def sitting_out(self) -> list[str]:
        return self.page.locator("[data-slide=tables] .tile.sit-outs .name").all_text_contents()

    def page_shown(self) -> str:
        return self.page.locator("[data-page]:visible").get_attribute("data-page")


class Owned(Phone):
    """A phone that belongs to a player and goes with them from table to table."""

    def __init__(self, page: Page, owner: str = "") -> None:
        super().__init__(page)
        self.owner = owner

    def sits_down(self, name: str) -> None:
        """Choose who holds this phone on the pad that opened automatically."""
        expect(self.page.get_by_role("heading", name="Where do you sit?")).to_be_visible()
        self.tap(self.page.get_by_role("button", name=name))
        self.owner = name
        self.shows("0", "0")

    def is_sent_to(self, number: int, table: int) -> None:
        """By itself the phone says where its owner sits in the next round."""
        self.says(f"Round {number}: {self.owner}, you sit at table {table}")

    def sits_out(self, number: int) -> None:
        self.says(f"Round {number}: {self.owner}, you are sitting out")

    def goes_to(self, table: int, *totals: str) -> None:
        """One tap, and the pad of the next table is there, seen from the owner's chair."""
        before = self.taps
        self.follow(self.page.get_by_role("link", name=f"Open the pad of table {table}"))
        expect(self.page.get_by_role("heading", name="Where do you sit?")).to_have_count(0)
        self.shows(*(totals or ("0", "0")))
        assert self.taps - before == 1


@dataclass
class Played:
    """One game as it went, by the people who sat there at its end."""

    sides: Sides
    points: list[int]

    def side_of(self, name: str) -> int:
        return next(at for at, side in enumerate(self.sides) if name in side)


@dataclass
class Book:
    """What a watchful guest writes down on a napkin: who sat where, who sat out, what was scored."""

    rounds: list[dict[int, Played]] = field(default_factory=list)
    sit_outs_by_round: list[list[str]] = field(default_factory=list)

    def new_round(self, tables: dict[int, Sides], sit_outs: list[str]) -> None:
        self.rounds.append({number: Played([[*one] for one in sides], [0, 0]) for number, sides in tables.items()})
        self.sit_outs_by_round.append([*sit_outs])

    @property
    def now(self) -> dict[int, Played]:
        return self.rounds[-1]

    @property
    def sit_outs(self) -> list[str]:
        return self.sit_outs_by_round[-1]

    def table_of(self, name: str) -> int | None:
        return next((number for number, game in self.now.items() if any(name in side for side in game.sides)), None)

    def put(self, names: dict[str, str]) -> None:
        """Let others sit where some sat."""
        for game in self.now.values():
            game.sides = [[names.get(each, each) for each in side] for side in game.sides]

    def lines(self) -> list[tuple[str, ...]]:
        """Rank, name, won, games, points, difference, sat out: best first, equals by name. A sit-out is half a win."""
        people = sorted(
            {each for tables in self.rounds for game in tables.values() for side in game.sides for each in side}
        )
        counted = sorted((self._counted(name) for name in people), key=lambda line: [-value for value in line[1:4]])
        ranks = [1 + sum(other[1:4] > line[1:4] for other in counted) for line in counted]
        rows = []
        for rank, (name, halves, points, difference, games, rested) in zip(ranks, counted, strict=True):
            shown = f"{rank}=" if ranks.count(rank) > 1 else str(rank)
            rows.append((shown, name, in_halves(halves), str(games), str(points), signed(difference), str(rested)))
        return rows

    def _counted(self, name: str) -> tuple:
        halves = points = difference = games = rested = 0
        for tables, sit_outs in zip(self.rounds, self.sit_outs_by_round, strict=True):
            mine = [
                (game.points[at], game.points[1 - at])
                for game in tables.values()
                for at, side in enumerate(game.sides)
                if name in side
            ]
            for own, other in mine:
                halves += 2 if own > other else 0
                points, difference, games = points + own, difference + own - other, games + 1
            if not mine and name in sit_outs:
                rested, halves = rested + 1, halves + 1
        return name, halves, points, difference, games, rested


def in_halves(halves: int) -> str:
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)


def signed(number: int) -> str:
    return f"+{number}" if number > 0 else str(number).replace("-", "−")

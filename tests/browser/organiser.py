"""How an organiser comes from nothing to a game, by the pages alone."""

from playwright.sync_api import Page, expect

from tests import builders
from whistclub.club.founding import first_link_path


def make_the_club(page: Page) -> None:
    page.goto(first_link_path())
    page.get_by_label("Club name").fill("Kitchen")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Your e-mail").fill("ann@example.org")
    page.get_by_label("Password").fill(builders.PASSWORD)
    page.get_by_role("button", name="Create your club").tap()
    expect(page.get_by_role("heading", name="Tonight")).to_be_visible()


def put_on_the_roster(page: Page, *names: str) -> None:
    page.get_by_role("link", name="Players", exact=True).tap()
    page.get_by_role("link", name="People").tap()
    for name in names:
        page.get_by_label("Name", exact=True).fill(name)
        page.get_by_role("button", name="Add", exact=True).tap()
        expect(page.get_by_role("main").get_by_text(name, exact=True)).to_be_visible()


def seat_four_and_start(page: Page) -> None:
    """Bob is tapped onto the seat opposite Ann by mistake and moved to her left by the arrows."""
    page.get_by_role("link", name="Tonight").tap()
    page.get_by_role("link", name="Start a game").tap()
    seats = [page.get_by_label(f"Seat {number}", exact=True) for number in (1, 2, 3, 4)]
    page.get_by_role("button", name="Ann", exact=True).tap()
    seats[1].fill("Clara")
    page.get_by_role("button", name="Bob", exact=True).tap()
    seats[3].fill("Dan")
    assert [seat.input_value() for seat in seats] == ["Ann", "Clara", "Bob", "Dan"]
    page.get_by_role("radio", name="deals").nth(3).check()
    page.get_by_role("button", name="Swap the player in seat 3").tap()
    page.get_by_role("button", name="Swap the player in seat 2").tap()
    assert [seat.input_value() for seat in seats] == ["Ann", "Bob", "Clara", "Dan"]
    page.get_by_role("button", name="Start the game").tap()
    expect(page.get_by_role("heading", name="Game in progress")).to_be_visible()

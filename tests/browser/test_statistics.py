"""The ways between pages of statistics, and a phone that knows who its owner is."""

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import builders
from tests.builders import high
from tests.party.builders import party, play_round
from tests.stats.evenings import Evenings, days_after
from whistclub.club.actions import change_player
from whistclub.club.models import Club
from whistclub.play.models import Game

pytestmark = pytest.mark.browser


def test_links_lead_from_game_to_player_to_hands_to_game(
    prairie: Club, game: Game, phone: Page, sign_in: Callable[[Page], Page]
):
    """Ann granded twice, and made one of them."""
    by_clara = builders.high(3, 2, 13), builders.high(4, 2, 13)
    over = builders.record(game, builders.high(1, 0, 9), builders.high(2, 0, 6), *by_clara).game
    assert over.state == Game.State.FINISHED
    page = sign_in(phone)
    page.goto(reverse("play:game", args=[prairie.slug, game.code]))
    page.locator("summary", has_text="Statistics").tap()
    page.get_by_role("link", name="Club statistics").tap()
    page.get_by_role("link", name="Players", exact=True).tap()
    page.locator("summary", has_text="Filter:").tap()
    page.get_by_role("button", name="Show", exact=True).tap()
    page.locator("tbody th a", has_text="Ann").tap()
    page.locator("summary", has_text="All figures").tap()
    made = page.locator("#numbers tbody tr").filter(has=page.get_by_text("Grands made", exact=True))
    expect(made.locator("td").first).to_have_text("50%")
    made.get_by_role("link").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Grands made")
    hands = page.locator("tbody tr")
    expect(hands).to_have_count(1)
    expect(hands).to_contain_text("Ann")
    hands.get_by_role("link").first.tap()
    expect(page).to_have_url(re.compile(reverse("play:watch", args=[game.code])))
    expect(page.get_by_text("won the game")).to_be_visible()


MARKED = """() => [...document.querySelectorAll("th, a, u, span, button")]
  .filter((each) => getComputedStyle(each, "::after").content === '"you"')
  .map((each) => each.textContent.match(/[A-Z][a-z]+/)[0])"""


@pytest.fixture
def evenings(transactional_db: None) -> Evenings:
    evenings = Evenings()
    for count in range(5):
        evenings.play(high(1, 0, 8), at=days_after(count))
    return evenings


def tap(page: Page, name: str) -> None:
    link = page.get_by_role("navigation", name="Main menu").get_by_role("link", name=name, exact=True)
    with page.expect_navigation():
        link.tap()


def test_a_phone_that_knows_its_owner_leads_to_their_page_marks_their_rows_and_forgets_again(
    evenings: Evenings, phone: Page
):
    phone.goto("/")
    phone.get_by_role("link", name="Me", exact=True).tap()
    phone.get_by_label("Type your name").fill("cla")
    phone.get_by_label("Type your name").press("Enter")
    expect(phone.get_by_role("heading", name="Clara", level=1)).to_be_visible()
    expect(phone.get_by_text("This is you")).to_be_visible()
    tap(phone, "Players")
    assert phone.evaluate(MARKED) == ["Clara"]
    tap(phone, "Results")
    assert phone.evaluate(MARKED) == ["Clara"] * 2  # on top of the club, and on that evening
    phone.goto(evenings.url("day", days_after(4).date()))
    marked = phone.evaluate(MARKED)
    assert marked.count("Ann") == 1  # the side of Ann & Clara
    look = """(side) => { const { borderTopWidth, display } = getComputedStyle(side, "::after");
      return [borderTopWidth, display]; }"""
    assert phone.locator("span[data-player]").first.evaluate(look) == ["2px", "inline-block"]
    assert "Clara" in marked
    assert "Bob" not in marked
    phone.evaluate("addEventListener('copy', ({ target }) => (window.taken = target.value))")
    phone.get_by_role("link", name="Send Clara’s result").tap()
    expect(phone.get_by_role("link", name="Copied")).to_be_focused()
    expect(phone.get_by_role("status").filter(has_text="Copied")).to_be_attached()
    clara = evenings.club.players.get(name="Clara").pk
    assert re.fullmatch(rf"(?s)Prairie, .*: Clara .*\nhttp://.*\?player={clara}", phone.evaluate("window.taken"))
    phone.goto("/")
    phone.get_by_role("link", name="Me", exact=True).tap()
    expect(phone.get_by_role("heading", name="Clara", level=1)).to_be_visible()
    places = phone.get_by_role("navigation", name="Main menu")
    expect(places.locator("[aria-current]")).to_have_text("Me")

    # On the page of somebody else nobody becomes that person by mistake.
    keys = {each.name: each.pk for each in evenings.club.players.all()}
    phone.goto(evenings.url("player", keys["Bob"]))
    expect(phone.get_by_role("button", name="This is me")).to_be_hidden()
    phone.get_by_role("link", name="Compare with me").tap()
    expect(phone.get_by_role("heading", name="Clara and Bob", level=1)).to_be_visible()
    expect(phone.get_by_role("navigation", name="Players", exact=True)).to_have_count(0)
    tap(phone, "Me")
    expect(phone.get_by_role("link", name="Compare with me")).to_be_hidden()

    phone.get_by_role("button", name="Not me").tap()
    expect(phone.get_by_role("button", name="This is me")).to_be_focused()
    expect(places.locator("[aria-current]")).to_have_text("Players")
    tap(phone, "Players")
    assert phone.evaluate(MARKED) == []

    # Who is hidden later is forgotten.
    bob = evenings.club.players.get(name="Bob")
    phone.goto(evenings.url("player", bob.pk))
    phone.get_by_role("button", name="This is me").tap()
    change_player(bob, hidden=True, by=evenings.olga, at=days_after(9))
    tap(phone, "Me")
    expect(phone.get_by_role("heading", name="Who are you?")).to_be_visible()
    assert phone.evaluate("localStorage.length") == 0


def test_a_phone_that_found_its_seat_at_a_party_knows_its_owner_in_the_statistics_too(evenings: Evenings, phone: Page):
    played = party(evenings.club, evenings.olga, "Ann", "Bob", "Clara", "Dan")
    play_round(played, evenings.olga, (5, 3))
    phone.goto(reverse("party:public", args=[played.code]))
    phone.get_by_role("button", name="Dan", exact=True).tap()
    expect(phone.locator(".my-seat-name")).to_contain_text("Dan")
    with phone.expect_navigation():
        phone.get_by_role("link", name="Standings").tap()
    assert phone.evaluate(MARKED) == ["Dan"]
    phone.get_by_role("link", name="Me", exact=True).tap()
    expect(phone.get_by_role("heading", name="Dan", level=1)).to_be_visible()

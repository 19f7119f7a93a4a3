"""What a player opens the next morning, and the page of one evening."""

from datetime import timedelta

import pytest
from django.test import Client

from tests import builders
from tests.builders import NOON, high, low, play_out
from tests.party import builders as parties
from tests.stats.evenings import Evenings, days_after
from tests.web.html import Html
from whistclub.club.actions import change_player
from whistclub.party.actions import lifecycle
from whistclub.party.standings import standings_of
from whistclub.play import statistics
from whistclub.play.changing import changing
from whistclub.play.models import Game

pytestmark = pytest.mark.django_db


def page(evenings: Evenings, name: str = "results", *parts: object, client: Client | None = None, **query: str) -> Html:
    response = (client or Client()).get(evenings.url(name, *parts), query)
    assert response.status_code == 200
    return Html(response)


def lines(html: Html) -> list[str]:
    """Who did what, on the first page."""
    return [each.text for each in html.find("li")]


def test_the_latest_evening_names_its_best_players():
    evenings = Evenings()
    evenings.play(high(1, 0, 13), names=("Edith", "Frank", "Greta", "Henrik"), at=days_after(-7))
    evenings.play(high(1, 0, 9), low(2, 6))
    evenings.play(high(1, 0, 8), names=("Ann", "Clara", "Edith", "Frank"), at=NOON + timedelta(hours=1))
    evenings.play(high(1, 1, 8), names=("Bob", "Clara", "Dan", "Edith"), at=NOON + timedelta(hours=2))
    html = page(evenings)
    assert html.texts("h1") == ["Saturday 7 March 2026"]
    assert "3 games, 4 hands, 6 players." in html.text
    assert [each for each in lines(html) if " won, " in each] == [
        "1 Ann 2 of 2 won, +6",
        "2= Clara 2 of 3 won, +4",
        "2= Edith 2 of 2 won, +4",
    ]
    assert evenings.url("day", "2026-03-07") in {each["href"] for each in html.find("a", css="main")}


def test_an_evening_on_which_a_party_is_still_played_has_no_best_players(settings):
    evenings = Evenings()
    running = parties.party(evenings.club, evenings.olga, *(f"P{number}" for number in range(8)))
    parties.next_round(running, evenings.olga, at=NOON)
    parties.typed(running, evenings.olga, (7, 5), (4, 1), at=NOON)
    statistics.bring_up_to_date()
    for name, *parts in (("results",), ("day", "2026-03-07")):
        html = page(evenings, name, *parts)
        assert "A party is still being played." in html.text
        assert not [each for each in lines(html) if " won, " in each]
    assert "Party not finished" in html.text
    settings.PADS_WRITE_AFTER_END = timedelta(hours=12)
    assert "A party is still being played." not in page(evenings, "day", "2026-03-07").text


def test_an_evening_that_was_one_party_has_the_order_of_the_party():
    """P1 won one game of two far more clearly than P5 the only one; but sitting out counts half a game won."""
    evenings = Evenings()
    held = parties.party(evenings.club, evenings.olga, count=5)
    for score in ((13, 1), (8, 9)):
        parties.play_round(held, evenings.olga, score)
    lifecycle.finish(held, by=evenings.olga, at=NOON)
    statistics.bring_up_to_date()
    order = ["1P2", "2P5", "3P1", "4P4", "5P3"]
    assert [f"{each.rank}{each.name}" for each in standings_of(held).ranks] == order
    assert page(evenings, "day", "2026-03-07").texts("th", scope="row") == order
    best = ["1 P2 2 of 2 games won, 22 points", "2 P5 1 of 1 game won, 9 points", "3 P1 1 of 2 games won, 21 points"]
    assert lines(page(evenings)) == best
    evenings.play(high(1, 0, 9))
    assert page(evenings, "day", "2026-03-07").texts("th", scope="row")[:3] == ["P2", "P1", "Ann"]


def test_a_hidden_player_is_nameless_in_games_and_not_in_the_table():
    evenings = Evenings()
    evenings.play(high(1, 0, 9))
    change_player(evenings.club.players.get(name="Ann"), hidden=True, by=evenings.olga, at=NOON)
    html = page(evenings, "day", "2026-03-07")
    assert "hidden player & Clara" in html.text
    assert "Ann" not in html.text
    assert "Ann & Clara" in page(evenings, "day", "2026-03-07", client=evenings.organiser).text


def test_a_game_is_on_the_page_as_soon_as_it_is_over():
    evenings = Evenings()
    for number in range(1, 3):
        play_out(builders.game(evenings.club, evenings.olga))
        assert f"{number} game" in page(evenings).text
    assert not Game.objects.filter(awaits_statistics=True).exists()


def test_evenings_of_a_year_are_listed_alone():
    evenings = Evenings()
    for count in (-200, 0):
        evenings.play(high(1, 0, 8), at=days_after(count))
    html = page(evenings, period="2025")
    assert "Highest ratings" not in html.text
    assert [each.text for each in html.find("u")] == ["Tue 19 Aug 2025"]


def test_a_grand_is_no_first_one_of_people_who_have_games_without_hands():
    evenings = Evenings()
    on_paper = evenings.start(OTHERS, "neuralplay", NOON)
    with changing(on_paper, by=evenings.olga, at=NOON) as game:
        game.paper_result = [13, 4]
    evenings.play(high(1, 1, 8))
    for names in (OTHERS, builders.FOUR):
        evenings.play(high(1, 0, 8), names=names, at=days_after(7))
    story = page(evenings, "day", "2026-03-14").text
    assert "Ann made a grand for the first time." in story
    assert "Edith made" not in story
    assert "and Ann made" not in story


OTHERS = ("Edith", "Frank", "Greta", "Henrik")


@pytest.fixture
def evenings():
    """Ann & Clara were 6 points behind and won; the others won a game with one point more."""
    found = Evenings()
    back = [high(1, 1, 9), high(2, 1, 9), *[high(number, 0, 9) for number in range(3, 8)]]
    found.play(*back)
    found.play(high(1, 0, 8), high(2, 1, 7), names=OTHERS, at=NOON + timedelta(hours=1))
    return found


def day(evenings: Evenings, client: Client | None = None, **query: str) -> Html:
    return Html((client or Client()).get(evenings.url("day", "2026-03-07"), query))


def test_the_best_of_the_games_is_told_and_leads_to_them(evenings):
    html = day(evenings)
    games = [each["href"] for each in html.find("a", css="game-card")]
    (story,) = html.find("ul", css="story")
    sentences = story.text.replace("\u00a0", " ")
    assert "Best hand Ann & Clara scored 3 points in one hand." in sentences
    assert "Biggest comeback Ann & Clara came from 6 points behind to beat Bob & Dan 15–6." in sentences
    assert "Closest game Edith & Greta beat Frank & Henrik 2–1." in sentences
    assert "Biggest win Ann & Clara beat Bob & Dan 15–6." in sentences
    links = [each.attributes.get("href", "") for each in html.find("a")]
    links = [each for each in links if each.startswith("/p/game/")][:4]
    assert links == [f"{games[0]}#hand-3", games[0], games[1], games[0]]


def test_where_several_rules_were_played_the_story_says_which_it_is_of(evenings):
    evenings.play(high(1, 0, 13), preset="norwegian", at=NOON + timedelta(hours=2))
    (story,) = day(evenings).find("ul", css="story")
    assert "Best hand (Minnesota Whist) Ann & Clara scored 3 points in one hand." in story.text.replace("\u00a0", " ")


def test_what_is_sent_leads_to_the_address_that_phones_can_reach(evenings, settings):
    settings.PUBLIC_ADDRESS, settings.ALLOWED_HOSTS = "https://whist.example", ["localhost"]
    page = day(evenings, Client(headers={"host": "localhost"}))
    address = f"https://whist.example{evenings.url('day', '2026-03-07')}"
    assert page.texts("textarea")[0].endswith(address)
    assert page.find("a", css="send")[0]["data-address"].startswith(f"{address}?player=")

"""What a player opens the next morning, and the page of one evening."""

from datetime import timedelta
from random import Random

import pytest
from django.test import Client

from tests import builders
from tests.builders import NOON, high, low, play_out
from tests.party import builders as parties
from tests.stats.evenings import Evenings, asked, by_side, days_after
from tests.web.html import Html
from whistclub.club.actions import change_player
from whistclub.play import statistics
from whistclub.play.models import Game

pytestmark = pytest.mark.django_db


def page(evenings: Evenings, name: str = "results", *parts: object, client: Client | None = None, **query: str) -> Html:
    response = (client or Client()).get(evenings.url(name, *parts), query)
    assert response.status_code == 200
    return Html(response)


def rows(html: Html) -> list[list[str]]:
    """The cells of all tables, row by row."""
    found: list[list[str]] = []
    for element in html.elements:
        if element.tag == "tr":
            found.append([])
        elif element.tag in ("td", "th") and found:
            found[-1].append(element.text)
    return found


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
        "Ann 2 of 2 won, +6",
        "Clara 2 of 3 won, +4",
        "Edith 2 of 2 won, +4",
    ]
    assert evenings.url("day", "2026-03-07") in {each["href"] for each in html.find("a", css="main")}


def test_an_evening_on_which_a_party_is_still_played_has_no_best_players():
    evenings = Evenings()
    running = parties.party(evenings.club, evenings.olga, *(f"P{number}" for number in range(8)))
    parties.next_round(running, evenings.olga, at=NOON)
    parties.typed(running, evenings.olga, (7, 5), (4, 1), at=NOON)
    statistics.bring_up_to_date()
    for name, *parts in (("results",), ("day", "2026-03-07")):
        html = page(evenings, name, *parts)
        assert "A party is still being played." in html.text
        assert not [each for each in lines(html) if " won, " in each]
    assert "Party in progress" in html.text


def test_evenings_are_listed_newest_first_ten_per_page():
    evenings = Evenings()
    for number in range(12):
        evenings.play(high(1, 0, 9), at=days_after(number))
    first, second = page(evenings), page(evenings, page="2")
    dates = [[row[0] for row in rows(html) if "Mar 2026" in row[0] and len(row) == 5] for html in (first, second)]
    assert dates[0][0] == "Wed 18 Mar 2026"
    assert [len(each) for each in dates] == [10, 2]
    # Further pages hold nothing but the list.
    assert second.texts("h2") == ["Evenings"]


def test_top_ratings_include_visible_players_with_five_games():
    evenings = Evenings()
    for number in range(5):
        evenings.play(high(1, 0, 9), at=days_after(number))
    evenings.play(high(1, 0, 9), names=("Edith", "Frank", "Greta", "Henrik"))
    change_player(evenings.club.players.get(name="Ann"), hidden=True, by=evenings.olga, at=NOON)
    for client, expected in ((None, ["Clara", "Bob", "Dan"]), (evenings.organiser, ["Ann", "Clara", "Bob", "Dan"])):
        shown = page(evenings, client=client)
        assert [row[0] for row in rows(shown) if len(row) == 3 and row[0] != "Player"] == expected


def test_the_empty_first_page_explains_what_will_appear():
    evenings = Evenings()
    assert "A game counts once it is finished" in page(evenings).text
    assert "Start a game" not in page(evenings).text
    assert "Start a game" in page(evenings, client=evenings.organiser).text


def test_an_evening_lists_its_games_and_each_players_results():
    evenings, chance = Evenings(), Random(4)
    games = [evenings.play_any(chance, at=NOON + timedelta(minutes=number)) for number in range(6)]
    evenings.play_any(chance, at=days_after(1))
    html = page(evenings, "day", "2026-03-07")
    assert len(html.find("a", css="game-card")) == 6
    found = {row[0]: row[1:] for row in rows(html) if len(row) == 6 and row[0] != "Player"}
    expected: dict[str, list[int]] = {}
    for game in games:
        for place, side in enumerate(by_side(game)):
            own, other = game.totals[place], game.totals[1 - place]
            won, drawn = game.winner == place, game.winner is None
            for name in side.split(" & "):
                sums = expected.setdefault(name, [0] * 5)
                expected[name] = [a + b for a, b in zip(sums, (1, won, own - other, own, drawn), strict=True)]
    assert found == {
        name: [
            f"{won} of {games}",
            f"{difference:+}".replace("-", "−") if difference else "0",
            str(own),
            str(drawn),
            "Send",
        ]
        for name, (games, won, difference, own, drawn) in expected.items()
    }


def test_party_games_are_listed_by_round_and_table():
    evenings = Evenings()
    party = parties.party(evenings.club, evenings.olga, count=8)
    parties.next_round(party, evenings.olga)
    parties.typed(party, evenings.olga, (5, 3), (2, 6))
    evenings.play(high(1, 0, 9), at=NOON - timedelta(minutes=5))
    html = page(evenings, "day", "2026-03-07")
    places = [each.split(" · ")[0] for each in html.texts("span", css="when")]
    assert places == ["Round 1, table 1", "Round 1, table 2", "1 hand"]
    assert f"/p/{party.code}/" in {each.attributes.get("href") for each in html.find("a")}


def test_a_hidden_player_is_nameless_in_games_and_not_in_the_table():
    evenings = Evenings()
    evenings.play(high(1, 0, 9))
    change_player(evenings.club.players.get(name="Ann"), hidden=True, by=evenings.olga, at=NOON)
    html = page(evenings, "day", "2026-03-07")
    assert "hidden player & Clara" in html.text
    assert "Ann" not in html.text
    assert "Ann & Clara" in page(evenings, "day", "2026-03-07", client=evenings.organiser).text


@pytest.mark.parametrize(
    "text", ["2026-03-08", "2026-3-7", "20260307", "2026-W10-6", "2026-02-30", "yesterday", "9999-12-31", "0001-01-01"]
)
def test_days_without_games_and_invalid_dates_are_not_found(text):
    evenings = Evenings()
    evenings.play(high(1, 0, 9))
    assert Client().get(evenings.url("day", text)).status_code == 404


@pytest.mark.parametrize("number", ["0", "-1", "99", "x", "1e9"])
def test_a_page_number_out_of_range_shows_the_nearest_page(number):
    evenings = Evenings()
    evenings.play(high(1, 0, 9))
    assert page(evenings, page=number).texts("h1") == ["Saturday 7 March 2026"]


def test_the_tables_are_available_as_csv():
    evenings = Evenings()
    evenings.play(high(1, 0, 9))
    day = Client().get(evenings.url("day", "2026-03-07"), {"as": "csv"}).content.decode()
    assert "Ann & Clara against Bob & Dan" in day
    assert "difference" in day.lower()
    assert "2026-03-07" in Client().get(evenings.url("results"), {"as": "csv"}).content.decode()


def test_query_counts_of_both_pages_are_constant():
    evenings, chance = Evenings(), Random(5)
    counts = set()
    for number in (3, 14):
        for count in range(number):
            evenings.play_any(chance, at=days_after(count // 3))
        addresses = evenings.url("results"), evenings.url("day", "2026-03-07")
        counts.add(tuple(asked(lambda address=address: Client().get(address)) for address in addresses))
    assert len(counts) == 1


def test_a_game_is_on_the_page_as_soon_as_it_is_over():
    evenings = Evenings()
    for number in range(1, 3):
        play_out(builders.game(evenings.club, evenings.olga))
        assert f"{number} game" in page(evenings).text
    assert not Game.objects.filter(awaits_statistics=True).exists()

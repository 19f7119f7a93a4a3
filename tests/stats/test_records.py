"""What was most in a club, and who holds it."""

import csv
import re
from collections import Counter
from collections.abc import Iterable
from datetime import timedelta
from random import Random

import pytest
from django.test import Client

from tests.builders import NOON, high, low
from tests.stats.evenings import Evenings, asked, by_side, days_after
from tests.web.html import Html
from whistclub.club.actions import change_player
from whistclub.club.models import Player
from whistclub.engine.game import game_steps
from whistclub.play.models import Game
from whistclub.play.stats_feed import all_entries_of

pytestmark = [pytest.mark.django_db, pytest.mark.writes, pytest.mark.alike]

HIGHEST, BIGGEST, LONGEST = "Highest-scoring hand", "Biggest win", "Longest game"
EVENING_BEST = "Best evening"
STREAK, MOST_GAMES, RATING = "Most games won in a row", "Most games", "Highest rating ever"
OF_GAMES = [HIGHEST, BIGGEST, LONGEST]
ALL = [*OF_GAMES, EVENING_BEST, STREAK, MOST_GAMES, RATING]


def records(evenings: Evenings, client: Client | None = None, **query: str) -> dict[str, list[tuple[str, str]]]:
    """Who holds each record, and what it is, as the spreadsheet says it."""
    response = (client or Client()).get(evenings.url("records"), {"as": "csv", **query})
    found: dict[str, list[tuple[str, str]]] = {}
    for block in response.content.decode().lstrip("\ufeff").replace("\r\n", "\n").strip().split("\n\n"):
        (title,), _head, *rows = csv.reader(block.split("\n"))
        if not title.startswith("How hands go"):
            found[title] = [(row[0], row[1]) for row in rows]
    return found


def greatest(counts: Iterable[int]) -> list[int]:
    """The five greatest; none if more than five share the first place."""
    ordered = sorted(counts, reverse=True)
    return [] if ordered.count(ordered[0]) > 5 else ordered[:5]


def test_the_five_biggest_games_are_listed():
    evenings, chance = Evenings(), Random(6)
    games = [evenings.play_any(chance, at=days_after(number // 3), most=4 + number % 9) for number in range(14)]
    found = records(evenings)

    def most(key) -> list[str]:
        return [str(value) for value in greatest(map(key, games))]

    assert list(found) == ALL
    assert [value for _who, value in found[HIGHEST]] == most(best_hand)
    assert [value for _who, value in found[LONGEST]] == most(lambda game: game.hands_scored)
    assert [value for _who, value in found[BIGGEST]] == most(lambda game: abs(game.totals[0] - game.totals[1]))
    longest = next(game for game in games if game.hands_scored == max(each.hands_scored for each in games))
    assert found[LONGEST][0][0] == " against ".join(by_side(longest))


def best_hand(game: Game) -> int:
    """The most points of a side in one hand, from its entries."""
    entries = all_entries_of([game.pk])[game.pk]
    steps = game_steps(game.rules, game.first_dealer, entries)
    return max(max(step.outcome.points) for step in steps if step.outcome)


def test_evenings_and_players_are_counted_correctly():
    evenings, chance = Evenings(), Random(7)
    games = [evenings.play_any(chance, at=days_after(number // 4)) for number in range(24)]
    found = records(evenings)
    played, streaks, running, differences = Counter(), Counter(), Counter(), Counter()
    for place, game in enumerate(games):
        evening = place // 4
        for side, people in enumerate(by_side(game)):
            for name in people.split(" & "):
                played[name] += 1
                differences[name, evening] += game.totals[side] - game.totals[1 - side]
                running[name] = running[name] + 1 if game.winner == side else 0
                streaks[name] = max(streaks[name], running[name])
    for title, counted in (
        (MOST_GAMES, played),
        (STREAK, streaks),
        (EVENING_BEST, differences),
    ):
        assert [int(value) for _who, value in found.get(title, [])] == greatest(counted.values()), title
    assert all(played[who] == int(value) for who, value in found[MOST_GAMES])
    assert all(played[who] >= 5 for who, _value in found[RATING])


def test_a_tied_record_belongs_to_the_earliest():
    evenings = Evenings()
    for number in range(5):
        evenings.play(high(1, 0, 9), at=days_after(number))
    html = Html(Client().get(evenings.url("records")))
    card = html.find("li", id="best_hand")[0]
    assert card.text.startswith("Highest-scoring hand Ann & Clara hand 1, Standard · 7 Mar 2026")
    assert [day for day in ("8 Mar", "9 Mar", "10 Mar", "11 Mar") if day in card.text][-1] == "11 Mar"


def test_what_more_than_five_share_is_no_record():
    evenings = Evenings()
    for number in range(6):
        evenings.play(high(1, 0, 9), at=days_after(number))
    html = Html(Client().get(evenings.url("records")))
    assert not html.find("li", id="best_hand")
    assert not html.find("li", id="best_evening")
    assert "Ann" in html.find("li", id="games")[0].text
    assert "Ratings count after 5 games." in html.text
    evenings.play(high(1, 0, 10), at=days_after(6))
    assert records(evenings)[HIGHEST][:2] == [("Ann & Clara", "4"), ("Ann & Clara", "3")]


def test_the_winner_comes_first_in_the_score_of_a_win():
    evenings = Evenings()
    evenings.play(high(1, 1, 11), low(2, 6))
    card = Html(Client().get(evenings.url("records"))).find("li", id="margin")[0]
    game = Game.objects.get()
    assert f"{game.totals[1]}–{game.totals[0]} against Ann & Clara" in card.text


def test_records_link_to_game_evening_and_player():
    evenings = Evenings()
    game = evenings.play(high(1, 0, 9))
    links = {each["href"] for each in Html(Client().get(evenings.url("records"))).find("a")}
    ann = Player.objects.get(name="Ann")
    assert {f"/p/game/{game.code}/", evenings.url("day", "2026-03-07"), evenings.url("player", ann.pk)} <= links


def test_records_can_be_filtered_by_rules():
    evenings, chance = Evenings(), Random(8)
    for number in range(4):
        evenings.play_any(chance, at=days_after(number))
        evenings.play_any(chance, preset="widow", at=days_after(number))
    assert list(records(evenings, rules="widow")) == OF_GAMES
    assert all(re.fullmatch(r"\w+, \w+ and \w+", who) for who, _value in records(evenings, rules="widow")[LONGEST])
    assert list(records(evenings, rules="never played")) == list(records(evenings))


def test_a_hidden_player_is_nameless_in_a_side_and_holds_no_record():
    evenings = Evenings()
    evenings.play(high(1, 0, 12), names=("Ann", "Bob", "Clara", "Dan"))
    evenings.play(high(1, 0, 12), names=("Ann", "Edith", "Frank", "Greta"), at=NOON + timedelta(hours=1))
    change_player(Player.objects.get(name="Ann"), hidden=True, by=evenings.olga, at=NOON)
    public, own = records(evenings), records(evenings, client=evenings.organiser)
    assert public[HIGHEST][0][0] == "hidden player & Clara"
    assert own[HIGHEST][0][0] == "Ann & Clara"
    for title in (EVENING_BEST, MOST_GAMES):
        assert own[title][0][0] == "Ann"
        assert all(who not in ("Ann", "hidden player") for who, _value in public.get(title, []))
    assert own[STREAK] == [("Ann", "2")]
    assert STREAK not in public
    assert "Ann" not in Html(Client().get(evenings.url("records"))).text


def test_without_games_the_page_explains_itself():
    evenings = Evenings()
    assert "Records appear here" in Html(Client().get(evenings.url("records"))).text


def test_page_query_count_does_not_depend_on_games_played():
    evenings, chance = Evenings(), Random(9)
    for number in (1, 14):
        for count in range(number):
            evenings.play_any(chance, at=days_after(count // 3))
        assert asked(lambda: Client().get(evenings.url("records"))) == 13
        assert asked(lambda: Client().get(evenings.url("records"), {"rules": "neuralplay"})) == 9

"""Pairs of players: as partners, and as opponents."""

import csv
import io
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.builders import play_out
from tests.stats.six_player_club import agrees, counted, six_player_club
from tests.web.html import Html
from tests.web.test_query_counts import asked
from whistclub.club.actions import hide_player
from whistclub.stats.confidence import wilson_interval
from whistclub.stats.partnerships import page as together

pytestmark = pytest.mark.django_db


def sheet(six, query=""):
    """The page as a spreadsheet gets it: rows by the title of their table."""
    query = query if "least" in query else f"&least=1{query}"
    text = six.stranger().get(f"{six.address()}?as=csv{query}").content.decode("utf-8-sig")
    found, title = {}, None
    for row in csv.reader(io.StringIO(text)):
        if title is None:
            title = row[0]
        elif row:
            found.setdefault(title, []).append(row)
        else:
            title = None
    return found


def page(six, query=""):
    return six.stranger().get(six.address() + query)


def test_partner_counts_match_a_manual_count():
    six = six_player_club()
    rows = sheet(six)["All pairs"][1:]
    assert len({row[0] for row in rows}) == len(rows) == 6
    for row in rows:
        agrees(row, counted(six.club, *row[0].split(" & "), together=True))


def test_the_best_pairs_are_those_that_surely_win_most():
    six = six_player_club()
    best = [row[0] for row in sheet(six)["Best pairs"][1:]]
    counts = {pair: counted(six.club, *pair.split(" & "), together=True) for pair in best}
    surely = {pair: wilson_interval(each.won + each.drawn / 2, each.games)[0] for pair, each in counts.items()}
    assert len(best) == 6
    assert best == sorted(best, key=surely.get, reverse=True)


def test_of_many_pairs_the_page_lists_those_with_the_most_games_and_the_file_all(monkeypatch):
    six = six_player_club()
    monkeypatch.setattr(together, "MOST_PAIRS", 4)
    rows = [row[0] for row in sheet(six)["All pairs"][1:]]
    html = Html(page(six, "?least=100"))
    assert (len(rows), html.texts("th", scope="row")) == (6, rows[:4])
    assert "The 4 pairs with the most games together; the files below have all 6." in html.text


def test_the_list_of_opponents_leads_to_the_comparison_of_two():
    six = six_player_club(games=1)
    response = page(six, "?how=opponents")
    assert (response.status_code, response["Location"]) == (302, reverse("stats:choose", args=["prairie"]))


def test_pairs_of_fewer_games_than_asked_for_are_not_among_the_best():
    six = six_player_club()

    def judged(least):
        return [row[0] for row in sheet(six, f"&least={least}").get("Best pairs", [])[1:]]

    assert "Ann & Clara" in judged(5)
    assert "Ann & Clara" not in judged(6)


def test_every_pair_is_listed_and_leads_to_the_page_of_the_two():
    six = six_player_club()
    address = reverse("stats:versus", args=["prairie", str(six.keys["Ann"]), str(six.keys["Clara"])])
    assert address in page(six, "?least=1000").content.decode()


def test_without_a_worse_pair_the_page_does_not_claim_that_nobody_played():
    six = six_player_club()
    assert "No pair has played 40 games together yet." in Html(page(six, "?least=40")).text
    assert "No pair matches this filter." in Html(page(six, "?least=40&setting=kitchen")).text


def test_only_organisers_see_a_hidden_player_in_the_table():
    six = six_player_club()
    clara = six.club.players.get(name="Clara")
    hide_player(clara, by=six.olga, at=builders.NOON)
    for query in ("?least=1", "?as=csv"):
        assert "Clara" not in page(six, query).content.decode()
        assert "Clara" in six.organiser().get(six.address() + query).content.decode()


def test_only_filtered_games_are_counted():
    six = six_player_club()
    play_out(builders.game(six.club, six.olga, preset="askov", names=("Frank", "Ann", "Edith", "Bob")))
    rows = sheet(six, "&rules=askov")["All pairs"][1:]
    assert sorted(row[0] for row in rows) == ["Ann & Bob", "Edith & Frank"]
    day = builders.NOON.date()
    assert sheet(six, f"&from={day}&to={day}") == sheet(six)
    assert len(sheet(six, f"&from={day + timedelta(days=1)}")["All pairs"]) == 1
    assert "No games match this filter." in Html(page(six, f"?to={day - timedelta(days=1)}")).text


def test_without_games_the_page_explains_what_will_appear():
    _olga, club = builders.organiser()
    club.shown_to_strangers = "names"
    club.save()
    assert "After the first finished games" in Html(Client().get("/c/prairie/together/")).text


NONSENSE = [
    "?least=²",
    "?least=-1",
    "?least=" + "1" * 5000,
    "?how=no&period=1",
]


@pytest.mark.parametrize("query", NONSENSE)
def test_invalid_query_parameters_are_ignored(query):
    assert page(six_player_club(games=1), query).status_code == 200


def test_an_invalid_date_is_reported():
    response = page(six_player_club(games=1), "?from=yesterday")
    assert response.status_code == 400
    assert "“yesterday” is not a date." in Html(response).text


def test_a_club_with_private_statistics_has_no_public_page():
    six = six_player_club(games=1, shows=False)
    assert page(six).status_code == 404
    assert six.organiser().get(six.address()).status_code == 200


@pytest.mark.parametrize("games", [1, 7])
@pytest.mark.parametrize("query, queries", [("", 6), ("?from=2026-01-01", 6)])
def test_page_query_count_is_constant(games, query, queries):
    six = six_player_club(games=games)
    assert asked(lambda: page(six, query)) == queries

"""Everybody beside everybody: as partners, and as opponents."""

import csv
import io
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.builders import play_out
from tests.stats.six_player_club import counted, six_player_club
from tests.web.html import Html
from tests.web.test_query_counts import asked
from whistclub.club.actions import hide_player
from whistclub.stats.partnerships.grid import PairGrid, heat
from whistclub.stats.partnerships.page import by_luck
from whistclub.stats.partnerships.pairs import Record

pytestmark = pytest.mark.django_db


def sheet(six, query=""):
    """The page as a spreadsheet gets it: rows by the title of their table."""
    text = six.stranger().get(six.address() + "?as=csv&least=1" + query).content.decode("utf-8-sig")
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
    rows = {row[0]: row[1:] for row in sheet(six)["All partnerships"][1:]}
    assert len(rows) == 6
    for pair, row in rows.items():
        games, won, better, luck, expected, _percent, drawn, lost = map(float, row)
        counts = counted(six.club, *pair.split(" & "), together=True)
        assert (games, won, drawn, lost) == (
            counts.games,
            counts.won,
            counts.drawn,
            counts.games - counts.won - counts.drawn,
        )
        assert (expected, better, luck) == pytest.approx((counts.expected, counts.better, counts.luck), abs=0.051)


def test_opponents_are_counted_from_both_perspectives():
    six = six_player_club()
    rows = {row[0]: row[1:] for row in sheet(six, "&how=opponents")["All opponents"][1:]}
    assert "Ann against Bob" in rows
    assert "Bob against Ann" in rows
    for pair, row in rows.items():
        games, won, better, _luck, expected, _percent, drawn, _lost = map(float, row)
        counts = counted(six.club, *pair.split(" against "), together=False)
        assert (games, won, drawn) == (counts.games, counts.won, counts.drawn)
        assert (expected, better) == pytest.approx((counts.expected, counts.better), abs=0.051)


def test_the_grid_compares_everyone_and_links_to_each_pair():
    six = six_player_club()
    response = page(six, "?least=1")
    keys = six.keys
    ann, bob = keys["Ann"], keys["Bob"]
    assert reverse("stats:versus", args=["prairie", str(ann), str(bob)]) in response.content.decode()
    grid = sheet(six)["More wins than expected"]
    assert set(grid[0][1:]) == set(keys)
    better = grid[1 + grid[0][1:].index("Ann")][grid[0].index("Clara")]
    assert float(better) == pytest.approx(counted(six.club, "Ann", "Clara", together=True).better, abs=0.051)


def test_the_best_partnerships_exceed_expectation_most():
    six = six_player_club()
    found = sheet(six)
    best = [row[0] for row in found["Better together than expected"][1:]]
    worst = [row[0] for row in found["Worse together than expected"][1:]]
    counts = {pair: counted(six.club, *pair.split(" & "), together=True) for pair in best + worst}
    z = {pair: each.better / each.variance**0.5 for pair, each in counts.items()}
    assert all(z[pair] > 0 for pair in best)
    assert all(z[pair] < 0 for pair in worst)
    assert best == sorted(best, key=z.get, reverse=True)
    assert worst == sorted(worst, key=z.get)


def test_pairs_of_fewer_games_than_asked_for_are_not_listed():
    six = six_player_club()
    assert "Ann & Clara" in Html(page(six, "?least=5")).text
    assert "Ann & Clara" not in Html(page(six, "?least=6")).text


def test_without_a_worse_pair_the_page_does_not_claim_that_nobody_played():
    six = six_player_club()
    assert "No pair has played 40 games together yet." in Html(page(six, "?least=40")).text
    assert "No pair matches this filter." in Html(page(six, "?least=40&setting=kitchen")).text
    lines = {(1, 2): Record(games=6, rated_score=4, expected=3, variance=1)}
    grid = PairGrid(six.club, {1: "Ann", 2: "Bob"}, lines, against=False, least=5, narrowed=False)
    assert [row[0].text for row in grid.best().rows] == ["Ann & Bob"]
    assert grid.worst().empty == "No pair fell short of expectations yet."


@pytest.mark.parametrize(
    "pairs, strong, text",
    [
        (19, 3, ""),
        (20, 1, "Among 20 pairs, about 1 would show it by luck alone; here it’s 1."),
        (40, 3, "Among 40 pairs, about 2 would show it by luck alone; here it’s 3."),
    ],
)
def test_among_many_pairs_chance_colours_some(pairs, strong, text):
    assert by_luck(pairs, strong).endswith(text)
    assert bool(by_luck(pairs, strong)) is bool(text)


# Wins more than expected and their variance, games, the colour: by quarters of 1.96 deviations.
COLOURS = [
    (2.0, 1.0, 9, 3),
    (1.0, 1.0, 9, 2),
    (0.5, 1.0, 9, 1),
    (0.4, 1.0, 9, 0),
    (-0.6, 1.0, 9, -1),
    (-1.0, 1.0, 9, -2),
    (-2.0, 1.0, 9, -3),
    (2.0, 4.0, 9, 2),
    (2.0, 1.0, 4, 0),
    (0.0, 0.0, 9, 0),
]


@pytest.mark.parametrize("better, variance, games, strength", COLOURS)
def test_cell_colour_follows_significance_and_is_absent_for_few_games(better, variance, games, strength):
    record = Record(games=games, rated_score=better, variance=variance)
    assert heat(record, 5) == strength


def test_the_grid_shows_the_most_active_or_requested_players():
    six = six_player_club()
    keys = six.keys
    few = sheet(six, "&n=2")["More wins than expected"]
    assert few[0] == ["Player", "Ann", "Bob"]
    assert len(sheet(six)["More wins than expected"][0]) == 7
    html = Html(page(six, "?n=2"))
    assert "Only the 2 most active players are shown. Choose players" in html.text
    assert "All time · the 2 most active players" in html.text
    assert "All time · everyone" in Html(page(six)).text
    own = sheet(six, f"&players={keys['Edith']}&players={keys['Dan']}")["More wins than expected"]
    assert own[0] == ["Player", "Edith", "Dan"]


def test_only_organisers_see_a_hidden_player_in_the_table():
    six = six_player_club()
    clara = six.club.players.get(name="Clara")
    hide_player(clara, by=six.olga, at=builders.NOON)
    asked_for = f"?least=1&players={clara.pk},{six.keys['Ann']}"
    for query in ("?least=1", asked_for, "?least=1&how=opponents", "?as=csv"):
        assert "Clara" not in page(six, query).content.decode()
        assert "Clara" in six.organiser().get(six.address() + query).content.decode()


def test_only_filtered_games_are_counted():
    six = six_player_club()
    play_out(builders.game(six.club, six.olga, preset="askov", names=("Frank", "Ann", "Edith", "Bob")))
    rows = sheet(six, "&rules=askov")["All partnerships"][1:]
    assert sorted(row[0] for row in rows) == ["Ann & Bob", "Edith & Frank"]
    day = builders.NOON.date()
    assert sheet(six, f"&from={day}&to={day}") == sheet(six)
    assert sheet(six, f"&from={day + timedelta(days=1)}")["More wins than expected"] == [["Player"]]
    assert "No games match this filter." in Html(page(six, f"?to={day - timedelta(days=1)}")).text


def test_without_games_the_page_explains_what_will_appear():
    _olga, club = builders.organiser()
    club.shows_statistics = True
    club.save()
    assert "After the first finished games" in Html(Client().get("/c/prairie/together/")).text


NONSENSE = [
    "?n=x",
    "?n=99999999999",
    "?n=²",
    "?least=-1",
    "?least=" + "1" * 5000,
    "?players=0",
    "?players=" + "9" * 30,
    "?players=a,²",
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
@pytest.mark.parametrize("query, queries", [("", 5), ("?how=opponents", 6), ("?from=2026-01-01", 5)])
def test_page_query_count_is_constant(games, query, queries):
    six = six_player_club(games=games)
    assert asked(lambda: page(six, query)) == queries


def test_a_grid_cell_has_a_text_for_screen_readers():
    six = six_player_club()
    labels = re.findall(r'aria-label="([^"]*expected in[^"]*)"', page(six, "?least=1").content.decode())
    assert any(
        re.fullmatch(r"Ann &amp; Clara: (as many|\d\.\d (more|fewer)) wins (as|than) expected in 5 games\.", label)
        for label in labels
    )

"""Seasons: added, changed and removed, and the table that is made of their parties."""

import csv
from datetime import date, timedelta
from itertools import product

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import show_statistics
from tests.stats.season_parties import AT, made_up, party_on, recount, season
from tests.web.html import Html
from whistclub.club.actions import change_player
from whistclub.ops import integrity
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.stats.models import PartyRank, Season
from whistclub.stats.season import lines, season_page
from whistclub.stats.viewer import Viewer

pytestmark = pytest.mark.django_db


DAY = date(2026, 2, 6)


def table(of, *, runs=True):
    """Rank, total and parties by name."""
    page = season_page(Viewer(of.club, runs), of, at=AT)
    [found] = page.tables
    return {
        name.text: (rank, total.value, parties.value)
        for rank, (name, total, parties, *_more) in zip(found.ranks, found.rows, strict=True)
    }


def wrong(club):
    return integrity.disagreements(club)


# The table


def test_the_table_matches_the_games(olga, club):
    made_up(olga, seed=7)
    days = {"first_day": date(2026, 1, 10), "last_day": date(2026, 4, 1)}
    every = [
        season(club, olga, name=f"{scoring} {best}", scoring=scoring, best_parties=best, **days)
        for scoring, best in product(("points", "wins", "places"), (None, 1, 3))
    ]
    counted = {some.name: recount(some) for some in every}
    assert {some.name: table(some) for some in every} == counted
    assert {len(each) for each in counted.values()} == {12}
    assert wrong(club) == []


def test_a_reopened_party_leaves_its_season_until_it_finishes(olga, club):
    party = party_on(DAY, olga, (7, 5), (4, 3))
    spring = season(club, olga)
    party_lifecycle.reopen_party(party, by=olga, at=AT)
    assert table(spring) == {}
    party_lifecycle.finish(party, by=olga, at=AT)
    assert len(table(spring)) == 8


def test_a_guest_stands_in_no_season(olga, club):
    party_on(DAY, olga, (7, 5), (4, 3))
    spring = season(club, olga)
    change_player(club.players.get(name="P1"), guest=True, by=olga, at=AT)
    assert set(table(spring)) == {f"P{number}" for number in range(2, 9)}


def test_total_points_for_ranks_do_not_depend_on_ties():
    ranks = {"none": (1, 2, 3, 4), "two": (1, 2, 2, 4), "all": (1, 1, 1, 1)}
    brought = {
        name: [line.total for line in lines([1], _places(*given), scoring="places", best=None)]
        for name, given in ranks.items()
    }
    assert brought == {"none": [4, 3, 2, 1], "two": [4, 2.5, 2.5, 1], "all": [2.5] * 4}


def _place(party, player, rank, wins=0, points=0):
    return PartyRank(pk=10 * party + player, party_id=party, player_id=player, rank=rank, wins=wins, points=points)


def _places(*ranks):
    return [_place(1, player, rank) for player, rank in enumerate(ranks)]


def test_among_equal_party_results_the_earlier_counts():
    places = [_place(party, 1, 1, 0, points) for party, points in ((3, 5), (1, 7), (2, 5))]
    [line] = lines([3, 1, 2], places, scoring="points", best=2)
    assert (line.total, line.counting, line.best_party) == (12, {3, 1}, 1)


def test_equal_sums_of_thirds_share_a_rank():
    thirds = [_place(party, 1, 1, 1 / 3) for party in (1, 2, 3)]
    found = lines([1, 2, 3], [*thirds, _place(1, 2, 1, 1.0)], scoring="wins", best=None)
    assert [(line.rank, line.total) for line in found] == [(1, 1), (1, 1)]


FIRST = date(2026, 1, 9)
WEEK = timedelta(days=7)
# Hugo has 48 points.
RANKS_WITHOUT_HUGO = [["2", "P5", "26"], ["3", "P1", "22"], ["4=", "P3", "10"], ["4=", "P4", "10"]]


@pytest.fixture
def club(prairie, olga):
    show_statistics(prairie, to_everyone=True, by=olga, at=AT)
    return prairie


def of(some):
    return reverse("stats:season", args=["prairie", some.pk])


def sheet(address, client=None):
    """The tables of a page by their titles, as a spreadsheet reads them."""
    lines = (client or Client()).get(address, {"as": "csv"}).content.decode("utf-8-sig").splitlines()
    tables, title = {}, None
    for row in csv.reader(lines):
        if not row:
            title = None
        elif title is None:
            title = tables.setdefault(row[0], [])
        else:
            title.append(row)
    return tables


def test_a_hidden_player_is_left_out_but_keeps_their_rank(olga, club, organiser):
    party_on(FIRST, olga, (22, 5), names=("P1", "Hidden Hugo", "P3", "P4"))
    party_on(FIRST + WEEK, olga, (26, 5), names=("P5", "Hidden Hugo", "P3", "P4"))
    change_player(club.players.get(name="Hidden Hugo"), hidden=True, by=olga, at=AT)
    spring = season(club, olga)
    addresses = [of(spring), reverse("stats:seasons", args=["prairie"]), reverse("stats:results", args=["prairie"])]
    for address in addresses:
        for more in ({}, {"as": "csv"}):
            assert "Hugo" not in Client().get(address, more).content.decode()
            assert "Hugo" in organiser.get(address, more).content.decode()
    page = Html(Client().get(of(spring)))
    assert [row[:3] for row in sheet(of(spring))["Table"][1:]] == RANKS_WITHOUT_HUGO
    assert "Hidden players keep their rank." in page.text
    assert "Won by" not in page.text
    assert "48" not in page.text


WINTER = {
    "name": " The  Winter ",
    "first_day": "2026-01-01",
    "last_day": "2026-03-31",
    "scoring": "places",
    "best_parties": "4",
}


def address(name="manage", *more):
    return reverse(f"stats:{name}", args=["prairie", *more])


def does(organiser, form, name, *more):
    """Tap it, and read the page that comes."""
    response = organiser.post(address(name, *more), form, follow=True)
    assert response.redirect_chain == [(address(), 302)]
    return Html(response)


def refused(organiser, form, status, name="manage", *more):
    response = organiser.post(address(name, *more), form)
    assert response.status_code == status
    return Html(response)


# Seasons


def test_a_season_is_added_as_it_was_typed(club, organiser):
    page = does(organiser, WINTER, "manage")
    assert page.texts("p", role="status") == ["“The Winter” was added."]
    [winter] = Season.objects.all()
    assert (winter.name, winter.first_day.isoformat(), winter.last_day.isoformat(), winter.scoring) == (
        "The Winter",
        "2026-01-01",
        "2026-03-31",
        "places",
    )
    assert winter.best_parties == 4
    assert "1 Jan 2026 to 31 Mar 2026" in page.text


def test_a_season_is_changed_and_deleted_and_the_club_lists_it(club, olga, organiser):
    spring = season(club, olga)
    page = does(organiser, WINTER, "change_season", spring.pk)
    assert page.texts("p", role="status") == ["“The Winter” was changed."]
    page = does(organiser, {"delete": "yes"}, "change_season", spring.pk)
    assert page.texts("p", role="status") == ["“The Winter” was deleted."]
    assert not Season.objects.exists()
    assert refused(organiser, {"delete": "yes"}, 404, "change_season", spring.pk)
    changes = [each.what for each in club.changes.order_by("-at", "-pk")]
    assert [each for each in changes if each.startswith("Season")] == [
        "Season deleted: The Winter",
        "Season changed: Spring → The Winter",
        "Season added: Spring",
    ]


@pytest.mark.parametrize(
    "wrong, sentence",
    [
        ({"name": " "}, "A season needs a name, like “Winter 2026”."),
        ({"name": "x" * 61}, ""),
        ({"first_day": ""}, "Enter the first day."),
        ({"last_day": ""}, "Enter the last day."),
        ({"first_day": "tomorrow"}, "This is not a date. Write it like 2026-11-21."),
        ({"last_day": "2025-12-31"}, "The last day is before the first day."),
        ({"scoring": "cake"}, ""),
        ({"scoring": ""}, ""),
        ({"best_parties": "0"}, ""),
        ({"best_parties": "few"}, ""),
    ],
)
def test_an_invalid_season_is_refused_and_stays_in_the_form(club, organiser, wrong, sentence):
    page = refused(organiser, WINTER | wrong, 422)
    [shown] = page.texts("p", css="wrong")
    assert shown == (sentence or shown)
    kept = (WINTER | wrong)["name"]
    assert kept in [each.attributes.get("value") for each in page.find("input", name="name")] or not kept.strip()
    assert Season.objects.count() == 0

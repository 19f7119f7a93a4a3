"""The pages of seasons, as organisers and as everybody reads them."""

import csv
from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import show_statistics
from tests.stats.season_parties import AT, party_on, season
from tests.web.html import Html
from tests.web.test_query_counts import asked
from whistclub.club.actions import change_player

pytestmark = pytest.mark.django_db
DAY = date(2026, 1, 9)
WEEK = timedelta(days=7)
# Hugo has 48 points.
RANKS_WITHOUT_HUGO = [["2", "P5", "26"], ["3", "P1", "22"], ["4", "P3", "10"], ["4", "P4", "10"]]


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


def four(olga, *, weeks=3):
    """P1 and P2 against P3 and P4, week after week: 7:5, 8:6, 9:7 …"""
    return [
        party_on(DAY + number * WEEK, olga, (7 + number, 5 + number), names=("P1", "P2", "P3", "P4"))
        for number in range(weeks)
    ]


def test_the_table_has_a_linked_column_for_each_party(olga, club):
    parties = four(olga)
    page = Html(Client().get(of(season(club, olga, best_parties=2))))
    heads = ["Player", "Points", "Parties", "Counted", "Games won", "Best party"]
    assert page.texts("th", scope="col")[:9] == [*heads, "9 Jan", "16 Jan", "23 Jan"]
    addresses = [reverse("party:public", args=[party.code]) for party in parties]
    assert [page.texts("a", href=address)[0] for address in addresses] == page.texts("th", scope="col")[6:9]
    assert page.texts("td")[:8] == ["17", "3 of 3", "2", "3", "9", "(7)", "8", "9"]
    assert "In brackets: not counted." in page.text
    assert "Won by P1 and P2 with 17 points." in page.text


def test_the_csv_contains_the_same_numbers(olga, club):
    four(olga)
    tables = sheet(of(season(club, olga, best_parties=2)))
    assert tables["Table"][:2] == [
        ["Rank", "Player", "Points", "Parties", "Counted", "Games won", "Best party", "9 Jan", "16 Jan", "23 Jan"],
        ["1", "P1", "17", "3", "2", "3", "9", "7", "8", "9"],
    ]


def test_with_more_than_twelve_parties_there_are_no_columns(olga, club):
    four(olga, weeks=12)
    spring = season(club, olga)
    heads = ["Player", "Points", "Parties", "Games won", "Best party"]
    assert len(sheet(of(spring))["Table"][0]) == 1 + len(heads) + 12
    party_on(DAY + timedelta(days=1), olga, (1, 0), names=("P1", "P2", "P3", "P4"))
    assert sheet(of(spring))["Table"][0] == ["Rank", *heads]


def test_the_page_says_who_leads_and_who_won(olga, club):
    party_on(DAY, olga, (7, 5), names=("P1", "P2", "P3", "P4"))
    party_on(DAY + WEEK, olga, (4, 0), names=("P1", "P5", "P3", "P4"))
    spring, year = season(club, olga), season(club, olga, name="Year", scoring="wins", last_day=date(2099, 1, 1))
    assert "Won by P1 with 11 points." in Html(Client().get(of(spring))).text
    assert "In the lead: P1 with 2 wins." in Html(Client().get(of(year))).text


def test_a_season_explains_how_it_is_counted(olga, club):
    pages = {
        each: Html(Client().get(of(season(club, olga, name=each, scoring=each)))).text for each in ("wins", "places")
    }
    assert "counts the games won; a drawn game is half a win. All" in pages["wins"]
    assert (
        "rank points: one for attending, one for each player ranked below you, and half a point for" in pages["places"]
    )
    assert "The table starts with the first finished party." in pages["wins"]


def test_a_hidden_player_is_left_out_but_keeps_their_rank(olga, club, organiser):
    party_on(DAY, olga, (22, 5), names=("P1", "Hidden Hugo", "P3", "P4"))
    party_on(DAY + WEEK, olga, (26, 5), names=("P5", "Hidden Hugo", "P3", "P4"))
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


def test_without_a_choice_the_page_shows_the_season_of_today_else_the_newest(olga, club):
    four(olga)
    season(club, olga)
    season(club, olga, name="Long ago", first_day=date(2001, 1, 1), last_day=date(2001, 2, 1))
    address = reverse("stats:seasons", args=["prairie"])
    assert Html(Client().get(address)).texts("h1") == ["Spring"]
    season(club, olga, name="Always", first_day=date(2000, 1, 1), last_day=date(2099, 1, 1))
    page = Html(Client().get(address))
    assert page.texts("h1") == ["Always"]
    assert {"Spring", "Long ago"} <= set(page.texts("a"))


def test_without_seasons_organisers_see_where_to_make_one(club, organiser):
    address, manage = reverse("stats:seasons", args=["prairie"]), reverse("stats:manage", args=["prairie"])
    assert "Add a season" in Html(organiser.get(address)).texts("a", href=manage)
    assert Html(Client().get(address)).find("a", href=manage) == []


def test_a_season_of_another_club_is_not_found(olga, club, organiser):
    assert organiser.get(reverse("stats:season", args=["prairie", 99])).status_code == 404
    assert organiser.get(reverse("stats:season", args=["prairie", 10**30])).status_code == 404


def test_season_pages_query_count_is_constant(olga, club):
    counts = set()
    for weeks in (1, 3):
        four(olga, weeks=weeks)
        some = season(club, olga, name=f"Season {weeks}")
        addresses = of(some), reverse("stats:seasons", args=["prairie"])
        counts.add(tuple(asked(lambda address=address: Client().get(address)) for address in addresses))
    assert len(counts) == 1

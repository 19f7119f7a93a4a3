"""Seasons: added, changed and removed, and the table that is made of their parties."""

from datetime import date, timedelta
from itertools import product

import pytest

from tests.stats.season_parties import AT, made_up, party_on, recount, season
from whistclub.ops import integrity
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.stats.access import Viewer
from whistclub.stats.season import PartyResult, lines, season_page

pytestmark = [pytest.mark.django_db, pytest.mark.writes]
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


def test_the_first_and_the_last_day_are_in_a_season(olga, club):
    for offset in (-1, 0, 10, 11):
        party_on(DAY + timedelta(days=offset), olga, (offset + 2, 0), names=("P1", "P2", "P3", "P4"))
    inside = season(club, olga, first_day=DAY, last_day=DAY + timedelta(days=10))
    assert table(inside)["P1"] == (1, 2 + 12, 2)


def test_a_reopened_party_leaves_its_season_until_it_finishes(olga, club):
    party = party_on(DAY, olga, (7, 5), (4, 3))
    spring = season(club, olga)
    party_lifecycle.reopen_party(party, by=olga, at=AT)
    assert table(spring) == {}
    party_lifecycle.finish(party, by=olga, at=AT)
    assert len(table(spring)) == 8


def test_total_points_for_ranks_do_not_depend_on_ties():
    ranks = {"none": (1, 2, 3, 4), "two": (1, 2, 2, 4), "all": (1, 1, 1, 1)}
    brought = {
        name: [line.total for line in lines([1], _places(*given), scoring="places", best=None)]
        for name, given in ranks.items()
    }
    assert brought == {"none": [4, 3, 2, 1], "two": [4, 2.5, 2.5, 1], "all": [2.5] * 4}


def _places(*ranks):
    return [PartyResult(1, player, rank, 0, 0) for player, rank in enumerate(ranks)]


def test_among_equal_party_results_the_earlier_counts():
    places = [PartyResult(party, 1, 1, 0, points) for party, points in ((3, 5), (1, 7), (2, 5))]
    [line] = lines([3, 1, 2], places, scoring="points", best=2)
    assert (line.total, line.counting, line.best_party) == (12, {3, 1}, 1)


def test_equal_sums_of_thirds_share_a_rank():
    thirds = [PartyResult(party, 1, 1, 1 / 3, 0) for party in (1, 2, 3)]
    found = lines([1, 2, 3], [*thirds, PartyResult(1, 2, 1, 1.0, 0)], scoring="wins", best=None)
    assert [(line.rank, line.total) for line in found] == [(1, 1), (1, 1)]

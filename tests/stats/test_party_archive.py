"""All parties that are over, as everybody reads them."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import show_statistics
from tests.party.builders import friday, friday_playing
from tests.stats.season_parties import AT, party_on
from tests.stats.test_season_page import sheet
from tests.web.html import Html
from whistclub.party.actions import rehearsal

pytestmark = pytest.mark.django_db
DAY = date(2026, 1, 9)
FOUR = ("P1", "P2", "P3", "P4")
ADDRESS = "/c/prairie/parties/"


@pytest.fixture
def olga(prairie, olga):
    show_statistics(prairie, to_everyone=True, by=olga, at=AT)
    return olga


def test_a_listed_party_shows_date_winners_and_size(olga):
    made = party_on(DAY, olga, (7, 5), names=FOUR, name="Twelfth night")
    page = Html(Client().get(ADDRESS))
    assert page.texts("li") == ["Twelfth night 9 Jan 2026 Won by P1 and P2 4 people · 1 round"]
    assert page.texts("a", href=reverse("party:public", args=[made.code])) == ["Twelfth night"]


def test_games_are_listed_newest_first_twenty_per_page(olga):
    for number in range(21):
        party_on(DAY + timedelta(days=number), olga, (7, 5), names=FOUR, name=f"Party {number}")
    first, second = (Html(Client().get(ADDRESS, {"page": page})) for page in (1, 2))
    assert [text.split(" ")[1] for text in first.texts("li")] == [str(number) for number in range(20, 0, -1)]
    assert len(second.texts("li")) == 1
    assert "Page 2 of 2" in second.text
    assert "21 finished parties." in Client().get(ADDRESS).content.decode()


def test_the_csv_contains_all_rows(olga):
    for number in range(21):
        party_on(DAY + timedelta(days=number), olga, (7, 5), names=FOUR)
    rows = sheet(ADDRESS)["Parties"]
    assert rows[0] == ["Party", "Day", "Won by", "People", "Rounds"]
    assert rows[-1] == ["Friday", "2026-01-09", "P1 and P2", "4", "1"]
    assert len(rows) == 22


def test_without_parties_the_page_explains_what_will_appear(olga):
    page = Html(Client().get(ADDRESS))
    assert "No parties finished yet. Each finished party appears here with its winners." in page.text


def test_running_parties_and_rehearsals_are_not_listed(olga):
    friday_playing(olga, *FOUR)
    rehearsal.rehearse(friday(olga, *FOUR), by=olga, at=AT)
    assert Html(Client().get(ADDRESS)).texts("li") == []


@pytest.mark.parametrize("page", ["0", "-1", "x", "9" * 40, "%00", ""])
def test_a_page_number_out_of_range_shows_the_nearest(olga, page):
    party_on(DAY, olga, (7, 5), names=FOUR)
    assert len(Html(Client().get(f"{ADDRESS}?page={page}")).texts("li")) == 1

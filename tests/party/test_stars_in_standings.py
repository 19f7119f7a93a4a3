"""Games and stars: in rules with solos a star of the side that won counts as a game won (RULES.md A13)."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.builders import NOON, high, link
from tests.party.builders import friday, friday_playing, next_round, standings, typed
from tests.party.test_malformed_input import SETTINGS
from tests.web.html import Html
from whistclub.engine.hand import Contract
from whistclub.engine.standings import Criterion
from whistclub.party.models import Party
from whistclub.play.entries import EntrySubmission, record_hand

pytestmark = pytest.mark.django_db

STARS = Criterion.WINS_AND_STARS.value


def nola(number, declarer, tricks):
    return EntrySubmission(uuid4(), number, Contract.SOLA_NOLA, declarer, (tricks,), None)


def test_a_star_of_the_winners_counts_and_one_of_the_losers_does_not(olga):
    made = friday(olga, count=4, preset="askov", hands=3, criteria=(STARS, "points"))
    table_state = next_round(made, olga).current.table(1)
    # A star each, and two points for the first side.
    for minute, entry in enumerate((nola(1, 0, 0), nola(2, 1, 0), high(3, 0, 8)), start=1):
        record_hand(link(table_state.game), entry, by_seat=0, at=NOON + timedelta(minutes=minute))
    found = standings(made)
    assert [(name, line.value(Criterion.WINS_AND_STARS)) for name, line in found.items()] == [
        ("P1", 2),
        ("P2", 2),
        ("P3", 0),
        ("P4", 0),
    ]


def test_the_standings_page_names_games_and_stars(organiser, olga):
    made = friday_playing(olga, count=4, preset="askov", hands=1, criteria=(STARS,))
    typed(made, olga, (5, 3))
    page = Html(organiser.get(reverse("party:public_standings", args=[made.code])))
    assert "games and stars" in page.text


def test_set_up_accepts_stars_only_for_rules_with_solos(organiser, prairie):
    address = reverse("party:set_up", args=["prairie"])
    refused = Html(organiser.post(address, SETTINGS | {"preset": "minnesota", "first_by": STARS}))
    assert "Only rules with solos have stars." in refused.text
    assert not Party.objects.exists()
    assert organiser.post(address, SETTINGS | {"preset": "askov", "first_by": STARS}).status_code == 302
    assert Party.objects.get().criteria == [STARS, "points"]


def test_games_won_remain_what_is_proposed(organiser, prairie):
    page = Html(organiser.get(reverse("party:set_up", args=["prairie"])))
    chosen = [each["value"] for each in page.find("option") if "selected" in each.attributes]
    assert chosen[-3:] == ["wins", "points", "difference"]
    assert STARS in [each["value"] for each in page.find("option")]

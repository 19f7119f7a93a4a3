"""Guests are in no ranking, and their games count for the others."""

from datetime import date

import pytest
from django.urls import reverse

from tests.builders import NOON, high
from tests.stats.evenings import Evenings, days_after
from tests.stats.season_parties import AT, party_on, season
from tests.stats.test_books_agree import disagreements
from tests.web.html import Html
from whistclub.club.actions import change_player
from whistclub.club.queries import person
from whistclub.stats.models import PlayerGame

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


def ratings(club):
    return list(PlayerGame.objects.filter(club=club).order_by("game", "seat").values_list("player__name", "mu"))


def test_a_guest_is_in_no_list_and_counts_for_the_others():
    evenings = Evenings()
    for count in range(6):
        evenings.play(high(1, 0, 8), at=days_after(count))
    ann, before = evenings.club.players.get(name="Ann"), ratings(evenings.club)
    lists = [evenings.url(name) for name in ("players", "records")]
    shown = [evenings.organiser.get(address, {"as": "csv", "least": 1}).content.decode() for address in lists]
    assert all("Ann" in each for each in shown)
    change_player(ann, guest=True, by=evenings.olga, at=NOON)
    for address in lists:
        table = evenings.organiser.get(address, {"as": "csv", "least": 1}).content.decode()
        assert not [line for line in table.splitlines() if line.startswith(("Ann", "1,Ann")) or ",Ann," in line]
    assert "Clara" in evenings.organiser.get(lists[0], {"as": "csv"}).content.decode()
    assert (ratings(evenings.club), disagreements(evenings.club)) == (before, [])
    page = Html(evenings.organiser.get(evenings.url("player", ann.pk)))
    assert page.texts("span", css="badge") == ["guest: not in ratings or statistics"]
    changes = [change.what for change in person(evenings.club, ann.pk).changes]
    assert changes == ["Guest: not in ratings or statistics"]


def test_a_season_has_no_line_for_a_guest_and_the_others_move_up(olga, prairie, organiser):
    party_on(date(2026, 1, 9), olga, (22, 5), names=("P1", "Gus", "P3", "P4"))
    address = reverse("stats:season", args=["prairie", season(prairie, olga).pk])
    assert Html(organiser.get(address)).text.count("Gus") > 0
    change_player(prairie.players.get(name="Gus"), guest=True, by=olga, at=AT)
    page = Html(organiser.get(address))
    assert "Gus" not in page.text
    assert "3 people" in page.text


def test_the_page_of_a_player_has_the_switch(organiser, prairie, olga):
    player = prairie.players.create(name="Gus")
    address = reverse("club:person", args=["prairie", player.pk])
    page = Html(organiser.post(address, {"name": "Gus", "guest": "on"}, follow=True))
    assert "checked" in page.find("input", name="guest")[0].attributes
    assert "Gus guest" in " ".join(Html(organiser.get(reverse("club:people", args=["prairie"]))).text.split())
    page = Html(organiser.post(address, {"name": "Gus"}, follow=True))
    assert "checked" not in page.find("input", name="guest")[0].attributes

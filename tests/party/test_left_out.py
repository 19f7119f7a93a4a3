"""Parties that an organiser keeps out of statistics."""

import pytest

from tests.builders import NOON
from tests.party.test_pages_organiser import page
from tests.party.test_pages_organiser_end import over, played
from tests.play.phone import form_of
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.party.actions import rehearsal
from whistclub.play.statistics import bring_up_to_date
from whistclub.stats.models import GameFact, PartyFact

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


def press(organiser, party, button, where="settings"):
    """Open a page of the party and press a button on it; the page that comes next."""
    form = form_of(organiser.get(run(party, where)), button)
    return Html(organiser.post(run(party, "set_statistics"), form, follow=True))


def counted(party):
    """How many games of it statistics know of, and whether they know of the party."""
    bring_up_to_date()
    return GameFact.objects.filter(party_code=party.code).count(), PartyFact.objects.filter(code=party.code).exists()


def test_a_finished_party_can_be_excluded_with_all_its_games(organiser, olga):
    made = over(olga)
    assert counted(made) == (2, True)
    found = press(organiser, made, "Exclude from statistics")
    assert "The party and its games are excluded from statistics. Nothing is deleted." in found.text
    assert counted(made) == (0, False)


@pytest.mark.parametrize("where", ["settings", "standings", "console", "log"])
def test_every_page_of_an_excluded_party_says_so_and_offers_inclusion(organiser, olga, where):
    made = over(olga)
    press(organiser, made, "Exclude from statistics")
    assert "This party and its games are excluded from statistics." in page(organiser, run(made, where)).text
    found = press(organiser, made, "Include again", where)
    assert "The party and its games are included in statistics again." in found.text
    assert "are left out" not in found.text
    assert counted(made) == (2, True)


def test_a_rehearsal_never_counts(organiser, olga):
    made = rehearsal.rehearse(played(olga), by=olga, at=NOON)
    response = organiser.post(run(made, "set_statistics"), {"counts": "yes"}, follow=True)
    assert "Something changed since you opened this page." in Html(response).text
    assert "Exclude from statistics" not in Html(response).text

"""Parties that an organiser keeps out of statistics."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import NOON
from tests.party.test_pages_organiser import page
from tests.party.test_pages_organiser_end import over, played
from tests.play.phone import form_of
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.party.actions import lifecycle, rehearsal
from whistclub.party.models import Party
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


def test_the_log_records_both(organiser, olga):
    made = over(olga)
    press(organiser, made, "Exclude from statistics")
    press(organiser, made, "Include again")
    newest, before = page(organiser, run(made, "log")).texts("li", css="log-line")[:2]
    assert newest.endswith("Olga Included in statistics again Undo")
    assert before.endswith("Olga Excluded from statistics")


def test_a_party_of_another_card_game_can_be_excluded_before_its_results_count(organiser, olga):
    made = played(olga)
    press(organiser, made, "Exclude from statistics")
    lifecycle.finish(made, by=olga, at=NOON)
    assert counted(made) == (0, False)


def test_a_rehearsal_never_counts(organiser, olga):
    made = rehearsal.rehearse(played(olga), by=olga, at=NOON)
    response = organiser.post(run(made, "set_statistics"), {"counts": "yes"}, follow=True)
    assert "Something changed since you opened this page." in Html(response).text
    assert "Exclude from statistics" not in Html(response).text


@pytest.mark.parametrize("form", [{}, {"counts": "perhaps"}])
def test_unknown_form_values_change_nothing(organiser, olga, form):
    made = over(olga)
    assert organiser.post(run(made, "set_statistics"), form).status_code == 409
    assert not Party.objects.get(pk=made.pk).excluded_from_statistics


def test_the_archive_marks_it(organiser, olga):
    made = over(olga)
    press(organiser, made, "Exclude from statistics")
    (card,) = page(organiser, reverse("party:archive", args=[made.club.slug])).find("a", css="game-card")
    assert "excluded from statistics" in card.text


def test_the_standings_link_to_public_statistics(organiser, olga):
    made = over(olga)

    def links(client):
        found = Html(client.get(reverse("party:public_standings", args=[made.code])))
        return len(found.find("a", href=reverse("stats:results", args=[made.club.slug])))

    assert (links(Client()), links(organiser)) == (0, 1)
    made.club.shown_to_strangers = "names"
    made.club.save()
    assert links(Client()) == 1

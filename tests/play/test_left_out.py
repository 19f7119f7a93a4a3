"""Games that an organiser keeps out of statistics."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import high, play_out, record
from tests.play.party_games import fresh
from tests.play.phone import form_of
from tests.web.html import Html
from whistclub.play import statistics
from whistclub.stats.models import GameFact

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


@pytest.fixture
def finished_game(game):
    return play_out(game)


def url(game, page="game"):
    return reverse(f"play:{page}", args=[game.club.slug, game.code])


def press(organiser, game, button):
    """Open the page of the game and press a button on it; the page that comes next."""
    form = form_of(organiser.get(url(game)), button)
    return Html(organiser.post(url(game, "count"), form, follow=True))


def counted(game):
    statistics.bring_up_to_date()
    return GameFact.objects.filter(code=game.code).exists()


def test_a_finished_game_can_be_excluded_from_statistics(organiser, finished_game):
    found = press(organiser, finished_game, "Exclude from statistics")
    assert "The game is excluded from statistics. Nothing is deleted." in found.texts("p", role="status")
    assert "This game is excluded from statistics. It is still listed here." in found.text
    assert not counted(finished_game)


def test_it_can_be_included_again(organiser, finished_game):
    press(organiser, finished_game, "Exclude from statistics")
    found = press(organiser, finished_game, "Include again")
    assert "The game is included in statistics again." in found.texts("p", role="status")
    assert "is excluded" not in found.text
    assert counted(finished_game)


def test_the_history_of_the_game_shows_both_events(organiser, finished_game):
    press(organiser, finished_game, "Exclude from statistics")
    found = press(organiser, finished_game, "Include again")
    newest, before = found.texts("li", css="log-line")[:2]
    assert newest.endswith("Olga Included in statistics again")
    assert before.endswith("Olga Excluded from statistics")


def test_pressing_twice_has_the_effect_of_once(organiser, finished_game):
    form = {"counts": "no"}
    before = finished_game.events.count()
    for _time in range(2):
        assert organiser.post(url(finished_game, "count"), form).status_code == 302
    assert finished_game.events.count() == before + 1


def test_polling_game_pages_are_updated(organiser, finished_game):
    press(organiser, finished_game, "Exclude from statistics")
    assert fresh(finished_game).revision == finished_game.revision + 1


@pytest.mark.parametrize("form", [{}, {"counts": ""}, {"counts": "perhaps"}])
def test_unknown_form_values_change_nothing(organiser, finished_game, form):
    response = organiser.post(url(finished_game, "count"), form)
    assert response.status_code == 409
    assert "Something changed since you opened this page." in Html(response).text
    assert counted(finished_game)


def test_a_running_game_cannot_be_excluded(organiser, game):
    record(game, high(1, 0, 9))
    assert "Exclude from statistics" not in Html(organiser.get(url(game))).text


def test_the_list_of_games_marks_it(organiser, finished_game, prairie):
    press(organiser, finished_game, "Exclude from statistics")
    (card,) = Html(organiser.get(reverse("play:history", args=[prairie.slug]))).find("a", css="game-card")
    assert "excluded from statistics" in card.text


def test_a_game_excluded_with_its_party_says_so(organiser, table):
    play_out(table)
    statistics.set_excluded_with_party(table.party_code, excluded=True)
    found = Html(organiser.get(url(table)))
    assert "Its party is a rehearsal or is excluded from statistics, so this game doesn’t count either." in found.text
    assert found.find("form", action=url(table, "count")) == []


def test_the_watching_page_links_to_public_statistics(finished_game, organiser, prairie):
    def links(client):
        found = Html(client.get(reverse("play:watch", args=[finished_game.code])))
        return found.find("a", href=reverse("stats:results", args=[prairie.slug]))

    assert (len(links(Client())), len(links(organiser))) == (0, 1)
    prairie.shown_to_strangers = "names"
    prairie.save()
    assert len(links(Client())) == 1

"""The club's games that are over."""

from datetime import timedelta

import pytest
from django.urls import reverse

from tests import builders
from tests.builders import FOUR, NOON, play_out
from tests.party import builders as parties
from tests.web.html import Html
from whistclub.engine.options import PRESETS
from whistclub.party.actions.lifecycle import finish
from whistclub.party.models import Party
from whistclub.play.games import end_without_result
from whistclub.play.queries import GAMES_ON_A_PAGE
from whistclub.play.start import NewGame, start_game
from whistclub.play.statistics import bring_up_to_date

pytestmark = pytest.mark.django_db


def history(organiser, club, page=""):
    return organiser.get(reverse("play:history", args=[club.slug]), {"page": page} if page else {})


def stopped(club, by, count):
    """Games of an evening, one a minute, stopped at once."""
    games = []
    for minute in range(count):
        games.append(start_game(club, NewGame(FOUR, "neuralplay", 0), by=by, at=NOON + timedelta(minutes=minute)))
        end_without_result(games[-1], by=by, at=NOON)
    return games


def listed(response):
    return [each["href"] for each in Html(response).find("a", css="game-card")]


def address(game):
    return reverse("play:game", args=[game.club.slug, game.code])


def test_a_social_card_shows_winner_and_score(organiser, prairie, game):
    play_out(game)
    (card,) = Html(history(organiser, prairie)).find("a", css="game-card")
    assert card.text.startswith("Ann & Clara won 14 Bob & Dan 0")


def test_a_game_without_hands_counts_none(organiser, prairie, olga):
    stopped(prairie, olga, 1)
    assert "hand" not in Html(history(organiser, prairie)).find("a", css="game-card")[0].text


def test_games_are_paginated_newest_first(organiser, prairie, olga):
    games = stopped(prairie, olga, GAMES_ON_A_PAGE + 1)
    assert listed(history(organiser, prairie)) == [address(game) for game in reversed(games[1:])]


def _ways(organiser, club, page):
    links = Html(history(organiser, club, page)).find("a", css="small")
    return [each["href"] for each in links if each["href"].startswith("?")]


def test_pages_lead_to_each_other(organiser, prairie, olga):
    stopped(prairie, olga, GAMES_ON_A_PAGE + 1)
    ways = [_ways(organiser, prairie, page) for page in "12"]
    assert ways == [["?page=2"], ["?page=1"]]


# Looking for something


@pytest.fixture
def played(prairie, olga):
    """A game of Zoe in 2025 by the club's own rules, one without her in 2026, and a finished party of Zoe in 2026, set
    up in 2025."""
    zoe = ("Zoe", "Bob", "Clara", "Dan")
    own = NewGame(zoe, "neuralplay", 0, options=PRESETS["neuralplay"], rules_name="House rules")
    old = play_out(start_game(prairie, own, by=olga, at=NOON - timedelta(days=300)))
    new = play_out(builders.game(prairie, olga))
    party = parties.party(prairie, olga, *zoe, name="Spring party")
    parties.next_round(party, olga)
    parties.typed(party, olga, (5, 3))
    finish(party, by=olga, at=NOON)
    Party.objects.update(created_at=NOON - timedelta(days=300))
    bring_up_to_date()
    return old, new, reverse("party:standings", args=["prairie", party.code])


def test_the_history_can_be_searched(organiser, prairie, played):
    old, new, party = played
    known = {"old": address(old), "new": address(new), "party": party}
    for asked, shown in (
        ({}, "old new party"),
        ({"q": "zO"}, "old party"),
        ({"q": "nobody"}, ""),
        ({"year": "2025"}, "old"),
        ({"year": "2026"}, "new party"),
        ({"kind": "games"}, "old new"),
        ({"kind": "parties"}, "party"),
        ({"kind": "parties", "q": "Ann"}, ""),
        ({"q": "zoe", "year": "2026"}, "party"),
        ({"year": "9" * 400, "kind": "x"}, "old new party"),
        ({"year": "0000"}, "old new party"),
    ):
        response = organiser.get(reverse("play:history", args=["prairie"]), asked)
        assert response.status_code == 200
        assert {name for name, path in known.items() if path in listed(response)} == set(shown.split()), asked


def test_the_pages_of_parties_keep_what_is_sought(organiser, prairie, played, monkeypatch):
    monkeypatch.setattr("whistclub.party.templatetags.parties.SHOWN_IN_HISTORY", 1)
    by = prairie.roles.get(kind="owner").user
    other = parties.party(prairie, by, "Zoe", "Bob", "Clara", "Dan", name="Summer party")
    parties.next_round(other, by)
    parties.typed(other, by, (5, 3))
    finish(other, by=by, at=NOON)
    page = Html(organiser.get(reverse("play:history", args=["prairie"]), {"q": "zoe"}))
    (link,) = (each["href"] for each in page.find("a") if each.text == "All parties")
    shown = organiser.get(reverse("play:history", args=["prairie"]) + link)
    assert len(listed(shown)) == 2
    assert Html(shown).value("q") == "zoe"

"""Players who left or died: retired, offered for nothing new, in the past as before; a typed name brings them back."""

import pytest
from django.urls import reverse

from tests import builders
from tests.party import builders as parties
from tests.web.html import Html
from whistclub.club.actions import add_player, change_player
from whistclub.club.models import Player
from whistclub.party.models import Party

pytestmark = pytest.mark.django_db


@pytest.fixture
def edith(prairie, by_olga) -> Player:
    player = add_player(prairie, "Edith")
    change_player(player, retired=True, **by_olga)
    player.refresh_from_db()
    return player


@pytest.fixture
def party(prairie, olga) -> Party:
    return parties.party(prairie, olga, count=4)


def page(organiser, name, *args):
    return organiser.get(reverse(name, args=["prairie", *args])).content.decode()


def test_a_retired_player_is_offered_for_no_game_and_at_no_check_in(organiser, prairie, edith, party):
    add_player(prairie, "Frieda")
    for found in (page(organiser, "play:start"), page(organiser, "party:people", party.code)):
        assert "Frieda" in found
        assert "Edith" not in found


def test_somebody_who_is_here_stays_at_check_in_when_they_retire(organiser, party, by_olga):
    here = party.entrants.select_related("player").first().player
    change_player(here, retired=True, **by_olga)
    assert here.name in page(organiser, "party:people", party.code)


def test_a_retired_player_stays_in_the_past(organiser, prairie, game, by_olga):
    builders.play_out(game)
    ann = prairie.players.get(name="Ann")
    change_player(ann, retired=True, **by_olga)
    assert "Ann" in page(organiser, "play:history")
    assert "Ann" in page(organiser, "stats:players")


def test_the_page_of_a_player_retires_and_brings_back(organiser, prairie, olga):
    player = add_player(prairie, "Edith")
    for retired in (True, True, False, False):
        form = {"name": "Edith"} | ({"retired": "on"} if retired else {})
        assert organiser.post(reverse("club:person", args=["prairie", player.pk]), form).status_code == 302
        player.refresh_from_db()
        assert player.retired is retired
    changes = list(player.changes.values_list("kind", "by_user__name"))
    assert changes == [("retired", "Olga"), ("returned", "Olga")]


def test_typing_the_name_for_a_game_brings_them_back_with_a_notice(organiser, edith):
    seats = {f"seat{seat}": name for seat, name in enumerate(("Edith", "Bob", "Clara", "Dan"))}
    form = seats | {"players": 4, "rules": "neuralplay", "dealer": 0}
    response = organiser.post(reverse("play:start", args=["prairie"]), form, follow=True)
    assert "Edith is no longer retired." in Html(response).text
    edith.refresh_from_db()
    assert not edith.retired

"""The ways into the statistics, the places at the top, and what a phone needs to know who its owner is."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import FOUR, NOON, high
from tests.party.builders import party, play_round
from tests.play.phone import pad_url, phone
from tests.stats.evenings import Evenings, days_after
from tests.web.html import Html
from whistclub.archive.person import erase_person
from whistclub.club.actions import change_player
from whistclub.club.models import Club
from whistclub.party.actions.lifecycle import finish

pytestmark = pytest.mark.django_db
READERS = ["Results", "Players", "Me"]


@pytest.fixture
def evenings():
    evenings = Evenings()
    evenings.play(high(1, 0, 8), at=days_after(0))
    shows(evenings.club, "names")
    return evenings


def shows(club, what):
    Club.objects.filter(pk=club.pk).update(shown_to_strangers=what)


def get(client, address):
    return Html(client.get(address))


def places(page):
    (nav,) = [each for each in page.find("nav") if each["aria-label"] == "Main menu"]
    return nav.text.split()


def doors(page):
    """Where the page leads in the statistics of the club."""
    return [each["href"] for each in page.find("a") if each.attributes.get("href", "").startswith("/c/prairie/")]


def names(page):
    return page.texts("a", css="quiet")


def test_readers_and_organisers_have_the_same_places_in_the_same_order(evenings):
    for name in ("results", "players", "me", "records", "seasons"):
        assert places(get(Client(), evenings.url(name))) == READERS
        assert places(get(evenings.organiser, evenings.url(name))) == ["Tonight", *READERS, "Club"]
    for name in ("play:tonight", "play:history", "club:people", "club:hub"):
        assert places(get(evenings.organiser, reverse(name, args=["prairie"]))) == ["Tonight", *READERS, "Club"]


def test_everyone_who_played_may_say_who_they_are_unless_they_are_hidden_or_nameless(evenings):
    address, players = evenings.url("me"), evenings.club.players
    players.create(name="Never Played")
    assert names(get(Client(), address)) == ["Ann", "Bob", "Clara", "Dan"]
    change_player(players.get(name="Ann"), hidden=True, by=evenings.olga, at=NOON)
    erase_person(players.get(name="Clara"), "Clara", by=evenings.olga, at=NOON)
    assert names(get(Client(), address)) == ["Bob", "Dan"]
    assert names(get(evenings.organiser, address)) == ["Ann", "Bob", "Dan"]
    for player in players.all():
        page = get(evenings.organiser, evenings.url("player", player.pk))
        assert bool(page.texts("button", css="me-unknown")) == (player.name in ("Ann", "Bob", "Dan", "Never Played"))


def test_a_game_leads_to_the_statistics_only_where_they_are_shown_and_its_pad_after_the_end(evenings):
    over, running = evenings.play(high(1, 0, 8), at=timezone.now()), evenings.start(FOUR, "neuralplay", timezone.now())
    wanted = ["/c/prairie/", "/c/prairie/players/", "/c/prairie/me/"]
    pages = [reverse("play:watch", args=[running.code]), reverse("play:watch", args=[over.code]), pad_url(over)]
    assert [doors(get(phone(), address)) for address in pages] == [wanted] * 3
    assert doors(get(phone(), pad_url(running))) == []
    shows(evenings.club, "links")
    assert [doors(get(phone(), address)) for address in pages] == [[]] * 3
    assert doors(get(evenings.organiser, pages[0])) == wanted


def test_a_party_leads_to_the_statistics_and_says_who_is_who_only_where_names_are_public(olga, prairie):
    played = party(prairie, olga, count=4)
    play_round(played, olga, (5, 3))
    finish(played, by=olga, at=NOON)
    address = reverse("party:public", args=[played.code]) + "?me=1"
    wanted = {"/c/prairie/", "/c/prairie/players/", "/c/prairie/me/", "/c/prairie/days/2026-03-07/"}
    for shown in Club.Shown.values:
        shows(prairie, shown)
        response = Client().get(address)
        if response.status_code != 200:
            continue
        page = Html(response)
        assert set(doors(page)) == (wanted if shown in ("names", "initials") else set()), shown
        assert ('data-player="' in response.content.decode()) == (shown == "names"), shown
        assert ("data-me-here" in response.content.decode()) == (shown == "names"), shown

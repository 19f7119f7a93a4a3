"""Pages of public statistics that are given again: never an old one, never one for somebody who may see less."""

from contextlib import suppress
from copy import deepcopy
from datetime import timedelta

import pytest
from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.builders import NOON, game, high, joined, play_out, record
from tests.stats.evenings import days_after
from tests.stats.photo_files import DAY, want_photos, with_photos
from tests.stats.random_walk import Walk
from tests.stats.season_parties import party_on
from whistclub.archive.bin.actions import put, restore
from whistclub.archive.one_person.actions import erase_person
from whistclub.club import actions as people
from whistclub.club.models import Club
from whistclub.club.settings.actions import change_settings
from whistclub.party.actions.lifecycle import reopen_party
from whistclub.stats.models import ClubDay, PartyFact, Season
from whistclub.stats.photos.actions import move_photos, set_captions
from whistclub.web.errors import ActionRefused

pytestmark = [pytest.mark.django_db, pytest.mark.writes]

STEPS = 30
FEW = 2  # queries for a page that is kept: the club, and games that wait
BUILT_EACH_TIME = settings.CACHES
KEPT = deepcopy(settings.CACHES)
KEPT["statistics"]["BACKEND"] = "django.core.cache.backends.locmem.LocMemCache"


@pytest.fixture(autouse=True)
def kept():
    with override_settings(CACHES=KEPT):
        caches["statistics"].clear()
        yield
        caches["statistics"].clear()


@pytest.fixture
def stopped_clock(monkeypatch):
    """All pages are built again at each quarter of an hour, also if one passes during a test."""
    monkeypatch.setattr(timezone, "now", lambda: NOON)


def show(club, shown):
    Club.objects.filter(pk=club.pk).update(shown_to_strangers=shown)
    people.raise_revision(club.pk)


def addresses(club):
    """A page of each kind; of players, seasons and evenings one each."""
    yield from (
        reverse(f"stats:{name}", args=[club.slug])
        for name in ("results", "players", "records", "together", "seasons", "parties", "rules", "picture")
    )
    yield reverse("stats:player", args=[club.slug, club.players.order_by("pk").first().pk])
    yield from (reverse("stats:day", args=[club.slug, each.day]) for each in ClubDay.objects.filter(club=club)[:1])
    yield from (reverse("stats:season", args=[club.slug, each.pk]) for each in Season.objects.filter(club=club)[:1])


def old_pages(club):
    """The addresses that give a stranger something else than what is built now."""
    stranger, wrong = Client(), []
    for address in addresses(club):
        given = stranger.get(address)
        with override_settings(CACHES=BUILT_EACH_TIME):
            built = stranger.get(address)
        if (given.status_code, given.content) != (built.status_code, built.content):
            wrong.append(address)
    return wrong


@pytest.mark.alike
def test_no_page_is_old_after_anything_that_statistics_show():
    walk = Walk(5, 6, {})
    show(walk.club, Club.Shown.NAMES)
    done = []
    while len(done) < STEPS:
        # IndexError: there is nothing yet to do it to.
        with suppress(ActionRefused, IndexError):
            walk.step()
            done.append(walk.doing)
            assert old_pages(walk.club) == [], done[-1]
    assert len(set(done)) > 12


def test_no_page_is_old_after_a_change_of_a_player_or_of_the_club(prairie, olga, by_olga):
    play_out(game(prairie, olga))
    show(prairie, Club.Shown.NAMES)
    ann = prairie.players.get(name="Ann")
    changes = {
        "another name": lambda: people.rename_player(ann, "Anna", **by_olga),
        "hidden": lambda: people.hide_player(ann, **by_olga),
        "shown": lambda: people.show_player(ann, **by_olga),
        "a guest": lambda: people.set_guests(prairie, [ann.pk], guest=True, **by_olga),
        "no guest": lambda: people.set_guests(prairie, [ann.pk], guest=False, **by_olga),
        "another colour": lambda: change_settings(prairie, {"colour": Club.Colour.PLUM}, **by_olga),
        "another time zone": lambda: change_settings(prairie, {"time_zone": "Asia/Tokyo"}, **by_olga),
        "initials": lambda: change_settings(prairie, {"shown_to_strangers": Club.Shown.INITIALS}, **by_olga),
        "names": lambda: change_settings(prairie, {"shown_to_strangers": Club.Shown.NAMES}, **by_olga),
        "photos wanted": lambda: want_photos(prairie, olga),
        "a photo": lambda: with_photos(prairie, olga),
        "a caption": lambda: set_captions(prairie, DAY, {prairie.photos.get().pk: "Ann"}, **by_olga),
        "a photo in the bin": lambda: put(prairie.photos.get(), **by_olga),
        "a photo restored": lambda: restore(prairie.photos.get(), **by_olga),
        "a photo of another evening": lambda: move_photos(prairie, DAY, days_after(1).date(), **by_olga),
        "and back": lambda: move_photos(prairie, days_after(1).date(), DAY, **by_olga),
        "erased": lambda: erase_person(ann, ann.name, **by_olga),
        "nothing": lambda: change_settings(prairie, {"shown_to_strangers": Club.Shown.NOTHING}, **by_olga),
    }
    assert old_pages(prairie) == []  # from now on they are kept, and again after each change
    for name, change in changes.items():
        ann.refresh_from_db()
        prairie.refresh_from_db()
        change()
        assert old_pages(prairie) == [], name


def asked(address):
    """How many queries a stranger's request makes."""
    with CaptureQueriesContext(connection) as queries:
        assert Client().get(address).status_code == 200
    return len(queries)


@pytest.mark.usefixtures("stopped_clock")
def test_a_page_that_is_kept_costs_few_queries_and_organisers_get_their_own(prairie, olga, organiser):
    play_out(game(prairie, olga))
    show(prairie, Club.Shown.INITIALS)
    page = reverse("stats:players", args=[prairie.slug])
    costs = [asked(page) for _time in range(2)]
    assert costs[1] == FEW + 1 < costs[0]  # and the names behind the initials
    assert "Bob" in organiser.get(page).text
    assert "Bob" not in Client().get(page).text
    # What another club does changes nothing.
    others = Club.objects.create(name="Others", slug="others", time_zone="UTC")
    play_out(game(others, olga, names=("Eva", "Finn", "Gro", "Hans")))
    assert asked(page) == FEW + 1


@pytest.mark.usefixtures("stopped_clock")
def test_a_hand_of_a_running_game_ends_no_page(prairie, olga):
    play_out(game(prairie, olga))
    show(prairie, Club.Shown.NAMES)
    page = reverse("stats:results", args=[prairie.slug])
    Client().get(page)
    record(game(prairie, olga), high(1, 0, 9))
    assert asked(page) == FEW


def test_a_page_is_built_again_when_winners_come_out_and_at_each_quarter_of_an_hour(prairie, monkeypatch):
    row = {"club": prairie, "code": "abc", "name": "Friday party", "day": NOON.date(), "rounds": 1, "people": 4}
    PartyFact.objects.create(**row, shown_from=NOON + timedelta(minutes=2))
    show(prairie, Club.Shown.NAMES)
    page, built = reverse("stats:parties", args=[prairie.slug]), []
    for minute in (0, 1, 2, 3, 14, 15, 16):
        monkeypatch.setattr(timezone, "now", lambda minute=minute: NOON + timedelta(minutes=minute))
        with CaptureQueriesContext(connection) as queries:
            assert ("Friday party" in Client().get(page).text) == (minute >= 2)
        built.append(len(queries) > FEW)
    assert built == [True, False, True, False, False, True, False]


def test_the_page_of_somebody_who_is_signed_in_is_given_to_nobody_else(prairie, olga):
    play_out(game(prairie, olga))
    show(prairie, Club.Shown.NAMES)
    page, door_helper = reverse("stats:players", args=[prairie.slug]), Client()
    door_helper.force_login(joined(prairie, "Dora", "door"))
    for client in (door_helper, Client(), door_helper):
        assert ("Dora" in client.get(page).text) == (client is door_helper)


def test_a_party_that_is_taken_up_again_is_listed_no_more(prairie, olga, by_olga):
    evening = party_on(NOON.date(), olga, (7, 5), (4, 1))
    show(prairie, Club.Shown.NAMES)
    assert old_pages(prairie) == []
    reopen_party(evening, **by_olga)
    assert old_pages(prairie) == []


def test_a_message_to_one_visitor_is_given_to_nobody_else(prairie, olga, organiser):
    play_out(game(prairie, olga))
    show(prairie, Club.Shown.NAMES)
    wrong = {"name": "EVIL", "first_day": "2026-01-01", "last_day": "2026-03-01", "scoring": "wins"}
    organiser.post(reverse("stats:add_season", args=[prairie.slug]), wrong)
    page, bringing = reverse("stats:records", args=[prairie.slug]), Client()
    bringing.cookies["messages"] = organiser.cookies["messages"].value
    assert "“EVIL” was added." in bringing.get(page).text
    assert "EVIL" not in Client().get(page).text

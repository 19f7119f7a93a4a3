"""What strangers see of the people of a club: nothing, initials or names, of statistics and of what is past."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.builders import client_of, once, play_out
from tests.party.builders import friday_playing, typed
from tests.web.addresses import TABLE, VIEWER_PAGE, routes
from tests.web.html import Html
from whistclub.club.models import Club
from whistclub.club.names import initials
from whistclub.club.settings import change_settings
from whistclub.party.actions import lifecycle
from whistclub.party.models import Party
from whistclub.play.models import Game
from whistclub.play.statistics import bring_up_to_date

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("made")]

PEOPLE = ("Annabel Berg", "Bertram Carlson", "Clarissa Dahl", "Desmond Eriksen")
LATER = ("Agatha Bang", "Bjarne Cort", "Carmen Dorf", "Dagfinn Eide")
SPRING = ("Spring", date(2026, 1, 1), date(2026, 5, 31), "points", None)
WORDS = [word for name in PEOPLE + LATER for word in name.split()]


def in_march():
    """A finished game and a finished party of one round; another game that nobody has finished."""
    olga, prairie = builders.organiser()
    over = play_out(builders.game(prairie, olga, names=PEOPLE))
    running = builders.game(prairie, olga, names=LATER)
    party = friday_playing(olga, *PEOPLE, *LATER)
    typed(party, olga, (5, 3), (7, 2))
    lifecycle.finish(party, by=olga, at=builders.NOON)
    builders.add_season(prairie, SPRING, by=olga, at=builders.NOON)
    bring_up_to_date()
    return prairie, over, running, party


made = once(in_march)


@pytest.fixture(autouse=True)
def usual_limits(settings):
    settings.PADS_WRITE_AFTER_END, settings.PADS_WRITE_UNUSED = timedelta(hours=12), timedelta(days=20_000)


@pytest.fixture
def over(db, made):
    return Game.objects.get(pk=made[1].pk)


@pytest.fixture
def party(db, made):
    return Party.objects.get(pk=made[3].pk)


def shows(prairie, olga, what):
    change_settings(prairie, {"shown_to_strangers": what}, by=olga, at=builders.NOON)


def addresses(prairie, over, party):
    """Every page and file of statistics, and what shows past games and parties, by name."""
    ann, bob = (prairie.players.get(name=name).pk for name in PEOPLE[:2])
    parts = {"club": "prairie", "player": ann, "one": ann, "other": bob, "kind": "grands"}
    parts |= {"day": builders.NOON.date().isoformat(), "season": prairie.seasons.get().pk}
    pages = [name for name, cell in TABLE.items() if cell.get == VIEWER_PAGE]
    found = {
        name.partition(":")[2]: reverse(name, kwargs={part: parts[part] for part in routes()[name]}) for name in pages
    }
    return found | {f"{name}, as a file": f"{address}?as=csv" for name, address in found.items()} | past(over, party)


def past(over, party):
    names = ("public", "public_tables", "public_standings", "projector")
    found = {name: reverse(f"party:{name}", args=[party.code]) for name in names}
    pads = {name: reverse(f"play:{name}", args=[over.pad_token]) for name in ("pad", "pad_seat", "pad_log")}
    return found | pads | {"watch": reverse("play:watch", args=[over.code])}


def test_strangers_find_initials_and_no_name_anywhere(prairie, olga, over, party):
    shows(prairie, olga, "initials")
    seen, leaks = 0, {}
    for name, address in addresses(prairie, over, party).items():
        response = Client().get(address)
        assert response.status_code == 200, name
        text = response.content.decode()
        seen += "A. B." in text
        assert ".." not in text, name  # a sentence that ends with initials has one full stop
        if found := [word for word in WORDS if word in text]:
            leaks[name] = found
    assert leaks == {}
    assert seen > 15


def test_equal_initials_are_told_apart_by_who_came_first(prairie, olga):
    shows(prairie, olga, "initials")
    page = Html(Client().get(reverse("stats:players", args=["prairie"])))
    names = page.texts("th", scope="row") or [each.text for each in page.find("a")]
    assert {"A. B.", "A. B. 2"} <= {name for text in names for name in ("A. B.", "A. B. 2") if text.endswith(name)}


def test_organisers_see_names_whatever_strangers_see(prairie, olga, over, party):
    client = client_of(olga)
    for what in Club.Shown.values:
        shows(prairie, olga, what)
        texts = {name: client.get(address).content.decode() for name, address in past(over, party).items()}
        assert "Annabel Berg" in texts["public_standings"]
        assert "Annabel Berg" in texts["watch"]


def test_what_is_played_now_shows_names_to_everyone_with_its_link(prairie, olga, over, party, settings):
    settings.PADS_WRITE_AFTER_END = timedelta(days=20_000)
    for what in Club.Shown.values:
        shows(prairie, olga, what)
        texts = {name: Client().get(address).content.decode() for name, address in past(over, party).items()}
        assert "Annabel" in texts["watch"]
        assert "Annabel Berg" in texts["public_standings"]


def public_links(prairie, over, party):
    """The names of the public pages that link this game or this party."""
    found = addresses(prairie, over, party)
    pages = {name: Client().get(found[name]).content.decode() for name in found if "as a file" not in name}
    codes = {name: [each for each in (over.code, party.code) if f"/{each}/" in text] for name, text in pages.items()}
    return {name for name in codes if codes[name] and name not in past(over, party)}


def test_who_sees_initials_finds_no_way_to_the_names_of_an_evening_of_now(prairie, olga, over, party, settings):
    everywhere = {"day", "games", "versus", "records", "season", "seasons", "player_hands"}
    shows(prairie, olga, "initials")
    assert public_links(prairie, over, party) == everywhere
    settings.PADS_WRITE_AFTER_END = timezone.now() - builders.NOON
    assert public_links(prairie, over, party) == set()
    shows(prairie, olga, "names")
    assert public_links(prairie, over, party) == everywhere


def test_a_club_that_shows_nothing_closes_what_is_past(prairie, olga, over, party):
    shows(prairie, olga, "nothing")
    for name, address in addresses(prairie, over, party).items():
        response = Client().get(address)
        assert response.status_code == (403 if name in past(over, party) else 404), name
        assert not [word for word in WORDS if word in response.content.decode()]
    page = Html(Client().get(past(over, party)["public"]))
    assert "Prairie shows past games and evenings only to its organisers. Ask one of them." in page.text


def test_who_has_the_link_of_a_past_evening_sees_names_but_no_statistics(prairie, olga, over, party):
    shows(prairie, olga, "links")
    for name, address in addresses(prairie, over, party).items():
        response = Client().get(address)
        assert response.status_code == (200 if name in past(over, party) else 404), name
    assert "Annabel Berg" in Client().get(past(over, party)["public_standings"]).content.decode()


@pytest.mark.parametrize(
    "name, short",
    [
        ("Ann", "A."),
        ("Ann Berg", "A. B."),
        ("åsa", "Å."),
        ("J. R. Holm", "J. R. H."),
        ("Mary-Jane", "M."),
        ("李 明", "李. 明."),
        ("Former player 12", "Former player 12"),  # the made-up name of somebody whose name was erased
        ("Former player twelve", "F. P. T."),
    ],
)
def test_initials(name, short):
    assert initials(name) == short


def test_a_party_that_nobody_finishes_is_past_after_two_weeks(prairie, olga, party, settings):
    settings.PADS_WRITE_UNUSED = timedelta(days=14)
    shows(prairie, olga, "nothing")
    lifecycle.reopen_party(party, by=olga, at=timezone.now())
    assert Client().get(reverse("party:public", args=[party.code])).status_code == 403
    for planned in (timedelta(), timedelta(days=30)):
        long_ago = timezone.now() - planned
        Party.objects.filter(pk=party.pk).update(day=timezone.localdate(), created_at=long_ago, starts=None)
        assert Client().get(reverse("party:public", args=[party.code])).status_code == 200

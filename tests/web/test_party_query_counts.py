"""How often each page of a party asks the database: as often for 98 people after four rounds as for thirteen."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.builders import NOON, client_of, link, undone
from tests.party.builders import next_round, party, party_state, play_round
from tests.play.phone import HTMX, phone
from tests.web.party_site import card, run
from tests.web.test_query_counts import asked
from whistclub.club.actions import add_player
from whistclub.party import parties
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import rehearsal, seating, signup
from whistclub.party.desk.paper import DOCUMENTS
from whistclub.party.models import Party
from whistclub.play.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.writes, pytest.mark.alike]

SMALL = {"people": 14, "rounds": 2}
# Of more than 22 tables SQLite would store the games by two queries: it takes 999 values in one.
LARGE = {"people": 78, "rounds": 4}
each_size = pytest.mark.parametrize("made", [SMALL, LARGE], ids=["small", "large"], indirect=True, scope="module")


class PartyEvening:
    """A rehearsal, so that all results can be made up at once; the last of its rounds waits for one of its tables."""

    def __init__(self, *, people: int, rounds: int) -> None:
        self.rounds = rounds
        self.olga, club = builders.organiser()
        real = party(club, self.olga, count=people, tie="extra", own_prizes=("Best cake",))
        self.party = rehearsal.rehearse(real, by=self.olga, at=NOON)
        for number in range(rounds):
            next_round(self.party, self.olga, seed=number)
            if number < rounds - 1:
                self.fill()
        self.last = party_state(self.party).current
        self.late = add_player(club, "Late")
        self.organiser = client_of(self.olga)

    def fill(self) -> None:
        rehearsal.fill_round(self.party, seed=1, by=self.olga, at=NOON)

    def draft(self) -> None:
        self.fill()
        seating.make_draft(self.party, seed=1, by=self.olga, at=NOON)

    def finish(self) -> None:
        self.fill()
        party_lifecycle.finish(self.party, by=self.olga, at=NOON)

    def get(self, page: str, *more: object, **query: object) -> HttpResponse:
        return self.organiser.get(run(self.party, page, *more), query)

    def post(self, page: str, *more: object, **form: object) -> HttpResponse:
        return self.organiser.post(run(self.party, page, *more), form, headers=HTMX)

    def public(self, page: str, **query: object) -> HttpResponse:
        return Client().get(reverse(f"party:{page}", args=[self.party.code]), query)

    def on_phone(self, page: str, **query: object) -> HttpResponse:
        return phone().get(reverse(f"party:{page}", args=[link(self.last.table(1).game).token]), query)

    def on_card(self, page: str, table: int, **query: object) -> HttpResponse:
        self.party.refresh_from_db()
        return Client().get(reverse(f"party:{page}", args=[card(self.party, table)]), query)

    @property
    def version(self) -> str:
        """What a page that shows results holds."""
        return self.get("console_live").content.decode().split("?v=")[1].split('"')[0]


@pytest.fixture(scope="module")
def made(request, django_db_setup, django_db_blocker):
    """Each evening once; what a test does in it is rolled back."""
    with django_db_blocker.unblock(), undone():
        yield PartyEvening(**request.param)


@pytest.fixture
def evening(made):
    made.party.refresh_from_db()
    made.get("console")
    return made


def counted(views: dict[str, Callable[[], HttpResponse]], pinned: dict[str, int], status: int = 200) -> None:
    """Each view asks as often as is pinned; all differences are shown at once."""
    assert {name: asked(view, status) for name, view in views.items()} == pinned


@each_size
def test_organiser_running_party_query_count_does_not_grow(evening):
    entrant = evening.last.table(1).assignments[0].entrant
    pages = ("console", "console_live", "people", "standings", "log", "settings", "staying")
    prints = ("print_menu", *(f"print_{key}" for key in DOCUMENTS))
    views = {page: lambda page=page: evening.get(page) for page in (*pages, *prints)}
    views |= {
        "round_table": lambda: evening.get("round_table", evening.rounds, 1),
        "earlier": lambda: evening.get("earlier", 1),
        "undo_round": lambda: evening.get("undo_round", evening.rounds),
        "leave": lambda: evening.get("leave", entrant.pk),
    }
    loaded = {"console": 12, "console_live": 11, "people": 14, "standings": 8, "log": 9, "settings": 5, "staying": 8}
    rounds = {"round_table": 10, "earlier": 11, "undo_round": 8, "leave": 8}
    printed = dict.fromkeys(prints, 8)
    counted(views, loaded | rounds | printed)


@each_size
def test_organiser_draft_page_query_count_does_not_grow(evening):
    evening.draft()
    pinned = {"console": 13, "people": 14, "standings": 8, "print_menu": 8, "print_seating": 8, "print_sheets": 8}
    counted({page: lambda page=page: evening.get(page) for page in pinned}, pinned)


@each_size
def test_organiser_finished_party_query_count_does_not_grow(evening):
    evening.finish()
    pinned = {"console": 13, "people": 14, "standings": 8, "log": 9, "print_standings": 8, "print_diplomas": 8}
    counted({page: lambda page=page: evening.get(page) for page in pinned}, pinned)


@each_size
def test_public_party_page_query_count_does_not_grow(evening):
    views = {
        "public": lambda: evening.public("public"),
        "public of one": lambda: evening.public("public", me=1),
        "public_tables": lambda: evening.public("public_tables"),
        "public_standings": lambda: evening.public("public_standings"),
        "projector": lambda: evening.public("projector"),
    }
    pinned = dict.fromkeys(["public", "public of one", "public_tables"], 8)
    pinned |= {"public_standings": 13, "projector": 13}
    evening.public("projector")  # the first page of a round notes it
    counted(views, pinned)
    evening.finish()
    counted(views, pinned | {"public": 13, "public of one": 18})


@each_size
def test_following_phone_query_count_does_not_grow(evening):
    evening.fill()
    views = {
        "waiting": lambda: evening.on_phone("next_table"),
        "card": lambda: evening.on_card("table", 1),
        "card of a table that is not set up": lambda: evening.on_card("table", 99),
    }
    counted(views, {"waiting": 10, "card": 8, "card of a table that is not set up": 8})
    next_round(evening.party, evening.olga)
    counted({"next round": lambda: evening.on_phone("next_table")}, {"next round": 10})


@each_size
def test_polling_is_cheap(evening):
    stored = Party.objects.select_related("club").get(pk=evening.party.pk)
    seats, results = parties.token_of_seats(stored), parties.token_of_finished_tables(stored)
    held = evening.version
    views = {
        "console_live": lambda: evening.get("console_live", v=held),
        "public_standings": lambda: evening.public("public_standings", v=results),
        "projector": lambda: evening.public("projector", v=results),
        "next_table": lambda: evening.on_phone("next_table", v=seats),
    }
    gates = {"console_live": 4, "public_standings": 1, "projector": 1, "next_table": 2}
    counted(views, {name: gate + 1 for name, gate in gates.items()})


@each_size
def test_check_in_query_count_does_not_grow(evening):
    late = evening.late.pk
    views = {
        "came": lambda: evening.post("check", here=late),
        "left": lambda: evening.post("check", gone=late),
        "came again": lambda: evening.post("check", here=late),
    }
    counted(views, {"came": 47, "left": 46, "came again": 47})
    evening.draft()
    views["left again"] = lambda: evening.post("check", gone=late)
    counted(views, {"came": 43, "left": 53, "came again": 54, "left again": 53})


@each_size
def test_sign_up_list_query_count_does_not_grow(evening):
    of = evening.party
    signup.set_list(of, "opened", by=evening.olga, at=NOON)
    of.refresh_from_db()
    for number in range(10 * evening.rounds):
        signup.write_name(of, of.signup, f"Waiting {number}", f"phone {number}", at=NOON + timedelta(minutes=number))
    counted({page: lambda page=page: evening.get(page) for page in ("people", "signup")}, {"people": 17, "signup": 15})
    version = evening.get("signup").content.decode().split("?v=")[1].split('"')[0]
    counted({"signup": lambda: evening.get("signup", v=version)}, {"signup": 5})


@each_size
def test_seating_a_round_takes_constant_queries(evening):
    """Also while results of phones are not locked yet: the seating locks them."""
    evening.fill()
    Game.objects.filter(party_table__round__party=evening.party).update(locked=False)
    views = {"draft": lambda: evening.post("make_draft"), "announce": lambda: evening.post("announce")}
    counted(views, {"draft": 41, "announce": 53}, status=302)


@each_size
def test_typing_a_result_takes_constant_queries(evening):
    first, second = party_state(evening.party).round(1).table(1).game.totals
    moving = {"table": 1, "first": second, "second": first, "replaces": f"{first}.{second}"}
    views = {
        "current": lambda: evening.post("type_result", evening.rounds, table=1, first=5, second=3),
        "earlier, with ranks that move": lambda: evening.post("type_result", 1, **moving),
    }
    counted(views, {"current": 40, "earlier, with ranks that move": 40})


@pytest.mark.parametrize("count", [1, 6])
def test_club_pages_query_count_is_constant(count):
    otto, club = builders.organiser("Otto", "Valley")
    for _each in range(count):
        over = party(club, otto, count=4)
        play_round(over, otto, (5, 3))
        party_lifecycle.finish(over, by=otto, at=NOON)
        next_round(party(club, otto, count=4), otto)
    organiser = client_of(otto)
    organiser.get(reverse("accounts:account"))  # the first page of a session puts it on the list
    pinned = {"play:tonight": 8, "play:history": 6, "party:archive": 4, "party:set_up": 5}
    counted({page: lambda page=page: organiser.get(reverse(page, args=[club.slug])) for page in pinned}, pinned)

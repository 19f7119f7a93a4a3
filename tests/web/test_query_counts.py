"""How often each page asks the database: as often with many rows as with few, on every database alike."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.builders import client_of, joined, low, play_out, record, undone
from tests.play.phone import HTMX, hand_form, pad_url, phone
from whistclub.archive.bin import put
from whistclub.club.actions import add_player, change_player
from whistclub.club.roles import invite
from whistclub.play.games import NewGame, start_game
from whistclub.play.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.writes]

QUERIES = ("SELECT", "INSERT", "UPDATE", "DELETE")


class Evening:
    """A club's evening, small or large: games running and finished, hands in the first one, people."""

    def __init__(self, *, games: int, hands: int, players: int) -> None:
        self.games, self.hands = games, hands
        self.olga, self.club = builders.organiser()
        for count in range(players - 4):
            add_player(self.club, f"Player {count}")
        self.game, *_others = [self.begin() for _each in range(games)]
        for number in range(1, hands + 1):
            record(self.game, low(number, 6 + number % 2))
        self.game.refresh_from_db()
        self.over, *_others = [play_out(self.begin()) for _each in range(games)]
        self.organiser = client_of(self.olga)
        self.organiser.get(reverse("club:front"))

    def begin(self) -> Game:
        setting = NewGame(builders.FOUR, "neuralplay", 0)
        return start_game(self.club, setting, by=self.olga, at=timezone.now() - timedelta(hours=1))


SMALL = {"games": 1, "hands": 2, "players": 4}
LARGE = {"games": 5, "hands": 12, "players": 20}
each_size = pytest.mark.parametrize("evening", [SMALL, LARGE], ids=["small", "large"], indirect=True, scope="module")


@pytest.fixture(scope="module")
def evening(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: object) -> Iterator[Evening]:
    """Each evening once; what a test does in it is rolled back."""
    with django_db_blocker.unblock(), undone():
        yield Evening(**request.param)


def asked(view: Callable[[], HttpResponse], status: int = 200) -> int:
    """Queries without the session's (another store on PostgreSQL) and without savepoints (the tests' own).

    What PostgreSQL reads piece by piece is read at once here: Django notes no queries of its cursors there.
    """
    at_once = patch.dict(connection.settings_dict, DISABLE_SERVER_SIDE_CURSORS=True)
    with at_once, CaptureQueriesContext(connection) as captured:
        response = view()
    assert response.status_code == status
    sent = [query["sql"] for query in captured if query["sql"].lstrip("(").startswith(QUERIES)]
    return len([sql for sql in sent if "django_session" not in sql])


@each_size
@pytest.mark.parametrize(
    "page, queries",
    [("play:tonight", 10), ("play:history", 8), ("play:start", 5), ("club:people", 4)],
)
def test_club_page_query_count_is_constant(evening, page, queries):
    assert asked(lambda: evening.organiser.get(reverse(page, args=[evening.club.slug]))) == queries


@each_size
def test_the_page_of_roles_asks_no_more_for_more_people_links_and_changes(evening):
    for number in range(evening.games):
        joined(evening.club, f"Helper{number}", "organiser")
        invite(evening.club, "organiser", str(number), by=evening.olga, at=timezone.now())
    assert asked(lambda: evening.organiser.get(reverse("club:roles", args=[evening.club.slug]))) == 5


@each_size
def test_person_page_query_count_is_constant(evening):
    ann = evening.club.players.get(name="Ann")
    for number in range(evening.games):
        change_player(ann, name=f"Ann {number}", by=evening.olga, at=timezone.now())
    assert asked(lambda: evening.organiser.get(reverse("club:person", args=[evening.club.slug, ann.pk]))) == 5


@each_size
def test_bin_query_count_is_constant(evening):
    for game in Game.objects.filter(club=evening.club):
        put(game, by=evening.olga, at=timezone.now())
    assert asked(lambda: evening.organiser.get(reverse("archive:bin", args=[evening.club.slug]))) == 6


@each_size
def test_merge_preview_query_count_is_constant(evening):
    ann, edith = evening.club.players.get(name="Ann"), add_player(evening.club, "Edith")
    url = reverse("party:merge", args=[evening.club.slug, ann.pk])
    assert asked(lambda: evening.organiser.get(url)) == 5
    assert asked(lambda: evening.organiser.get(url, {"other": edith.name})) == 10


@each_size
@pytest.mark.parametrize("which", ["game", "over"])
def test_organiser_game_page_query_count_does_not_grow(evening, which):
    url = reverse("play:game", args=[evening.club.slug, getattr(evening, which).code])
    assert asked(lambda: evening.organiser.get(url)) == 8


@each_size
@pytest.mark.parametrize(
    "page, queries",
    [("pad", 4), ("pad_live", 4), ("pad_log", 5), ("pad_rules", 1), ("pad_seat", 4), ("pad_correct", 4)],
)
def test_pad_page_query_count_does_not_grow_with_the_game(evening, page, queries):
    url = pad_url(evening.game, page, *([1] if page == "pad_correct" else []))
    assert asked(lambda: phone().get(url)) == queries


@each_size
def test_the_pad_of_a_finished_game_polls_for_the_next_one(evening):
    assert asked(lambda: phone().get(pad_url(evening.over))) == 5


@each_size
@pytest.mark.parametrize("page, queries", [("play:watch", 4), ("play:watch_live", 4), ("play:watch_rules", 1)])
def test_watching_page_query_count_does_not_grow(evening, page, queries):
    assert asked(lambda: Client().get(reverse(page, args=[evening.game.code]))) == queries


@each_size
def test_polling_takes_one_query(evening):
    held = {"v": f"1.{evening.game.revision}"}
    held_by_pad = {"v": held["v"]}
    assert asked(lambda: phone().get(pad_url(evening.game, "pad_live"), held_by_pad)) == 1
    assert asked(lambda: Client().get(reverse("play:watch_live", args=[evening.game.code]), held)) == 1


@each_size
def test_recording_a_hand_takes_constant_queries(evening):
    form = hand_form(number=evening.hands + 1)
    url = pad_url(evening.game, "pad_record")
    assert asked(lambda: phone().post(url, form, headers=HTMX), 201) == 8


@each_size
def test_correcting_a_hand_takes_constant_queries(evening):
    form = hand_form(number=1, replaces=evening.game.hands.get(position=1).uid)
    url = pad_url(evening.game, "pad_correct", 1)
    assert asked(lambda: phone().post(url, form, headers=HTMX)) == 9


@pytest.mark.parametrize("url, queries", [("/", 2), ("/sign-in/", 0), ("/rules/", 0), ("/rules/askov/", 0)])
def test_polling_a_public_page_takes_few_queries(url, queries):
    assert asked(lambda: Client().get(url)) == queries


@each_size
def test_club_list_takes_two_queries(evening):
    assert asked(lambda: evening.organiser.get(reverse("club:home")), 302) == 2

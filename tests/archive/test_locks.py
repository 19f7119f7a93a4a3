"""People at the tables wait for no action that locks the club; no two actions wait for each other for ever."""

import pytest
from django.db import connection
from django.test import Client

from tests import builders
from tests.archive.list_requests import LINE, add
from tests.builders import NOON, high, record
from tests.party.builders import party
from tests.two_at_once import Other, as_far_as_it_goes
from whistclub.archive.person import erase_person
from whistclub.club.actions import add_player, add_players, change_player, delete_player
from whistclub.club.settings import set_calendar
from whistclub.party.actions.merging import merge_players
from whistclub.party.actions.people import check_in
from whistclub.play.statistics import bring_up_to_date
from whistclub.rules.actions import set_default
from whistclub.web.transactions import write_transaction

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer at a time")
def test_a_hand_is_saved_while_an_action_locks_the_club():
    olga, club = builders.organiser()
    browser, who = Client(), {"by": olga, "at": NOON}
    browser.force_login(olga)
    evening = party(club, olga, "Eva", "Finn", "Gro", "Hans")
    zoe, zoey, zac = (add_player(club, name) for name in ("Zoe", "Zoey", "Zac"))
    actions = {
        "import games": lambda: add(browser, LINE),
        "import players": lambda: add_players(club, ["Yann"]),
        "start a game": lambda: builders.game(club, olga, names=("Ulf", "Vera", "Wim", "Xena")),
        "rename": lambda: change_player(zoe, name="Zoë", **who),
        "merge": lambda: merge_players(zoey, zoe, **who),
        "delete a player": lambda: delete_player(zac),
        "erase": lambda: erase_person(zoe, "Zoë", **who),
        "check in": lambda: check_in(evening, ["Ida"], **who),
        "rules": lambda: set_default(club, "askov"),
        "calendar": lambda: set_calendar(club, on=True, **who),
        "statistics": bring_up_to_date,
    }
    kept_waiting = []
    for name, act in actions.items():
        game = builders.game(club, olga)
        with write_transaction():
            act()
            phone = Other(lambda game=game: record(game, high(1, 0, 7)))
            as_far_as_it_goes(phone)
            if phone.is_alive():
                kept_waiting.append(name)
        phone.end()
    assert kept_waiting == []

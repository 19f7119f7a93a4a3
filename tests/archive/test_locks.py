"""People at the tables wait for no action that locks the club; no two actions wait for each other for ever."""

import pytest
from django.db import connection
from django.test import Client

from tests import builders
from tests.archive.notebook_requests import LINE, add
from tests.builders import NOON, high, record
from tests.party.builders import party
from tests.two_at_once import Other, as_far_as_it_goes
from whistclub.archive.bin import actions as bin_actions
from whistclub.archive.imports.actions import import_players, undo_import
from whistclub.archive.models import Import
from whistclub.archive.one_person.actions import erase_person
from whistclub.archive.one_person.free_text import Choice, mark_of
from whistclub.club.actions import add_player, make_anonymous, rename_player
from whistclub.club.settings.actions import replace_calendar
from whistclub.party.actions.merging import merge_players
from whistclub.party.actions.people import check_in
from whistclub.party.models import Party
from whistclub.play.actions.statistics import bring_up_to_date
from whistclub.play.models import Game
from whistclub.rules.actions import set_default
from whistclub.web.transactions import write_transaction

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.writes]


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer at a time")
def test_a_hand_is_saved_while_an_action_locks_the_club():
    olga, club = builders.organiser()
    browser, who = Client(), {"by": olga, "at": NOON}
    browser.force_login(olga)
    evening = party(club, olga, "Eva", "Finn", "Gro", "Hans")
    zoe, zoey, zac = (add_player(club, name) for name in ("Zoe", "Zoey", "Zac"))
    actions = {
        "import games": lambda: add(browser, LINE),
        "import players": lambda: import_players(club, ["Yann"], source="", **who),
        "start a game": lambda: builders.game(club, olga, names=("Ulf", "Vera", "Wim", "Xena")),
        "rename": lambda: rename_player(zoe, "Zoë", **who),
        "make anonymous": lambda: make_anonymous(zoe, **who),
        "merge": lambda: merge_players(zoey, zoe, **who),
        "bin": lambda: bin_actions.put(zac, **who),
        "restore": lambda: bin_actions.restore(zac, **who),
        "erase": lambda: erase_person(zoe, "Zoë", **who),
        "check in": lambda: check_in(evening, ["Ida"], **who),
        "rules": lambda: set_default(club, "askov", **who),
        "calendar": lambda: replace_calendar(club, **who),
        "statistics": lambda: bring_up_to_date(club),
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


def test_a_person_is_erased_beside_changes_of_what_names_them():
    """These lock a party, a game or an import first, then the club."""
    olga, club = builders.organiser()
    browser, who = Client(), {"by": olga, "at": NOON}
    browser.force_login(olga)
    evening = party(club, olga, "Eva", "Finn", "Gro", "Hans", name="House party")
    game = builders.game(club, olga, rules=builders.PRESETS["askov"])
    assert game.rules_name == "House rules"
    add(browser, LINE)
    everything = Choice(change={mark_of("House party"), mark_of("House rules")})
    changes = [
        (lambda: Party.objects.select_for_update().get(), lambda: check_in(evening, ["Ida"], **who)),
        (lambda: bin_actions.put(game, **who), lambda: bin_actions.restore(game, **who)),
        (lambda: Import.objects.select_for_update().get(), lambda: undo_import(Import.objects.get(), **who)),
    ]
    for begin, go_on in changes:
        house = add_player(club, "House")
        Party.objects.update(name="House party")
        Import.objects.update(source="house.csv")
        Game.objects.filter(pk=game.pk).update(rules_name="House rules")
        with write_transaction():
            begin()
            erasing = Other(lambda house=house: erase_person(house, "House", choice=everything, **who))
            as_far_as_it_goes(erasing)
            go_on()
        erasing.end()
        assert not club.players.filter(name="House").exists()
    assert Import.objects.get().source == ""
    assert Game.objects.get(pk=game.pk).rules_name == "Former player 3 rules"

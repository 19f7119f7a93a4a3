"""Of somebody whose name is wherever a name may be, everything is shown, downloaded, and erased for ever."""

import pytest
from django.urls import reverse

from tests.archive.test_person_erased import EARLIER, NAME, places_of, ticked, whole_database
from tests.builders import NOON, game, play_out, undone
from tests.builders import organiser as organiser_and_club
from tests.ops.test_check_beside_a_writer import ignore_progress
from tests.party.builders import key, next_round, party
from tests.party.test_log_kinds import everything
from whistclub.archive.one_person.actions import erase_person
from whistclub.archive.one_person.naming import texts_naming
from whistclub.archive.one_person.queries import as_plain_text, data_of, sections
from whistclub.club.actions import add_player, rename_player
from whistclub.club.models import Player
from whistclub.ops import integrity
from whistclub.party.actions import broadcast, door, expected, room, swaps
from whistclub.party.actions.merging import merge_players
from whistclub.party.actions.undoing import undo_step
from whistclub.party.room import Room

pytestmark = pytest.mark.django_db

ALSO = "Xanti"
FOUR = (NAME, "Bob", "Clara", "Dan")


@pytest.fixture(scope="module")
def everywhere(django_db_setup, django_db_blocker):
    """Somebody whose name is wherever a name may be; made once, and whatever a test does is taken back."""
    with django_db_blocker.unblock(), undone():
        yield named_everywhere(*organiser_and_club())


def named_everywhere(olga, prairie):
    by_olga = {"by": olga, "at": NOON}
    player = add_player(prairie, EARLIER)
    rename_player(player, NAME, **by_olga)
    play_out(game(prairie, olga, names=FOUR))
    play_out(game(prairie, olga, names=(ALSO, *FOUR[1:])))
    merge_players(player, prairie.players.get(name=ALSO), **by_olga)
    evening = party(prairie, olga, *FOUR, "Eva", name=f"{NAME}’s birthday", own_prizes=(f"The {EARLIER} cup",))
    everything(party(prairie, olga, "Ann", "Bob", "Clara", "Dan", "Eva", "Finn", "Gro", "Hans", "Ida"), olga)
    door.open_door(evening, **by_olga)
    evening.refresh_from_db()
    door.put_on_list(evening, evening.door, f"{NAME.upper()}", "phone", at=NOON)
    expected.add_expected(evening, [[NAME, "Zoe"]], **by_olga)
    broadcast.show_message(evening, f"{NAME}, your car is open", **by_olga)
    next_round(evening, olga)
    swaps.swap_seats(evening, key(evening, "Bob"), key(evening, "Dan"), reason=f"{NAME} {{asked}}", **by_olga)
    room.change_room(evening, Room({1: NAME}), **by_olga)
    return player


@pytest.fixture
def xanthippe(everywhere):
    return Player.objects.get(pk=everywhere.pk)


@pytest.fixture
def prairie(xanthippe):
    return xanthippe.club


@pytest.mark.writes
def test_no_text_of_the_database_has_the_name_of_an_erased_person(xanthippe, by_olga):
    assert {table for table, _text in places_of(NAME)} >= {"club_player", "party_doorname", "party_party", "party_step"}
    now = erase_person(xanthippe, NAME.lower(), choice=ticked(xanthippe), **by_olga)
    assert places_of(NAME, EARLIER, "Xanti") == set()
    assert now == "Former player 1"
    # Undo brings nothing back.
    evening = xanthippe.club.parties.get(name="Former player 1’s birthday")
    undo_step(evening, evening.steps.last().entry_id, **by_olga)
    assert places_of(NAME) == set()
    assert list(integrity.disagreements(xanthippe.club, report_progress=ignore_progress)) == []


def test_results_and_logs_stay_without_the_name(xanthippe, by_olga, organiser, prairie):
    before = data_of(xanthippe)["rows"]
    erase_person(xanthippe, NAME, choice=ticked(xanthippe), **by_olga)
    assert data_of(Player.objects.get(pk=xanthippe.pk))["rows"]["play.seat"] == before["play.seat"]
    found = organiser.get(reverse("stats:players", args=[prairie.slug])).content.decode()
    assert "Former player 1" in found
    for of in prairie.parties.all():
        page = organiser.get(reverse("party:log", args=[prairie.slug, of.code]))
        assert page.status_code == 200
        assert NAME not in page.content.decode()


def test_what_is_listed_is_what_changes(xanthippe, by_olga):
    listed = {each.text for each in texts_naming(xanthippe)}
    assert len(listed) > 5
    erase_person(xanthippe, NAME, choice=ticked(xanthippe), **by_olga)
    left = {text for _table, text in whole_database()}
    assert not listed & left


def test_the_wrong_name_erases_nothing_and_stays_in_the_form(xanthippe, organiser, prairie):
    answer = organiser.post(reverse("archive:erase", args=[prairie.slug, xanthippe.pk]), {"name": "Xanthia Quil"})
    assert answer.status_code == 422
    assert "Type “Xanthia Quill” exactly to erase this person’s name." in answer.content.decode()
    assert 'value="Xanthia Quil"' in answer.content.decode()
    assert Player.objects.get(pk=xanthippe.pk).name == NAME


def test_the_page_and_the_downloads_have_everything_about_a_person(xanthippe, organiser, prairie):
    shown = as_plain_text("Data", sections(xanthippe))
    for text in (NAME, EARLIER, ALSO, f"{NAME}’s birthday", "this person & Clara – Bob & Dan", f"{NAME} is here"):
        assert text in shown
    rows = organiser.get(reverse("archive:person_json", args=[prairie.slug, xanthippe.pk])).json()["rows"]
    assert len(rows["play.seat"]) == xanthippe.seats.count()
    assert {"party.entrant", "party.logentry", "party.doorname", "club.playerchange"} <= rows.keys()
    assert organiser.get(reverse("archive:person_text", args=[prairie.slug, xanthippe.pk])).status_code == 200
    assert (
        "Erase for good"
        in organiser.get(reverse("archive:person_data", args=[prairie.slug, xanthippe.pk])).content.decode()
    )


def test_nothing_about_others_is_in_the_data_of_a_person(xanthippe, prairie):
    zoe = add_player(prairie, "Solveig")
    assert data_of(zoe)["rows"].keys() == {"club.player"}

"""The list at the door: people write their own name, an organiser checks them in; strangers get nothing from it."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests.party.builders import LATER, friday, logged, present
from tests.party.test_malformed_input import send
from tests.play.phone import HTMX
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.club.actions import add_player
from whistclub.party.actions import door, people
from whistclub.party.actions.refusals import StalePartyState
from whistclub.party.models import DoorName, Party

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


@pytest.fixture
def opened(olga):
    """Ann is here, Berta of the club is not; the list at the door is open."""
    made = friday(olga, "Ann")
    add_player(made.club, "Berta")
    door.open_door(made, by=olga, at=LATER)
    return Party.objects.get()


def address(of):
    return reverse("party:here", args=[of.code, of.door])


def write(of, name, client=None, **more):
    """A phone writes a name on the list; returns the phone."""
    phone = client or Client()
    response = phone.post(address(of), {"name": name} | more)
    assert response.status_code == 302
    return phone


def panel(client, of):
    return Html(client.get(run(of, "people"))).find("section", id="door")[0]


def test_a_name_from_a_phone_waits_for_the_organiser(organiser, opened):
    phone = write(opened, "Berta")
    assert "You are on the list, Berta" in Html(phone.get(address(opened))).text
    assert present(opened) == ["Ann"]
    write(opened, "Cleo")
    assert "2 people at the door Berta on the roster" in panel(organiser, opened).text
    assert "Cleo new" in panel(organiser, opened).text


def test_the_organiser_checks_in_one_or_all_and_the_phone_learns_it(organiser, opened):
    phones = {name: write(opened, name) for name in ("Berta", "Cleo", "Dora")}
    keys = [str(each.pk) for each in opened.door_names.all()]
    send(organiser, run(opened, "check_in_from_door"), {"keys": keys[1]}, headers=HTMX)
    assert present(opened) == ["Ann", "Cleo"]
    found = Html(send(organiser, run(opened, "check_in_from_door"), {"keys": " ".join(keys)}, headers=HTMX))
    assert "Berta, Dora are here." in found.text
    assert present(opened) == ["Ann", "Cleo", "Berta", "Dora"]
    assert all("Welcome" in Html(phone.get(address(opened))).text for phone in phones.values())
    assert "at the door" not in panel(organiser, opened).text.lower().removeprefix("list at the door")


def test_undo_puts_a_person_from_the_door_back_on_the_list(organiser, opened):
    write(opened, "Cleo")
    key = opened.door_names.get().pk
    found = Html(send(organiser, run(opened, "check_in_from_door"), {"keys": key}, headers=HTMX))
    fields = {name: found.value(name) for name in ("here", "new")}
    send(organiser, run(opened, "undo_add"), fields, headers=HTMX)
    assert present(opened) == ["Ann"]
    assert "Cleo new" in panel(organiser, opened).text


def test_the_same_phone_takes_its_name_back_and_no_other_phone_can(opened):
    phone = write(opened, "Berta")
    write(opened, "x", Client(), cancel="yes")
    assert [each.name for each in opened.door_names.all()] == ["Berta"]
    write(opened, "x", phone, cancel="yes")
    assert not opened.door_names.exists()
    assert "Put your name on the list" in Html(phone.get(address(opened))).text


def test_one_phone_has_one_name(opened):
    phone = write(opened, "Berta")
    write(opened, "Cleo", phone)
    assert [each.name for each in opened.door_names.all()] == ["Cleo"]


def test_the_page_at_the_door_shows_no_name_of_the_club(opened):
    write(opened, "Zita")
    for name in ("Berta", "Ann", "Nobody"):
        phone = write(opened, name)
        text = Html(phone.get(address(opened))).text
        assert not {"Ann", "Berta", "Zita"} - {name} & set(text.split())
        assert text == Html(phone.get(address(opened))).text


@pytest.mark.parametrize("name", ["", "\u200b", "—", "W" * 41])
def test_what_cannot_be_a_name_is_refused_at_the_door_too(opened, name):
    response = Client().post(address(opened), {"name": name})
    assert (response.status_code, 'role="alert"' in response.content.decode()) == (422, True)
    assert not opened.door_names.exists()


def test_a_wrong_address_and_a_closed_list_take_no_name(opened, olga):
    for wrong in ("x", opened.code, opened.door[:-1]):
        response = Client().post(reverse("party:here", args=[opened.code, wrong]), {"name": "Eve"})
        assert response.status_code == 410
    was = address(opened)
    door.close_door(opened, by=olga, at=LATER)
    assert Client().post(was, {"name": "Eve"}).status_code == 410
    door.open_door(opened, by=olga, at=LATER)
    assert Client().get(was).status_code == 410
    assert not DoorName.objects.exists()
    assert [line.sentence for line in logged(opened)][-2:] == ["List at the door closed", "List at the door opened"]


def test_a_flood_is_stopped_and_a_hall_is_not(opened):
    for number in range(door.MOST_A_MINUTE):
        door.put_on_list(opened, opened.door, f"P{number}", f"phone {number}", at=LATER)
    with pytest.raises(door.DoorFull):
        door.put_on_list(opened, opened.door, "Late", "late", at=LATER)
    for number in range(door.MOST_WAITING - door.MOST_A_MINUTE):
        at = LATER + timedelta(minutes=2 + number)
        door.put_on_list(opened, opened.door, f"Q{number}", f"telephone {number}", at=at)
    with pytest.raises(door.DoorFull):
        door.put_on_list(opened, opened.door, "Late", "late", at=LATER + timedelta(days=1))
    assert opened.door_names.count() == door.MOST_WAITING


def test_a_removed_name_is_gone_and_logged(organiser, olga, opened):
    write(opened, "Mickey Mouse")
    send(organiser, run(opened, "remove_from_door", opened.door_names.get().pk), {})
    assert not opened.door_names.exists()
    assert logged(opened)[-1].sentence == "Mickey Mouse removed from the list at the door"
    with pytest.raises(StalePartyState):
        door.check_in_from_door(opened, [1], by=olga, at=LATER)


def test_the_desk_is_sent_the_list_only_when_it_changes(organiser, opened):
    version = panel(organiser, opened)["data-live"]
    assert organiser.get(version, headers=HTMX).status_code == 204
    write(opened, "Cleo")
    assert "Cleo" in organiser.get(version, headers=HTMX).content.decode()


def test_the_phone_of_a_person_who_left_may_write_again(olga, opened):
    phone = write(opened, "Cleo")
    done = door.check_in_from_door(opened, [opened.door_names.get().pk], by=olga, at=LATER)
    people.check_out(opened, done.entrants[0].pk, by=olga, at=LATER)
    assert "Put your name on the list" in Html(phone.get(address(opened))).text

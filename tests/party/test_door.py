"""The list at the door: people write their own name, an organiser checks them in; strangers get nothing from it."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.builders import NOON
from tests.party.builders import LATER, friday, logged, next_round, present, typed
from tests.party.test_malformed_input import send
from tests.play.phone import HTMX
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.club.actions import add_player, make_anonymous
from whistclub.party.actions import door, lifecycle, people
from whistclub.party.actions.refusals import StalePartyState
from whistclub.party.models import DoorName, Party
from whistclub.party.queries.door import waiting_at_door

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


def seen(of, *names):
    """The names of the list as a page shows them, all that wait if none are given."""
    waiting = waiting_at_door(of).filter(name__in=names) if names else waiting_at_door(of)
    return {each.pk: each.name for each in waiting}


def check_in(client, of, who):
    fields = {"who": [f"{key} {name}" for key, name in who.items()]}
    return Html(send(client, run(of, "check_in_from_door"), fields, headers=HTMX))


def undo(client, of, found):
    fields = {name: found.value(name) for name in ("here", "new")}
    return send(client, run(of, "undo_add"), fields, headers=HTMX)


def test_a_name_from_a_phone_waits_for_the_organiser(organiser, opened):
    phone = write(opened, "Berta")
    assert "You are on the list, Berta" in Html(phone.get(address(opened))).text
    assert present(opened) == ["Ann"]
    write(opened, "Cleo")
    assert "2 people at the door Berta on the roster" in panel(organiser, opened).text
    assert "Cleo new" in panel(organiser, opened).text


def test_the_organiser_checks_in_one_or_all_and_the_phone_learns_it(organiser, opened):
    phones = {name: write(opened, name) for name in ("Berta", "Cleo", "Dora")}
    everyone = seen(opened)
    check_in(organiser, opened, seen(opened, "Cleo"))
    assert present(opened) == ["Ann", "Cleo"]
    found = check_in(organiser, opened, everyone)
    assert "Cleo, Berta, Dora are here." in found.text
    assert present(opened) == ["Ann", "Cleo", "Berta", "Dora"]
    assert all("Welcome" in Html(phone.get(address(opened))).text for phone in phones.values())
    assert "at the door" not in panel(organiser, opened).text.lower().removeprefix("list at the door")


def test_undo_puts_a_person_from_the_door_back_on_the_list(organiser, opened):
    for name in ("Cleo", "Berta"):
        write(opened, name)
    undo(organiser, opened, check_in(organiser, opened, seen(opened)))
    assert present(opened) == ["Ann"]
    assert "Cleo new" in panel(organiser, opened).text
    assert "Berta on the roster" in panel(organiser, opened).text


def test_a_repeated_check_in_whose_answer_was_lost_is_done(organiser, opened):
    write(opened, "Cleo")
    who = seen(opened)
    check_in(organiser, opened, who)
    found = check_in(organiser, opened, who)
    assert "Cleo is here." in found.text
    assert [row["aria-pressed"] for row in found.find("button", css="person")] == ["true"]


def test_a_second_person_of_one_name_stays_on_the_list(organiser, opened):
    phones = [write(opened, "Gerdi"), write(opened, "gerdi")]
    write(opened, "Ann")
    found = check_in(organiser, opened, seen(opened))
    assert "Gerdi is here. Already here, so still on the list: gerdi, Ann." in found.text
    assert "Welcome" in Html(phones[0].get(address(opened))).text
    assert "You are on the list" in Html(phones[1].get(address(opened))).text
    found = check_in(organiser, opened, seen(opened, "gerdi"))
    assert "gerdi is already here. If this is another gerdi, type a name that tells them apart." in found.text
    assert (present(opened), sorted(seen(opened).values())) == (["Ann", "Gerdi"], ["Ann", "gerdi"])
    write(opened, "Cleo")
    write(opened, "Dora")
    assert "Check in all 2" in panel(organiser, opened).text


def test_the_organiser_checks_in_nobody_under_a_name_they_did_not_see(organiser, opened):
    phone = write(opened, "Cleo")
    who = seen(opened)
    version = panel(organiser, opened)["data-live"]
    write(opened, "Mickey Mouse", phone)
    assert "Mickey Mouse" in organiser.get(version, headers=HTMX).content.decode()
    assert "The name has been changed on the phone." in check_in(organiser, opened, who).text
    assert present(opened) == ["Ann"]
    write(opened, "Berta")
    assert "Berta is here." in check_in(organiser, opened, {**seen(opened), **who}).text
    assert present(opened) == ["Ann", "Berta"]


@pytest.mark.parametrize("who", [[], ["x"], ["1"], ["²  Cleo"], ["1" * 50 + " Cleo"], ["1 " + "W" * 41]])
def test_a_malformed_check_in_is_refused(organiser, opened, who):
    response = send(organiser, run(opened, "check_in_from_door"), {"who": who}, headers=HTMX)
    assert response.status_code == 422
    assert present(opened) == ["Ann"]


def test_the_list_is_read_and_changed_only_while_the_party_is_locked(olga, opened):
    write(opened, "Cleo")
    who = seen(opened)
    for act in (
        lambda: door.check_in_from_door(opened, who, by=olga, at=LATER),
        lambda: door.take_off_list(opened, "phone"),
    ):
        with CaptureQueriesContext(connection) as captured:
            act()
        tables = [query["sql"].split("FROM")[1].split()[0] for query in captured if " FROM " in query["sql"]]
        assert tables.index('"party_party"') < tables.index('"party_doorname"')


def test_the_same_phone_takes_its_name_back_and_no_other_phone_can(opened):
    phone = write(opened, "Berta")
    write(opened, "x", Client(), cancel="yes")
    assert [each.name for each in opened.door_names.all()] == ["Berta"]
    write(opened, "x", phone, cancel="yes")
    assert not opened.door_names.exists()
    assert "Put your name on the list" in Html(phone.get(address(opened))).text


def test_a_phone_is_known_before_it_writes_a_name(opened):
    assert Client().get(address(opened)).cookies


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
    assert not DoorName.objects.exists()
    assert [line.sentence for line in logged(opened)][-2:] == ["List at the door opened", "List at the door closed"]


def test_a_closed_list_opens_again_under_its_address_and_a_new_address_is_a_step_of_its_own(organiser, opened):
    was = address(opened)
    phone = write(opened, "Cleo")
    send(organiser, run(opened, "close_door"), {})
    assert phone.get(was).status_code == 410
    send(organiser, run(opened, "open_door"), {})
    assert "You are on the list, Cleo" in Html(phone.get(was)).text
    send(organiser, run(opened, "renew_door"), {})
    opened.refresh_from_db()
    assert (phone.get(was).status_code, phone.get(address(opened)).status_code) == (410, 200)
    assert logged(opened)[-1].sentence == "New code for the list at the door"


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
    phone = write(opened, "Mickey Mouse")
    who = seen(opened)
    send(organiser, run(opened, "remove_from_door", *who), {})
    assert "Put your name on the list" in Html(phone.get(address(opened))).text
    assert logged(opened)[-1].sentence == "Mickey Mouse removed from the list at the door"
    with pytest.raises(StalePartyState):
        door.check_in_from_door(opened, who, by=olga, at=LATER)


def test_a_removed_name_is_put_back_in_one_step(organiser, opened):
    phone = write(opened, "Mickey")
    (key,) = seen(opened)
    version = panel(organiser, opened)["data-live"]
    send(organiser, run(opened, "remove_from_door", key), {})
    assert "Removed: 1 Mickey Put back" in Html(organiser.get(version, headers=HTMX)).text
    send(organiser, run(opened, "put_back_at_door", key), {})
    assert "1 person at the door" in panel(organiser, opened).text
    assert "You are on the list, Mickey" in Html(phone.get(address(opened))).text
    assert logged(opened)[-1].sentence == "Mickey back on the list at the door"


def test_the_log_shows_no_real_name_of_an_anonymous_player(organiser, olga, opened):
    berta = opened.club.players.get(name="Berta")
    write(opened, "Berta")
    make_anonymous(berta, by=olga, at=LATER)
    send(organiser, run(opened, "remove_from_door", *seen(opened)), {})
    berta.refresh_from_db()
    assert logged(opened)[-1].sentence == f"{berta.name} removed from the list at the door"
    assert "Berta" not in Html(organiser.get(run(opened, "log"))).text


def test_an_update_opens_the_lists_that_were_open_and_hides_real_names_in_the_log(olga, opened):
    berta = opened.club.players.get(name="Berta")
    make_anonymous(berta, by=olga, at=LATER)
    opened.log.create(at=NOON, kind="door_name_removed", data={"name": "Berta"})
    Party.objects.update(door_open=False)
    import_module("whistclub.party.migrations.0016_list_at_the_door_again").follow(apps, None)
    berta.refresh_from_db()
    assert f"{berta.name} removed from the list at the door" in [line.sentence for line in logged(opened)]
    assert Client().get(address(opened)).status_code == 200


def test_no_name_stays_on_the_list_after_the_party(olga, opened):
    for name in ("Berta", "Cleo", "Dora"):
        write(opened, name)
    door.check_in_from_door(opened, seen(opened), by=olga, at=LATER)
    late = write(opened, "Late")
    next_round(opened, olga)
    typed(opened, olga, (5, 3))
    lifecycle.finish(opened, by=olga, at=LATER)
    assert not DoorName.objects.exists()
    lifecycle.reopen_party(opened, by=olga, at=LATER)
    assert "Put your name on the list" in Html(late.get(address(opened))).text


def test_the_desk_is_sent_the_list_only_when_it_changes(organiser, olga, opened):
    version = panel(organiser, opened)["data-live"]
    assert organiser.get(version, headers=HTMX).status_code == 204
    write(opened, "Cleo")
    assert "Cleo" in organiser.get(version, headers=HTMX).content.decode()
    version = panel(organiser, opened)["data-live"]
    people.check_in(opened, ["Zoe"], by=olga, at=LATER)
    assert organiser.get(version, headers=HTMX).status_code == 204
    people.check_in(opened, ["Cleo"], by=olga, at=LATER)
    assert "Cleo already here" in Html(organiser.get(version, headers=HTMX)).text


def test_the_phone_of_a_person_who_left_may_write_again(olga, opened):
    phone = write(opened, "Cleo")
    done = door.check_in_from_door(opened, seen(opened), by=olga, at=LATER)
    people.check_out(opened, done.here[0].pk, by=olga, at=LATER)
    assert "Put your name on the list" in Html(phone.get(address(opened))).text

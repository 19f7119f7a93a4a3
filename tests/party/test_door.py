"""The list at the door: people write their own name, an organiser checks them in; strangers get nothing from it."""
# Over 300 lines because the list, its panel at check-in and its phones are one thing, tried together.

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.party.builders import LATER, friday, logged, play_round, present
from tests.party.test_malformed_input import send
from tests.play.phone import HTMX
from tests.web.html import Html, nothing_new
from tests.web.party_site import run
from whistclub.club.actions import add_player
from whistclub.party.actions import door, lifecycle, listed_names, people
from whistclub.party.models import DoorName, Party
from whistclub.party.queries.door import waiting_at_door
from whistclub.party.refusals import StalePartyState

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


def change(client, of, url, who):
    send(client, run(of, url), {"who": [f"{key} {name}" for key, name in who.items()]})


def undo(client, of, found):
    return send(client, run(of, "undo_add"), {"entry": found.value("entry")}, headers=HTMX)


def test_a_name_from_a_phone_waits_for_the_organiser(organiser, opened):
    phone = write(opened, "Berta")
    assert "You are on the list, Berta" in Html(phone.get(address(opened))).text
    assert present(opened) == ["Ann"]
    write(opened, "Cleo")
    assert "2 people at the door Berta already a player" in panel(organiser, opened).text
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
    assert "Berta already a player" in panel(organiser, opened).text


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
    version = panel(organiser, opened)["hx-get"]
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


def test_a_flood_is_stopped_and_a_hall_is_not(opened, monkeypatch):
    for limit, few in (("MOST_A_MINUTE", 20), ("MOST_WAITING", 30)):
        monkeypatch.setattr(door, limit, few)
    for number in range(door.MOST_A_MINUTE):
        door.put_on_list(opened, opened.door, f"P{number}", f"phone {number}", at=LATER)
    with pytest.raises(listed_names.ListFull):
        door.put_on_list(opened, opened.door, "Late", "late", at=LATER)
    for number in range(door.MOST_WAITING - door.MOST_A_MINUTE):
        door.put_on_list(opened, opened.door, f"Q{number}", f"other {number}", at=LATER + timedelta(minutes=2 + number))
    with pytest.raises(listed_names.ListFull):
        door.put_on_list(opened, opened.door, "Late", "late", at=LATER + timedelta(days=1))


def test_removed_names_do_not_fill_the_list_and_the_last_ones_removed_can_be_put_back(opened, olga, monkeypatch):
    for limit, few in (("MOST_A_MINUTE", 4), ("MOST_WAITING", 4)):
        monkeypatch.setattr(door, limit, few)
    monkeypatch.setattr(listed_names, "MOST_REMOVED", 5)
    for times in range(1, 5):
        at = LATER + timedelta(minutes=2 * times)
        for number in range(4):
            door.put_on_list(opened, opened.door, f"P{number}", f"phone {times} {number}", at=at)
        keys = list(opened.door_names.filter(removed_at=None).values_list("pk", flat=True))
        door.remove_from_door(opened, keys, by=olga, at=at)
    assert opened.door_names.count() == 4 + 5
    door.put_back_at_door(opened, keys, by=olga, at=at)
    assert opened.door_names.filter(removed_at=None).count() == 4


def test_a_new_code_starts_afresh(opened, olga, monkeypatch):
    for limit, few in (("MOST_A_MINUTE", 2), ("MOST_WAITING", 3)):
        monkeypatch.setattr(door, limit, few)
    for number in range(2):
        door.put_on_list(opened, opened.door, "Joke", f"phone {number}", at=LATER)
    with pytest.raises(listed_names.ListFull):
        door.put_on_list(opened, opened.door, "Ann", "late", at=LATER)
    door.renew_door(opened, by=olga, at=LATER + timedelta(seconds=1))
    opened.refresh_from_db()
    for number in range(2):
        door.put_on_list(opened, opened.door, "Ann", f"guest {number}", at=LATER + timedelta(seconds=2))
    with pytest.raises(listed_names.ListFull):
        door.put_on_list(opened, opened.door, "Late", "late", at=LATER + timedelta(seconds=2))


def test_a_removed_name_is_gone_and_logged(organiser, olga, opened):
    phone = write(opened, "Mickey Mouse")
    who = seen(opened)
    change(organiser, opened, "remove_from_door", who)
    assert "Put your name on the list" in Html(phone.get(address(opened))).text
    assert logged(opened)[-1].sentence == "Mickey Mouse removed from the list at the door"
    with pytest.raises(StalePartyState):
        door.check_in_from_door(opened, who, by=olga, at=LATER)


def test_a_removed_name_is_put_back_in_one_step(organiser, opened):
    phone = write(opened, "Mickey")
    who = seen(opened)
    version = panel(organiser, opened)["hx-get"]
    change(organiser, opened, "remove_from_door", who)
    assert "Mickey removed. Undo" in Html(organiser.get(version, headers=HTMX)).text
    change(organiser, opened, "put_back_at_door", who)
    assert "1 person at the door" in panel(organiser, opened).text
    assert "You are on the list, Mickey" in Html(phone.get(address(opened))).text
    assert logged(opened)[-1].sentence == "Mickey back on the list at the door"


def test_all_names_are_removed_in_one_step_and_put_back_in_one_step(organiser, opened):
    write(opened, "Joke")
    change(organiser, opened, "remove_from_door", seen(opened))
    for name in ("Cleo", "Dora", "Emil"):
        write(opened, name)
    everyone = seen(opened)
    assert "Remove all 3" in panel(organiser, opened).text
    change(organiser, opened, "remove_from_door", everyone)
    assert logged(opened)[-1].sentence == "Cleo, Dora, Emil removed from the list at the door"
    assert "List at the door 3 names removed. Undo" in panel(organiser, opened).text
    page = Html(organiser.get(run(opened, "people")))
    assert [each["value"] for each in page.find("input", name="who")][:3] == [
        f"{key} {name}" for key, name in everyone.items()
    ]
    change(organiser, opened, "put_back_at_door", everyone)
    assert seen(opened) == everyone
    assert "Joke removed. Undo" in panel(organiser, opened).text


def test_no_name_stays_on_the_list_after_the_party(olga, opened):
    for name in ("Berta", "Cleo", "Dora"):
        write(opened, name)
    door.check_in_from_door(opened, seen(opened), by=olga, at=LATER)
    late = write(opened, "Late")
    play_round(opened, olga, (5, 3))
    lifecycle.finish(opened, by=olga, at=LATER)
    assert not DoorName.objects.exists()
    lifecycle.reopen_party(opened, by=olga, at=LATER)
    assert "Put your name on the list" in Html(late.get(address(opened))).text


def test_the_desk_is_sent_the_list_only_when_it_changes(organiser, olga, opened):
    version = panel(organiser, opened)["hx-get"]
    assert nothing_new(organiser.get(version, headers=HTMX))
    write(opened, "Cleo")
    assert "Cleo" in organiser.get(version, headers=HTMX).content.decode()
    version = panel(organiser, opened)["hx-get"]
    people.check_in(opened, ["Zoe"], by=olga, at=LATER)
    # Somebody else checks people in: the numbers follow.
    counted = Html(organiser.get(version, headers=HTMX))
    [count] = counted.find("p", id="count")
    assert count["data-same"].replace("\u00a0", " ") == count.text == "2 people · too few for a table"
    version = counted.find("section", id="door")[0]["hx-get"]
    assert nothing_new(organiser.get(version, headers=HTMX))
    people.check_in(opened, ["Cleo"], by=olga, at=LATER)
    assert "Cleo already here" in Html(organiser.get(version, headers=HTMX)).text


def test_the_phone_of_a_person_who_left_may_write_again(olga, opened):
    phone = write(opened, "Cleo")
    done = door.check_in_from_door(opened, seen(opened), by=olga, at=LATER)
    people.check_out(opened, done.here[0].pk, by=olga, at=LATER)
    assert "Put your name on the list" in Html(phone.get(address(opened))).text


def test_a_pair_at_the_door_is_two_people_who_are_partners_where_partners_stay_together(organiser, olga):
    made = friday(olga, "Ann", movement="ladder_pairs")
    door.open_door(made, by=olga, at=LATER)
    made.refresh_from_db()
    phone = write(made, "Mia & Lars")
    write(made, "Ann & Bob")
    shown = panel(organiser, made).text
    assert "4 people at the door Mia new & Lars new (partners)" in shown
    assert "Check in all" not in shown
    everyone = seen(made)
    found = check_in(organiser, made, everyone)
    assert "Mia, Lars are here. Already here, so still on the list: Ann & Bob." in found.text
    assert "Welcome, Mia & Lars" in Html(phone.get(address(made))).text
    assert "Bob is here." in check_in(organiser, made, seen(made)).text
    assert "Ann, Mia, Lars, Bob are here." in check_in(organiser, made, everyone).text
    assert present(made) == ["Ann", "Mia", "Lars", "Bob"]
    assert len(set(made.entrants.values_list("pair", flat=True)) - {None}) == 2


@pytest.mark.parametrize(
    ("movement", "name", "people"),
    [
        ("ladder", "Adam, Eva", "2 people: Adam and Eva"),
        ("ladder", "Adam/Eva", "2 people: Adam and Eva"),
        ("ladder_pairs", "Adam and Eva", "2 people: Adam & Eva (partners)"),
        ("ladder_pairs", "Zoe, Adam + Eva", "3 people: Zoe and Adam & Eva (partners)"),
    ],
)
def test_a_phone_is_told_whom_the_organiser_sees_under_what_it_wrote(organiser, olga, movement, name, people):
    made = friday(olga, "Ann", movement=movement)
    door.open_door(made, by=olga, at=LATER)
    made.refresh_from_db()
    page = Html(write(made, name).get(address(made)))
    assert f"The organiser sees {people}. If that is wrong" in page.text
    assert f"{people.split()[0]} people at the door" in panel(organiser, made).text


@pytest.mark.parametrize("typed", ["1. Peter", "- Peter", "“Peter”", "Peter &"])
def test_a_single_name_is_the_same_on_the_phone_and_at_the_desk(organiser, opened, typed):
    page = Html(write(opened, typed).get(address(opened)))
    assert "You are on the list, Peter The organiser will" in page.text
    assert "1 person at the door Peter new" in panel(organiser, opened).text


@pytest.mark.parametrize("typed", ["<b>x</b>", "a@b.example", "{{ 7 }}", "Ann = Bob"])
def test_what_nobody_is_called_is_refused_at_the_door(opened, typed):
    response = Client().post(address(opened), {"name": typed})
    page = Html(response)
    assert (response.status_code, "Enter only your name, without < > =" in page.text) == (422, True)
    assert page.value("name") == typed
    assert not opened.door_names.exists()


def test_a_name_that_is_similar_to_another_is_decided_by_itself(organiser, opened):
    for name in ("Walter", "Karin"):
        add_player(opened.club, name)
    for name in ("Cleo", "Dora", "Waltr & Mia", "Karinn"):
        write(opened, name)
    page = Html(organiser.get(run(opened, "people")))
    assert "Check in all 2" in page.text
    assert [each["value"] for each in page.find("button", name="meant")] == ["Walter & Mia", "Karin"]
    for name, meant in (("Waltr & Mia", "Walter & Mia"), ("Karinn", "")):
        [key] = seen(opened, name)
        send(organiser, run(opened, "check_in_from_door"), {"who": f"{key} {name}", "meant": meant}, headers=HTMX)
    assert present(opened) == ["Ann", "Walter", "Mia", "Karinn"]
    who = [f"{key} {name}" for key, name in seen(opened).items()]
    refused = send(organiser, run(opened, "check_in_from_door"), {"who": who, "meant": "Eve"}, headers=HTMX)
    assert (refused.status_code, "Eve" in present(opened)) == (422, False)


def test_many_short_names_of_a_stranger_are_read_in_no_time(organiser, opened):
    for letter in "ABCDEFGHIJKLM":
        for number in range(5):
            add_player(opened.club, f"{letter} {'x' * (number + 1)}")
    write(opened, "A,B,C,D,E,F,G,H,I,J,K,L,M")
    assert len(Html(organiser.get(run(opened, "people"))).find("button", name="meant")) == 3


def test_the_phone_learns_that_its_name_was_taken_off_and_put_back(organiser, opened):
    phone = write(opened, "Mickey")
    who = seen(opened)
    change(organiser, opened, "remove_from_door", who)
    shown = Html(phone.get(address(opened)))
    assert "The organiser has taken “Mickey” off the list." in shown.text
    follow = shown.find("div", id="here")[0]["hx-get"]
    assert nothing_new(phone.get(follow, headers=HTMX))
    assert "Mickey removed. Undo" in panel(organiser, opened).text
    change(organiser, opened, "put_back_at_door", who)
    assert "You are on the list, Mickey" in Html(phone.get(follow, headers=HTMX)).text

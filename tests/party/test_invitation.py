"""An invitation: people say from their phones that they are coming, wait for a place, and are expected at check-in."""
# Over 300 lines because an invitation is one thing on phones, at the desk and at check-in.

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import NOON
from tests.party.builders import LATER, friday, logged, next_round, party_state, play_round, present
from tests.party.test_malformed_input import send
from tests.play.phone import HTMX
from tests.web.html import Html, nothing_new
from tests.web.party_site import run
from whistclub.club.actions import add_player
from whistclub.party.actions import expected as actions
from whistclub.party.actions import lifecycle, listed_names, people, rehearsal
from whistclub.party.invitation import Invitation
from whistclub.party.models import ExpectedName, Party
from whistclub.party.queries.expected import expected
from whistclub.party.refusals import StalePartyState
from whistclub.web.formatting import format_weekday

pytestmark = [pytest.mark.django_db, pytest.mark.writes, pytest.mark.alike]

DECEMBER = datetime(2026, 12, 4, 19, 30, tzinfo=ZoneInfo("America/Chicago"))
SOON = (datetime.now(tz=UTC).date() + timedelta(days=30)).isoformat()
PAST = (datetime.now(tz=UTC).date() - timedelta(days=2)).isoformat()


@pytest.fixture
def invited(olga):
    """Four places on a Friday in December; nobody is here, Berta is on the roster."""
    made = friday(olga)
    add_player(made.club, "Berta")
    actions.change_invitation(made, Invitation(DECEMBER, "Parish hall", most=4), by=olga, at=NOON)
    return Party.objects.get()


def page(phone, of):
    return Html(phone.get(reverse("party:public", args=[of.code])))


def say(of, name, partner="", client=None, **more):
    """A phone says who is coming; returns the phone."""
    phone = client or Client()
    phone.get(reverse("party:public", args=[of.code]))
    response = phone.post(reverse("party:coming", args=[of.code]), {"name": name, "partner": partner} | more)
    assert response.status_code == 302, Html(response).text
    return phone


def refused(of, name, partner="", client=None):
    response = (client or Client()).post(reverse("party:coming", args=[of.code]), {"name": name, "partner": partner})
    return response.status_code, Html(response).text


def lists(of):
    found = expected(of)
    return [str(each) for each in found.coming], [str(each) for each in found.waiting]


def test_a_party_made_on_the_spot_has_no_invitation(olga, organiser):
    made = friday(olga, "Ann")
    text = page(Client(), made).text
    assert "Where do I sit?" in text
    assert "coming" not in text
    assert refused(made, "Zoe")[0] == 410
    assert "Expected" not in Html(organiser.get(run(made, "people"))).text


def test_the_public_page_shows_when_and_where_and_how_many(invited):
    say(invited, "Cleo", "Dora")
    text = page(Client(), invited).text
    assert "Friday 4 December, 19:30 Parish hall" in text
    assert "2 of 4 seats are taken." in text
    assert "Cleo" not in text
    assert "Where do I sit?" not in text


def test_the_names_are_shown_only_if_the_organiser_chooses_that(invited, olga):
    say(invited, "Cleo", "Dora")
    shown = Invitation(DECEMBER, most=2, shows_names=True)
    actions.change_invitation(invited, shown, by=olga, at=LATER)
    invited.refresh_from_db()
    say(invited, "Emil")
    text = page(Client(), invited).text
    assert "Cleo, Dora" in text
    assert "Emil" not in text


def test_a_phone_changes_and_withdraws_its_answer_and_no_other_phone_can(invited):
    phone = say(invited, "Cleo")
    say(invited, "x", cancel="yes")
    assert lists(invited)[0] == ["Cleo"]
    say(invited, "Cleo", "Dora", phone)
    assert lists(invited)[0] == ["Cleo & Dora"]
    assert "Cleo & Dora: you have a seat." in page(phone, invited).text
    say(invited, "", client=phone, cancel="yes")
    assert not ExpectedName.objects.exists()


@pytest.mark.parametrize(
    ("name", "partner", "stored"),
    [
        ("Cleo & Dora", "", "Cleo & Dora"),
        (" 1. Cleo", "Dora ", "Cleo & Dora"),
        ("Cleo", "cleo", "Cleo"),
        ("", "Dora", "Dora"),
    ],
)
def test_names_are_understood_as_people_type_them(invited, name, partner, stored):
    say(invited, name, partner)
    assert lists(invited)[0] == [stored]


@pytest.mark.parametrize("name", ["", "\u200b", "—", "W" * 41, "W" * 100_000, "Ann, Bob, Cleo"])
def test_what_cannot_be_a_name_is_refused_and_stays_in_the_field(invited, name):
    status, _text = refused(invited, name)
    assert status == 422
    assert not ExpectedName.objects.exists()


def test_a_person_without_a_place_waits_and_moves_up_when_someone_cancels(invited):
    first = say(invited, "Cleo", "Dora")
    phones = {name: say(invited, name) for name in ("Emil", "Finn", "Gro")}
    couple = say(invited, "Hans", "Ida")
    assert lists(invited) == (["Cleo & Dora", "Emil", "Finn"], ["Gro", "Hans & Ida"])
    shown = page(couple, invited)
    assert "Hans & Ida: number 2 on the waiting list." in shown.text
    assert "On the waiting list: 3." in shown.text
    version = shown.find("section", id="coming")[0]["hx-get"]
    assert nothing_new(couple.get(version, headers=HTMX))
    say(invited, "", client=phones["Emil"], cancel="yes")
    assert lists(invited) == (["Cleo & Dora", "Finn", "Gro"], ["Hans & Ida"])
    assert "number 1 on the waiting list" in Html(couple.get(version, headers=HTMX)).text
    say(invited, "", client=first, cancel="yes")
    assert "Hans & Ida: you have a seat." in Html(couple.get(version, headers=HTMX)).text


def test_nobody_is_passed_over_by_one_person_for_whom_there_is_a_place(invited):
    say(invited, "Cleo", "Dora")
    say(invited, "Emil")
    say(invited, "Finn", "Gro")
    say(invited, "Hans")
    assert lists(invited) == (["Cleo & Dora", "Emil"], ["Finn & Gro", "Hans"])


def test_the_organiser_gives_a_place_that_is_too_small_for_those_before_and_takes_it_back(invited, organiser, olga):
    say(invited, "Cleo", "Dora")
    emil = say(invited, "Emil")
    say(invited, "Finn", "Gro")
    hans = say(invited, "Hans")
    key = ExpectedName.objects.get(name="Hans").pk
    give = run(invited, "give_place", key)
    offered = Html(organiser.get(run(invited, "invitation")))
    assert [each["action"] for each in offered.find("form") if each["action"].endswith("/place/")] == [give]
    given = Html(send(organiser, give, {}, follow=True))
    assert "Hans: given the seat. Undo" in given.text
    assert lists(invited) == (["Cleo & Dora", "Emil", "Hans"], ["Finn & Gro"])
    assert "Hans: you have a seat." in page(hans, invited).text
    say(invited, "", client=emil, cancel="yes")
    assert lists(invited) == (["Cleo & Dora", "Hans"], ["Finn & Gro"])
    send(organiser, run(invited, "take_place_back", key), {})
    assert lists(invited) == (["Cleo & Dora", "Finn & Gro"], ["Hans"])
    assert [line.sentence for line in logged(invited)][-2:] == ["Given a seat: Hans", "Waiting again: Hans"]
    with pytest.raises(StalePartyState):
        actions.give_place(invited, key, by=olga, at=LATER)


def test_a_partner_who_comes_later_pushes_nobody_out(invited):
    phone = say(invited, "Cleo")
    for name in ("Dora", "Emil", "Finn"):
        say(invited, name)
    status, text = refused(invited, "Cleo", "Gro", phone)
    assert (status, "There is no seat for your partner" in text) == (409, True)
    assert lists(invited) == (["Cleo", "Dora", "Emil", "Finn"], [])


def test_the_organiser_adds_people_and_undoes_it_in_one_step(invited, organiser):
    say(invited, "Cleo")
    added = send(organiser, run(invited, "add_expected"), {"names": "berta, Dora & Emil\ncleo"})
    shown = Html(organiser.get(added["Location"]))
    assert "Added: Berta, Dora & Emil." in shown.text
    assert lists(invited)[0] == ["Cleo", "Berta", "Dora & Emil"]
    assert logged(invited)[-1].sentence == "Expected: Berta, Dora, Emil"
    send(organiser, run(invited, "remove_expected"), {"keys": shown.value("keys")})
    assert lists(invited)[0] == ["Cleo"]


def test_what_of_a_list_is_left_out_or_turned_is_shown_before_anyone_is_added(invited, organiser):
    names = "Coming:\nDahl, Dora (late)\nCleo"
    shown = Html(send(organiser, run(invited, "add_expected"), {"names": names}))
    assert lists(invited) == ([], [])
    assert "“Dahl, Dora” was read as one person: Dora Dahl." in shown.text
    assert shown.texts("span", css="left-out") == ["Coming:", "(late)"]
    assert (shown.value("names"), shown.texts("textarea")) == (names, [" ".join(names.split())])
    assert "Add 2 people" in shown.texts("button")
    send(organiser, run(invited, "add_expected"), {"names": shown.value("names"), "sure": "yes"})
    assert lists(invited)[0] == ["Dora Dahl", "Cleo"]


def test_a_list_is_shown_again_after_a_change_where_the_button_says_so(invited, organiser):
    shown = Html(send(organiser, run(invited, "add_expected"), {"names": "Coming:\nCleo"}))
    assert shown.texts("button", css="button")[-1] == "Preview the list"
    again = {"names": "Cleo\nDora", "shown_first": shown.value("shown_first")}
    assert "Add 2 people" in Html(send(organiser, run(invited, "add_expected"), again)).texts("button")
    assert lists(invited) == ([], [])


def test_a_list_of_people_who_are_expected_is_read_the_other_way_with_one_tap(invited, organiser):
    shown = Html(send(organiser, run(invited, "add_expected"), {"names": "Ann, Bob\nCarl, Dan"}))
    assert "“Ann, Bob” was read as two people." in shown.text
    assert shown.texts("ul", css="typed-names")[0].count("(partners)") == 2
    fields = {name: shown.value(name) for name in ("names", "readings", "sure")}
    pressed = shown.find("button", name="reading")[0]["value"]
    shown = Html(send(organiser, run(invited, "add_expected"), fields | {"reading": pressed}))
    assert "“Ann, Bob” was read as one person: Bob Ann." in shown.text
    assert lists(invited)[0] == []
    send(organiser, run(invited, "add_expected"), fields | {"readings": shown.value("readings")})
    assert lists(invited)[0] == ["Bob Ann", "Dan Carl"]


def test_two_partners_who_each_say_that_they_are_coming_take_two_places(invited, organiser, olga):
    say(invited, "Cleo", "Dora")
    partner = say(invited, "dora", "Cleo")
    assert "2 of 4 seats are taken." in page(partner, invited).text
    shown = Html(organiser.get(run(invited, "invitation")))
    assert [each.text for each in shown.find("div", css="at-door")] == ["Cleo & Dora Remove"]
    say(invited, "Emil")
    say(invited, "Finn", "Gro")
    second = say(invited, "Gro", "Finn")
    last = say(invited, "Hans")
    assert "On the waiting list: 3." in page(last, invited).text
    assert "Gro & Finn: number 1 on the waiting list" in page(second, invited).text
    assert "Hans: number 2 on the waiting list" in page(last, invited).text
    say(invited, "Dora", "Cleo", partner)
    assert "Dora & Cleo: you have a seat." in page(partner, invited).text
    send(organiser, run(invited, "remove_expected"), {"keys": shown.value("keys")})
    assert lists(invited)[0] == ["Emil", "Finn & Gro", "Gro & Finn", "Hans"]
    assert "Removed: Cleo, Dora. Undo" in Html(organiser.get(run(invited, "invitation"))).text


def test_a_partner_who_has_a_place_already_is_added_to_a_full_list(invited):
    phone = say(invited, "Cleo")
    for name in ("Dora", "Emil", "Finn"):
        say(invited, name)
    say(invited, "Cleo", "Dora", phone)
    assert expected(invited).people == 4


def test_somebody_on_the_list_alone_gets_the_partner_whom_the_organiser_adds(invited, organiser):
    say(invited, "Cleo")
    say(invited, "Dora")
    added = send(organiser, run(invited, "add_expected"), {"names": "Cleo & Emil"})
    shown = Html(organiser.get(added["Location"]))
    assert "3 of 4 seats are taken." in shown.text
    rows = [each.text for each in shown.find("div", css="at-door")]
    assert rows == ["Cleo with Emil Remove", "Dora Remove", "Emil with Cleo Remove"]
    checked = Html(organiser.get(run(invited, "people"))).texts("button", css="person")
    assert checked[:3] == ["Cleonew · with Emil", "Doranew", "Emilnew · with Cleo"]
    send(organiser, run(invited, "remove_expected"), {"keys": shown.value("keys")})
    assert lists(invited)[0] == ["Cleo", "Dora"]


def test_the_page_says_so_if_two_are_no_partners_because_one_has_another(invited, organiser):
    say(invited, "Cleo", "Dora")
    added = send(organiser, run(invited, "add_expected"), {"names": "Emil & Cleo"})
    text = Html(organiser.get(added["Location"])).text
    assert "Emil & Cleo are not listed as partners: one of them is coming with someone else. " in text
    assert "Added: Emil." in text
    assert lists(invited)[0] == ["Cleo & Dora", "Emil"]


def test_a_removed_person_has_the_same_place_again_after_undo(invited, organiser):
    phone = say(invited, "Cleo")
    say(invited, "Dora")
    key = ExpectedName.objects.first().pk
    send(organiser, run(invited, "remove_expected"), {"keys": key})
    assert "I am coming" in page(phone, invited).text
    shown = Html(organiser.get(run(invited, "invitation")))
    assert "Removed: Cleo. Undo" in shown.text
    send(organiser, run(invited, "put_back_expected"), {"keys": shown.value("keys")})
    assert lists(invited)[0] == ["Cleo", "Dora"]
    assert [line.sentence for line in logged(invited)][-2:] == ["No longer expected: Cleo", "Expected again: Cleo"]
    with pytest.raises(StalePartyState):
        actions.put_back_expected(invited, [key], by=None, at=LATER)


def test_a_removed_person_who_writes_again_is_last(invited, olga):
    phone = say(invited, "Cleo")
    say(invited, "Dora")
    actions.remove_expected(invited, [ExpectedName.objects.first().pk], by=olga, at=LATER)
    say(invited, "Cleo", client=phone)
    assert lists(invited)[0] == ["Dora", "Cleo"]


def test_at_check_in_those_expected_come_first_and_one_tap_checks_in(invited, organiser):
    say(invited, "Berta", "Zita")
    say(invited, "Cleo")
    shown = Html(organiser.get(run(invited, "people")))
    assert "3 more expected" in shown.text
    assert shown.texts("h2")[:2] == ["Expected", "List at the door"]
    assert shown.texts("button", css="person") == ["Bertawith Zita", "Cleonew", "Zitanew · with Berta"]
    berta = shown.find("button", name="here")[0]
    zita = next(each for each in shown.find("button", name="names") if each["value"] == "Zita")
    send(organiser, run(invited, "check"), {"here": berta["value"]}, headers=HTMX)
    done = Html(send(organiser, zita["formaction"], {"names": "Zita"}, headers=HTMX))
    assert present(invited) == ["Berta", "Zita"]
    assert done.find("p", id="in-play")[0].text == "1 more expected"
    key = ExpectedName.objects.first().pk
    assert f"e{key}p" in [each["id"] for each in done.find("li") if "data-gone" in each.attributes]
    assert "2 people · too few for a table 1 more expected" in Html(organiser.get(run(invited, "people"))).text


def test_who_is_added_before_a_day_is_known_is_expected_at_check_in(olga, organiser):
    made = friday(olga)
    add_player(made.club, "Karla")
    send(organiser, run(made, "add_expected"), {"names": "Karla, Nora"})
    found = Html(organiser.get(run(made, "people")))
    assert [heading for heading in found.texts("h2") if heading in ("Expected", "Everyone else")] == ["Expected"]
    assert "2 more expected" in found.text
    assert found.texts("span", css="who") == ["Karla", "Nora"]


def test_a_person_on_the_waiting_list_is_marked_at_check_in_and_not_counted(invited, organiser):
    say(invited, "Cleo", "Dora")
    say(invited, "Emil", "Finn")
    say(invited, "Gro")
    text = Html(organiser.get(run(invited, "people"))).text
    assert "4 more expected" in text
    assert "Gronew · waiting list: 1" in text


def test_where_partners_stay_together_two_who_come_together_are_partners_and_undo_separates_them(olga, organiser):
    made = friday(olga, movement="swiss_pairs")
    actions.change_invitation(made, Invitation(DECEMBER), by=olga, at=NOON)
    actions.add_expected(made, [["Cleo", "Dora"]], by=olga, at=NOON)
    people.check_in(made, ["Cleo", "Emil"], by=olga, at=LATER)
    assert not party_state(made).pairs_made
    done = Html(send(organiser, run(made, "add"), {"names": "Dora"}, headers=HTMX))
    assert [[each.player.name for each in pair] for pair in party_state(made).pairs_made] == [["Cleo", "Dora"]]
    fields = {"entry": done.value("entry")}
    send(organiser, run(made, "undo_add"), fields, headers=HTMX)
    assert not party_state(made).pairs_made


def test_a_person_who_left_after_a_round_is_not_expected_again(olga, organiser):
    made = friday(olga, count=5)
    actions.change_invitation(made, Invitation(DECEMBER), by=olga, at=NOON)
    actions.add_expected(made, [["P1"], ["P2"], ["P5"]], by=olga, at=NOON)
    people.check_out(made, party_state(made).present[4].pk, by=olga, at=NOON)
    play_round(made, olga, (5, 3))
    people.check_out(made, party_state(made).present[0].pk, by=olga, at=LATER)
    assert "1 more expected" in Html(organiser.get(run(made, "people"))).text


def test_the_form_ends_when_the_party_begins_and_an_open_page_is_led_to_the_seats(invited, olga):
    phone = say(invited, "Cleo")
    version = page(phone, invited).find("section", id="coming")[0]["hx-get"]
    people.check_in(invited, ["A", "B", "C", "D"], by=olga, at=LATER)
    next_round(invited, olga)
    assert phone.get(version, headers=HTMX)["HX-Refresh"] == "true"
    assert refused(invited, "Cleo", "Dora", phone)[0] == 410
    assert "coming" not in page(phone, invited).text


def test_the_list_at_the_door_knows_the_phone_of_a_person_who_is_expected(invited, organiser):
    phone = say(invited, "Cleo")
    send(organiser, run(invited, "open_door"), {})
    invited.refresh_from_db()
    door = reverse("party:here", args=[invited.code, invited.door])
    assert Html(phone.get(door)).value("name") == "Cleo"
    assert Html(Client().get(door)).value("name") == ""


def test_an_invitation_is_changed_withdrawn_and_logged(invited, organiser):
    fields = {"day": SOON, "at": "18:00", "place": "Library", "most": "8"}
    send(organiser, run(invited, "invitation"), fields)
    with timezone.override(DECEMBER.tzinfo):
        line = logged(invited)[-1]
    assert (line.before, line.after) == (
        "Friday 4 December, 19:30 · Parish hall · 4 people at most",
        f"{format_weekday(date.fromisoformat(SOON))}, 18:00 · Library · 8 people at most",
    )
    send(organiser, run(invited, "invitation"), {"day": "", "at": "18:00"})
    assert logged(invited)[-1].after == "nobody is invited"
    assert "coming" not in page(Client(), invited).text


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"day": SOON, "at": ""}, "Enter a time, such as 19:30."),
        ({"day": "soon", "at": "18:00"}, "Enter a day."),
        ({"day": "9999-12-31", "at": "23:59"}, "Enter a day less than two years away."),
        ({"day": PAST, "at": "18:00"}, "This day is over. Enter today or a later day."),
        ({"day": "0001-01-01", "at": "00:00"}, "Enter a day less than two years away."),
        ({"day": SOON, "at": "18:00", "most": "3"}, "Enter a number from 4 to 400."),
        ({"day": SOON, "at": "18:00", "place": "W" * 121}, "At most 120 characters."),
    ],
)
def test_a_wrong_invitation_is_refused_with_what_was_typed(invited, organiser, fields, sentence):
    response = send(organiser, run(invited, "invitation"), fields)
    assert (response.status_code, sentence in Html(response).text) == (422, True)
    assert Html(response).value("place") == fields.get("place", "")


def test_the_place_can_change_after_the_day(invited, organiser, olga):
    actions.change_invitation(invited, Invitation(LATER - timedelta(days=400)), by=olga, at=LATER)
    day = (LATER - timedelta(days=400)).astimezone(DECEMBER.tzinfo).date().isoformat()
    response = send(organiser, run(invited, "invitation"), {"day": day, "at": "18:00", "place": "Library"})
    assert response.status_code == 302
    invited.refresh_from_db()
    assert invited.invitation.place == "Library"


def test_a_party_named_after_its_day_is_named_after_the_day_of_the_invitation(olga):
    named, kept = friday(olga, name="Saturday 21 November"), friday(olga, name="Club night")
    Party.objects.update(created_at=datetime(2026, 11, 21, 18, tzinfo=ZoneInfo("America/Chicago")))
    with timezone.override(DECEMBER.tzinfo):
        for each in (named, kept):
            actions.change_invitation(each, Invitation(DECEMBER), by=olga, at=NOON)
            each.refresh_from_db()
    assert (named.name, kept.name) == ("Friday 4 December", "Club night")


def test_the_next_invitation_proposes_time_and_place_of_the_last(invited, olga, organiser):
    form = Html(organiser.get(run(friday(olga), "invitation")))
    assert [form.value(name) for name in ("day", "at", "place", "most")] == ["", "19:30", "Parish hall", "4"]


def test_a_flood_is_stopped(invited):
    for number in range(listed_names.MOST_A_MINUTE):
        actions.say_coming(invited, f"P{number}", "", f"phone {number}", neighbour=f"192.0.2.{number}", at=LATER)
    with pytest.raises(listed_names.ListFull):
        actions.say_coming(invited, "Late", "", "late", neighbour="198.51.100.1", at=LATER)
    actions.say_coming(invited, "Late", "", "late", neighbour="198.51.100.1", at=LATER + timedelta(minutes=2))


def test_one_address_leaves_room_for_others(invited):
    for number in range(listed_names.MOST_OF_NEIGHBOURHOOD):
        say(invited, f"Joke {number}")
    assert refused(invited, "Joke again")[0] == 429
    say(invited, "Ann", client=Client(REMOTE_ADDR="192.0.2.7"))


def test_no_name_stays_after_the_party_and_a_rehearsal_invites_nobody(invited, olga):
    say(invited, "Cleo")
    people.check_in(invited, ["A", "B", "C", "D"], by=olga, at=LATER)
    assert not rehearsal.rehearse(invited, by=olga, at=LATER).invitation.when
    play_round(invited, olga, (5, 3))
    lifecycle.finish(invited, by=olga, at=LATER)
    assert not ExpectedName.objects.exists()

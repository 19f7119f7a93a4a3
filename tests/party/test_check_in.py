"""Check-in by name: what is typed is understood, shown before a list is added, and undone in one step."""

import pytest

from tests.builders import NOON
from tests.party.builders import (
    friday,
    friday_playing,
    present,
)
from tests.party.test_malformed_input import send
from tests.play.phone import HTMX
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.club.actions import add_player
from whistclub.party.models import Entrant
from whistclub.party.organiser.queries import people as queries
from whistclub.play.games import NewGame, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.writes, pytest.mark.alike]


def add(client, of, names, **more):
    return Html(send(client, run(of, "add"), {"names": names} | more, headers=HTMX))


def roster(of):
    return list(of.club.players.order_by("name").values_list("name", flat=True))


def page_of(client, of):
    return Html(client.get(run(of, "people")))


# One name


def test_a_part_of_a_name_adds_a_new_player_and_touches_nobody(organiser, olga):
    made = friday(olga, "Hannelore")
    for name in ("Anne", "Wolfram", "Hanne"):
        add(organiser, made, name)
    assert sorted(present(made)) == ["Anne", "Hanne", "Hannelore", "Wolfram"]


def test_a_known_name_checks_that_player_in_and_adds_nobody(organiser, olga):
    made = friday(olga)
    add_player(made.club, "Åsa")
    found = add(organiser, made, " a\u030aSA\u200b ")
    assert (present(made), roster(made)) == (["Åsa"], ["Åsa"])
    assert "Åsa is here." in found.text


def test_a_player_who_is_here_is_asked_about_and_stays(organiser, olga):
    made = friday(olga, "Gerdi")
    found = add(organiser, made, "gerdi")
    assert "Gerdi is already here. If this is another Gerdi, type a name that tells them apart." in found.text
    assert (present(made), roster(made)) == (["Gerdi"], ["Gerdi"])


def test_a_name_sent_again_without_an_answer_asks_nothing(organiser, olga):
    made = friday(olga, "Gerdi")
    found = add(organiser, made, "Gerdi", again="yes")
    assert "Gerdi is here." in found.text
    assert "another Gerdi" not in found.text


def test_a_new_name_that_resembles_another_is_checked_in_and_said(organiser, olga):
    made = friday(olga, "Anna Berg")
    found = add(organiser, made, "Anna")
    assert "Anna is here. New to the club: Anna. Similar: Anna Berg." in found.text
    assert sorted(present(made)) == ["Anna", "Anna Berg"]


def test_a_name_that_ends_with_a_full_stop_gets_no_second_one(organiser, olga):
    found = add(organiser, friday(olga), "Walter S.")
    assert ("New to the club: Walter S." in found.text, "S.." in found.text) == (True, False)


@pytest.mark.parametrize("typed", ["\u200b", "—", "W" * 41, "Ann, " + "W" * 41])
def test_what_cannot_be_a_name_is_refused_and_stays_typed(organiser, olga, typed):
    made = friday(olga)
    response = send(organiser, run(made, "add"), {"names": typed})
    assert response.status_code == 422
    assert Html(response).find("input", id="find")[0]["value"] == typed
    assert present(made) == []


# Lists and pairs


def test_a_list_is_shown_as_it_is_understood_before_anyone_is_added(organiser, olga):
    made = friday(olga, "Xaver")
    add_player(made.club, "Yvonne")
    add_player(made.club, "Anna Berg")
    typed = "1. Xaver\n2. yvonne\n3. Zita\n4. Anna\n5. zita"
    found = add(organiser, made, typed)
    assert (present(made), "Zita" in roster(made)) == (["Xaver"], False)
    lines = [each.text for each in found.find("ul", css="typed-names")]
    assert lines == [
        "Xaver already here Yvonne already a player Zita new Anna new – similar to Anna Berg zita twice in this list"
    ]
    assert found.texts("button", css="main") == ["Check in 3 people"]
    assert found.value("names") == typed
    add(organiser, made, typed, sure="yes")
    assert sorted(present(made)) == ["Anna", "Xaver", "Yvonne", "Zita"]


PASTED = "Table 1:\n1. Amundson, Bob (vegetarian)\n2. Berg, Clara 612-555-1234\n3. Eva eva@x.org\n4"


def test_the_preview_of_a_list_names_what_is_left_out_and_what_was_turned(organiser, olga):
    made = friday(olga)
    found = add(organiser, made, PASTED)
    assert present(made) == []
    assert [each.text for each in found.find("ul", css="typed-names")] == [
        "Bob Amundson new – written “Amundson, Bob” Clara Berg new – written “Berg, Clara” Eva new"
    ]
    assert found.texts("span", css="left-out") == ["Table 1:", "(vegetarian)", "612-555-1234", "eva@x.org", "4"]
    assert "“Amundson, Bob” was read as one person: Bob Amundson." in found.text
    add(organiser, made, PASTED, sure="yes")
    assert present(made) == ["Bob Amundson", "Clara Berg", "Eva"]


def test_two_first_names_with_a_comma_become_partners_where_partners_stay_together(organiser, olga):
    made = friday(olga, movement="ladder_pairs")
    assert add(organiser, made, "Ann, Bob\nCarl, Dan").text.count("(partners)") == 2
    add(organiser, made, "Ann, Bob\nCarl, Dan", sure="yes")
    assert Entrant.objects.get(player__name="Ann").pair == Entrant.objects.get(player__name="Bob").pair


def test_headings_and_sums_without_a_colon_are_left_out_too(organiser, olga):
    made = friday(olga)
    pasted = "Table 1\nKarla\nPage 2\nArne\nTOTAL 14"
    assert add(organiser, made, pasted).texts("span", css="left-out") == ["Table 1", "Page 2", "TOTAL 14"]
    add(organiser, made, pasted, sure="yes")
    assert present(made) == ["Karla", "Arne"]


def test_the_example_of_a_turned_name_is_from_the_list(organiser, olga):
    found = add(organiser, friday(olga), "Karla\nEng, Dan")
    assert found.texts("p", css="reading")[-1].startswith("“Eng, Dan” was read as one person: Dan Eng.")


def test_a_list_of_one_name_is_shown_too_if_something_is_left_out(organiser, olga):
    made = friday(olga)
    found = add(organiser, made, "Bob Berg\n612-555-1234")
    assert found.texts("button", css="main") == ["Check in 1 person"]
    assert present(made) == []


def test_a_list_without_a_name_is_refused(organiser, olga):
    made = friday(olga)
    assert "There is no name in this list." in add(organiser, made, "1\n2").text
    assert present(made) == []


def test_a_pair_becomes_partners_where_partners_stay_together(organiser, olga):
    made = friday(olga, "Eva", movement="ladder_pairs")
    add(organiser, made, "Adam & Eva")
    add(organiser, made, "Kain + Abel\nSet and Enosch", sure="yes")
    found = page_of(organiser, made)
    assert found.find("section", id="pairs")[0].text.count("&") == 3
    assert Entrant.objects.get(player__name="Adam").pair == Entrant.objects.get(player__name="Eva").pair


def test_a_pair_is_two_people_where_partners_change(organiser, olga):
    made = friday(olga)
    found = add(organiser, made, "Adam and Eva")
    assert present(made) == ["Adam", "Eva"]
    assert set(made.entrants.values_list("pair", flat=True)) == {None}
    assert "Partners change in this party, so couples do not stay partners." in found.text
    assert "(two people: partners change)" in add(organiser, made, "Kain & Abel\nSet").text
    assert "Partners change" not in add(organiser, made, "Zoe").text


def test_without_a_script_a_list_is_shown_on_the_page(organiser, olga):
    made = friday(olga)
    response = send(organiser, run(made, "add"), {"names": "Xaver; Yvonne"})
    assert Html(response).texts("button", css="main") == ["Check in 2 people"]
    assert present(made) == []


# The list


def test_people_of_the_last_parties_and_games_come_first(organiser, olga):
    before = friday(olga, "Yvonne", "Bob")
    made = friday(olga)
    for name in ("Abel", "Zita"):
        add_player(made.club, name)
    start_game(before.club, NewGame(("Zita", "Q", "R", "S"), "neuralplay", 0), by=olga, at=NOON)
    found = page_of(organiser, made)
    assert found.texts("h2")[:2] == ["Here recently", "Everyone else"]
    assert [each.text for each in found.find("span", css="who")] == ["Bob", "Q", "R", "S", "Yvonne", "Zita", "Abel"]


def test_a_long_roster_lists_those_of_tonight_and_finds_all_others(organiser, olga, monkeypatch):
    made = friday(olga, "Ann", "Bob")
    monkeypatch.setattr(queries, "MOST_LISTED", 3)
    monkeypatch.setattr(queries, "MOST_FOUND", 2)
    for name in ("Walter", "Wanda", "Wilma", "Åsa"):
        add_player(made.club, name)

    def listed(**query):
        return Html(organiser.get(run(made, "people"), query)).texts("span", css="who")

    assert listed() == ["Ann", "Bob", "Walter", "Wanda"]
    assert listed(names="wil") == ["Wilma"]
    assert listed(names="ÅSA") == ["Åsa"]
    part = organiser.get(run(made, "people"), {"names": "ann"}, headers=HTMX)
    assert (Html(part).texts("span", css="who"), Html(part).find("h1")) == (["Ann"], [])
    wilma = made.club.players.get(name="Wilma")
    for name in ("here", "gone"):
        answer = send(organiser, run(made, "check"), {name: wilma.pk}, headers=HTMX)
        assert "Wilma" in Html(answer).texts("span", css="who")


def test_how_many_people_play_is_shown_beside_how_many_are_here(organiser, olga):
    made = friday_playing(olga, count=9)
    assert page_of(organiser, made).texts("p", id="in-play") == ["8 playing now"]

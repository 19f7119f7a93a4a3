"""Pages, sheets and phones call tables by their names; the organiser’s page for them."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import NOON, link
from tests.party.builders import NINE, friday, game_of, key, next_round, party_state, typed
from tests.party.test_malformed_input import SETTINGS
from tests.play.phone import phone
from tests.web.html import Html
from whistclub.party.access import TableLink
from whistclub.party.actions import people, room
from whistclub.party.models import Party
from whistclub.party.room import Room
from whistclub.play.models import Game

pytestmark = pytest.mark.django_db


def address(of, name, *more):
    return reverse(f"party:{name}", args=[of.club.slug, of.code, *more])


def shown(client, of, name, *more):
    return Html(client.get(address(of, name, *more)))


def public(of, name, **query):
    return Html(Client().get(reverse(f"party:{name}", args=[of.code]), query))


def card(of, table):
    return Client().get(reverse("party:table", args=[TableLink(of.pk, of.link_version, table).token]))


def arrange(of, by, names, out_of_use=()):
    room.change_room(of, Room(names, frozenset(out_of_use)), by=by, at=NOON)
    of.refresh_from_db()


def fields(names=(), out=()):
    return {f"name_{number}": name for number, name in enumerate(names, 1)} | {f"out_{number}": "on" for number in out}


@pytest.fixture
def named(olga):
    """Nine people at Window (Ann, Bob, Clara, Dan) and table 2, in round 1."""
    made = friday(olga, *NINE)
    arrange(made, olga, {1: "Window"})
    next_round(made, olga)
    return made


def test_the_organiser_names_tables_and_takes_one_out_of_use(organiser, party):
    assert organiser.post(address(party, "room"), fields(["Window", " ", "3"], [4])).status_code == 302
    party.refresh_from_db()
    assert party.room == Room({1: "Window"}, frozenset({4}))
    assert shown(organiser, party, "room").value("name_1") == "Window"


def test_two_tables_never_have_one_name(organiser, party):
    response = organiser.post(address(party, "room"), fields(["Window", "window"]))
    assert (response.status_code, "Another table has this name." in Html(response).text) == (422, True)
    too_long = organiser.post(address(party, "room"), fields(["W" * 15]))
    assert (too_long.status_code, "At most 14 characters." in Html(too_long).text) == (422, True)
    party.refresh_from_db()
    assert party.room == Room()


def test_a_name_that_nobody_sees_is_none(organiser, party):
    names = ["\u200b", "\u3164 \u2060", "Win\u200bdow", "B\u0430r"]
    assert organiser.post(address(party, "room"), fields(names)).status_code == 302
    party.refresh_from_db()
    assert party.room == Room({3: "Window", 4: "Bar"})


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["Bar", "B\u0430r"], "Another table has this name."),
        (["\u0410\u0421\u0415", "ACE"], "Another table has this name."),
        (["a" + "\u0301" * 9], "This name has too many accents on one letter."),
        (["\ufdfa"], "At most 14 characters."),
        (["\u200b" * 9000], "At most 14 characters."),
    ],
)
def test_names_of_tables_that_look_the_same_or_cannot_be_read_are_refused(organiser, party, names, sentence):
    response = organiser.post(address(party, "room"), fields(names))
    assert (response.status_code, sentence in Html(response).text) == (422, True)
    party.refresh_from_db()
    assert party.room == Room()


def test_a_table_with_a_name_of_an_earlier_version_that_nobody_sees_has_its_number(organiser, party, olga):
    Party.objects.filter(pk=party.pk).update(room_settings={"names": {"1": "\u200b"}, "out_of_use": []})
    party.refresh_from_db()
    assert party.room == Room()
    next_round(party, olga)
    game = game_of(party, 1)
    game.table_name = "\u200b"
    assert (str(game.table), game.table.title) == ("1", "Table 1")
    Game.objects.filter(pk=game.pk).update(table_name="\u200b")
    assert "Table 1" in shown(organiser, party, "round_table", 1, 1).text


def test_one_tap_at_a_table_keeps_a_seat_and_one_undoes_it(organiser, party, olga):
    next_round(party, olga)
    ann, at_table = key(party, "Ann"), address(party, "round_table", 1, 1)
    back = {"entrant": ann, "table": 1, "round": 1}
    assert organiser.post(address(party, "keep_table"), back)["Location"] == at_table
    page = Html(organiser.get(at_table))
    assert "✓ Ann stays here – undo" in page.texts("button")
    assert "From the next round on, Ann stays at table 1. Print the table cards again" in page.text
    assert organiser.post(address(party, "give_up_table", ann), back)["Location"] == at_table
    assert "Ann stays here" in Html(organiser.get(at_table)).texts("button")
    assert party_state(party).present[0].fixed_table is None


def test_who_stays_can_be_chosen_before_the_first_round(organiser, party):
    chosen = {"entrant": key(party, "Ida"), "table": 2}
    assert organiser.post(address(party, "keep_table"), chosen)["Location"] == address(party, "room")
    assert "Ida stays at table 2" in shown(organiser, party, "room").text
    undo = organiser.post(address(party, "give_up_table", chosen["entrant"]))
    assert undo["Location"] == address(party, "room")
    assert "Ida stays" not in shown(organiser, party, "room").text
    nobody = organiser.post(address(party, "keep_table"), {"entrant": "", "table": 2})
    assert (nobody.status_code, "Choose a player." in Html(nobody).text) == (422, True)


@pytest.mark.parametrize("query, expected", [("", Room({1: "Window"}, frozenset({3}))), ("?new", Room())])
def test_a_party_begins_with_the_tables_of_the_one_before(organiser, party, olga, query, expected):
    arrange(party, olga, {1: "Window"}, [3])
    response = organiser.post(reverse("party:set_up", args=["prairie"]) + query, SETTINGS)
    assert response.status_code == 302
    assert Party.objects.exclude(pk=party.pk).get().room == expected


def test_the_desk_calls_tables_by_their_names(organiser, named, olga):
    console = shown(organiser, named, "console")
    assert console.texts("b", css="table-number") == ["Window", "2"]
    assert "Waiting for Window, table 2." in console.text
    assert shown(organiser, named, "round_table", 1, 1).texts("h1")[0].startswith("Window, round 1")
    assert "Round 1, Window" not in shown(organiser, named, "log").text
    typed(named, olga, (5, 3), (5, 3))
    assert "Round 1, Window: result entered from paper" in shown(organiser, named, "log").text


def test_guests_phones_and_the_projector_call_tables_by_their_names(named):
    me = public(named, "public", me=1)
    assert "Window" in me.texts("h1")[0]
    assert "Table Window" not in me.text
    assert "still playing: Window, 2" in me.text
    wall = public(named, "projector").text
    assert "Window" in wall
    assert "Table Window" not in wall


def test_pads_and_the_way_to_the_next_table_call_tables_by_their_names(named, olga):
    game = game_of(named, 1)
    assert "Window, round 1" in Html(phone("0").get(reverse("play:pad", args=[link(game).token]))).text
    typed(named, olga, (5, 3), (5, 3))
    next_round(named, olga)
    after = Html(phone("0").get(reverse("party:next_table", args=[link(game).token])))
    assert "Ann, you sit at Window" in after.text


def test_cards_are_of_tables_in_use_and_lead_to_the_next_one_in_use(organiser, party, olga):
    arrange(party, olga, {}, [1])
    cards = shown(organiser, party, "print_cards")
    assert cards.texts("b", css="table-number") == ["2", "3"]
    assert cards.texts("p", css="ways")[0] == "▲ Winners stay ▼ Losers go down to table 3"


def test_cards_promise_no_way_while_somebody_stays(organiser, party, olga):
    room.keep_table(party, key(party, "Ann"), 2, by=olga, at=NOON)
    cards = shown(organiser, party, "print_cards")
    assert cards.texts("p", css="ways") == ["Your phone or the projector shows your next table"] * 2
    assert cards.texts("b", css="top-table") == []
    people.check_out(party, key(party, "Ann"), by=olga, at=NOON)
    assert shown(organiser, party, "print_cards").texts("b", css="top-table") == ["★ Top table"]


def test_ranks_are_written_where_tables_are_not_in_order(organiser, party, olga):
    room.keep_table(party, key(party, "Ann"), 2, by=olga, at=NOON)
    next_round(party, olga)
    ranks = ["2nd from the top", "the top table"]
    assert public(party, "projector").texts("span", css="tile-rank") == ranks
    assert public(party, "public").texts("span", css="table-number") == [
        "Table 1 2nd from the top",
        "Table 2 the top table",
    ]
    assert "the top table" in public(party, "public", me=1).texts("h1")[0]
    assert "the top table" in shown(organiser, party, "console").text


def test_a_card_leads_to_the_game_that_is_played_at_its_table(party, olga):
    room.keep_table(party, key(party, "Ann"), 2, by=olga, at=NOON)
    found = next_round(party, olga)
    (top,) = [each for each in found.current.tables if each.rank == 1]
    assert card(party, 2)["Location"] == reverse("play:pad", args=[link(top.game).token])


def test_the_card_of_a_table_out_of_use_leads_to_the_list_of_seats(party, olga):
    arrange(party, olga, {}, [2])
    next_round(party, olga)
    page = Html(card(party, 2))
    assert page.texts("h1") == ["This table is out of use"]
    assert reverse("party:public", args=[party.code]) in [each["href"] for each in page.find("a")]
    assert "scan the card there" in page.text


@pytest.mark.parametrize("typed_table, table", [("window", 1), (" Window ", 1), ("1", 1), ("2", 2)])
def test_a_slip_names_its_table_as_the_card_does(organiser, named, typed_table, table):
    slip = {"table": typed_table, "first": "5", "second": "3"}
    assert organiser.post(address(named, "type_result", 1), slip).status_code == 302
    assert [each.number for each in party_state(named).current.tables if each.is_in] == [table]


def test_a_slip_of_an_unknown_table_is_refused_and_what_was_typed_stays(organiser, named):
    response = organiser.post(address(named, "type_result", 1), {"table": "Cellar", "first": "5", "second": "3"})
    assert (response.status_code, Html(response).value("table")) == (422, "Cellar")

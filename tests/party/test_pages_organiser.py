"""What the organiser sees before the first round: setting up, check-in, the draft."""

import pytest
from django.urls import reverse

from tests.builders import NOON
from tests.party.builders import friday, friday_playing, key, next_round, party_state, typed
from tests.party.test_malformed_input import SETTINGS, send
from tests.play.phone import HTMX
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.club.actions import add_player
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import people, seating
from whistclub.party.models import Party

pytestmark = pytest.mark.django_db


def page(client, url, form=None, **how):
    """The page at an address, or the one that comes after a form."""
    if form is None:
        return Html(client.get(url, **how))
    response = send(client, url, form, **how)
    return Html(client.get(response.url) if response.status_code == 302 else response)


def pressed(found):
    """Who is ticked at check-in."""
    return [each.text for each in found.find("button", css="person") if each["aria-pressed"] == "true"]


def count(found):
    return found.texts("p", id="count")[0]


def tap(client, of, name, how="here", **more):
    player = of.club.players.get(name=name).pk
    return send(client, run(of, "check"), {how: player}, **more)


def test_each_tab_of_a_party_has_a_title_of_its_own(organiser, olga):
    made = friday(olga)
    pages = ("people", "console", "standings", "print_menu", "log", "settings")
    titles = [page(organiser, run(made, name)).texts("title")[0] for name in pages]
    assert titles[:2] == ["Check-in · Friday · whistclub", "Tables · Friday · whistclub"]
    assert len(set(titles)) == len(pages)


@pytest.mark.parametrize("tab", ["people", "console", "standings", "print_menu", "log", "settings"])
def test_each_tab_of_a_party_is_the_marked_one_on_its_page(organiser, olga, tab):
    made = friday(olga)
    found = page(organiser, run(made, tab))
    assert [each["aria-label"] for each in found.find("nav")].count("Party") == 1
    assert run(made, tab) in [each["href"] for each in found.find("a", **{"aria-current": "page"})]


# Setting up


def test_a_clubs_first_party_starts_with_the_rule_book_defaults(organiser):
    found = page(organiser, reverse("party:set_up", args=["prairie"]))
    assert (found.value("hands"), found.value("planned_rounds")) == ("8", "6")
    assert "Copied from" not in found.text


def test_the_next_party_begins_with_the_settings_of_the_last(organiser, olga):
    friday(olga, name="First Friday", movement="meets", hands=5, planned_rounds=3, own_prizes=("Best cake",))
    url = reverse("party:set_up", args=["prairie"])
    found, new = page(organiser, url), page(organiser, f"{url}?new")
    assert "Copied from “First Friday”" in found.text
    assert (found.value("hands"), found.value("planned_rounds")) == ("5", "3")
    assert found.texts("textarea") == ["Best cake"]
    assert found.value("name") != "First Friday"
    assert new.value("hands") == "8"


def test_a_party_set_up_asks_who_is_here(organiser, olga):
    found = page(organiser, reverse("party:set_up", args=["prairie"]), SETTINGS | {"name": "Spring party"})
    made = Party.objects.get()
    assert (found.texts("h1"), found.texts("p", css="party-name")) == (["Who is here?"], ["Spring party"])
    assert (made.movement, made.rules.max_hands) == ("meets", 8)
    assert made.own_prizes == [{"title": "Best cake", "entrant": None}]


def test_a_rehearsal_is_not_the_last_party(organiser, olga):
    real = friday(olga, count=4, name="Real")
    send(organiser, run(real, "rehearse"), {})
    made = Party.objects.get(rehearses=real)
    send(organiser, run(made, "settings"), SETTINGS | {"name": "Made up"})
    assert "Copied from “Real”" in page(organiser, reverse("party:set_up", args=["prairie"])).text


@pytest.mark.parametrize("played", [False, True])
def test_a_party_set_up_by_mistake_can_be_moved_to_the_bin(organiser, olga, played):
    made = friday(olga, count=4, name="Fryday")
    if played:
        next_round(made, olga)
    assert "Move to the bin" in page(organiser, run(made, "settings")).texts("button")


# Check-in


def test_a_tap_selects_a_player_and_a_second_tap_clears_it(organiser, olga):
    made = friday(olga)
    add_player(made.club, "Ann")
    tap(organiser, made, "Ann")
    there = page(organiser, run(made, "people"))
    tap(organiser, made, "Ann", "gone")
    gone = page(organiser, run(made, "people"))
    assert (pressed(there), count(there)) == (["✓Ann"], "1 person · too few for a table")
    assert (pressed(gone), count(gone)) == ([], "0 people")


def test_a_repeated_tap_has_no_further_effect(organiser, olga):
    made = friday(olga)
    add_player(made.club, "Ann")
    for _each in range(2):
        tap(organiser, made, "Ann", headers=HTMX)
    assert [(each.player.name, each.present) for each in made.entrants.all()] == [("Ann", True)]
    assert made.log.filter(kind="checked_in").count() == 1


def test_with_javascript_row_and_count_are_returned(organiser, olga):
    made = friday(olga, "Bob", "Clara", "Dan")
    ann = add_player(made.club, "Ann")
    found = Html(tap(organiser, made, "Ann", headers=HTMX))
    assert found.find("html") == []
    assert [each["id"] for each in found.find("li")] == [f"p{ann.pk}"]
    assert (pressed(found), count(found)) == (["✓Ann"], "4 people · 1 table")


def test_checking_out_a_seated_player_asks_about_the_table(organiser, olga):
    made = friday_playing(olga, count=5)
    where = run(made, "leave", key(made, "P1"))
    assert tap(organiser, made, "P1", "gone").url == where
    assert tap(organiser, made, "P1", "gone", headers=HTMX)["HX-Redirect"] == where
    found = page(organiser, where)
    assert found.texts("h1") == ["P1 is playing at table 1"]
    assert [each["value"] for each in found.find("button", name="how")] == ["after", "substitute", "alone", "draw"]
    assert [each["value"] for each in found.find("input", name="substitute")] == [str(key(made, "P5"))]


def test_a_refused_tap_is_reported_beside_the_list(organiser, olga):
    made = friday_playing(olga, count=4)
    typed(made, olga, (5, 3))
    party_lifecycle.finish(made, by=olga, at=NOON)
    response = tap(organiser, made, "P1", "gone", headers=HTMX)
    assert response.status_code == 409
    assert Html(response).find("html") == []
    assert "Something changed since you opened this page." in Html(response).text


def test_a_new_name_joins_the_roster_and_is_here(organiser, olga):
    made = friday(olga, "Ann")
    found = page(organiser, run(made, "add"), {"names": "  Édith   Piaf "})
    assert pressed(found) == ["✓Ann", "✓Édith Piaf"]
    assert "Édith Piaf is here." in found.text


def test_adding_many_names_creates_each_player_once(organiser, olga):
    made = friday(olga, "Ann")
    found = page(organiser, run(made, "add"), {"names": "ann\r\nBob\r\n\r\n Bob \r\nClara\r\nDan", "sure": "yes"})
    assert pressed(found) == ["✓Ann", "✓Bob", "✓Clara", "✓Dan"]
    assert count(found) == "4 people · 1 table"


def test_names_are_found_while_typing(organiser, olga):
    """The script reads the input and hides rows; without it the same form adds a name."""
    found = page(organiser, run(friday(olga, "Ann"), "people"))
    assert [each["name"] for each in found.find("input", id="find")] == ["names"]
    assert len(found.find("ul", css="roster")) == 1
    assert "find" in [label["for"] for label in found.find("label")]


def test_couples_are_formed_by_two_taps_and_split_again(organiser, olga):
    made = friday(olga, "Ann", "Bob", "Clara", "Dan", movement="ladder_pairs")
    found = page(organiser, run(made, "pair_up"), {"who": [key(made, "Ann"), key(made, "Clara")]})
    assert "Ann & Clara" in found.text
    assert found.texts("label", css="swappable") == ["Bob", "Dan"]
    found = page(organiser, run(made, "split_pair", key(made, "Ann")), {})
    assert found.texts("label", css="swappable") == ["Ann", "Bob", "Clara", "Dan"]


def test_seating_couples_names_players_without_a_partner(organiser, olga):
    made = friday(olga, count=5, movement="ladder_pairs")
    people.pair_up(made, key(made, "P1"), key(made, "P2"), by=olga, at=NOON)
    found = page(organiser, run(made, "make_draft"), {"how": "draw"})
    assert "These players still need a partner: P3, P4, P5." in found.text


# The draft


def test_every_seat_of_a_draft_has_a_reason_unless_it_is_the_same_for_all(organiser, olga):
    made = friday(olga, count=9)
    found = page(organiser, run(made, "make_draft"), {"how": "arrival"})
    assert found.texts("h1") == ["Round 1: draft seating"]
    assert found.texts("small", css="why")[1] == "Number 1 to arrive."
    assert len(found.texts("small", css="why")) == 9
    found = page(organiser, run(made, "make_draft"), {"how": "draw"})
    assert "Seated at random." in found.text
    assert found.texts("small", css="why") == ["First time sitting out; players take turns."]


def test_too_few_people_show_a_message(organiser, olga):
    found = page(organiser, run(friday(olga, count=3), "make_draft"), {"how": "draw"})
    assert "At least four people are needed." in found.text


def test_two_people_of_a_first_draft_change_places_without_a_reason(organiser, olga):
    made = friday(olga, count=8)
    seating.make_draft(made, seating_method="arrival", seed=1, by=olga, at=NOON)
    form = {"who": [key(made, "P1"), key(made, "P5")], "round": 1}
    found = page(organiser, run(made, "swap"), form)
    assert "Swapped." in found.text
    assert [each.assignment_of(key(made, "P1")).table for each in party_state(made).rounds] == [2]


def test_a_refused_swap_keeps_the_choice(organiser, olga):
    made = friday(olga, count=8)
    seating.make_draft(made, seed=1, by=olga, at=NOON)
    three = [str(key(made, name)) for name in ("P1", "P2", "P3")]
    response = send(organiser, run(made, "swap"), {"who": three, "round": 1})
    found = Html(response)
    assert response.status_code == 422
    assert "Tap exactly two people." in found.text
    assert sorted(each["value"] for each in found.find("input", name="who") if "checked" in each.attributes) == three


def test_a_refused_swap_in_play_keeps_the_reason(organiser, olga):
    made = friday_playing(olga, count=8)
    three = [key(made, name) for name in ("P1", "P2", "P3")]
    response = send(organiser, run(made, "swap_here", 1, 1), {"who": three, "reason": "By request", "round": 1})
    assert response.status_code == 422
    assert Html(response).value("reason") == "By request"


def test_announcing_shows_the_tables(organiser, olga):
    made = friday(olga, count=9)
    seating.make_draft(made, seating_method="arrival", seed=1, by=olga, at=NOON)
    found = page(organiser, run(made, "announce"), {})
    assert found.texts("h1") == ["Round 1 of 4 0 of 2 results in"]
    assert found.texts("p", css="waits") == ["Waiting for tables 1, 2."]
    assert "Sitting out: P9" in found.text


def test_announcing_twice_reports_that_the_party_has_moved_on(organiser, olga):
    made = friday(olga, count=8)
    seating.make_draft(made, seed=1, by=olga, at=NOON)
    page(organiser, run(made, "announce"), {})
    assert "Something changed since you opened this page." in page(organiser, run(made, "announce"), {}).text


def test_a_draft_redrawn_by_another_organiser_is_not_announced(organiser, olga):
    made = friday(olga, count=8)
    seating.make_draft(made, seed=1, by=olga, at=NOON)
    seen = party_state(made).draft.round.pk
    seating.make_draft(made, seed=2, by=olga, at=NOON)
    found = page(organiser, run(made, "announce"), {"draft": seen})
    assert found.texts("h1") == ["Round 1: draft seating"]
    assert found.value("draft") != str(seen)


def test_a_dropped_draft_keeps_the_seating_choice(organiser, olga):
    made = friday(olga, count=8)
    seating.make_draft(made, seed=1, by=olga, at=NOON)
    found = page(organiser, run(made, "discard_draft"), {})
    assert found.chosen("how") == ["draw"]

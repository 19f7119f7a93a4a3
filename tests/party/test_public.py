"""The party on everybody's phone: where do I sit, all tables, the standings."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import NOON
from tests.party.builders import LATER, NINE, key, next_round, night, play, typed
from tests.web.html import Html
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import people, rehearsal, results, seating

pytestmark = pytest.mark.django_db


def page(of, me=None, *, name="public", client=None, **params):
    params |= {} if me is None else {"me": me}
    return Html((client or Client()).get(reverse(f"party:{name}", args=[of.code]), params))


def finished(of, olga):
    next_round(of, olga)
    typed(of, olga, (13, 7), (13, 9))
    party_lifecycle.finish(of, by=olga, at=LATER)


# Finding oneself.


def test_everybody_who_is_here_can_be_tapped(party):
    assert page(party).texts("button", name="me") == list(NINE)


def test_typing_leaves_the_names_that_fit_without_scripts_too(party):
    found = page(party, q="AN")
    assert found.texts("button", name="me") == ["Ann", "Dan", "Hans"]
    assert found.value("q") == "AN"


def test_the_followed_page_goes_on_showing_only_those_names(party):
    live = page(party, name="public_live", q="an")
    assert live.texts("button", name="me") == ["Ann", "Dan", "Hans"]
    (address,) = [each["hx-get"] for each in live.find("div") if "hx-get" in each.attributes]
    assert address.endswith("q=an")


def test_somebody_who_is_not_on_the_list_hears_whom_to_tell(party):
    assert "Not on the list? Tell the organiser." in page(party).text


@pytest.mark.parametrize("me", ["0", "99", "x", "-1", "1.5", "٣", "9" * 500, "\x00", "1 OR 1"])
def test_a_number_that_nobody_has_is_asked_for_again(party, me):
    assert page(party, me).texts("h1") == ["Where do I sit?"]


def test_the_choice_is_kept_on_the_phone_for_this_party_only(party):
    phone = Client()
    page(party, 2, client=phone)
    cookie = phone.cookies["me"]
    assert (cookie.value, cookie["path"]) == ("2", f"/p/{party.code}/")
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert page(party, client=phone).texts("b")[1] == "Bob"


def test_not_me_forgets_the_choice(party):
    phone = Client()
    page(party, 2, client=phone)
    assert page(party, "", client=phone).texts("h1") == ["Where do I sit?"]
    assert phone.cookies["me"].value == ""


def test_the_page_follows_for_whoever_was_chosen_even_where_cookies_are_refused(party):
    (address,) = [each["hx-get"] for each in page(party, 2).find("div") if "hx-get" in each.attributes]
    assert address.endswith("&me=2")


# Before, during, between and after the rounds.


def test_before_the_first_round_one_reads_that_one_is_on_the_list(party):
    assert page(party, 1).texts("h1") == ["You are on the list"]


def test_whoever_has_gone_before_the_first_round_is_told_to_say_so(party, olga):
    people.check_out(party, key(party, "Ann"), by=olga, at=NOON)
    assert page(party, 1).texts("h1") == ["Not on the list yet"]


def test_one_reads_table_partner_opponents_and_why(party, olga):
    next_round(party, olga)
    mine = page(party, 4)
    assert mine.texts("h1") == ["Round 1 Table 1"]
    assert mine.texts("dd") == ["Clara", "Ann & Bob", "Number 4 to arrive; Clara as partner for the first time."]


def test_one_sits_at_the_bottom_of_the_drawn_table(party, olga):
    next_round(party, olga)
    seats = {each["class"].split()[-1]: each.text for each in page(party, 4).find("div", css="seat")}
    assert seats == {"south": "you", "west": "Anndeals first", "north": "Clara", "east": "Bob"}


def test_whoever_sits_out_reads_why(party, olga):
    next_round(party, olga)
    mine = page(party, 9)
    assert mine.texts("h1") == ["Round 1 You sit out this round"]
    assert "for the first time" in mine.text


def test_whoever_comes_late_is_on_the_list_for_the_next_round(party, olga):
    next_round(party, olga)
    people.check_in(party, ["Jon"], by=olga, at=LATER)
    assert page(party, 10).texts("h1") == ["You are on the list for round 2"]


def test_a_substitute_has_the_chair_and_whoever_left_has_none(party, olga):
    next_round(party, olga)
    people.leave_now(party, key(party, "Ann"), substitute=key(party, "Ida"), by=olga, at=LATER)
    assert page(party, 9).texts("h1") == ["Round 1 Table 1"]
    assert "Comes in for Ann." in page(party, 9).text
    assert page(party, 1).texts("h1") == ["You are not in this round"]


def test_whoever_changed_places_reads_the_new_one_and_nobody_the_organisers_reason(party, olga):
    next_round(party, olga)
    seating.swap_places(party, key(party, "Ann"), key(party, "Eva"), reason="hears badly", by=olga, at=LATER)
    assert page(party, 1).texts("h1") == ["Round 1 Table 2"]
    assert "by the organiser." in page(party, 1).text
    assert "hears badly" not in page(party, 1).text


def test_all_tables_of_the_round_are_there_with_who_sits_out(party, olga):
    next_round(party, olga)
    assert page(party).texts("li", css="hall-table") == [
        "Table 1 Ann & BobClara & Dan Follow table 1",
        "Table 2 Eva & FinnGro & Hans Follow table 2",
    ]
    assert page(party).texts("li", css="hall-bench") == ["Sit out this round: Ida"]


def test_results_that_are_in_are_shown_and_the_missing_tables_named(party, olga):
    next_round(party, olga)
    typed(party, olga, (13, 7))
    shown = page(party, 1)
    assert "Ann & Bob13" in shown.texts("li", css="hall-table")[0]
    assert "1 of 2 in · still playing: 2" in shown.text
    assert "Your table is in: Ann & Bob 13–7 Clara & Dan" in shown.text


def test_points_of_a_table_that_still_plays_are_not_shown(party, olga):
    next_round(party, olga)
    play(night(party).current.boards[0], (0, 9))
    assert page(party).texts("li", css="hall-table")[0] == "Table 1 Ann & BobClara & Dan Follow table 1"


def test_hands_can_be_read_of_a_table_that_has_some(party, olga):
    next_round(party, olga)
    play(night(party).current.boards[0], (0, 9))
    results.end_table(party, 1, 1, by=olga, at=LATER)
    results.type_result(party, 1, 2, (13, 9), by=olga, at=LATER)
    assert page(party).texts("a", css="watch-link") == ["Hands of table 1"]


def test_a_table_given_up_says_how_it_counts(party, olga):
    next_round(party, olga)
    results.declare_draw(party, 1, 1, by=olga, at=LATER)
    assert "counts as drawn" in page(party).texts("li", css="hall-table")[0]


def test_between_rounds_one_reads_that_the_next_place_will_stand_here(party, olga):
    next_round(party, olga)
    typed(party, olga, (13, 7), (13, 9))
    mine = page(party, 1)
    assert mine.texts("h1") == ["Round 1 is over"]
    assert "Table 1: Ann & Bob 13–7 Clara & Dan" in mine.text
    assert "Your place in round 2 will stand here by itself." in mine.text


def test_a_finished_party_shows_prizes_and_final_standings(party, olga):
    finished(party, olga)
    shown = page(party, 1)
    assert "You share place 1 of 9." in shown.text
    assert shown.texts("dt")[:2] == ["Best", "Booby"]
    assert len(shown.find("table", css="ranks")) == 1


def test_a_rehearsal_says_so_on_every_page(party, olga):
    copy = rehearsal.rehearse(party, by=olga, at=NOON)
    for name in ("public", "public_standings", "screen"):
        assert "Rehearsal: results are made up" in page(copy, name=name).text
        assert "Rehearsal" not in page(party, name=name).text

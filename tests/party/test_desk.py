"""What the organiser sees from check-in to the last result: slips, what is waited for, taking back."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.builders import NOON
from tests.party.builders import friday, friday_playing, key, next_round, party_state, play, typed
from tests.party.forms import SETTINGS, page, send
from tests.play.phone import HTMX
from tests.web.html import Html, nothing_new
from tests.web.party_site import run
from whistclub.party.actions import lifecycle, people, results
from whistclub.party.desk.console import version_of
from whistclub.party.models import Party

pytestmark = pytest.mark.django_db


def count(found):
    return found.texts("p", id="count")[0]


def tap(client, of, name, how="here", **more):
    player = of.club.players.get(name=name).pk
    return send(client, run(of, "check"), {how: player}, **more)


# Setting up


def test_a_party_set_up_asks_who_is_here(organiser, olga):
    found = page(organiser, reverse("party:set_up", args=["prairie"]), SETTINGS | {"name": "Spring party"})
    made = Party.objects.get()
    assert (found.texts("h1"), found.texts("p", css="party-name")) == (["Who is here?"], ["Spring party"])
    assert (made.movement, made.rules.max_hands) == ("meets", 8)
    assert made.own_prizes == [{"title": "Best cake", "entrant": None}]


# Check-in


def test_checking_out_a_seated_player_asks_about_the_table(organiser, olga):
    made = friday_playing(olga, count=5)
    where = run(made, "person", key(made, "P1"))
    assert tap(organiser, made, "P1", "gone").url == where
    assert tap(organiser, made, "P1", "gone", headers=HTMX)["HX-Redirect"] == where
    found = page(organiser, where)
    assert found.texts("h1") == ["P1 is playing at table 1"]
    assert [each["value"] for each in found.find("button", name="how")] == ["after", "substitute", "alone", "draw"]
    assert [each["value"] for each in found.find("input", name="substitute")] == [str(key(made, "P5"))]
    tap(organiser, made, "P5", "gone")
    assert "To bring in a substitute, check them in first, then come back here." in page(organiser, where).text


# The draft


def test_every_seat_of_a_draft_has_a_reason_unless_it_is_the_same_for_all(organiser, olga):
    made = friday(olga, count=9)
    found = page(organiser, run(made, "draft"), {"how": "arrival"})
    assert found.texts("h1") == ["Round 1: draft seating"]
    assert found.texts("small", css="why")[1] == "Number 1 to arrive."
    assert len(found.texts("small", css="why")) == 9
    found = page(organiser, run(made, "draft"), {"how": "draw"})
    assert "Seated at random." in found.text
    assert found.texts("small", css="why") == ["First time sitting out; players take turns."]


@pytest.fixture
def eight(olga):
    """Two tables of round 1, announced: P1 & P2 against P3 & P4, P5 & P6 against P7 & P8."""
    made = friday(olga, count=8)
    next_round(made, olga, at=timezone.now())
    return made


def cards(found):
    """What stands on each table's card, above the names."""
    return found.texts("span", css="badge")


def slip(table, first, second):
    return {"table": table, "first": first, "second": second}


# Slips


def test_a_result_slip_is_saved_and_confirmed(organiser, eight):
    found = page(organiser, run(eight, "round", 1), slip(2, 7, 4))
    assert "Table 2: P5 & P6 7–4 P7 & P8." in found.text
    assert found.texts("h1") == ["Round 1 of 4 1 of 2 results in"]
    assert cards(found) == ["not started", "result in (paper)"]


@pytest.mark.parametrize(
    "typed_in, sentence",
    [
        (slip("", 7, 4), "Which table?"),
        (slip(9, 7, 4), "There is no table 9 in this round."),
        (slip(2, 7, ""), "Enter the points of both sides."),
        (slip(2, 7, 4000), "Points can have at most three digits."),
        (slip(2, "seven", 4), "whole number"),
    ],
)
def test_an_impossible_slip_is_refused_with_a_reason(organiser, eight, typed_in, sentence):
    response = send(organiser, run(eight, "round", 1), typed_in)
    found = Html(response)
    assert response.status_code in (409, 422)
    assert sentence in found.find("form", role="alert")[0].text
    assert [found.value(name) for name in ("table", "first", "second")] == [str(each) for each in typed_in.values()]
    assert not party_state(eight).current.table(2).is_in


# What is waited for


def test_the_page_shows_results_in_and_tables_missing(organiser, olga):
    made = friday_playing(olga, count=36)
    for table in (1, 3, 4, 5, 6, 8, 9):
        results.type_result(made, 1, table, (5, 3), by=olga, at=NOON)
    found = page(organiser, run(made, "console"))
    assert "7 of 9 results in" in found.texts("h1")[0]
    assert found.texts("p", css="waits") == ["Waiting for tables 2, 7."]
    assert ["disabled" in each.attributes for each in found.find("button") if each.text == "Seat round 2"] == [True]


def test_a_tied_table_waits_for_the_cut(organiser, olga, eight):
    typed(eight, olga, (5, 5), (5, 3))
    assert "Tie at table 1: who moves as the winner?" in page(organiser, run(eight, "console")).text
    found = page(organiser, run(eight, "round_table", 1, 1), {"do": "cut 1"})
    assert "Tie: which pair moves as the winner?" not in found.text
    assert page(organiser, run(eight, "console")).texts("p", css="waits") == ["All results are in."]


def test_nobody_is_asked_who_moves_when_nobody_moves_any_more(organiser, olga, eight):
    typed(eight, olga, (5, 5), (5, 3))
    lifecycle.finish(eight, by=olga, at=NOON)
    assert "who moves as the winner?" not in page(organiser, run(eight, "console")).text


@pytest.mark.parametrize("minutes, text", [(11, "not started"), (13, "not started after 13 min")])
def test_a_table_that_has_not_begun_is_quiet_after_twelve_minutes(organiser, olga, minutes, text):
    made = friday(olga, count=4)
    next_round(made, olga, at=timezone.now() - timedelta(minutes=minutes, seconds=5))
    assert cards(page(organiser, run(made, "console"))) == [text]


def test_tables_are_resent_only_when_something_changed(organiser, eight):
    live = page(organiser, run(eight, "console")).find("div", id="tables")[0]["hx-get"]
    assert nothing_new(organiser.get(live))
    play(party_state(eight).current.table(1), (0, 9), at=timezone.now())
    found = Html(organiser.get(live))
    assert (found.find("html"), cards(found)) == ([], ["1 hand", "not started"])


def test_an_open_page_says_that_a_table_is_quiet_though_nothing_happens(organiser, olga):
    made, begun = friday(olga, count=4), timezone.now() - timedelta(minutes=14, seconds=5)
    made = next_round(made, olga, at=begun).party
    for minutes in (11, 13):
        held = "-".join(version_of(made, begun + timedelta(minutes=minutes)))
        live = f"{run(made, 'console_live')}?v={held}"
        assert cards(Html(organiser.get(live))) == ["not started after 14 min"], f"held since minute {minutes}"
    old = [version_of(made, begun + timedelta(days=2, minutes=minutes)) for minutes in (11, 13)]
    assert old[0] == old[1]
    held = "-".join(version_of(made, timezone.now()))
    assert nothing_new(organiser.get(f"{run(made, 'console_live')}?v={held}"))


# One table


def test_a_swap_in_play_needs_a_reason(organiser, eight):
    two = [str(key(eight, name)) for name in ("P1", "P5")]
    response = send(organiser, run(eight, "person", two[0]), {"who": two, "reason": "", "round": 1})
    found = Html(response)
    assert response.status_code == 422
    assert found.texts("h1") == ["P1 is playing at table 1"]
    assert "Enter a short reason" in found.text


def test_a_player_who_leaves_after_the_round_plays_on(organiser, olga, eight):
    found = page(organiser, run(eight, "person", key(eight, "P1")), {"how": "after"})
    assert found.texts("div", css="success") == ["P1 leaves after this round. Undo"]
    assert found.texts("small", css="why") == ["P1 leaves after this round."]
    found = page(organiser, run(eight, "people"))
    texts = [each.text for each in found.find("button", css="person") if "P1" in each.text]
    assert texts == ["P1leaves after this round"]
    typed(eight, olga, (5, 3))
    assert page(organiser, run(eight, "console")).texts("small", css="why") == []
    people.check_in(eight, ["P1"], by=olga, at=NOON)
    assert [each for each in party_state(eight).present if each.player.name == "P1"]


# Taking back


def test_undoing_names_what_is_lost(organiser, olga, eight):
    play(party_state(eight).current.table(1), (0, 9), (1, 9))
    results.type_result(eight, 1, 2, (7, 4), by=olga, at=NOON)
    found = page(organiser, run(eight, "undo_round", 1))
    assert found.texts("h1") == ["Undo round 1?"]
    assert found.texts("li")[-2:] == ["Table 1: 2 hands.", "Table 2: result 7–4."]
    assert found.value("sure") == "yes"


def test_an_undo_asks_again_after_unseen_changes(organiser, eight):
    assert "nothing is lost" in page(organiser, run(eight, "undo_round", 1)).text
    play(party_state(eight).current.table(1), (0, 9))
    response = send(organiser, run(eight, "undo_round", 1), {})
    assert response.status_code == 409
    assert "Table 1: 1 hand." in Html(response).texts("li")

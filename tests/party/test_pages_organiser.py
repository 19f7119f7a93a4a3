"""What the organiser sees before the first round: setting up, check-in, the draft."""

import pytest
from django.urls import reverse

from tests.builders import NOON
from tests.party.builders import friday, friday_playing, key
from tests.party.test_malformed_input import SETTINGS, send
from tests.play.phone import HTMX
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.party.actions import seating
from whistclub.party.models import Party

pytestmark = pytest.mark.django_db


def page(client, url, form=None, **how):
    """The page at an address, or the one that comes after a form."""
    if form is None:
        return Html(client.get(url, **how))
    response = send(client, url, form, **how)
    return Html(client.get(response.url) if response.status_code == 302 else response)


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


# Setting up


def test_a_clubs_first_party_starts_with_the_rule_book_defaults(organiser):
    found = page(organiser, reverse("party:set_up", args=["prairie"]))
    assert (found.value("hands"), found.value("planned_rounds")) == ("8", "6")
    assert "Copied from" not in found.text


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


# Check-in


def test_checking_out_a_seated_player_asks_about_the_table(organiser, olga):
    made = friday_playing(olga, count=5)
    where = run(made, "leave", key(made, "P1"))
    assert tap(organiser, made, "P1", "gone").url == where
    assert tap(organiser, made, "P1", "gone", headers=HTMX)["HX-Redirect"] == where
    found = page(organiser, where)
    assert found.texts("h1") == ["P1 is playing at table 1"]
    assert [each["value"] for each in found.find("button", name="how")] == ["after", "substitute", "alone", "draw"]
    assert [each["value"] for each in found.find("input", name="substitute")] == [str(key(made, "P5"))]


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


def test_a_refused_swap_keeps_the_choice(organiser, olga):
    made = friday(olga, count=8)
    seating.make_draft(made, seed=1, by=olga, at=NOON)
    three = [str(key(made, name)) for name in ("P1", "P2", "P3")]
    response = send(organiser, run(made, "swap"), {"who": three, "round": 1})
    found = Html(response)
    assert response.status_code == 422
    assert "Tap exactly two people." in found.text
    assert sorted(each["value"] for each in found.find("input", name="who") if "checked" in each.attributes) == three


def test_announcing_shows_the_tables(organiser, olga):
    made = friday(olga, count=9)
    seating.make_draft(made, seating_method="arrival", seed=1, by=olga, at=NOON)
    found = page(organiser, run(made, "announce"), {})
    assert found.texts("h1") == ["Round 1 of 4 0 of 2 results in"]
    assert found.texts("p", css="waits") == ["Waiting for tables 1, 2."]
    assert "Sitting out: P9" in found.text

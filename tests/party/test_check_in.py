"""Check-in by name: what is typed is understood, a list is shown before it is added, a tap does one thing."""

import pytest

from tests.builders import NOON
from tests.party.builders import LATER, friday, friday_playing, key, logged, next_round, present
from tests.party.forms import send
from tests.play.phone import HTMX
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.club.actions import add_player
from whistclub.party.actions import seating
from whistclub.party.desk import roster as listing
from whistclub.party.models import Entrant
from whistclub.play.start import NewGame, start_game

pytestmark = pytest.mark.django_db


def add(client, of, names, **more):
    return Html(send(client, run(of, "people"), {"names": names} | more, headers=HTMX))


def roster(of):
    return list(of.club.players.order_by("name").values_list("name", flat=True))


def page_of(client, of):
    return Html(client.get(run(of, "people")))


def ticks(found):
    """The entries of a preview, and which of them are ticked."""
    boxes = [each for each in found.find("input") if each.attributes.get("type") == "checkbox"]
    return {each["value"]: "checked" in each.attributes for each in boxes}


# One name


def test_a_new_name_joins_the_club_and_a_known_one_adds_nobody(organiser, olga):
    made = friday(olga, "Hannelore")
    add_player(made.club, "Åsa")
    for name in ("Wolfram", " a\u030aSA\u200b "):
        found = add(organiser, made, name)
    assert "Åsa is here." in found.text
    assert sorted(present(made)) == ["Hannelore", "Wolfram", "Åsa"]
    assert roster(made) == ["Hannelore", "Wolfram", "Åsa"]


def test_a_player_who_is_here_is_asked_about_and_stays(organiser, olga):
    made = friday(olga, "Gerdi")
    found = add(organiser, made, "gerdi")
    assert "Gerdi is already here. If this is another Gerdi, type a name that tells them apart." in found.text
    assert (present(made), roster(made)) == (["Gerdi"], ["Gerdi"])


@pytest.mark.parametrize("typed", ["mo", "Mona Ber", "mona"])
def test_a_name_that_may_mean_one_player_is_asked_about_and_one_tap_takes_them(organiser, olga, typed):
    made = friday(olga)
    for name in ("Mona Berg", "Nils"):
        add_player(made.club, name)
    found = add(organiser, made, typed)
    assert present(made) == []
    assert "Did you mean Mona Berg?" in found.text
    assert [each["value"] for each in found.find("button") if each.attributes.get("name") == "names"] == [
        "Mona Berg",
        typed,
    ]
    add(organiser, made, "Mona Berg", sure="yes")
    assert present(made) == ["Mona Berg"]


@pytest.mark.parametrize("typed", ["?!?", "W" * 41, "", "x" * 30_000])
def test_what_cannot_be_a_name_is_refused(organiser, olga, typed):
    made = friday(olga)
    response = organiser.post(run(made, "people"), {"names": typed}, headers=HTMX)
    assert response.status_code == 422
    assert Html(response).find("div", css="error")
    assert present(made) == []


# A list


def test_a_list_is_shown_as_it_is_understood_before_anyone_is_added(organiser, olga):
    made = friday(olga, "Gerdi")
    add_player(made.club, "Olga Berg")
    text = "1. Xaver\n2) gerdi\n3. Adam & Eva\n- Olga\nTotal: 5\nxaver\nOlga Berg (late)"
    found = add(organiser, made, text, shown_first="yes")
    assert present(made) == ["Gerdi"]
    shown = found.find("ul", css="in-columns")[0].text
    for each in ("Xaver new", "Gerdi already here", "Adam new & Eva new", "Olga new similar to Olga Berg"):
        assert each in shown, each
    assert "xaver twice in this list" in shown.replace("Xaver twice", "xaver twice")
    assert ticks(found) == {
        "Xaver": True,
        "Gerdi": False,
        "Adam & Eva": True,
        "Olga": True,
        "xaver": False,
        "Olga Berg": True,
    }
    add(organiser, made, ["Xaver", "Adam & Eva", "Olga Berg"], sure="yes")
    assert sorted(present(made)) == ["Adam", "Eva", "Gerdi", "Olga Berg", "Xaver"]


def test_a_pair_becomes_partners_where_partners_stay_together(organiser, olga):
    made = friday(olga, "Eva", movement="ladder_pairs")
    add(organiser, made, ["Adam & Eva", "Kain & Abel"], sure="yes")
    assert page_of(organiser, made).find("section", id="pairs")[0].text.count("&") == 2
    assert Entrant.objects.get(player__name="Adam").pair == Entrant.objects.get(player__name="Eva").pair


# The rows


def test_a_tap_checks_in_and_out_and_says_who_paid_and_who_is_in_which_group(organiser, olga):
    made = friday(olga, "Ann", "Bob", fee=500, mixed=True)
    ann = made.club.players.get(name="Ann").pk

    def tap(**fields):
        return Html(send(organiser, run(made, "check"), fields, headers=HTMX))

    shown = tap(paid=ann)
    assert Entrant.objects.get(player=ann).paid
    assert "✓ paid" in shown.text
    assert "1 to pay" in shown.text
    tap(unpaid=ann)
    send(organiser, run(made, "check"), {"all_paid": ""})
    assert Entrant.objects.filter(paid=True).count() == 2
    tap(unpaid=ann)
    tap(B=ann)
    tap(B=ann)
    found = Entrant.objects.get(player=ann)
    assert (found.paid, found.group) == (False, "B")
    assert logged(made)[-1].sentence == "Ann is in group B"
    tap(gone=ann)
    tap(gone=ann)
    assert present(made) == ["Bob"]
    tap(here=ann)
    assert sorted(present(made)) == ["Ann", "Bob"]


def test_a_person_who_is_playing_is_asked_about(organiser, olga):
    made = friday_playing(olga, count=8)
    player = made.entrants.get(pk=key(made, "P1")).player_id
    response = organiser.post(run(made, "check"), {"gone": player}, headers=HTMX)
    assert response["HX-Redirect"] == run(made, "person", key(made, "P1"))


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
    monkeypatch.setattr(listing, "MOST_LISTED", 3)
    monkeypatch.setattr(listing, "MOST_FOUND", 2)
    for name in ("Awa", "Walter", "Wanda", "Wilma", "Åsa"):
        add_player(made.club, name)

    def listed(**query):
        return Html(organiser.get(run(made, "people"), query)).texts("span", css="who")

    assert listed() == ["Ann", "Bob", "Awa", "Walter"]
    assert listed(names="wa") == ["Walter", "Wanda"]
    assert listed(names="wil") == ["Wilma"]
    assert listed(names="ÅSA") == ["Åsa"]
    part = organiser.get(run(made, "people"), {"names": "ann"}, headers=HTMX)
    assert (Html(part).texts("span", css="who"), Html(part).find("h1")) == (["Ann"], [])


def test_a_player_at_a_table_of_another_party_or_game_is_marked(organiser, olga, monkeypatch):
    other = friday(olga, count=4, name="Other hall")
    next_round(other, olga, at=LATER)
    made = friday(olga, "P1")
    start_game(made.club, NewGame(("Ann", "Bob", "Clara", "Dan"), "neuralplay", 0), by=olga, at=LATER)
    monkeypatch.setattr("django.utils.timezone.now", lambda: LATER)
    notes = {row.text.removeprefix("✓") for row in page_of(organiser, made).find("button", css="person")}
    assert "P1playing at table 1 of “Other hall” since 13:00" in notes
    assert "Annplaying in another game since 13:00" in notes
    seating.undo_round(other, 1, sure=True, by=olga, at=LATER)
    assert "P1" in {row.text.removeprefix("✓") for row in page_of(organiser, made).find("button", css="person")}


def test_who_plays_in_another_party_is_named_when_they_come_here_and_before_their_seats_are_announced(
    organiser, olga, monkeypatch
):
    other = friday(olga, count=4)
    next_round(other, olga, at=LATER)
    made = friday(olga, "Karla")
    monkeypatch.setattr("django.utils.timezone.now", lambda: LATER)
    assert "P1playing at table 1 of “Friday” since 13:00" in add(organiser, made, "P1").text
    add(organiser, made, "P2\nP3\nP4", sure="yes")
    seating.make_draft(made, seating_method="arrival", seed=1, by=olga, at=LATER)
    draft = Html(organiser.get(run(made, "console")))
    said = draft.texts("div", role="alert")[0]
    assert "P2, P1 and P3 have been playing at table 1 of “Friday” since 13:00." in said

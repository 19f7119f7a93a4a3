"""A page of a party never holds what its reader may not see."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import NOON, client_of, link
from tests.party.builders import key, next_round, party, party_state, play_round, typed
from tests.play.phone import phone
from tests.web.html import Html
from tests.web.party_site import card, run
from tests.web.test_access_matrix import routes
from whistclub.accounts.models import User
from whistclub.club.models import Club, Role
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import people, seating, swaps

pytestmark = pytest.mark.django_db

PUBLIC = ("public", "public_tables", "public_standings", "projector")
each_public = pytest.mark.parametrize("name", PUBLIC)
MONEY = ("$", "¢", "pays", "Settlement")


@pytest.fixture
def otto(db):
    """Otto runs Valley, where a party of his own people gathers."""
    user = User.objects.create(email="otto@example.org", name="Otto")
    valley = Club.objects.create(name="Valley", slug="valley", time_zone="America/Chicago", currency="$")
    Role.objects.create(club=valley, user=user, kind="owner")
    party(valley, user, "Vanessa", "Vito", "Vera", "Victor", name="Vinterfest")
    return client_of(user)


def public(of, name, **query):
    return Client().get(reverse(f"party:{name}", args=[of.code]), query).content.decode()


def tokens(of):
    """Every link that allows writing at a table of this party."""
    of.refresh_from_db()
    games = [table_state.game for round_state in party_state(of).announced for table_state in round_state.tables]
    return [link(game).token for game in games] + [card(of, number) for number in range(1, 4)]


@each_public
def test_the_first_seating_is_not_public_before_it_is_announced(prairie, olga, name):
    made = party(prairie, olga, count=8)
    before = public(made, name, me=1)
    seating.make_draft(made, seed=1, by=olga, at=NOON)
    after = public(made, name, me=1)
    assert "Table 1" not in Html(Client().get(reverse(f"party:{name}", args=[made.code]))).text
    assert stripped(after) == stripped(before)


@each_public
def test_a_later_seating_is_not_public_before_it_is_announced(prairie, olga, name):
    made = party(prairie, olga, count=9)
    play_round(made, olga, (5, 3), (3, 5))
    before = public(made, name, me=9)
    seating.make_draft(made, seed=1, by=olga, at=NOON)
    assert stripped(public(made, name, me=9)) == stripped(before)


def test_a_phones_next_seat_is_hidden_until_announced(prairie, olga):
    made = party(prairie, olga, count=9)
    table_state = next_round(made, olga).current.table(1)
    typed(made, olga, (5, 3), (3, 5))
    seating.make_draft(made, seed=1, by=olga, at=NOON)
    url = reverse("party:next_table", args=[link(table_state.game).token])
    assert "Waiting for round 2" in Html(phone().get(url)).text
    waiting = Client().get(reverse("party:table", args=[card(made, 1)]))
    assert not [name for name in ("P1", "P2", "P3") if name in Html(waiting).text]


@each_public
def test_an_undone_round_is_on_no_page(prairie, olga, name):
    made = party(prairie, olga, count=8)
    next_round(made, olga)
    seating.undo_round(made, 1, sure=True, by=olga, at=NOON)
    assert "Table 1" not in public(made, name, me=1)


@each_public
@pytest.mark.parametrize("over", [False, True])
def test_only_organisers_see_money(prairie, olga, organiser, name, over):
    made = party(prairie, olga, count=8, preset="askov")
    play_round(made, olga, (13, 5), (13, 5))
    if over:
        party_lifecycle.finish(made, by=olga, at=NOON)
    assert " pays " in Html(organiser.get(run(made, "standings"))).text
    assert not [word for word in MONEY if word in public(made, name)]


@each_public
def test_only_organisers_see_the_log(prairie, olga, name):
    made = party(prairie, olga, count=9)
    next_round(made, olga)
    one, other = (key(made, each) for each in ("P1", "P5"))
    people.check_out(made, key(made, "P9"), by=olga, at=NOON)
    swaps.swap_seats(made, one, other, reason="They quarrelled", by=olga, at=NOON)
    page = public(made, name)
    assert not [word for word in ("Olga", "example.org", "/run/", "seed", "announced by") if word in page]
    assert "They quarrelled" not in page


@each_public
def test_no_link_that_writes_is_on_a_page_for_everyone(prairie, olga, name):
    made = party(prairie, olga, count=8)
    play_round(made, olga, (5, 3), (3, 5))
    next_round(made, olga)
    pages = public(made, name), public(made, name, me=1)
    assert not [token for token in tokens(made) for page in pages if token in page or "/t/" in page]


@each_public
def test_nobody_who_is_not_in_this_party_is_on_its_pages(prairie, olga, otto, name):
    made = party(prairie, olga, count=8)
    party(prairie, olga, "Absent Abel", "Barb", "Carl", "Dora", name="Another night")
    next_round(made, olga)
    page = public(made, name, me=1)
    strangers = ("Absent Abel", "Another night", "Valley", "Vanessa", "Vinterfest", "Otto")
    assert not [each for each in strangers if each in page]


def test_a_foreign_player_number_has_no_place(prairie, olga):
    made = party(prairie, olga, count=8)
    next_round(made, olga)
    assert public(made, "public", me=99).count("Not me") == 0


def test_parties_of_another_club_are_not_found(prairie, olga, otto):
    made = party(prairie, olga, count=8)
    table_state = next_round(made, olga).current.table(1)
    values = {
        "club": "valley",
        "code": made.code,
        "number": 1,
        "table": 1,
        "entrant": table_state.assignments[0].entrant_id,
        "entry": 1,
        "key": 1,
        "action": "start",
        "ruling": "draw",
    }
    found = {}
    for name, parts in routes().items():
        if name.startswith("party:") and {"club", "code"} <= parts:
            url = reverse(name, kwargs={part: values[part] for part in parts})
            found[name] = {otto.get(url).status_code, otto.post(url).status_code}
    assert len(found) > 25
    assert {name: codes for name, codes in found.items() if codes != {404}} == {}


@pytest.mark.parametrize("page", ["play:tonight", "play:history", "party:archive", "party:set_up"])
def test_an_organiser_sees_no_party_of_another_club(prairie, olga, otto, page):
    made = party(prairie, olga, "Ann", "Bob", "Clara", "Dan", name="Prairie night")
    play_round(made, olga, (5, 3))
    party_lifecycle.finish(made, by=olga, at=NOON)
    shown = otto.get(reverse(page, args=["valley"])).content.decode()
    assert not [word for word in ("Prairie", "Ann", made.code) if word in shown]


@pytest.mark.parametrize("page", ["console", "people", "standings", "log", "print_menu", "print_cards"])
def test_an_organisers_pages_of_a_party_hold_no_other_party(prairie, olga, otto, organiser, page):
    made = party(prairie, olga, count=8)
    party(prairie, olga, "Absent Abel", "Barb", "Carl", "Dora", name="Another night")
    shown = organiser.get(run(made, page)).content.decode()
    hidden = ["Another night", "Vanessa", "Vinterfest"] + ([] if page == "people" else ["Absent Abel"])
    assert not [word for word in hidden if word in shown]


def test_a_score_pad_of_a_party_holds_no_link_of_another_table(prairie, olga):
    made = party(prairie, olga, count=8)
    first, second = next_round(made, olga).current.tables
    page = phone().get(reverse("play:pad", args=[link(first.game).token])).content.decode()
    assert link(second.game).token not in page
    assert not [token for token in tokens(made)[2:] if token in page]


def test_a_waiting_card_holds_no_link_of_another_table(prairie, olga):
    made = party(prairie, olga, count=8)
    play_round(made, olga, (5, 3), (3, 5))
    page = Client().get(reverse("party:table", args=[card(made, 1)])).content.decode()
    own = [card(made, 1), link(party_state(made).current.table(1).game).token]
    assert not [token for token in tokens(made) if token in page and token not in own]


def stripped(page):
    """A page without the version it holds and the server's clock."""
    lines = page.splitlines()
    return [line for line in lines if "?v=" not in line and "data-now" not in line]

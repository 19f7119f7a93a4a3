"""A page of a party never holds what its reader may not see."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import NOON, link, undone
from tests.party.builders import key, next_round, party, party_state, play_round
from tests.play.phone import phone
from tests.web import site
from tests.web.html import Html
from tests.web.party_site import card, run
from whistclub.engine.options import PRESETS
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import people, seating
from whistclub.party.actions.seats import swap_seats

pytestmark = pytest.mark.django_db


PUBLIC = ("public", "public_tables", "public_standings", "projector")
MONEY = ("$", "¢", "pays", "Settlement")


def public(of, name, **query):
    return Client().get(reverse(f"party:{name}", args=[of.code]), query).content.decode()


def tokens(of):
    """Every link that allows writing at a table of this party."""
    of.refresh_from_db()
    games = [table_state.game for round_state in party_state(of).announced for table_state in round_state.tables]
    return [link(game).token for game in games] + [card(of, number) for number in range(1, 4)]


def test_the_first_seating_is_not_public_before_it_is_announced(prairie, olga):
    made = party(prairie, olga, count=8)
    before = [stripped(public(made, name, me=1)) for name in PUBLIC]
    seating.make_draft(made, seed=1, by=olga, at=NOON)
    for name in PUBLIC:
        assert "Table 1" not in Html(Client().get(reverse(f"party:{name}", args=[made.code]))).text, name
    assert [stripped(public(made, name, me=1)) for name in PUBLIC] == before


def test_a_later_seating_is_not_public_before_it_is_announced(prairie, olga):
    made = party(prairie, olga, count=9)
    play_round(made, olga, (5, 3), (3, 5))
    before = [stripped(public(made, name, me=9)) for name in PUBLIC]
    seating.make_draft(made, seed=1, by=olga, at=NOON)
    assert [stripped(public(made, name, me=9)) for name in PUBLIC] == before


def test_only_organisers_see_money(prairie, olga, organiser):
    made = party(prairie, olga, count=8, preset="askov")
    play_round(made, olga, (13, 5), (13, 5))
    for is_over in (False, True):
        if is_over:
            party_lifecycle.finish(made, by=olga, at=NOON)
        assert " pays " in Html(organiser.get(run(made, "standings"))).text
        for name in PUBLIC:
            assert not [word for word in MONEY if word in public(made, name)], name


def test_only_organisers_see_the_log(prairie, olga):
    made = party(prairie, olga, count=9)
    next_round(made, olga)
    one, other = (key(made, each) for each in ("P1", "P5"))
    people.check_out(made, key(made, "P9"), by=olga, at=NOON)
    swap_seats(made, one, other, reason="They quarrelled", by=olga, at=NOON)
    for page in (public(made, name) for name in PUBLIC):
        assert not [word for word in ("Olga", "example.org", "/run/", "seed", "announced by") if word in page]
        assert "They quarrelled" not in page


def test_no_link_that_writes_is_on_a_page_for_everyone(prairie, olga):
    made = party(prairie, olga, count=8)
    play_round(made, olga, (5, 3), (3, 5))
    next_round(made, olga)
    pages = [public(made, name, **me) for name in PUBLIC for me in ({}, {"me": 1})]
    assert not [token for token in tokens(made) for page in pages if token in page or "/t/" in page]


def test_a_score_pad_of_a_party_holds_no_link_of_another_table(prairie, olga):
    made = party(prairie, olga, count=8)
    first, second = next_round(made, olga).current.tables
    page = phone().get(reverse("play:pad", args=[link(first.game).token])).content.decode()
    assert link(second.game).token not in page
    assert not [token for token in tokens(made)[2:] if token in page]


def stripped(page):
    """A page without the version it holds and the server's clock."""
    lines = page.splitlines()
    return [line for line in lines if "?v=" not in line and "data-now" not in line]


@pytest.fixture(scope="module")
def made(django_db_setup, django_db_blocker):
    """Made once: it is only read."""
    with django_db_blocker.unblock(), undone():
        yield site.build()


def body(response):
    return response.content.decode()


@pytest.mark.parametrize("state", ["running", "waiting", "finished", "stopped"])
def test_a_watcher_never_gets_the_score_pad_link(made, state):
    game = getattr(made, state)
    page = body(Client().get(reverse("play:watch", args=[game.code])))
    assert site.token(game) not in page
    assert "/t/" not in page
    assert "/run/" not in page


@pytest.mark.parametrize("signed_in", [True, False])
def test_public_error_pages_name_no_club_or_person(made, signed_in):
    client = made.organiser if signed_in else Client()
    urls = ["/rules/", *(reverse("rules:card", args=[preset]) for preset in PRESETS), "/sign-in/", "/"]
    pages = [client.get(url, follow=False) for url in urls]
    held = [
        name for name in ("Prairie", "Valley", "Clara", "Victor", "@example") for each in pages if name in body(each)
    ]
    assert held == []

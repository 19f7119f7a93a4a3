"""Whatever is sent to a party: a page or a refusal comes back, and whatever is refused has changed nothing."""

from functools import partial

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.builders import client_of, link, undone
from tests.malformed import EVERY_VALUE, attempts, sendable
from tests.party.attempts import made_in, rows, wrong
from tests.party.builders import key, party_state
from tests.party.forms import SETTINGS
from tests.web.party_site import card, run

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


in_state = partial(pytest.mark.parametrize, "made", indirect=True, scope="module")


@pytest.fixture(scope="module")
def made(request, django_db_setup, django_db_blocker):
    """The party most of these are sent to, made once: whatever is sent to it is taken back."""
    with django_db_blocker.unblock(), undone():
        yield made_in(getattr(request, "param", "running"), builders.organiser()[0])


@pytest.fixture
def running(made):
    return made


@pytest.fixture(scope="module")
def signed_in(made):
    client = client_of(made.club.roles.get().user)
    return client.cookies


@pytest.fixture
def organiser(signed_in):
    client = Client(raise_request_exception=False)
    client.cookies.load(signed_in.output(header="", sep=";"))
    return client


def broken(client, url, form, **how):
    """The fields which, holding such a value while the others are in order, are answered with an error of ours."""
    before = rows()  # each attempt is taken back: it holds for all
    return [
        (name, called)
        for name, called, filled in attempts(form, EVERY_VALUE)
        if wrong(client, url, filled, before, **how)
    ]


def test_a_malformed_slip_is_rejected(organiser, running):
    form = {"table": "1", "first": "5", "second": "3", "back": "table"}
    assert broken(organiser, run(running, "round", 1), form) == []


def test_malformed_settings_are_rejected(organiser, running):
    assert broken(organiser, run(running, "settings"), SETTINGS) == []


def test_malformed_swaps_are_rejected(organiser, running):
    form = {"who": str(key(running, "P1")), "reason": "Sat in the wrong seats", "round": "1"}
    assert broken(organiser, run(running, "swap"), form) == []


@in_state(["all in"])
def test_malformed_prizes_are_rejected(organiser, made):
    assert broken(organiser, run(made, "standings"), {"title": "Best cake", "number": "3"}) == []


def test_a_malformed_query_is_answered(organiser, running):
    token, game = card(running, 1), party_state(running).current.table(1).game
    asked = [
        (run(running, "log"), "page"),
        (run(running, "console_live"), "v"),
        (run(running, "print_cards"), "tables"),
        (run(running, "print_seating"), "round"),
        (run(running, "print_sheets"), "round"),
        (reverse("play:history", args=["prairie"]), "page"),
        *((reverse("party:set_up", args=["prairie"]), name) for name in ("new", "movement", "rounds")),
        *((reverse("party:public", args=[running.code]), each) for each in ("me", "q", "v")),
        (reverse("party:projector", args=[running.code]), "v"),
        (reverse("party:table", args=[token]), "v"),
        (reverse("party:next_table", args=[link(game).token]), "v"),
    ]
    for number, (called, value) in enumerate(EVERY_VALUE.items()):
        sent = sendable(value or "")
        # A few of the pages, for several ask for the same kind of value.
        codes = {(url, name): organiser.get(url, {name: sent}).status_code for url, name in asked[number % 6 :: 6]}
        assert {each: code for each, code in codes.items() if code not in (200, 302)} == {}, called


@pytest.mark.parametrize("value", ["", "x", "-1", "9" * 5000, "²", "\xd9\xa3", "0; path=/", '"', "%00", "\xff"])
def test_a_malformed_phone_cookie_belongs_to_no_player(running, value):
    client = Client(raise_request_exception=False)
    for name in ("public", "public_standings"):
        url = reverse(f"party:{name}", args=[running.code])
        assert client.get(url, headers={"Cookie": f"me={value}"}).status_code == 200


@pytest.mark.parametrize("number", [0, 3, 99, 2**31, 2**63, int("9" * 40)])
def test_an_unknown_round_or_table_is_refused(organiser, running, number):
    slip = {"table": 1, "first": 5, "second": 3}
    for page, more in (
        ("round", (number,)),
        ("round_table", (1, number)),
        ("round_table", (number, 1)),
        ("undo_round", (number,)),
        ("person", (number * 1000,)),
    ):
        assert (page, organiser.get(run(running, page, *more)).status_code) in ((page, 404), ("person", 302))
    refused = [
        (run(running, "round", number), slip),
        (run(running, "round", 1), slip | {"table": number}),
        (run(running, "undo_round", number), {"sure": "yes"}),
        (run(running, "round_table", number, 1), {"do": "draw"}),
        (run(running, "round_table", 1, number), {"do": "draw"}),
        (run(running, "pairs"), {"split": number * 1000}),
        (run(running, "person", number * 1000), {"how": "alone"}),
    ]
    before = rows()
    codes = {url: organiser.post(url, form).status_code for url, form in refused}
    assert {url: code for url, code in codes.items() if not 300 <= code < 500} == {}
    assert rows() == before


@pytest.mark.parametrize("way", ["p/{}/", "p/{}/live/", "p/{}/projector/", "run/prairie/parties/{}/", "t/table/{}/"])
def test_a_malformed_address_is_not_found(organiser, way):
    for code in ("x", "%00", "a%00b", "%ff", "x" * 5000, "٣", "%2e%2e", "%20", "1-1-1.", "-.x"):
        assert organiser.get("/" + way.format(code)).status_code == 404, code[:9]

"""Whatever a field, a cookie or an address holds: a page or a refusal comes back, never an error of ours.

Databases refuse what Python takes: numbers of more than 63 bits, text with a NUL, text too long for its column.
"""

from collections.abc import Iterator
from copy import deepcopy
from urllib.parse import urlencode
from uuid import UUID

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.builders import high, link, play_out, record, undone
from tests.play.phone import HTMX, hand_form, pad_url, phone

pytestmark = [pytest.mark.django_db, pytest.mark.writes]

NASTY = {
    "missing": None,
    "empty": "",
    "space": " ",
    "word": "x",
    "newline after a good word": "low\n",
    "nul": "\x00",
    "nul inside": "9-\x004",
    "negative": "-1",
    "zero": "0",
    "float": "1.5",
    "exponent": "1e5",
    "not a number": "nan",
    "infinite": "inf",
    "past 15 bits": str(2**15),
    "past 31 bits": str(2**31),
    "past 63 bits": str(2**63),
    "thousands of digits": "9" * 5000,
    "arabic digits": "٣",
    "superscript digit": "²",
    "bracketed digit": "⑤",
    "longer than a column": "a" * 300,
    "long": "a" * 100_000,
    "quotes": "'\"; DROP TABLE play_hand; --",
    "markup": "<script>alert(1)</script>",
    "braces": "{0} {name} %s %(x)s",
    "surrogate": "\ud800",
    "beyond the first plane": "𝟗🃏",
    "many dashes": "1-2-3-4-5-6-7",
    "only dashes": "--",
    "big tricks": "999-999",
    "nil id": str(UUID(int=0)),
}
# What databases take differently: numbers and texts at the edge of a column. All others are ours to refuse.
DATABASES_DIFFER = {
    *("nul", "nul inside", "not a number", "infinite", "past 15 bits", "past 31 bits", "past 63 bits"),
    *("thousands of digits", "longer than a column", "long", "surrogate", "beyond the first plane"),
}
EVERY_VALUE = {name: NASTY[name] for name in NASTY if name in DATABASES_DIFFER or connection.vendor == "sqlite"}
# Enough where one is like the next.
EVERY_SECOND = dict(list(NASTY.items())[::2])


def broken(
    client: Client, url: str, form: dict, values: dict[str, str | None] = EVERY_VALUE, **how: object
) -> list[tuple[str, str]]:
    """The fields which, holding such a value while the others are in order, bring down the page at `url`."""
    return [
        (name, called)
        for name, called, filled in attempts(form, values)
        if posted(client, url, filled, **how).status_code >= 500
    ]


def attempts(form: dict, values: dict[str, str | None]) -> Iterator[tuple[str, str, dict]]:
    """Each field with such values while the others are in order: the field, the name of the value, the form.

    Where there are several fields they take turns: together they hold all values, and in forms of other lengths each
    holds others. A database that is not SQLite gets few values, so each field holds all of them there.
    """
    turns = 1 if len(form) == 1 or connection.vendor != "sqlite" else 2 if len(form) < 5 else 4
    for number, (called, value) in enumerate(values.items(), start=len(form)):
        for place, name in enumerate(form):
            if (number + place) % turns == 0:
                yield name, called, with_field(form, name, value)


def with_field(form: dict, name: str, value: str | None) -> dict:
    others = {key: kept for key, kept in form.items() if key != name}
    return others if value is None else others | {name: sendable(value)}


def sendable(value: str) -> bytes:
    return value.encode("utf-8", "surrogatepass")


def posted(client: Client, url: str, form: dict, **how: object) -> HttpResponse:
    """Nothing of it is kept, so that the next one finds everything in order."""
    client.raise_request_exception = False
    cookies = deepcopy(client.cookies)
    with undone():
        body = urlencode(form)
        response = client.post(url, body, content_type="application/x-www-form-urlencoded", **how)
    client.cookies = cookies
    return response


def test_a_malformed_hand_is_rejected(game):
    assert broken(phone(), pad_url(game, "pad_record"), hand_form(), headers=HTMX) == []


def test_malformed_tricks_are_rejected_in_every_contract(game):
    game.options |= {"solos": True}
    game.save()
    client, url = phone(), pad_url(game, "pad_record")
    codes = {}
    for contract, bid in (("high", "low"), ("sola_nola", "1"), ("low", "1"), ("widow", "1")):
        form = hand_form(contract=contract, bid=bid)
        for called, value in EVERY_VALUE.items():
            response = posted(client, url, with_field(form, "tricks", value), headers=HTMX)
            codes[contract, called] = response.status_code
    assert {each: code for each, code in codes.items() if code >= 500} == {}


def test_a_malformed_conflict_form_is_rejected(game):
    record(game, high(1, 0, 9))
    assert broken(phone(), pad_url(game, "pad_record"), hand_form(bid="1")) == []


def test_a_malformed_correction_is_rejected(game):
    old = record(game, high(1, 0, 9)).hand
    assert broken(phone(), pad_url(game, "pad_correct", 1), hand_form(tricks="8-5", replaces=old.uid)) == []


def test_a_correction_proposed_by_a_garbled_address_is_shown(game):
    record(game, high(1, 0, 9))
    client = phone()
    client.raise_request_exception = False
    good = {"contract": "high", "bid": "1", "tricks": "8-5"}
    codes = {
        (name, called): client.get(pad_url(game, "pad_correct", 1), good | {name: sendable(value or "")}).status_code
        for name in good
        for called, value in EVERY_VALUE.items()
    }
    assert {each: code for each, code in codes.items() if code != 200} == {}


def test_a_malformed_undo_is_rejected(game):
    last = record(game, high(1, 0, 9)).hand
    form = {"last": last.uid}
    assert broken(phone(), pad_url(game, "pad_undo"), form) == []


def test_a_malformed_seat_is_asked_again(game):
    assert broken(phone(), pad_url(game, "pad_seat"), {"seat": "1"}) == []


def test_a_malformed_next_game_is_rejected(game, organiser, prairie):
    play_out(game)
    assert broken(phone(), pad_url(game, "pad_again"), {"partner": "1"}) == []
    assert broken(organiser, reverse("play:again", args=[prairie.slug, game.code]), {"partner": "1"}) == []


def test_a_malformed_start_form_is_rejected(organiser, prairie):
    form = {"seat0": "Ann", "seat1": "Bob", "seat2": "Clara", "seat3": "Dan", "preset": "askov", "dealer": "2"}
    assert broken(organiser, reverse("play:start", args=[prairie.slug]), form) == []


def test_a_malformed_page_number_shows_a_page(organiser, prairie):
    organiser.raise_request_exception = False
    url = reverse("play:history", args=[prairie.slug])
    pages = {called: organiser.get(url, {"page": sendable(value or "")}) for called, value in EVERY_VALUE.items()}
    assert {called: page.status_code for called, page in pages.items() if page.status_code != 200} == {}


def test_a_malformed_seat_cookie_is_ignored(game):
    for value in ("", "x", "-1", "9" * 5000, "²", "0; path=/", '"', "%00", "\xff"):
        client, cookie = phone(None), {"Cookie": f"seat={value}"}
        client.raise_request_exception = False
        assert client.get(pad_url(game), headers=cookie).status_code == 200, value[:9]
        assert posted(client, pad_url(game, "pad_record"), hand_form(), headers=cookie).status_code == 302, value[:9]


def test_a_forged_link_shows_a_message():
    client = Client(raise_request_exception=False)
    for token in ("x", "1-1", "1-1.", ".", "-.x", "%00", "1-1.%00", "٣-1.x", "%ff%fe", "9" * 5000, "1-1." + "a" * 43):
        response = client.get(f"/t/{token}/")
        assert response.status_code == 404, token[:9]
        assert "This link is incomplete. Scan the code again or ask for a new link." in response.content.decode()


def test_a_link_with_one_letter_changed_shows_a_message(game):
    token = link(game).token
    mutilated = token[:-1] + ("a" if token[-1] != "a" else "b")
    assert Client().get(f"/t/{mutilated}/").status_code == 404


@pytest.mark.parametrize("way", ["p/game/{}/", "p/game/{}/live/", "rules/{}/", "run/prairie/games/{}/", "run/{}/"])
def test_a_malformed_address_is_not_found(organiser, way):
    organiser.raise_request_exception = False
    for code in ("x", "%00", "a%00b", "%ff", "x" * 5000, "٣", "..", "%2e%2e", "%20"):
        assert organiser.get("/" + way.format(code)).status_code == 404, code[:9]


def test_a_malformed_hand_number_is_not_found(game):
    client = phone()
    client.raise_request_exception = False
    for number in ("-1", "x", "1.0", "²", "%00", "9" * 5000):
        assert client.get(pad_url(game, "pad_record") + f"{number}/").status_code == 404, number[:9]

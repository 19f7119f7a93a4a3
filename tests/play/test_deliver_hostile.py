"""Codes that are damaged, forged or old are refused with a sentence; what looks like a uid is none."""

from uuid import uuid4

import pytest
from django.test import Client

from tests.builders import game as new_game
from tests.play.deliveries import Item, block, code, counted, deliver, deliver_url, hand, look, says, short, signed
from whistclub.play.models import EntryRecord
from whistclub.play.scorepad.delivery import FIELDS, KINDS, read_code

pytestmark = pytest.mark.django_db


def hostile() -> dict[str, str]:
    good = code(hand())
    item = hand()
    uid = short(uuid4())
    return {
        "empty": "",
        "cut": good[:-12],
        "changed": good.replace("9-4", "8-5"),
        "no checksum": good.rpartition("..")[0],
        "too long": signed("1.1.1.." + "..".join([block(item)] * 200)),
        "of another version": signed(f"2.1.1..{block(item)}"),
        "part 2 of 1": signed(f"1.2.1..{block(item)}"),
        "part 0": signed(f"1.0.1..{block(item)}"),
        "part of Arabic digits": signed(f"1.١.1..{block(item)}"),
        "no entries": signed("1.1.1"),
        "short head": signed(f"1.1..{block(item)}"),
        "long head": signed(f"1.1.2.{uid}.{uid}..{block(item)}"),
        "uid too short": signed("1.1.1..abc.h.n1"),
        "uid with a bad letter": signed(f"1.1.1..{uid[:-1]}é.h.n1"),
        "unknown kind": signed(f"1.1.1..{uid}.z.n1"),
        "unknown field": signed(f"1.1.1..{uid}.h.Z1"),
        "empty field": signed(f"1.1.1..{uid}.h..n1"),
        "no kind": signed(f"1.1.1..{uid}"),
        "replaces a row": signed(f"1.1.1..{uid}.h.n1.r7"),
        "words": "hello",
        "an escape": "%00%ff%E2%80",
    }


@pytest.mark.parametrize("name", list(hostile()))
@pytest.mark.parametrize("scan", [look, deliver])
def test_a_code_that_cannot_be_read_is_refused_with_a_sentence(game, name, scan):
    response = scan(game, hostile()[name])
    assert response.status_code == 400
    says(response, "Nothing was saved")
    assert not EntryRecord.objects.exists()


def forged() -> dict[str, Item]:
    return {
        "hand 0": hand(0),
        "hand 10^30": hand(10**30),
        "bid 3x": hand(1, bid="3x"),
        "bid 9": hand(1, bid="9"),
        "Arabic tricks": hand(1, tricks="٩-4"),
        "no tricks": hand(1, tricks="-"),
        "a contract of no letter": hand(1, contract="\0"),
        "widow at a table of four": hand(1, contract="widow", bid="none", tricks="", first="9", second="9"),
        "corrects nothing": hand(1, kind="correction"),
        "an odd seat": hand(1, by_seat="9.9.9"),
        "an empty redeal": Item("redeal"),
        "an empty undo": Item("undo"),
        "undoes nothing": Item("undo", {"last": uuid4()}),
        "confirms nothing": Item("confirmation", {"hand": uuid4(), "agrees": "yes"}),
        "an empty confirmation": Item("confirmation", {"agrees": "maybe"}),
        "again too early": Item("again", {"partner": "2"}),
        "again with nobody": Item("again", {"partner": "x"}),
        "the end of nothing": Item("end"),
    }


@pytest.mark.parametrize("name", list(forged()))
def test_forged_entries_never_break_the_page(game, name):
    payload = code(forged()[name])
    assert look(game, payload).status_code == 200
    response = deliver(game, payload)
    assert response.status_code in {200, 409, 422}
    assert (response.status_code == 200) == (len(counted(game)) == 1)


def test_a_forged_token_is_not_a_pad(game):
    assert Client().get(f"/t/1-1.forged/deliver/?{code(hand())}").status_code == 404


def test_a_uid_of_another_game_is_refused(game, prairie, olga):
    other = new_game(prairie, olga)
    item = hand()
    deliver(other, code(item))
    assert deliver(game, code(item)).status_code == 409
    assert counted(game) == []


def test_another_site_cannot_save(game):
    address = deliver_url(game, code(hand()))
    assert Client().post(address, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert not EntryRecord.objects.exists()


def test_only_fields_that_hold_a_uid_are_read_as_one(game):
    as_long = "a-word-as-long-as-uids"
    first, looks_like_one = hand(bid=as_long), str(uuid4())
    second = hand(bid=looks_like_one, replaces=first.uid)
    one, two = read_code(code(first, second)).entries
    assert (one.fields["bid"], two.fields["bid"], two.fields["replaces"]) == (as_long, looks_like_one, str(first.uid))


def test_every_kind_and_every_field_has_a_letter_of_its_own():
    assert len(set(KINDS.values())) == len(KINDS)
    assert len(set(FIELDS.values())) == len(FIELDS)

"""The law of the part of a party’s page that is one’s own: what an open phone shows is what a reload would show."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import NOON, show_statistics
from tests.party.builders import LATER, NINE, friday, friday_playing, key, next_round, party_state, play, swap, typed
from whistclub.club.actions import change_player
from whistclub.party import changes
from whistclub.party.actions import (
    broadcast,
    expected,
    lifecycle,
    people,
    results,
    seating,
    timer,
)
from whistclub.party.invitation import Invitation
from whistclub.party.models import Party
from whistclub.party.queries import parties, public_state

# What is shared, is shared only outside transactions.
pytestmark = pytest.mark.django_db(transaction=True)

# Somebody at a table, one who sits out, numbers of people who come later and of nobody, and who looks for a name.
PHONES = ({"me": 1}, {"me": 5}, {"me": 9}, {"me": 11}, {"me": 99}, {}, {"q": "an"})
EACH_TIME = re.compile(r'data-now="\d+"')
PARTS = re.compile(r'(?=<div\s+id="(?:public|news|remark|own)")')
ADDRESS = re.compile(r'id="(public|own)"[^>]*hx-get="([^"]*)"')


class Phone:
    """An open page, which asks as `static/js/live.js` does."""

    def __init__(self, of: Party, asked: dict[str, object]) -> None:
        self.client, self.address, self.asked = Client(), reverse("party:public", args=[of.code]), asked
        self.reloads = self.fetched = 0
        self.load()

    def get(self, address: str, asked: object = None) -> str | None:
        """The text of an answer; None where it says to reload."""
        response = self.client.get(address, asked, headers={"HX-Request": "true"})
        assert response.status_code == 200
        return None if "HX-Refresh" in response.headers else EACH_TIME.sub("", response.content.decode())

    def load(self) -> None:
        page = self.get(self.address, self.asked)
        self.parts: dict[str, str] = {}
        self.asks: dict[str, str] = {}
        for name, address in ADDRESS.findall(page):
            self.take(self.get(re.sub(r"\?v=[^&]*", "?v=", unescape(address))))
            assert name in self.asks
        assert self.shows_all_of(page)

    def take(self, text: str) -> None:
        for part in filter(str.strip, PARTS.split(text)):
            self.parts[re.search(r'id="(\w+)"', part)[1]] = part.strip()
        self.asks |= {name: unescape(address) for name, address in ADDRESS.findall(text)}

    def ask(self) -> None:
        """What is one's own is asked for after the part that everyone sees alike."""
        for name in ("public", "own"):
            if name not in self.asks:
                continue
            answer = self.get(self.asks[name])
            if answer is None:
                self.reloads += 1
                return self.load()
            if not answer:
                return None
            self.fetched += name == "own"
            self.take(answer)
        return None

    def shows_all_of(self, page: str) -> bool:
        return all(part in page for part in self.parts.values())

    @property
    def is_right(self) -> bool:
        return self.shows_all_of(self.get(self.address, self.asked))


def evening(of, olga):
    """What happens, by name; each changes what some phones show."""
    who = {"by": olga, "at": NOON}

    def finish(number):
        table = party_state(of).current.table(number)
        play(table, (0, 13), (0, 13))

    yield "a check-in", lambda: people.check_in(of, ["Jan"], **who)
    yield "another", lambda: people.check_in(of, ["Kim"], **who)
    yield "a mistaken check-in", lambda: changes.undo(of, of.entry, **who)
    yield "a person who goes", lambda: people.check_out(of, key(of, "Ann"), **who)
    yield "and comes back", lambda: people.check_in(of, ["Ann", "Lea"], **who)
    yield "a round", lambda: next_round(of, olga)
    yield "a hand", lambda: play(party_state(of).current.table(1), (0, 9))
    yield "a result", lambda: finish(1)
    yield "a swap", lambda: swap(of, olga, "Eva", "Ida")
    yield (
        "a person who goes home",
        lambda: people.leave_now(
            of, party_state(of).current.table(2).assignments[0].entrant_id, substitute=None, **who
        ),
    )
    yield "a new name", lambda: change_player(of.club.players.get(name="Ann"), name="Anna", **who)
    yield "a hidden name", lambda: change_player(of.club.players.get(name="Anna"), hidden=True, **who)
    yield "open statistics", lambda: show_statistics(of.club, to_everyone=True, **who)
    yield "a hidden name among linked ones", lambda: change_player(of.club.players.get(name="Bob"), hidden=True, **who)
    yield "a message", lambda: broadcast.show_message(of, "Coffee", **who)
    yield "a remark", lambda: lifecycle.change_remark(of, "Cake at five", for_all=True, **who)
    yield "a timer", lambda: timer.start(of, 20, by=olga, at=timezone.now())
    yield "a withdrawn round", lambda: seating.undo_round(of, 1, sure=True, **who)
    yield "a round again", lambda: next_round(of, olga, seed=5)
    yield "all results", lambda: typed(of, olga, *[(13, 7)] * len(party_state(of).current.tables))
    yield "a draft", lambda: seating.make_draft(of, seed=1, **who)
    yield "the next round", lambda: seating.announce(of, **who)
    yield "a result of it", lambda: results.type_result(of, 2, 1, (2, 6), **who)
    yield "a corrected result", lambda: results.type_result(of, 1, 1, (5, 6), **who)
    yield "the end", lambda: (typed(of, olga, *[(13, 7)] * len(party_state(of).current.tables)), finished(of, olga))
    yield "a reopened party", lambda: lifecycle.reopen_party(of, by=olga, at=LATER)


def finished(of, olga):
    lifecycle.finish(of, by=olga, at=timezone.now() + timedelta(hours=1))


@pytest.mark.parametrize("few", [4, 50])
def test_an_open_phone_shows_what_a_reload_would_show_after_each_change(olga, monkeypatch, few):
    monkeypatch.setattr(public_state, "FEW_PEOPLE", few)
    of = friday(olga, *NINE)
    phones, wrong = [Phone(of, asked) for asked in PHONES], []
    for name, happens in evening(of, olga):
        happens()
        for phone in phones:
            phone.ask()
            if not phone.is_right:
                wrong.append((name, phone.asked))
    assert wrong == []
    assert all(phone.fetched for phone in phones)


def test_the_page_before_a_party_is_loaded_again_when_the_first_person_is_here(olga):
    of = friday(olga)
    expected.change_invitation(of, Invitation(LATER), by=olga, at=NOON)
    phones = [Phone(of, {}), Phone(of, {"q": "an"}), Phone(of, {"me": 1})]
    people.check_in(of, ["Ann"], by=olga, at=NOON)
    for phone in phones:
        phone.ask()
    people.check_in(of, ["Bob"], by=olga, at=NOON)
    for phone in phones:
        phone.ask()
    assert [phone.reloads for phone in phones] == [1, 1, 1]
    assert all(phone.is_right for phone in phones)


def test_a_result_is_fetched_by_the_people_of_its_table_alone(olga, monkeypatch):
    monkeypatch.setattr(public_state, "FEW_PEOPLE", 4)
    of = friday_playing(olga, count=26)
    phones = [Phone(of, {"me": number}) for number in range(1, 27)]
    typed(of, olga, (13, 7))
    for phone in phones:
        phone.ask()
    at_table = party_state(of).current.table(1).numbers
    assert {phone.asked["me"] for phone in phones if phone.fetched} == {number for side in at_table for number in side}


def test_a_check_in_is_fetched_by_the_person_alone(olga, monkeypatch):
    monkeypatch.setattr(public_state, "FEW_PEOPLE", 4)
    of = friday(olga, count=26)
    phones = [Phone(of, {"me": number}) for number in range(1, 27)]
    people.check_out(of, key(of, "P7"), by=olga, at=NOON)
    for phone in phones:
        phone.ask()
    assert {phone.asked["me"] for phone in phones if phone.fetched} == {7}


def test_the_page_of_a_large_party_asks_for_the_same_whoever_looks(olga, monkeypatch):
    monkeypatch.setattr(public_state, "FEW_PEOPLE", 4)
    of = friday_playing(olga, *NINE)
    phones = [Phone(of, asked) for asked in PHONES]
    assert len({phone.asks["public"] for phone in phones}) == 1
    address = reverse("party:public_live", args=[of.code])
    assert len({phone.get(address, phone.asked) for phone in phones}) == 1


@pytest.mark.parametrize("held", ["?v=1.2.3&of=evening&me=7", "?v=1.2.3&of=winners&n=abc&q=an"])
def test_a_page_of_an_earlier_version_of_the_program_is_loaded_again(two_tables, olga, held):
    address = reverse("party:public_live", args=[two_tables.code]) + held
    assert Client().get(address).headers["HX-Refresh"] == "true"
    typed(two_tables, olga, (13, 7), (13, 9))
    lifecycle.finish(two_tables, by=olga, at=LATER)
    assert Client().get(address).headers["HX-Refresh"] == "true"


def test_a_page_that_asks_while_the_party_is_finished_is_loaded_again(two_tables, olga, monkeypatch):
    """Its row was read before that, the rest after."""
    typed(two_tables, olga, (13, 7), (7, 13))
    phone, token = Client(), parties.token_of_finished_tables
    version = token(two_tables)

    def token_and_then_finished(party: Party) -> str:
        monkeypatch.undo()
        lifecycle.finish(two_tables, by=olga, at=LATER)
        return version

    monkeypatch.setattr(parties, "token_of_finished_tables", token_and_then_finished)
    address = reverse("party:public_live", args=[two_tables.code])
    answer = phone.get(address, {"v": "evening.0"}, headers={"HX-Request": "true"})
    assert (answer.headers.get("HX-Refresh"), answer.content) == ("true", b"")

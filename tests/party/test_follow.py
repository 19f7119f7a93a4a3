"""What open pages show after each change: for everyone what would be made now, for oneself what a reload would show."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import NOON, show_statistics, undone
from tests.party.builders import LATER, NINE, friday, friday_playing, key, next_round, party_state, play, swap, typed
from tests.two_at_once import Other
from whistclub.club.actions import change_player
from whistclub.party import follow
from whistclub.party.actions import lifecycle, people, results, seating, timer
from whistclub.party.models import Party
from whistclub.party.public import pages
from whistclub.party.public.seats import public_party

# Inside a transaction nothing is kept.
pytestmark = pytest.mark.django_db(transaction=True)

PAGES = ("public_tables", "public_standings")
FOLLOWING = ("public", *PAGES, "projector")
EACH_TIME = re.compile(r'data-now="\d+"|csrf\w+" value="\w+"')


def shown(of, following=FOLLOWING):
    """What phones and the projector are shown: two people, one who comes later, and nobody in particular; on pages
    that are the same for all but a mark, one person and nobody."""
    return [
        EACH_TIME.sub("", Client().get(reverse(f"party:{name}", args=[of.code]), {"me": me}).content.decode())
        for name in following
        for me in ((1, 5, 11, "") if name == "public" else (1, ""))
    ]


@pytest.mark.parametrize("few", [4, 50])
def test_what_is_kept_equals_what_would_be_made_now(olga, organiser, monkeypatch, few):
    monkeypatch.setattr(pages, "FEW_PEOPLE", few)
    of = friday(olga, count=10, own_prizes=("Best cake",))
    following = FOLLOWING if few == 50 else ("public",)  # the others are the same for many people as for few

    def finish(table_state):
        play(table_state, (0, 13), (0, 13))

    evening = [
        lambda: people.check_in(of, ["Ann", "Bob", "Clara"], by=olga, at=NOON),
        lambda: next_round(of, olga),
        lambda: play(party_state(of).current.table(1), (0, 9)),
        lambda: finish(party_state(of).current.table(2)),
        lambda: people.check_out(of, party_state(of).current.sitting_out[0].entrant_id, by=olga, at=NOON),
        lambda: swap(of, olga, "P1", "P5"),
        lambda: typed(of, olga, (5, 3), (3, 5), (4, 4)),
        lambda: change_player(of.club.players.get(name="P2"), name="Petra", by=olga, at=LATER),
        lambda: timer.show_message(of, "Coffee", by=olga, at=NOON),
        lambda: results.record_cut(of, 1, 3, 0, by=olga, at=NOON),
        lambda: seating.make_draft(of, seed=1, by=olga, at=NOON),
        lambda: people.check_in(of, ["Dora"], by=olga, at=NOON),
        lambda: seating.announce(of, by=olga, at=NOON),
        lambda: timer.start(of, 20, by=olga, at=NOON),
        lambda: results.type_result(of, 1, 1, (2, 6), by=olga, at=LATER),
        lambda: seating.undo_round(of, 2, sure=True, by=olga, at=LATER),
        lambda: next_round(of, olga),
        lambda: typed(of, olga, (5, 3), (3, 5), (7, 4)),
        lambda: lifecycle.finish(of, by=olga, at=LATER),
        lambda: results.type_result(of, 2, 1, (1, 9), by=olga, at=LATER),
        lambda: lifecycle.reopen_party(of, by=olga, at=LATER),
    ]
    for number, happens in enumerate(evening):
        happens()
        organiser.get(reverse("party:public", args=[of.code]))  # what they may see is kept for nobody
        kept = shown(of, following)
        with transaction.atomic():
            assert kept == shown(of, following), number


def test_what_is_written_and_undone_is_kept_for_nobody(olga):
    of = friday_playing(olga, count=9)
    before = shown(of)
    with undone():
        typed(of, olga, (5, 3), (3, 5))
        assert shown(of) != before
    assert shown(of) == before


def test_a_party_is_read_as_it_is_at_one_moment(olga):
    of, others = friday(olga, count=8), []
    seating.make_draft(of, seed=1, by=olga, at=NOON)

    def meanwhile(execute, sql, *more):
        found = execute(sql, *more)
        if not others and 'FROM "party_entrant"' in sql:
            others.append(Other(lambda: people.check_in(of, ["P9"], by=olga, at=NOON)))
            others[0].end()
        return found

    with connection.execute_wrapper(meanwhile):
        assert len(party_state(of).entrants) == 8
    assert len(party_state(of).entrants) == 9


def test_of_a_code_of_no_party_nothing_is_kept(client):
    response = client.get(reverse("party:public", args=["nobody"]), headers={"HX-Request": "true"})
    assert (response.status_code, "nobody/party" in cache) == (404, False)


def test_the_draft_is_in_nothing_that_is_shared(olga):
    of = friday_playing(olga, count=8)
    typed(of, olga, (5, 3), (3, 5))
    seating.make_draft(of, seed=1, by=olga, at=NOON)
    of.refresh_from_db()
    shared = public_party(of, follow.version_of_results(of))
    assert [each.round.number for each in shared.state.rounds] == [1]


# What is shared, is shared only outside transactions.

# Somebody at a table, one who sits out, numbers of people who come later and of nobody, and one who has not chosen.
PHONES = ({"me": 1}, {"me": 5}, {"me": 9}, {"me": 11}, {"me": 99}, {})
ADDRESS = re.compile(r'id="round"[^>]*hx-get="([^"]*)"')


def plain(html: str) -> str:
    """Without what differs each time, and without the word that this part comes along."""
    return EACH_TIME.sub("", html).replace(' hx-swap-oob="true"', " ")


class Phone:
    """An open page that asks as `static/js/live.js` does."""

    def __init__(self, of: Party, asked: dict[str, object]) -> None:
        self.client, self.code, self.asked = Client(), of.code, asked
        self.page_address = reverse("party:public", args=[of.code])
        self.fetched = 0
        self.parts: dict[str, str] = {}
        page = self.page()
        self.address = self.page_address
        self.ask()
        assert self.parts.keys() == {"round", "own"}
        assert self.shows_all_of(page)

    def page(self) -> str:
        return plain(self.client.get(self.page_address, self.asked).content.decode())

    def ask(self) -> None:
        cache.delete(f"{self.code}/party")  # as if it were older
        response = self.client.get(self.address, headers={"HX-Request": "true"})
        assert response.status_code in (200, 204)
        if answer := response.content.decode():
            (address,) = ADDRESS.findall(answer)
            self.address = unescape(address)
            round_now, is_new, own = plain(answer).partition('<div id="own"')
            self.parts["round"] = round_now
            if is_new:
                self.fetched += 1
                self.parts["own"] = is_new + own

    def shows_all_of(self, page: str) -> bool:
        return all(part.strip() in page for part in self.parts.values())

    @property
    def is_right(self) -> bool:
        return self.shows_all_of(self.page())


def evening(of, olga):
    """What happens, by name; each changes what some phones show."""
    who = {"by": olga, "at": NOON}

    def finish(number):
        table = party_state(of).current.table(number)
        play(table, (0, 13), (0, 13))

    yield "a check-in", lambda: people.check_in(of, ["Jan"], **who)
    yield "another", lambda: people.check_in(of, ["Kim"], **who)
    yield "a mistaken check-in", lambda: people.check_out(of, key(of, "Kim"), **who)
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
    yield "a message", lambda: timer.show_message(of, "Coffee", **who)
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
    monkeypatch.setattr(pages, "FEW_PEOPLE", few)
    of = friday(olga, *NINE)
    phones, wrong = [Phone(of, asked) for asked in PHONES], []
    for name, happens in evening(of, olga):
        happens()
        for phone in phones:
            phone.ask()
            if not phone.is_right:
                wrong.append((name, phone.asked))
    assert wrong == []
    assert all(phone.fetched > 1 for phone in phones)

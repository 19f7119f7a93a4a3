"""A page asks the database as often for many games, players, tables and rounds as for few."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.builders import NOON, client_of, joined, link, low, play_out, record, undone
from tests.party.builders import next_round, party, party_state, play_round, rehearse
from tests.play.phone import HTMX, hand_form, pad_url, phone
from tests.web.addresses import ORGANISER_PAGE, pages
from tests.web.party_site import OF_A_PARTY, card, run
from tests.web.queries import asked
from whistclub.archive.bin import put
from whistclub.club.actions import add_player, change_player
from whistclub.club.roles import invite
from whistclub.party import follow
from whistclub.party.actions import lifecycle, results, signup
from whistclub.party.models import Party
from whistclub.play.models import Game
from whistclub.play.start import NewGame, start_game

pytestmark = pytest.mark.django_db

Counts = Iterator[tuple[str, int]]


def of_a_club(many: int) -> Counts:
    """So many games that run, ended, and are in the bin; the first has three hands for each of them."""
    olga, club = builders.organiser()
    now = timezone.now() - timedelta(hours=1)

    def begin() -> Game:
        return start_game(club, NewGame(builders.FOUR, "neuralplay", 0), by=olga, at=now)

    for number in range(4 * many):
        add_player(club, f"Player {number}")
    running, *_others = [begin() for _each in range(many)]
    for number in range(1, 3 * many + 1):
        record(running, low(number, 6 + number % 2))
    running.refresh_from_db()
    over, *_others = [play_out(begin()) for _each in range(many)]
    ann = club.players.get(name="Ann")
    for number in range(many):
        joined(club, f"Helper{number}", "organiser")
        invite(club, "organiser", str(number), by=olga, at=now)
        change_player(ann, name=f"Ann {number}", by=olga, at=now)
        put(begin(), by=olga, at=now)
        evening = party(club, olga, count=4)
        play_round(evening, olga, (5, 3))
        lifecycle.finish(evening, by=olga, at=NOON)
        next_round(party(club, olga, count=4), olga)
    organiser = client_of(olga)
    organiser.get(reverse("accounts:account"))
    addresses = {page: reverse(page, args=[club.slug]) for page in pages(ORGANISER_PAGE, "club")}
    addresses |= {f"{page} of Ann": reverse(page, args=[club.slug, ann.pk]) for page in ("club:person", "party:merge")}
    addresses["merge asked"] = f"{addresses['party:merge of Ann']}?other=Player+0"
    addresses |= {f"game {each.state}": reverse("play:game", args=[club.slug, each.code]) for each in (running, over)}
    for page, address in addresses.items():
        yield page, asked(lambda address=address: organiser.get(address))
    for page in ("pad", "pad_log", "pad_rules", "pad_seat"):
        yield page, asked(lambda page=page: phone().get(pad_url(running, page)))
    yield "pad over", asked(lambda: phone().get(pad_url(over)))
    for page in ("watch", "watch_rules"):
        yield page, asked(lambda page=page: Client().get(reverse(f"play:{page}", args=[running.code])))
    new = hand_form(position=3 * many + 1)
    yield "record", asked(lambda: phone().post(pad_url(running, "pad_record"), new, headers=HTMX))
    one = hand_form(position=1, corrects=running.entries.get(position=1).uid)
    yield "correct", asked(lambda: phone().post(pad_url(running, "pad_correct", 1), one, headers=HTMX))


class PartyEvening:
    """A rehearsal, so that all results can be made up at once; the last of its rounds waits for one of its tables."""

    def __init__(self, *, people: int, rounds: int) -> None:
        self.rounds = rounds
        self.olga, club = builders.organiser()
        real = party(club, self.olga, count=people, tie="extra", own_prizes=("Best cake",))
        self.party = rehearse(real, self.olga)
        for number in range(rounds):
            next_round(self.party, self.olga, seed=number)
            if number < rounds - 1:
                self.fill()
        self.last = party_state(self.party).current
        self.late = add_player(club, "Late").pk
        self.organiser = client_of(self.olga)
        self.get("console")

    def fill(self) -> None:
        results.fill_round(self.party, seed=1, by=self.olga, at=NOON)

    def get(self, page: str, *more: object, status: int = 200, **query: object) -> int:
        return asked(lambda: self.organiser.get(run(self.party, page, *more), query), status)

    def post(self, page: str, *more: object, status: int = 200, **form: object) -> int:
        return asked(lambda: self.organiser.post(run(self.party, page, *more), form, headers=HTMX), status)

    def public(self, page: str, status: int = 200, **query: object) -> int:
        return asked(lambda: Client().get(reverse(f"party:{page}", args=[self.party.code]), query), status)

    def publics(self, when: str) -> Counts:
        self.public("projector")  # the first page of a round notes it
        for page in ("public", "public_tables", "public_standings", "projector"):
            yield f"{page} {when}", self.public(page, me=1)

    def waiting(self, status: int = 200, **query: object) -> int:
        address = reverse("party:next_table", args=[link(self.last.table(1).game).token])
        return asked(lambda: phone().get(address, query), status)

    def table_card(self, table: int) -> int:
        self.party.refresh_from_db()
        return asked(lambda: Client().get(reverse("party:table", args=[card(self.party, table)])))


def of_a_party(*, people: int, rounds: int) -> Counts:
    made = PartyEvening(people=people, rounds=rounds)
    for page in ("console_live", *OF_A_PARTY):
        yield page, made.get(page)
    yield "table", made.get("round_table", rounds, 1)
    yield "earlier", made.get("round", 1)
    yield "undo", made.get("undo_round", rounds)
    yield "leave", made.get("person", made.last.table(1).assignments[0].entrant_id)
    yield from made.publics("running")
    for how in ("here", "gone", "here"):
        yield f"late {how}", made.post("check", **{how: made.late})
    first, second = party_state(made.party).round(1).table(1).game.totals
    moving = {"table": 1, "first": second, "second": first, "replaces": f"{first}.{second}"}
    yield "ranks that move", made.post("round", 1, **moving)
    yield "typed", made.post("round", rounds, table=1, first=5, second=3)
    made.fill()
    Game.objects.filter(party_table__round__party=made.party).update(locked=False)
    yield "waiting", made.waiting()
    yield "card", made.table_card(1)
    yield "make draft", made.post("draft", status=302)
    for page in ("console", "people", "print_seating"):
        yield f"{page} drafted", made.get(page)
    yield "late again", made.post("check", gone=made.late)
    yield "make draft again", made.post("draft", status=302)
    yield "announce", made.post("draft", do="announce", status=302)
    yield "waiting no more", made.waiting()
    signup.set_list(made.party, "opened", by=made.olga, at=NOON)
    made.party.refresh_from_db()
    for number in range(10 * rounds):
        at = NOON + timedelta(minutes=number)
        signup.write_name(made.party, made.party.signup, f"Waiting {number}", f"phone {number}", at=at)
    yield "people signed up", made.get("people")
    yield "signup", made.get("signup")
    made.fill()
    lifecycle.finish(made.party, by=made.olga, at=NOON)
    for page in ("console", "people", "standings", "print_standings", "print_diplomas"):
        yield f"{page} finished", made.get(page)
    yield from made.publics("finished")


def counts(made: Counts) -> dict[str, int]:
    with undone():
        return dict(made)


def test_no_page_of_a_club_asks_more_for_more_rows():
    assert counts(of_a_club(1)) == counts(of_a_club(2))


def test_no_page_of_a_party_asks_more_for_more_people_and_rounds():
    assert counts(of_a_party(people=14, rounds=3)) == counts(of_a_party(people=30, rounds=4))


def test_a_page_that_follows_asks_once_more_than_its_gate():
    made = PartyEvening(people=14, rounds=1)
    stored = Party.objects.select_related("club").get(pk=made.party.pk)
    results = follow.version_of_results(stored)
    held = made.organiser.get(run(made.party, "console_live")).content.decode().split("?v=")[1].split('"')[0]
    assert made.get("console_live", status=204, v=held) == 5
    assert [made.public(page, 204, v=results) for page in ("public_standings", "projector")] == [2, 2]
    assert made.waiting(204, v=results) == 3
    game = builders.game(made.party.club, made.olga)
    held = {"v": f"1.{game.revision}"}
    assert asked(lambda: phone().get(pad_url(game), held), 204) == 1
    assert asked(lambda: Client().get(reverse("play:watch", args=[game.code]), held), 204) == 1

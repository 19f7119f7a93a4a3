"""Parties in every state a party can be in, and the address of every page of theirs."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import link
from tests.party import builders
from tests.party.builders import key, next_round, party_state, play, typed
from tests.play.phone import phone
from tests.web.addresses import ORGANISER_PAGE, pages
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.party.access import TableLink
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import people, results, seating, signup, timer
from whistclub.party.models import Party
from whistclub.party.rounds import TableState

STATES = ("gathering", "drafted", "running", "second_draft", "finished", "rehearsal", "undone", "couples")
# The organiser's pages of a party as a whole.
OF_A_PARTY = [name.removeprefix("party:") for name in pages(ORGANISER_PAGE, "club code") if name != "play:game"]


@dataclass
class Parties:
    """`running` is in round 2: one table has played a hand, then in, from paper, level, void, awarded, not begun.

    `second_draft` has round 2 in draft, `undone` had its first round taken back, `finished` gave all its prizes.
    """

    gathering: Party
    drafted: Party
    running: Party
    second_draft: Party
    finished: Party
    rehearsal: Party
    undone: Party
    couples: Party

    def pages(self, organiser: Client) -> Iterator[tuple[str, HttpResponse]]:
        for state in STATES:
            yield from self._of_state(organiser, state)
        yield from self._of_rounds(organiser)
        yield from self._refused(organiser)
        yield from self._on_phones()

    def _of_state(self, organiser: Client, state: str) -> Iterator[tuple[str, HttpResponse]]:
        party, stranger = getattr(self, state), Client()
        for name in OF_A_PARTY:
            yield f"party {name} {state}", organiser.get(run(party, name))
        public = ("public", "public_tables", "public_standings")
        for name in (*public, "projector"):
            yield f"party {name} {state}", stranger.get(reverse(f"party:{name}", args=[party.code]))
        yield f"party public of one {state}", Client().get(reverse("party:public", args=[party.code]), {"me": 1})
        yield f"party public search {state}", stranger.get(reverse("party:public", args=[party.code]), {"q": "p1"})
        if party_state(party).announced:
            yield f"party console_live {state}", organiser.get(run(party, "console_live"))

    def _of_rounds(self, organiser: Client) -> Iterator[tuple[str, HttpResponse]]:
        party = self.running
        yield "party earlier", organiser.get(run(party, "round", 1))
        yield "party earlier table", organiser.get(run(party, "round_table", 1, 1))
        yield "party undo", organiser.get(run(party, "undo_round", 2))
        for table_state in party_state(party).current.tables:
            yield f"party table {table_state.number}", organiser.get(run(party, "round_table", 2, table_state.number))
        playing = party_state(party).current.table(1).assignments[0].entrant_id
        yield "party leave", organiser.get(run(party, "person", playing))
        yield "party finished table", organiser.get(run(self.finished, "round_table", 1, 1))

    def _refused(self, organiser: Client) -> Iterator[tuple[str, HttpResponse]]:
        party = self.running
        table_state = party_state(party).current.table(1)
        yield "party set_up refused", organiser.post(reverse("party:set_up", args=["prairie"]), {"name": ""})
        yield "party wish refused", organiser.post(run(party, "wishes"), {"table": 1})
        yield "party settings refused", organiser.post(run(party, "settings"), {"name": "", "preset": "chess"})
        yield "party add refused", organiser.post(run(party, "people"), {"names": "a" * 41})
        yield "party check refused", organiser.post(run(party, "check"), {"here": "0"})
        yield "party pair refused", organiser.post(run(self.couples, "pairs"), {"who": []})
        yield "party result refused", organiser.post(run(party, "round", 2), {"table": 1, "first": "x"})
        two = [table_state.assignments[0].entrant_id, table_state.assignments[1].entrant_id]
        yield "party swap refused", organiser.post(run(party, "swap"), {"who": two, "reason": ""})
        two = [assignment.entrant_id for assignment in party_state(self.second_draft).draft.assignments][:2]
        yield "party draft swap refused", organiser.post(run(self.second_draft, "swap"), {"who": two[:1]})
        yield "party undo refused", organiser.post(run(party, "undo_round", 2))
        yield "party leave refused", organiser.post(run(party, "person", two_of(table_state)), {"how": "substitute"})
        yield "party no such table", organiser.get(run(party, "round_table", 2, 99))
        yield "party no such round", organiser.get(run(party, "round", 9))
        yield "party wrong way", organiser.get(run(party, "draft"))

    def _on_phones(self) -> Iterator[tuple[str, HttpResponse]]:
        for state in ("gathering", "second_draft", "finished"):
            yield f"party card {state}", Client().get(reverse("party:table", args=[card(getattr(self, state), 1)]))
        sign_up = reverse("party:sign_up", args=[self.gathering.code, self.gathering.signup])
        yield "party sign-up refused", Client().post(sign_up, {"name": "—"})
        guest = Client()
        yield "party sign-up", guest.get(sign_up)
        guest.post(sign_up, {"name": "Yves & Una"})
        yield "party signed up", guest.get(sign_up)
        yield "party public before", guest.get(reverse("party:public", args=[self.gathering.code]))
        yield "party card not set up", Client().get(reverse("party:table", args=[card(self.running, 50)]))
        yield "party card forged", Client().get(reverse("party:table", args=["forged"]))
        for name, table_state in (
            ("after round 1", party_state(self.running).round(1).table(1)),
            ("waiting", party_state(self.running).round(2).table(2)),
            ("finished", party_state(self.finished).round(1).table(1)),
        ):
            for seat in ("0", None):
                yield f"party next_place {name} {seat}", phone(seat).get(next_url(table_state))
        sit_out = party_state(self.running).round(2).sitting_out[0].entrant_id
        assignment = party_state(self.running).round(1).assignment_of(sit_out)
        table_state = party_state(self.running).round(1).table(assignment.table)
        yield "party next_place rests", phone(str(assignment.position)).get(next_url(table_state))
        yield "party pad closed", phone().get(reverse("play:pad", args=[link(table_state.game).token]))


def run(party: Party, name: str, *more: object) -> str:
    """Address of one of the organiser's pages of a party."""
    return reverse(f"party:{name}", args=[party.club.slug, party.code, *more])


def card(party: Party, table: int) -> str:
    return TableLink(party.club_id, party.club.card_version, table).token


def next_url(table_state: TableState) -> str:
    return reverse("party:next_table", args=[link(table_state.game).token])


def two_of(table_state: TableState) -> int:
    return table_state.assignments[2].entrant_id


def build(club: Club, by: User) -> Parties:
    now = timezone.now()
    who = {"by": by, "at": now}
    gathering = builders.party(club, by, name="Gathering")
    Party.objects.filter(pk=gathering.pk).update(day=now + timedelta(days=7), starts=time(19, 30), place="Parish hall")
    signup.set_list(gathering, "opened", **who)
    gathering.refresh_from_db()
    signup.write_name(gathering, gathering.signup, "Vera", "phone", at=now)
    couples = builders.party(club, by, count=9, name="Couples", movement="ladder_pairs")
    for one, other in (("P1", "P2"), ("P3", "P4"), ("P5", "P6")):
        people.pair_up(couples, key(couples, one), key(couples, other), **who)
    drafted = builders.party(club, by, count=9, name="Drafted")
    seating.make_draft(drafted, seed=1, **who)
    second_draft = builders.party(club, by, count=9, name="Second draft")
    next_round(second_draft, by, at=now)
    typed(second_draft, by, (5, 3), (7, 4))
    seating.make_draft(second_draft, seed=2, **who)
    undone = builders.party(club, by, count=9, name="Undone")
    next_round(undone, by, at=now)
    seating.undo_round(undone, 1, sure=True, **who)
    made = Parties(
        gathering,
        drafted,
        _running(club, by, now),
        second_draft,
        _finished(club, by, now),
        builders.rehearse(drafted, **who),
        undone,
        couples,
    )
    next_round(made.rehearsal, by, at=now)
    for state in STATES:
        getattr(made, state).refresh_from_db()
    return made


def _running(club: Club, by: User, now: datetime) -> Party:
    party = builders.party(club, by, count=29, name="Running", minutes=30)
    next_round(party, by, at=now - timedelta(hours=1))
    typed(party, by, *[(9, number) for number in range(7)])
    next_round(party, by, at=now - timedelta(minutes=20))
    who = {"by": by, "at": now}
    timer.start(party, 30, **who)
    table_states = party_state(party).current.tables
    play(table_states[0], (0, 9), at=now)
    play(table_states[1], (0, 9), (1, 9), (2, 9), (0, 8), at=now)
    results.type_result(party, 2, 3, (7, 6), **who)
    results.type_result(party, 2, 4, (5, 5), **who)
    results.declare_draw(party, 2, 5, **who)
    results.award_walkover(party, 2, 6, 1, **who)
    return party


def _finished(club: Club, by: User, now: datetime) -> Party:
    """By the rules with money; nobody's phone was used."""
    party = builders.party(club, by, count=9, name="Finished", preset="askov", own_prizes=("Best cake", "Best hat"))
    next_round(party, by, at=now - timedelta(hours=1))
    who = {"by": by, "at": now}
    typed(party, by, (13, 5), (7, 4))
    party_lifecycle.finish(party, **who)
    party_lifecycle.give_prize(party, "Best cake", 3, **who)
    return party

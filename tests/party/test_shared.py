"""The law of what is built once for everyone: it equals what would be built now."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.builders import NOON, undone
from tests.party.builders import LATER, friday, friday_playing, next_round, party_state, play, play_round, swap, typed
from tests.web.html import Html
from whistclub.club.actions import rename_player
from whistclub.party import projector, shared_html
from whistclub.party.actions import broadcast, lifecycle, people, results, seating, timer
from whistclub.party.models import Party
from whistclub.party.queries import parties, shared
from whistclub.party.queries.public_state import state_for_all
from whistclub.party.queries.standings import standings_for_all

# What is shared, is shared only outside transactions.
pytestmark = pytest.mark.django_db(transaction=True)

PAGES = ("public_tables", "public_standings")


@pytest.fixture(autouse=True)
def nothing_kept():
    shared.forget_all()
    yield
    shared.forget_all()


def shared_parts(of):
    """Everything that pages take from what is shared, and every person’s seat."""
    party = Party.objects.select_related("club").get(pk=of.pk)
    version = parties.token_of_finished_tables(party)
    seats, scores = state_for_all(party, version), standings_for_all(party, version)
    public = seats.value
    return {
        "names": shared_html.names(seats, ""),
        "tables": shared_html.tables(seats, public.my_seat(1)),
        "ranks": shared_html.ranks(scores, 1),
        "positions": shared_html.positions(scores, 5),
        "awards": [(award.title, award.names) for award in scores.value.winners],
        "projector": [
            (page.title, projector.kept_html(page, seats, scores)) for page in projector.pages(public, scores.value)
        ],
        "round": (
            public.number,
            public.phase,
            public.results_in,
            public.missing,
            public.withdrawn_text,
            public.announced,
        ),
        "timer": public.timer_at(NOON),
        "round now": shared_html.round_now(seats, NOON),
        "news": shared_html.news(seats, NOON),
        "seats": [shared_html.seat(public, mine) for number in range(1, 16) if (mine := public.my_seat(number))],
    }


def test_what_is_shared_equals_what_would_be_built_now(olga):
    of = friday(olga, count=10, own_prizes=("Best cake",))

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
        lambda: rename_player(of.club.players.get(name="P2"), "Petra", by=olga, at=LATER),
        lambda: broadcast.show_message(of, "Coffee", by=olga, at=NOON),
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
        kept = shared_parts(of)
        shared.forget_all()
        shared_html._seat.cache_clear()
        assert kept == shared_parts(of), number


def test_what_is_shared_is_built_once(olga):
    of = friday_playing(olga, count=9)
    asked = {"public": 2, "public_live": 2, "public_tables": 2, "public_standings": 2, "projector": 2}
    for page in asked:
        Client().get(reverse(f"party:{page}", args=[of.code]))
    for page, queries in asked.items():
        for me in ("", 1, 5):
            with CaptureQueriesContext(connection) as captured:
                Client().get(reverse(f"party:{page}", args=[of.code]), {"me": me})
            assert len(captured) == queries, page


def test_what_has_a_clock_is_built_once_a_moment(olga):
    of = friday_playing(olga, count=12)
    timer.start(of, 20, by=olga, at=NOON)
    of = Party.objects.select_related("club").get(pk=of.pk)
    part = state_for_all(of, parties.token_of_finished_tables(of))
    now, soon, later = (NOON + timedelta(milliseconds=each) for each in (50, 100, 300))
    first = shared_html.round_now(part, now)
    assert shared_html.round_now(part, soon) is first
    second = shared_html.round_now(part, later)
    assert second != first
    shared.forget_all()
    assert second == shared_html.round_now(state_for_all(of, part.version), later)


def test_a_bell_that_rings_is_shown_at_once(olga):
    of = friday_playing(olga, count=12)
    timer.start(of, 20, by=olga, at=NOON)
    before, bell, after = (NOON + timedelta(milliseconds=each) for each in (50, 100, 150))
    of.rounds.update(bell_at=bell)
    part = state_for_all(Party.objects.select_related("club").get(pk=of.pk), "")
    assert 'data-state="running"' in shared_html.round_now(part, before)
    assert 'data-state="rung"' in shared_html.round_now(part, after)


def test_a_message_that_ends_is_gone_at_once(olga):
    of = friday(olga, count=12)
    broadcast.show_message(of, "Coffee", by=olga, at=NOON)
    before, end, after = (NOON + timedelta(milliseconds=each) for each in (50, 100, 150))
    Party.objects.filter(pk=of.pk).update(message_until=end)
    part = state_for_all(Party.objects.select_related("club").get(pk=of.pk), "")
    assert "Coffee" in shared_html.news(part, before)
    assert "Coffee" not in shared_html.news(part, after)


def test_pages_of_the_projector_that_a_result_does_not_change_are_taken_over(olga):
    of = friday_playing(olga, count=40)
    before = dict(shared_parts(of)["projector"])
    typed(of, olga, (12, 3))
    after = dict(shared_parts(of)["projector"])
    changed = [title for title, html in after.items() if html is not before.get(title)]
    assert 0 < len(changed) < len(after) / 2
    assert all(html is before[title] for title, html in after.items() if title not in changed)


def test_of_many_who_ask_at_once_one_builds_it(olga):
    of = friday(olga, count=9)
    party, version = Party.objects.select_related("club").get(pk=of.pk), parties.token_of_finished_tables(of)
    together = Barrier(4)

    def ask(_number):
        together.wait()
        try:
            return state_for_all(party, version)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        first, *others = pool.map(ask, range(4))
    assert all(each is first for each in others)


def test_what_is_written_and_undone_is_shared_with_nobody(olga):
    of = friday_playing(olga, count=9)
    before = shared_parts(of)
    with undone():
        typed(of, olga, (5, 3), (3, 5))
        assert shared_parts(of) != before
    assert shared_parts(of) == before
    typed(of, olga, (6, 2), (2, 6))
    assert ">6</b>" in shared_parts(of)["tables"]


def test_on_what_everyone_shares_ones_own_is_marked(olga):
    of = friday(olga, "Ann", 'Bo "data-of=person 1"', *(f"P{number}" for number in range(3, 9)))
    for scores in ((5, 3), (3, 5)), ((6, 2), (2, 6)):
        play_round(of, olga, *scores)
    for me in (1, 2):
        name = of.entrants.get(number=me).player.name
        pages = [Html(Client().get(reverse(f"party:{page}", args=[of.code]), {"me": me})) for page in PAGES]
        own = [[each for each in page.elements if "data-own" in each.attributes] for page in pages]
        assert [[each.tag for each in found] for found in own] == [["li"], ["tr", "g", "tr"]]
        assert all(name in each.text for found in own for each in found if each.tag != "g")


def test_only_the_parties_that_were_looked_at_last_are_kept(olga):
    made = [friday(olga, count=4) for _number in range(shared.MOST_PARTIES + 1)]
    parts = [state_for_all(of, parties.token_of_finished_tables(of)) for of in (*made, made[-1], made[0])]
    assert parts[-2] is parts[-3]
    assert parts[-1] is not parts[0]


def test_the_draft_is_in_nothing_that_is_shared(olga):
    of = friday_playing(olga, count=8)
    typed(of, olga, (5, 3), (3, 5))
    seating.make_draft(of, seed=1, by=olga, at=NOON)
    of.refresh_from_db()
    for part in (state_for_all, standings_for_all):
        assert [each.round.number for each in part(of, parties.token_of_finished_tables(of)).value.state.rounds] == [1]

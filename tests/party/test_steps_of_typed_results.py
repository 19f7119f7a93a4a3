"""The step of a typed result is taken of the objects that the action saves: they hold what the database holds."""

from datetime import timedelta

import pytest

from tests.party.builders import AFTER, LATER, draft, friday, minutes, next_round, play, table_at, timed
from whistclub.party.actions import lifecycle, results, seating, timer
from whistclub.party.models import Step, Table
from whistclub.party.queries.steps import moment, moment_of, photograph, rows_of_table

pytestmark = [pytest.mark.django_db, pytest.mark.writes]

# Moments of a clock are not whole seconds.
AT = LATER + timedelta(microseconds=20_007)


def first_of_all(party, olga):
    pass


def typed_before(party, olga):
    results.type_result(party, 1, 1, (3, 5), by=olga, at=LATER)


def hands_of_a_phone(party, olga):
    play(table_at(party), (0, 9), (1, 8))


def finished_by_phones(party, olga):
    play(table_at(party), *((0, 9),) * 4)


def ended_early(party, olga):
    play(table_at(party), (0, 9))
    results.end_table(party, 1, 1, by=olga, at=LATER)


def unlocked(party, olga):
    typed_before(party, olga)
    results.reopen_table(party, 1, 1, by=olga, at=LATER)


def drawn(party, olga):
    results.declare_draw(party, 1, 1, by=olga, at=LATER)


def won_by_default(party, olga):
    results.award_walkover(party, 1, 1, 1, by=olga, at=LATER)


def decided_by_a_cut(party, olga):
    results.type_result(party, 1, 1, (5, 5), by=olga, at=LATER)
    results.record_cut(party, 1, 1, 1, by=olga, at=LATER)


def adjusted(party, olga):
    play(table_at(party), (0, 9))
    timer.ring(party, by=olga, at=AFTER)
    play(table_at(party), (1, 9), at=minutes(22))


def with_a_draft(party, olga):
    typed_before(party, olga)
    results.type_result(party, 1, 2, (5, 3), by=olga, at=LATER)
    draft(party, olga)


def with_a_later_round(party, olga):
    with_a_draft(party, olga)
    seating.announce(party, by=olga, at=LATER)


def after_an_undone_round(party, olga):
    with_a_later_round(party, olga)
    seating.undo_round(party, 2, sure=True, by=olga, at=LATER)


def in_a_finished_party(party, olga):
    typed_before(party, olga)
    results.type_result(party, 1, 2, (5, 3), by=olga, at=LATER)
    lifecycle.finish(party, by=olga, at=LATER)


SITUATIONS = (
    first_of_all,
    typed_before,
    hands_of_a_phone,
    finished_by_phones,
    ended_early,
    unlocked,
    drawn,
    won_by_default,
    decided_by_a_cut,
    adjusted,
    with_a_draft,
    with_a_later_round,
    after_an_undone_round,
    in_a_finished_party,
)


@pytest.mark.parametrize("has_been", SITUATIONS)
@pytest.mark.parametrize("round_end", ["hands", "bell", "top"])
def test_what_a_typed_result_leaves_is_what_is_stored(olga, has_been, round_end):
    party = timed(olga, 8) if round_end == "bell" else friday(olga, count=8, round_end=round_end)
    if round_end != "bell":
        next_round(party, olga)
    has_been(party, olga)
    change = results.type_result(party, 1, 1, (7, 4), by=olga, at=AT)
    stored, table = photograph(party, 0), change.table_state.table
    assert rows_of_table(table) == rows_of_table(Table.objects.get(pk=table.pk))
    assert moment_of(change.party_state) == moment(stored)
    step = Step.objects.get(entry=party.step)
    assert step.shows == moment(stored)
    assert "game" in [name for name, *_values in step.rows]
    assert all(stored[name][key].items() >= new.items() for name, key, _old, new in step.rows)

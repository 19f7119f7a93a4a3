"""What every change of a result brings about: for the next draft, for other pages, for the phones."""

import pytest

from tests.party.builders import LATER, change, game_of, party_state, type_in, typed
from whistclub.party.actions import results, seating
from whistclub.party.actions.refusals import StalePartyState
from whistclub.party.models import Party

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


# A draft made meanwhile


@pytest.mark.parametrize(
    "action, more",
    [
        (results.type_result, ((3, 5),)),
        (results.reopen_table, ()),
        (results.declare_draw, ()),
        (results.award_walkover, (1,)),
    ],
)
def test_a_draft_based_on_a_result_is_dropped_with_it(two_tables, olga, action, more):
    typed(two_tables, olga, (5, 3), (5, 3))
    seating.make_draft(two_tables, by=olga, at=LATER)
    change(action, two_tables, olga, *more)
    assert party_state(two_tables).draft is None


def test_a_draft_based_on_a_cut_is_dropped_with_it(two_tables, olga):
    typed(two_tables, olga, (4, 4), (5, 3))
    change(results.record_cut, two_tables, olga, 0)
    seating.make_draft(two_tables, by=olga, at=LATER)
    change(results.record_cut, two_tables, olga, 1)
    assert party_state(two_tables).draft is None


def test_the_second_organiser_cannot_announce_what_was_dropped(two_tables, olga):
    typed(two_tables, olga, (5, 3), (5, 3))
    seating.make_draft(two_tables, by=olga, at=LATER)
    type_in(two_tables, olga, (3, 5))
    with pytest.raises(StalePartyState):
        seating.announce(two_tables, by=olga, at=LATER)


# Other pages and phones


def test_every_change_of_a_result_raises_the_revision_by_one(two_tables, olga):
    revision = Party.objects.get(pk=two_tables.pk).revision
    steps = [
        (results.type_result, (5, 3)),
        (results.reopen_table,),
        (results.lock_table,),
        (results.declare_draw,),
        (results.award_walkover, 0),
        (results.type_result, (4, 4)),
        (results.record_cut, 1),
    ]
    for number, (action, *more) in enumerate(steps, start=1):
        change(action, two_tables, olga, *more)
        assert Party.objects.get(pk=two_tables.pk).revision == revision + number


def test_pads_learn_of_every_change(two_tables, olga):
    seen = {game_of(two_tables).revision}
    for action, *more in [(results.type_result, (5, 3)), (results.reopen_table,), (results.declare_draw,)]:
        change(action, two_tables, olga, *more)
        seen.add(game_of(two_tables).revision)
    assert len(seen) == 4

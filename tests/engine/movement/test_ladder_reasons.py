"""The reasons given for seats are true, checked against the previous round alone."""

from collections import Counter

from hypothesis import given

from tests.engine.movement.ladder_evenings import LAW, every, paired, pure, stirred
from tests.engine.movement.ladder_parties import later, recount, steps, tables_by_person
from whistclub.engine.movement.protocol import ReasonCode, SeatReason, TopTablePartners, pair_of
from whistclub.engine.movement.sitting_out import effective_counts

BY_THE_RULE = {
    ReasonCode.WON_UP,
    ReasonCode.WON_STAYS,
    ReasonCode.LOST_DOWN,
    ReasonCode.LOST_STAYS,
    ReasonCode.ONE_TABLE,
}


def is_true(reason, person, step):
    """Whether one stated reason for a table agrees with the previous round."""
    last, now = step.last, step.table_of[person]
    before, after = len(last.tables), len(step.seating.tables)
    result = step.results.get(person)
    match reason:
        case SeatReason(ReasonCode.WON_UP, table=table, other=None, count=None):
            return result == (table, True) and now == table - 1
        case SeatReason(ReasonCode.WON_STAYS, table=None, other=None, count=None):
            return result == (1, True) and now == 1
        case SeatReason(ReasonCode.LOST_DOWN, table=table, other=None, count=None):
            return result == (table, False) and now == table + 1
        case SeatReason(ReasonCode.LOST_STAYS, table=table, other=None, count=None):
            return result == (table, False) and now == table == before
        case SeatReason(ReasonCode.ONE_TABLE, table=None, other=None, count=None):
            return result is not None and before == after == 1
        case SeatReason(ReasonCode.SAT_OUT_BEFORE, table=None, other=None, count=None):
            return result is None and person in last.sitting_out
        case SeatReason(ReasonCode.NEWCOMER, table=None, other=None, count=None):
            return person not in last.seated and person not in last.sitting_out
        case SeatReason(ReasonCode.TABLE_GONE, table=table, other=None, count=None):
            return step.goals[person] == table > after
        case SeatReason(ReasonCode.TAKES_CHAIR, table=table, other=other, count=None):
            own = table == step.goals[person] if result else table >= 1
            return own and step.goals[other] == now and step.table_of.get(other) != now
    return False


@LAW
@given(every)
def test_every_stated_reason_for_a_table_is_true(evening):
    for step in later(evening):
        for person in step.table_of:
            *how, _partner = step.seating.reasons[person]
            assert how
            assert all(is_true(reason, person, step) for reason in how), (person, how)


@LAW
@given(every)
def test_moving_by_the_rule_is_the_only_reason_given(evening):
    for step in later(evening):
        for person, table in step.table_of.items():
            whys = [reason.code for reason in step.seating.reasons[person][:-1]]
            moves = step.goals.get(person) == table
            assert (len(whys) == 1 and whys[0] in BY_THE_RULE) == moves
            assert moves or not BY_THE_RULE.intersection(whys)


@LAW
@given(every)
def test_every_vacated_chair_is_filled_once_and_new_tables_have_none(evening):
    for step in later(evening):
        taken = Counter()
        for person, table in step.table_of.items():
            chairs = [reason.other for reason in step.seating.reasons[person] if reason.code is ReasonCode.TAKES_CHAIR]
            taken.update(chairs)
            assert not chairs or table <= len(step.last.tables)
        assert not taken or max(taken.values()) == 1
        vacated = {
            p for p, due in step.goals.items() if due <= len(step.seating.tables) and step.table_of.get(p) != due
        }
        assert taken.keys() == vacated


@LAW
@given(stirred)
def test_at_a_top_table_that_keeps_partners_the_chair_brings_its_partner(evening):
    for step in later(evening):
        if evening.policy.top is TopTablePartners.CHANGE or len(step.last.tables) == 1:
            continue
        owner = {}
        for person in step.seating.tables[0].people:
            chairs = [reason.other for reason in step.seating.reasons[person] if reason.code is ReasonCode.TAKES_CHAIR]
            owner[person] = chairs[0] if chairs else person
        last = {pair for table in step.last.tables for pair in table.pairs}
        for one, other in step.seating.tables[0].pairs:
            assert pair_of(owner[one], owner[other]) in last


@LAW
@given(every)
def test_statements_about_partners_are_true(evening):
    for step in steps(evening):
        partners, _opponents = recount(step.history)
        last = {pair for table in step.last.tables for pair in table.pairs} if step.history else set()
        for table in step.seating.tables:
            for pair in table.pairs:
                for person, other in (pair, pair[::-1]):
                    expected = (
                        SeatReason(ReasonCode.FIXED_PARTNER, other=other)
                        if evening.pairs
                        else SeatReason(ReasonCode.KEEPS_PARTNER, other=other)
                        if pair in last
                        else SeatReason(ReasonCode.NEW_PARTNER, other=other, count=partners[pair])
                    )
                    assert step.seating.reasons[person][-1] == expected


@LAW
@given(every)
def test_players_sitting_out_see_their_number_of_sit_outs(evening):
    for step in steps(evening):
        groups = {} if evening.pairs else step.field.groups
        counts = effective_counts(step.field.people, step.history, groups)
        for person in step.seating.sitting_out:
            (reason,) = step.seating.reasons[person]
            assert reason.count == counts[person]
            if evening.pairs:
                assert reason.code is ReasonCode.PAIR_SITS_OUT
                assert pair_of(person, reason.other) in step.field.pairs
            else:
                assert reason == SeatReason(ReasonCode.SITS_OUT, count=counts[person])


@LAW
@given(pure)
def test_first_round_reasons_say_the_seat_was_drawn(evening):
    first = steps(evening)[0]
    for person in tables_by_person(first.seating.tables):
        assert first.seating.reasons[person][0] == SeatReason(ReasonCode.DRAWN)
        assert first.seating.reasons[person][1].code is ReasonCode.NEW_PARTNER


@LAW
@given(paired)
def test_both_partners_get_the_same_reason(evening):
    for step in steps(evening):
        for one, other in step.field.pairs:
            of_one, of_other = step.seating.reasons[one][:-1], step.seating.reasons[other][:-1]
            assert [(r.code, r.table) for r in of_one] == [(r.code, r.table) for r in of_other]

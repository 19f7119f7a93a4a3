"""Every kind of entry in the log of a party: an action writes it, it has its sentence, and it follows new names."""

import re
from dataclasses import replace
from datetime import date

import pytest

from tests.builders import NOON, organiser, undone
from tests.party.builders import NINE, USUAL, friday, key, next_round, party_state, play
from tests.party.test_log import later, lines
from whistclub.archive.bin import put, restore
from whistclub.club.actions import change_player
from whistclub.party.actions import (
    broadcast,
    door,
    expected,
    people,
    rehearsal,
    results,
    seating,
    setup,
    swaps,
    timer,
    wishes,
)
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions.mistakes import undo_check_in
from whistclub.party.actions.other_day import move_party
from whistclub.party.actions.undoing import undo_step
from whistclub.party.invitation import Invitation
from whistclub.party.log_text import KINDS
from whistclub.party.models import LogEntry
from whistclub.party.queries.log import log
from whistclub.play.models import AdjustmentRecord

pytestmark = pytest.mark.django_db


def everything(of, olga):
    """Every action that writes to a party's log, on nine people with a prize of their own."""
    who = {"by": olga, "at": NOON}
    setup.change_setup(
        of,
        replace(USUAL, own_prizes=("Best cake",), fee=500, drop_out="draw"),
        **who,
    )
    party_lifecycle.mark_paid(of, [key(of, "Ann"), key(of, "Bob")], paid=True, **who)
    party_lifecycle.mark_paid(of, [key(of, "Bob")], paid=False, **who)
    people.check_out(of, key(of, "Ida"), **who)
    people.check_in(of, ["Ida"], **who)
    mistake = [entrant.pk for entrant in people.check_in(of, ["Idda"], **who).new]
    undo_check_in(of, mistake, mistake, **who)
    for text, for_all in (("Ann sang", True), ("Ann sang", False), ("", False), ("Ann sang again", False)):
        party_lifecycle.change_remark(of, text, for_all=for_all, **who)
    expected.change_invitation(of, Invitation(NOON), **who)
    lines = [each.pk for each in expected.add_expected(of, [["Zoe"]], **who)]
    expected.remove_expected(of, lines, **who)
    expected.put_back_expected(of, lines, **who)
    expected.change_invitation(of, Invitation(NOON, most=4), **who)
    expected.add_expected(of, [["Una"], ["Vera"], ["Will", "Xena"]], **who)
    [single] = expected.add_expected(of, [["Yara"]], **who)
    expected.give_place(of, single.pk, **who)
    expected.take_place_back(of, single.pk, **who)
    expected.change_invitation(of, Invitation(NOON), **who)
    door.open_door(of, **who)
    of.refresh_from_db()
    door.put_on_list(of, of.door, "Joker", "phone", at=NOON)
    door.remove_from_door(of, [of.door_names.get().pk], **who)
    door.put_back_at_door(of, [of.door_names.get().pk], **who)
    door.renew_door(of, **who)
    door.close_door(of, **who)
    people.pair_up(of, key(of, "Ann"), key(of, "Bob"), **who)
    people.split_pair(of, key(of, "Ann"), **who)
    people.pair_rest(of, **who)
    undo_step(of, of.step, **who)
    setup.change_movement(of, "ladder", **who)
    people.choose_groups(of, {key(of, "Ann"), key(of, "Eva")}, **who)
    seating.keep_table(of, key(of, "Ann"), 1, **who)
    seating.give_up_table(of, key(of, "Ann"), **who)
    seating.make_draft(of, seating_method="arrival", **who)
    seating.discard_draft(of, **who)
    seating.make_draft(of, seed=3, **who)
    people.check_in(of, ["Late"], **who)
    people.check_out(of, key(of, "Late"), **who)
    swaps.swap_seats(of, key(of, "Ann"), key(of, "Ida"), reason="", **who)
    ann, bob = key(of, "Ann"), key(of, "Bob")
    for kind in ("apart", "together"):
        wishes.add_wish(of, ann, bob, kind=kind, **who)
    wishes.remove_wish(of, ann, bob, **who)
    seating.announce(of, **who)
    broadcast.show_message(of, "Coffee, ten minutes", **who)
    broadcast.clear_message(of, **who)
    timer.start(of, 20, **who)
    timer.pause(of, **who)
    timer.resume(of, **who)
    timer.add_minutes(of, 5, **who)
    timer.add_minutes(of, -1, **who)
    timer.ring(of, **who)
    play(party_state(of).current.table(1), (0, 9))
    results.end_table(of, 1, 1, **who)
    results.lock_table(of, 1, 1, **who)
    results.reopen_table(of, 1, 1, **who)
    results.adjust_table(of, 1, 1, (1, 0), "Ann revoked", **who)
    results.undo_adjustment(of, 1, 1, AdjustmentRecord.objects.get().pk, **who)
    results.type_result(of, 1, 1, (5, 5), **who)
    results.record_cut(of, 1, 1, 0, **who)
    results.declare_draw(of, 1, 2, **who)
    results.award_walkover(of, 1, 2, 1, **who)
    party_lifecycle.finish(of, **who)
    party_lifecycle.give_prize(of, "Best cake", 1, **who)
    party_lifecycle.set_excluded(of, excluded=True, **who)
    party_lifecycle.set_excluded(of, excluded=False, **who)
    move_party(of, date(2026, 1, 5), **who)
    put(of, **who)
    restore(of, **who)
    party_lifecycle.reopen_party(of, **who)
    party_lifecycle.renew_codes(of, **who)
    results.reopen_table(of, 1, 1, **who)
    people.check_out(of, key(of, "Clara"), after_round=True, **who)
    at_first = party_state(of).current.table(1).assignments[0].entrant_id
    people.leave_now(of, at_first, substitute=None, **who)
    seating.undo_round(of, 1, sure=True, **who)
    copy = rehearsal.rehearse(of, **who)
    people.check_in(copy, ["Yan", "Zoe"], **who)
    next_round(copy, olga)
    setup.change_setup(copy, replace(USUAL, round_end="top"), **who)
    results.type_result(copy, 1, 1, (9, 5), **who)
    results.reopen_table(copy, 1, 1, **who)
    rehearsal.fill_round(copy, seed=1, **who)
    return copy


@pytest.fixture(scope="module")
def full(django_db_setup, django_db_blocker):
    """A party whose log has every kind of entry, and its rehearsal; made once, and only read or changed back."""
    with django_db_blocker.unblock(), undone():
        olga, _prairie = organiser()
        made = friday(olga, *NINE)
        yield made, everything(made, olga)


@pytest.fixture
def olga(full):
    return full[0].club.roles.get().user


@pytest.fixture
def prairie(full):
    return full[0].club


def test_every_kind_of_entry_is_written_by_an_action(full):
    assert set(LogEntry.objects.values_list("kind", flat=True)) == set(KINDS)


def test_every_kind_of_entry_has_a_sentence_without_gaps(full):
    for of in full:
        for page in range(1, log(of, 1).paginator.num_pages + 1):
            for line in lines(of, page):
                assert line.what
                assert not re.search(r"[{}?]|None", line.what + line.before + line.after), line


# Under these stands nothing that people type: codes, times, numbers that may be missing.
NOT_TYPED = {
    *("criteria", "cut", "day", "fours", "kind", "max_tables", "method", "most", "movement", "preset"),
    *("round_end", "starts_at", "top", "walkover_to"),
}


def text_of(full):
    return "\n".join(
        f"{line.what}\n{line.before}\n{line.after}"
        for of in full
        for page in range(1, log(of, 1).paginator.num_pages + 1)
        for line in lines(of, page)
    )


def test_a_renamed_player_has_the_new_name_in_every_entry(full, olga, prairie):
    before = text_of(full)
    assert re.search(r"\bAnn\b", before)
    change_player(prairie.players.get(name="Ann"), name="Anna Berg", by=olga, at=later(60))
    assert text_of(full) == re.sub(r"\bAnn\b", "Anna Berg", before)

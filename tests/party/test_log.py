"""The party's log: who did what when, with what was before and what is after."""

# Over 300 lines because every kind of the log has its sentence here.

import json
import re
from dataclasses import replace
from datetime import date, timedelta
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.builders import NOON, high, link, record
from tests.party.builders import NINE, USUAL, friday, friday_playing, key, next_round, party_state, play, typed
from tests.play.phone import phone, send
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.archive.bin.actions import put, restore
from whistclub.archive.one_person.free_text import changed
from whistclub.club.actions import make_anonymous, rename_player
from whistclub.party.actions import (
    broadcast,
    door,
    expected,
    people,
    rehearsal,
    results,
    room,
    seating,
    setup,
    side_tables,
    swaps,
    timer,
    wishes,
)
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions.mistakes import undo_check_in
from whistclub.party.actions.other_day import move_party
from whistclub.party.actions.setup import change_timetable
from whistclub.party.actions.transaction import log as add_entry
from whistclub.party.actions.undoing import undo_step
from whistclub.party.invitation import Invitation
from whistclub.party.log_text import KINDS
from whistclub.party.models import LogEntry, Round
from whistclub.party.money import MoneySettings
from whistclub.party.queries.log import LINES_ON_A_PAGE, log
from whistclub.party.room import Room
from whistclub.party.timetable import Timetable
from whistclub.play.actions.entries import taken_out
from whistclub.play.actions.party_games import end_after_bell
from whistclub.play.actions.recording import correct_hand, undo_hand
from whistclub.play.models import AdjustmentRecord

pytestmark = pytest.mark.django_db


def lines(of, page=1):
    return list(log(of, page))


def latest(of):
    """What was done last, with before and after."""
    line = lines(of)[0]
    return line.what, line.before, line.after


def later(minutes):
    return NOON + timedelta(minutes=minutes)


def test_a_party_starts_with_its_settings(olga):
    made = friday(olga)
    what, before, after = latest(made)
    assert (what, before) == ("Party set up", "")
    assert after.startswith("Friday · ")


def test_settings_are_shown_before_and_after(organiser, olga):
    made = friday(olga, name="Friday")
    form = {"name": "Saturday", "preset": "askov", "round_end": "hands", "hands": "5", "movement": "swiss"}
    form |= {"top": "keep", "sit_out_worth": "half", "drop_out": "walkover", "first_by": "points"}
    organiser.post(run(made, "settings"), form)
    what, before, after = latest(made)
    assert what == "Settings changed"
    assert ("Friday" in before, "Saturday" in after, before == after) == (True, True, False)


def test_every_arrival_and_departure_is_logged(olga):
    made = friday(olga, "Ann", "Bob")
    people.check_out(made, key(made, "Ann"), by=olga, at=later(1))
    people.check_in(made, ["Ann"], by=olga, at=later(2))
    texts = [line.what for line in lines(made)]
    assert texts[:2] == ["Ann is here again", "Ann is not here"]
    assert {"Ann is here", "Bob is here"} <= set(texts)


def test_a_seating_is_stored_with_its_seed(olga):
    made = friday(olga, count=5)
    seating.make_draft(made, seating_method="draw", seed=77, by=olga, at=later(1))
    what, _before, after = latest(made)
    assert what == "Round 1 seated: random draw (seed 77)"
    assert sorted(word for word in after.replace("\n", " ").split() if word.startswith("P")) == [
        "P1",
        "P2",
        "P3",
        "P4",
        "P5",
    ]
    assert "sitting out: " in after


@pytest.mark.parametrize(
    "method, text",
    [
        (Round.SeatingMethod.RANKING, "by results so far, best at the top table"),
        (Round.SeatingMethod.ARRIVAL, "in order of arrival"),
        (Round.SeatingMethod.MOVEMENT, "by the movement"),
    ],
)
def test_how_a_round_was_seated_fits_into_its_sentence(olga, method, text):
    made = friday(olga, count=4)
    add_entry(made, "round_seated", by=olga, at=NOON, round=2, method={"name": method, "seed": 1})
    assert lines(made)[0].what == f"Round 2 seated: {text}"


def test_a_swap_logs_old_and_new_seats_and_the_reason(olga):
    made = friday_playing(olga, count=8)
    swaps.swap_seats(made, key(made, "P1"), key(made, "P5"), reason="They quarrelled", by=olga, at=later(1))
    assert latest(made) == (
        "P1 and P5 swapped seats: They quarrelled",
        "P1: table 1 with P2, P5: table 2 with P6",
        "P1: table 2 with P6, P5: table 1 with P2",
    )


def test_retyping_a_result_logs_the_previous_one(olga):
    made = friday_playing(olga, count=4)
    typed(made, olga, (7, 4))
    results.type_result(made, 1, 1, (4, 7), by=olga, at=later(1))
    assert latest(made) == ("Round 1, table 1: result entered from paper", "P1 & P2 7–4 P3 & P4", "P1 & P2 4–7 P3 & P4")


def test_undoing_a_round_reports_what_was_lost(olga):
    made = friday_playing(olga, count=8)
    results.type_result(made, 1, 2, (7, 4), by=olga, at=later(1))
    seating.undo_round(made, 1, sure=True, by=olga, at=later(2))
    assert latest(made) == ("Round 1 undone", "Table 2: result 7–4.", "")


def test_results_of_an_undone_round_stay_in_the_log(olga):
    made = friday_playing(olga, count=4)
    typed(made, olga, (7, 4))
    seating.undo_round(made, 1, sure=True, by=olga, at=later(2))
    assert "Round 1, table 1: result entered from paper" in [line.what for line in lines(made)]


def test_a_hand_corrected_by_phone_is_logged(olga):
    made = friday(olga, count=4)
    game = play(next_round(made, olga).current.table(1), (0, 9))
    first = game.hands.get()
    correct_hand(link(game), high(1, 0, 8, replaces=first.uid), by_seat=2, at=later(5))
    line = lines(made)[0]
    assert (line.who, line.what) == ("score pad", "Round 1, table 1: hand 1 corrected")


def test_a_table_declared_done_after_the_bell_is_logged(olga):
    made = friday(olga, count=4, round_end="bell")
    game = play(next_round(made, olga).current.table(1), (0, 9))
    timer.ring(made, by=olga, at=later(1))
    end_after_bell(link(game), by_seat=0, at=later(2))
    assert lines(made)[0].what.startswith("Round 1, table 1: ")


def test_reassigning_a_prize_logs_its_previous_holder(olga):
    made = friday(olga, count=4, own_prizes=("Best cake",))
    party_lifecycle.give_prize(made, "Best cake", 1, by=olga, at=later(1))
    party_lifecycle.give_prize(made, "Best cake", 2, by=olga, at=later(2))
    assert latest(made) == ("Prize “Best cake”", "P1", "P2")


def test_every_action_logs_one_line_with_its_author(olga):
    made = friday(olga, count=8)
    at = iter(range(1, 100))
    acts = [
        lambda: seating.make_draft(made, seed=1, by=olga, at=later(next(at))),
        lambda: seating.announce(made, by=olga, at=later(next(at))),
        lambda: timer.start(made, 30, by=olga, at=later(next(at))),
        lambda: timer.pause(made, by=olga, at=later(next(at))),
        lambda: timer.resume(made, by=olga, at=later(next(at))),
        lambda: timer.add_minutes(made, 5, by=olga, at=later(next(at))),
        lambda: timer.ring(made, by=olga, at=later(next(at))),
        lambda: results.type_result(made, 1, 1, (7, 4), by=olga, at=later(next(at))),
        lambda: results.declare_draw(made, 1, 2, by=olga, at=later(next(at))),
        lambda: results.award_walkover(made, 1, 2, 0, by=olga, at=later(next(at))),
        lambda: party_lifecycle.finish(made, by=olga, at=later(next(at))),
        lambda: party_lifecycle.reopen_party(made, by=olga, at=later(next(at))),
        lambda: party_lifecycle.renew_codes(made, by=olga, at=later(next(at))),
        lambda: rehearsal.rehearse(made, by=olga, at=later(next(at))),
    ]
    for act in acts:
        before = len(lines(made))
        act()
        assert len(lines(made)) == before + 1
    assert {line.who for line in lines(made)} == {"Olga"}


def test_the_newest_line_is_first_and_long_logs_have_pages(organiser, olga):
    made = friday(olga, count=LINES_ON_A_PAGE + 4)
    first, second = (Html(organiser.get(run(made, "log"), {"page": number})) for number in (1, 2))
    assert [len(each.find("li", css="log-line")) for each in (first, second)] == [LINES_ON_A_PAGE, 5]
    assert f"P{LINES_ON_A_PAGE + 4} is here" in first.texts("li", css="log-line")[0]
    assert "Party set up" in second.texts("li", css="log-line")[-1]


def test_the_page_shows_club_time_and_strikes_out_old_values(organiser, olga):
    made = friday_playing(olga, count=4)
    typed(made, olga, (7, 4))
    results.type_result(made, 1, 1, (4, 7), by=olga, at=later(1))
    found = Html(organiser.get(run(made, "log")))
    assert found.texts("li", css="log-line")[0].startswith(
        "12:01:00 · Olga Round 1, table 1: result entered from paper"
    )
    assert found.texts("s")[0] == "P1 & P2 7–4 P3 & P4"


def test_the_log_of_a_party_contains_nothing_of_another(organiser, olga):
    made, other = friday(olga, "Ann"), friday(olga, "Zoe", name="Another night")
    assert not [line for line in lines(made) if "Zoe" in line.what or "Another" in line.after]
    assert len(lines(other)) == 2
    assert reverse("party:log", args=["prairie", made.code]) == run(made, "log")


def everything(of, olga):
    """Every action that writes to a party's log, on nine people with a prize of their own."""
    who = {"by": olga, "at": NOON}
    setup.change_setup(
        of,
        replace(USUAL, own_prizes=("Best cake",), prizes=("lot",), money=MoneySettings(fee=500), drop_out="draw"),
        **who,
    )
    party_lifecycle.mark_paid(of, [key(of, "Ann"), key(of, "Bob")], paid=True, **who)
    party_lifecycle.mark_paid(of, [key(of, "Bob")], paid=False, **who)
    people.check_out(of, key(of, "Ida"), **who)
    people.check_in(of, ["Ida"], **who)
    mistake = [entrant.pk for entrant in people.check_in(of, ["Idda"], **who).new]
    undo_check_in(of, mistake, mistake, **who)
    change_timetable(of, Timetable(minutes=35), **who)
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
    people.share_chairs(of, key(of, "Ida"), key(of, "Bob"), **who)
    undo_step(of, of.step, **who)
    setup.change_movement(of, "ladder", **who)
    people.choose_groups(of, {key(of, "Ann"), key(of, "Eva")}, **who)
    room.change_room(of, Room({1: "Window"}), **who)
    room.keep_table(of, key(of, "Ann"), 1, **who)
    room.give_up_table(of, key(of, "Ann"), **who)
    room.change_room(of, Room(), **who)
    seating.make_draft(of, seating_method="arrival", **who)
    seating.discard_draft(of, **who)
    seating.make_draft(of, seed=3, **who)
    swaps.swap_seats(of, key(of, "Ann"), key(of, "Ida"), reason="", **who)
    people.check_in(of, ["Late"], **who)
    people.check_out(of, key(of, "Late"), **who)
    seating.undo_draft_change(of, **who)
    ann, bob = key(of, "Ann"), key(of, "Bob")
    for kind in ("apart", "together"):
        wishes.add_wish(of, ann, bob, kind=kind, hard=False, **who)
    wishes.remove_wish(of, ann, bob, **who)
    seating.announce(of, **who)
    broadcast.show_message(of, "Coffee, ten minutes", **who)
    broadcast.clear_message(of, **who)
    broadcast.set_projector(of, "timer", **who)
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
    uid = uuid4()
    results.adjust_table(of, 1, 1, uid, (1, 0), "Ann revoked", **who)
    results.undo_adjustment(of, 1, 1, AdjustmentRecord.objects.get(uid=uid).pk, **who)
    results.type_result(of, 1, 1, (5, 5), **who)
    results.record_cut(of, 1, 1, 0, **who)
    results.declare_draw(of, 1, 2, **who)
    results.award_walkover(of, 1, 2, 1, **who)
    party_lifecycle.finish(of, **who)
    party_lifecycle.give_prize(of, "Best cake", 1, **who)
    party_lifecycle.draw_lot(of, **who)
    party_lifecycle.undo_lot(of, **who)
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
    side_tables.start_side_tables(copy, **who)
    setup.change_setup(copy, replace(USUAL, round_end="top"), **who)
    results.type_result(copy, 1, 1, (9, 5), **who)
    timer.hear_top_table(key=party_state(copy).current.table(1).game.pk, at=NOON)
    results.reopen_table(copy, 1, 1, **who)
    timer.undo_bell(copy, **who)
    rehearsal.fill_round(copy, seed=1, **who)
    return copy


@pytest.fixture
def full(olga):
    """A party whose log has every kind of entry, and its rehearsal."""
    made = friday(olga, *NINE)
    return made, everything(made, olga)


def test_every_kind_of_entry_is_written_by_an_action(full):
    # The others are those of earlier versions.
    written = set(LogEntry.objects.values_list("kind", flat=True))
    assert written == set(KINDS) - {"imported", "pairs_separated"}


def test_every_kind_of_entry_has_a_sentence_without_gaps(full):
    for of in full:
        for page in range(1, log(of, 1).paginator.num_pages + 1):
            for line in lines(of, page):
                assert line.what
                assert not re.search(r"[{}?]|None", line.what + line.before + line.after), line


# Under these stands nothing that people type: codes, times, numbers that may be missing.
NOT_TYPED = {
    *("criteria", "cut", "day", "fours", "kind", "max_tables", "method", "minutes", "most", "movement", "preset"),
    *("round_end", "starts", "starts_at", "top", "view", "walkover_to"),
}


def texts_left(value, name=""):
    """The names under which a stored value has a text."""
    if isinstance(value, dict) and name != "method":
        return {found for key, each in value.items() for found in texts_left(each, key)}
    if isinstance(value, list):
        return {found for each in value for found in texts_left(each, name)}
    return set() if isinstance(value, int | float) else {name}


def test_every_text_that_an_entry_can_have_is_searched_when_a_person_is_erased(full):
    left = set()
    for each in LogEntry.objects.all():
        # Where nothing stands there may be a text another time.
        data = json.loads(json.dumps(each.data).replace("null", '"some text"'))
        left |= texts_left(changed("party.logentry.data", data, {"kind": each.kind}, lambda _kind, _text: 0))
    assert left == NOT_TYPED, "what people type belongs in _log_data of free_text.py, all else in NOT_TYPED"


def test_an_unknown_kind_cannot_be_written(olga):
    with pytest.raises(ValueError, match="no kind 'party_sold'"):
        add_entry(friday(olga), "party_sold", by=olga, at=NOON)


def test_an_entry_of_a_newer_version_is_shown_by_its_kind(olga):
    made = friday(olga)
    LogEntry.objects.create(party=made, kind="party_sold", data={"before": [1]}, by_user=olga, at=later(1))
    assert latest(made) == ("Recorded by a newer version: party_sold", "", "")


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
    rename_player(prairie.players.get(name="Ann"), "Anna Berg", by=olga, at=later(60))
    assert text_of(full) == re.sub(r"\bAnn\b", "Anna Berg", before)


def test_an_anonymous_player_has_no_old_name_in_any_entry(full, olga, prairie):
    people.check_in(full[0], ["Ann Marie"], by=olga, at=NOON)
    before = text_of(full)
    make_anonymous(prairie.players.get(name="Ann"), by=olga, at=later(60))
    assert text_of(full) == re.sub(r"\bAnn\b(?! Marie)", "Anonymous 1", before)
    assert "Ann Marie is here" in text_of(full)


def after_a_redeal(game):
    """The cards are thrown in, then a hand is played: it is the second entry, and the first hand."""
    send(phone(), game, number=1, bid="", tricks="", save="same_dealer")
    return record(game, high(2, 0, 9)).hand


def test_a_hand_removed_after_a_redeal_is_logged_by_its_number(olga):
    made = friday(olga, count=4)
    game = next_round(made, olga).current.table(1).game
    last = after_a_redeal(game)
    undo_hand(link(game), uuid4(), last.uid, by_seat=2, at=later(5))
    assert lines(made)[0].what == "Round 1, table 1: Hand 1 removed"


def test_a_hand_corrected_after_a_redeal_is_logged_by_its_number(olga):
    made = friday(olga, count=4)
    game = next_round(made, olga).current.table(1).game
    last = after_a_redeal(game)
    correct_hand(link(game), high(2, 0, 8, replaces=last.uid), by_seat=2, at=later(5))
    assert lines(made)[0].what == "Round 1, table 1: hand 1 corrected"


def test_hands_taken_out_are_logged_by_the_numbers_that_they_had(olga):
    made = friday(olga, count=4)
    game = next_round(made, olga).current.table(1).game
    rows = [record(game, high(position, 0, 8)).hand for position in (1, 2, 3)]
    for minute, row in enumerate((rows[1], rows[0]), start=5):
        correct_hand(link(game), taken_out(uuid4(), row.position, replaces=row.uid), by_seat=2, at=later(minute))
    newest, before = (line.what for line in lines(made)[:2])
    assert (newest, before) == ("Round 1, table 1: Hand 1 taken out", "Round 1, table 1: Hand 2 taken out")

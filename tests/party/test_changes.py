"""Undo takes back the newest change exactly, whatever it was, then the one before; every action is such a change."""

import threading
from datetime import date

import pytest
from django.db import OperationalError, connection

from tests.builders import NOON, organiser
from tests.party.builders import (
    LATER,
    NINE,
    USUAL,
    draft,
    friday,
    game_of,
    key,
    logged,
    next_round,
    one_round,
    party_state,
    play,
    present,
    table_at,
    typed,
)
from tests.stats.test_books_agree import disagreements
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.archive.bin import put, restore
from whistclub.archive.person import erase_person
from whistclub.club.actions import change_player
from whistclub.party import changes
from whistclub.party.actions import (
    broadcast,
    people,
    rehearsal,
    results,
    seating,
    setup,
    signup,
    swaps,
    timer,
    wishes,
)
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions.other_day import move_party
from whistclub.party.log import KINDS
from whistclub.party.models import Entrant, LogEntry, Party, Round, SeatAssignment, SignUp, Table
from whistclub.party.refusals import CannotUndo, PageOutOfDate
from whistclub.play.models import AdjustmentRecord, Confirmation, EntryRecord, Game, PartyNow, Seat
from whistclub.stats.models import PartyRank
from whistclub.web.rows import rows_as_json
from whistclub.web.transactions import write_transaction

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


def rows_of(party):
    """The party as it is stored, but for what only rises."""
    games = Game.objects.filter(party_code=party.code)
    found = {
        "party": rows_as_json(Party.objects.filter(pk=party.pk), without=("revision",)),
        "now": rows_as_json(PartyNow.objects.filter(pk=party.code), without=("hands", "results", "revision")),
        "games": rows_as_json(games, without=("revision", "awaits_statistics", "used_at")),
        "seats": set(Seat.objects.filter(game__in=games).values_list("game", "position", "player")),
        "players": set(party.club.players.values_list("name", "retired")),
        "statistics": set(PartyRank.objects.filter(party__code=party.code).values_list("player", "rank", "points")),
        "adjustments": rows_as_json(AdjustmentRecord.objects.filter(game__in=games)),
    }
    for model in (Entrant, Round, SignUp):
        found[model.__name__] = rows_as_json(model.objects.filter(party=party))
    for model in (Table, SeatAssignment):
        found[model.__name__] = rows_as_json(model.objects.filter(round__party=party))
    for model, game in ((EntryRecord, "game"), (Confirmation, "hand__game")):
        found[model.__name__] = rows_as_json(model.objects.filter(**{f"{game}__in": games}))
    return found


class Walk:
    """Does each action, undoes it, compares, and does it again; `undone` are the kinds of their entries."""

    def __init__(self, olga):
        self.who, self.undone = {"by": olga, "at": LATER}, set()

    def __call__(self, action, party, *args, **more):
        before = rows_of(party)
        action(party, *args, **more, **self.who)
        entry = party.log.latest("pk")
        assert (entry.pk, entry.changes is None) == (party.entry, entry.kind in changes.NOT_UNDONE), action
        if entry.changes:
            assert rows_of(party) != before, action
            undo(party, **self.who)
            assert rows_of(party) == before, action
            assert disagreements(party.club) == [], action
            assert logged(party)[-1].sentence.startswith("Undone: ")
            changes.undo(party, entry.pk, **self.who)  # a second tap
            assert rows_of(party) == before, action
            self.undone.add(entry.kind)
            return action(party, *args, **more, **self.who)
        return None


def undo(party, *, by, at=LATER):
    changes.undo(party, party.log.filter(changes__isnull=False, undone=False).latest("pk").pk, by=by, at=at)


def everything(of, do, olga):
    """Every action that writes to a party's log, on nine people with a prize of their own. Returns its rehearsal."""
    for each in (before_the_first_round, during_a_round, after_the_end):
        each(of, do, olga)
    rehearsal.rehearse(of, by=olga, at=LATER)
    copy = of.rehearsals.get()
    next_round(copy, olga)
    do(rehearsal.fill_round, copy, seed=1)
    return copy


def before_the_first_round(of, do, olga):
    do(setup.change_setup, of, USUAL | {"own_prizes": ("Best cake",), "fee": 500})
    do(party_lifecycle.mark_paid, of, [key(of, "Ann"), key(of, "Bob")], paid=True)
    do(party_lifecycle.mark_paid, of, [key(of, "Bob")], paid=False)
    do(people.check_out, of, key(of, "Ida"))
    do(people.check_in, of, ["Ida", "Newcomer"])
    do(people.check_out, of, key(of, "Newcomer"))
    change_player(of.club.players.get(name="Ida"), retired=True, by=olga, at=LATER)
    do(people.check_out, of, key(of, "Ida"))
    do(people.check_in_player, of, of.club.players.get(name="Ida").pk)
    do(party_lifecycle.change_remark, of, "Ann sang", for_all=True)
    do(party_lifecycle.change_remark, of, "Ann sang", for_all=False)
    do(party_lifecycle.change_remark, of, "", for_all=False)
    do(signup.set_list, of, "opened")
    of.refresh_from_db()
    signup.write_name(of, of.signup, "Joker", "phone", at=NOON)
    do(signup.check_in_from_list, of, {of.sign_ups.get().pk: "Joker"})
    signup.write_name(of, of.signup, "Clown", "another phone", at=NOON)
    do(signup.remove_from_list, of, [of.sign_ups.get(entrant=None).pk])
    do(signup.set_list, of, "renewed")
    do(signup.set_list, of, "closed")
    do(setup.change_setup, of, {"movement": "swiss_pairs"})
    do(people.pair_up, of, key(of, "Ann"), key(of, "Bob"))
    do(people.pair_up, of, key(of, "Bob"), key(of, "Ida"))
    do(people.split_pair, of, key(of, "Bob"))
    do(people.pair_rest, of)
    draft(of, olga)
    do(people.check_out, of, key(of, "Ida"))
    do(setup.change_setup, of, {"movement": "ladder"})
    do(people.change_group, of, key(of, "Ann"))
    do(seating.keep_table, of, key(of, "Ann"), 2)
    do(seating.keep_table, of, key(of, "Ann"), None)
    for kind in ("apart", "together"):
        do(wishes.add_wish, of, key(of, "Ann"), key(of, "Bob"), kind=kind)
    do(wishes.remove_wish, of, key(of, "Ann"), key(of, "Bob"))
    do(swaps.swap_seats, of, key(of, "Ann"), key(of, "Eva"))
    do(people.check_out, of, key(of, "Gro"))
    do(seating.discard_draft, of)
    do(people.check_in, of, ["Gro", "Ida"])


def during_a_round(of, do, olga):
    do(seating.make_draft, of, seating_method="arrival", seed=3)
    do(seating.announce, of)
    do(broadcast.show_message, of, "Coffee, ten minutes", minutes=10)
    do(broadcast.clear_message, of)
    do(timer.start, of, 20)
    do(timer.pause, of)
    do(timer.resume, of)
    do(timer.add_minutes, of, 5)
    do(timer.add_minutes, of, -1)
    do(timer.ring, of)
    play(table_at(of), (0, 9))
    do(swaps.swap_seats, of, key(of, "Ann"), key(of, "Eva"), reason="They quarrelled")
    do(results.end_table, of, 1, 1)
    do(results.lock_table, of, 1, 1)
    do(results.reopen_table, of, 1, 1)
    do(results.adjust_table, of, 1, 1, (1, 0), "Ann revoked")
    do(results.undo_adjustment, of, 1, 1, AdjustmentRecord.objects.get().pk)
    do(people.leave_now, of, key(of, "Dan"), substitute=key(of, "Ida"))
    do(people.leave_now, of, key(of, "Clara"), substitute=None)
    do(results.award_walkover, of, 1, 2, 0)
    do(results.declare_draw, of, 1, 2)
    do(results.record_cut, of, 1, 2, 1)
    do(results.type_result, of, 1, 1, (5, 3))
    do(results.type_result, of, 1, 1, (3, 5))
    do(results.type_result, of, 1, 2, (4, 1))
    draft(of, olga)
    do(results.type_result, of, 1, 2, (1, 4))
    do(results.reopen_table, of, 1, 1)
    do(seating.undo_round, of, 1, sure=True)
    next_round(of, olga)
    do(people.check_out, of, key(of, "Ann"), after_round=True)


def after_the_end(of, do, olga):
    typed(of, olga, (5, 3), (5, 3))
    do(party_lifecycle.finish, of)
    do(party_lifecycle.give_prize, of, "Best cake", 1)
    do(party_lifecycle.set_excluded, of, excluded=True)
    do(party_lifecycle.set_excluded, of, excluded=False)
    do(move_party, of, date(2026, 1, 5))
    put(of, by=olga, at=LATER)
    restore(of, by=olga, at=LATER)
    do(party_lifecycle.renew_codes, of)
    do(results.reopen_table, of, 1, 1)
    do(results.type_result, of, 1, 1, (8, 3))
    do(party_lifecycle.finish, of)
    do(party_lifecycle.reopen_party, of)


def test_every_kind_of_entry_is_undone_exactly(olga):
    walk = Walk(olga)
    everything(friday(olga, *NINE), walk, olga)
    assert walk.undone | {"party_created", *changes.NOT_UNDONE} == set(KINDS)


def test_a_whole_evening_is_undone_step_by_step(olga):
    party, who = friday(olga), {"by": olga, "at": LATER}
    steps = [
        lambda: people.check_in(party, NINE, **who),
        lambda: seating.make_draft(party, seed=1, **who),
        lambda: swaps.swap_seats(party, key(party, "Ann"), key(party, "Bob"), **who),
        lambda: people.check_in(party, ["Late"], **who),
        lambda: seating.announce(party, **who),
        *(lambda table=table: results.type_result(party, 1, table, (5, 3), **who) for table in (1, 2)),
        lambda: seating.make_draft(party, seed=2, **who),
        lambda: people.check_in(party, ["Later", "Latest"], **who),
        lambda: seating.announce(party, **who),
        *(lambda table=table: results.type_result(party, 2, table, (2, 7), **who) for table in (1, 2, 3)),
        lambda: results.type_result(party, 1, 2, (1, 6), **who),
        lambda: party_lifecycle.finish(party, **who),
    ]
    known = []
    for step in steps:
        known.append(rows_of(party))
        step()
    for before in reversed(known):
        undo(party, by=olga)
        assert rows_of(party) == before
    assert disagreements(party.club) == []
    with pytest.raises(LogEntry.DoesNotExist):
        undo(party, by=olga)


def test_an_older_change_is_undone_after_the_later_ones(olga):
    party = friday(olga, *NINE)
    people.check_out(party, key(party, "Ann"), by=olga, at=LATER)
    earlier = party.entry
    people.check_out(party, key(party, "Bob"), by=olga, at=LATER)
    with pytest.raises(CannotUndo, match="First undo what was done later: Bob has left"):
        changes.undo(party, earlier, by=olga, at=LATER)
    undo(party, by=olga)
    undo(party, by=olga)
    assert present(party) == list(NINE)


def test_a_round_with_a_hand_is_not_undone_with_its_announcement(olga):
    party = friday(olga, *NINE)
    next_round(party, olga)
    play(table_at(party), (0, 9))
    with pytest.raises(CannotUndo):
        undo(party, by=olga)


def test_what_a_phone_has_entered_since_is_not_lost(olga):
    party = one_round(olga, (5, 3), (5, 3))
    results.reopen_table(party, 1, 1, by=olga, at=LATER)
    play(table_at(party), (0, 9))
    with pytest.raises(CannotUndo, match="Something has changed since"):
        undo(party, by=olga)
    assert game_of(party).hands_scored == 1


def test_hands_played_since_a_substitute_came_stay_with_the_seat(olga):
    party = friday(olga, *NINE)
    next_round(party, olga)
    leaves = table_at(party).assignments[0].entrant.player.name
    people.leave_now(party, key(party, leaves), substitute=key(party, "Ida"), by=olga, at=LATER)
    play(table_at(party), (0, 9))
    undo(party, by=olga)
    assert (table_at(party).assignments[0].entrant.player.name, game_of(party).hands_scored) == (leaves, 1)


def test_a_new_player_whom_somebody_else_names_stays_on_the_roster(olga):
    party = friday(olga, *NINE)
    people.check_in(party, ["Zoe"], by=olga, at=LATER)
    friday(olga, "Zoe")
    undo(party, by=olga)
    assert present(party) == list(NINE)
    assert party.club.players.filter(name="Zoe").exists()


def test_undoing_the_unlocking_of_a_result_finishes_the_party_again(olga):
    party = one_round(olga, (5, 3), (5, 3))
    party_lifecycle.finish(party, by=olga, at=LATER)
    results.reopen_table(party, 1, 1, by=olga, at=LATER)
    assert Party.objects.get(pk=party.pk).state == Party.State.PLAYING
    undo(party, by=olga)
    party.refresh_from_db()
    assert (party.state, table_at(party).game.totals) == ("finished", [5, 3])
    assert party.club.party_facts.exists()


def test_once_somebody_is_erased_no_change_keeps_what_was_there_before(olga):
    party = friday(olga, *NINE)
    erase_person(party.club.players.get(name="Ann"), "Ann", by=olga, at=LATER)
    assert not party.log.filter(changes__isnull=False).exists()


def test_a_change_that_changes_nothing_leaves_no_entry(olga):
    party = friday(olga, *NINE)
    entries = party.log.count()
    people.check_in(party, ["Ann"], by=olga, at=LATER)
    party_lifecycle.set_excluded(party, excluded=False, by=olga, at=LATER)
    assert party.log.count() == entries


def test_a_form_of_a_page_that_slept_changes_nothing(olga):
    party = one_round(olga, (5, 3), (5, 3))
    shown = party_state(party).shown_draft
    draft(party, olga)
    party.shown = shown
    with pytest.raises(PageOutOfDate):
        seating.discard_draft(party, by=olga, at=LATER)
    assert party_state(party).draft


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer at a time")
@pytest.mark.django_db(transaction=True)
def test_a_hand_waits_until_the_change_of_an_organiser_is_stored():
    olga = organiser()[0]
    party = friday(olga, count=8)
    game = next_round(party, olga).current.table(1).game
    refused = []

    def lock():
        try:
            with write_transaction():
                Game.objects.select_for_update(nowait=True).get(pk=game.pk)
        except OperationalError:
            refused.append(game.pk)
        finally:
            connection.close()

    for act in (lambda: results.lock_table(party, 1, 1, by=olga, at=LATER), lambda: undo(party, by=olga)):
        with write_transaction():
            act()
            other = threading.Thread(target=lock)
            other.start()
            other.join()
    assert refused == [game.pk] * 2


def undo_buttons(response):
    found = Html(response)
    return [each["action"] for each in found.find("form") if "/undo/" in each.attributes.get("action", "")]


def test_the_notice_has_a_button_that_undoes_and_so_has_the_newest_line_of_the_log(organiser, olga):
    party = friday(olga, count=9, movement="swiss_pairs")
    asked = organiser.post(run(party, "pair_rest"), follow=True)
    assert "The rest were paired as listed." in Html(asked).text
    (address,) = undo_buttons(asked)
    assert undo_buttons(organiser.get(run(party, "people"))) == []
    assert undo_buttons(organiser.get(run(party, "log"))) == [address]
    done = organiser.post(address, {"back": run(party, "people")}, follow=True)
    assert done.redirect_chain == [(run(party, "people"), 302)]
    assert "Undone: The rest were paired as listed." in Html(done).text
    assert party_state(party).pairs == []
    again = organiser.post(address, {"back": "https://elsewhere.example"}, follow=True)
    assert again.redirect_chain == [(run(party, "console"), 302)]
    assert party_state(party).pairs == []

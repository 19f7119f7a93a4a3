"""Every action that writes to the log of a party, in an order in which each is possible."""

from datetime import date

from tests.builders import NOON, rows_stored
from tests.party.builders import LATER, USUAL, draft, key, logged, next_round, play, rehearse, table_at, typed
from whistclub.archive.bin import put, restore
from whistclub.club.actions import change_player
from whistclub.ops.integrity import disagreements
from whistclub.party import changes
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import people, results, seating, signup, timer
from whistclub.party.actions.lifecycle import move_party
from whistclub.party.actions.seats import swap_seats
from whistclub.party.models import Entrant, Party, Round, SeatAssignment, SignUp, Table
from whistclub.play.models import AdjustmentRecord, Confirmation, EntryRecord, Game, PartyNow, Seat
from whistclub.stats.models import PartyRank


def everything(of, do, olga):
    """Every action that writes to a party's log, on nine people with a prize of their own. Returns its rehearsal."""
    for each in (before_the_first_round, during_a_round, after_the_end):
        each(of, do, olga)
    copy = rehearse(of, olga, LATER)
    next_round(copy, olga)
    do(results.fill_round, copy, seed=1)
    return copy


def before_the_first_round(of, do, olga):
    do(party_lifecycle.change_setup, of, USUAL | {"own_prizes": ("Best cake",), "fee": 500})
    do(party_lifecycle.mark_paid, of, key(of, "Ann"), paid=True)
    do(party_lifecycle.mark_paid, of, key(of, "Bob"), paid=True)
    do(party_lifecycle.mark_paid, of, key(of, "Bob"), paid=False)
    do(party_lifecycle.mark_all_paid, of)
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
    do(party_lifecycle.change_setup, of, {"movement": "swiss_pairs"})
    do(people.pair_up, of, key(of, "Ann"), key(of, "Bob"))
    do(people.pair_up, of, key(of, "Bob"), key(of, "Ida"))
    do(people.split_pair, of, key(of, "Bob"))
    do(people.pair_rest, of)
    draft(of, olga)
    do(people.check_out, of, key(of, "Ida"))
    do(party_lifecycle.change_setup, of, {"movement": "ladder"})
    do(people.change_group, of, key(of, "Ann"), "B")
    do(seating.keep_table, of, key(of, "Ann"), 2)
    do(seating.keep_table, of, key(of, "Ann"), None)
    for kind in ("apart", "together"):
        do(people.set_wish, of, key(of, "Ann"), key(of, "Bob"), kind=kind)
    do(people.set_wish, of, key(of, "Ann"), key(of, "Bob"), kind="removed")
    do(swap_seats, of, key(of, "Ann"), key(of, "Eva"))
    do(people.check_out, of, key(of, "Gro"))
    do(seating.discard_draft, of)
    do(people.check_in, of, ["Gro", "Ida"])


def during_a_round(of, do, olga):
    do(seating.make_draft, of, seating_method="arrival", seed=3)
    do(seating.announce, of)
    do(timer.show_message, of, "Coffee, ten minutes", minutes=10)
    do(timer.clear_message, of)
    do(timer.start, of, 20)
    do(timer.pause, of)
    do(timer.resume, of)
    do(timer.add_minutes, of, 5)
    do(timer.add_minutes, of, -1)
    do(timer.ring, of)
    play(table_at(of), (0, 9))
    do(swap_seats, of, key(of, "Ann"), key(of, "Eva"), reason="They quarrelled")
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


def rows_of(party):
    """The party as it is stored, but for what only rises."""
    games = Game.objects.filter(party_code=party.code)
    found = {
        "party": rows_stored(Party.objects.filter(pk=party.pk), without=("revision",)),
        "now": rows_stored(PartyNow.objects.filter(pk=party.code), without=("hands", "results", "revision")),
        "games": rows_stored(games, without=("revision", "awaits_statistics", "used_at")),
        "seats": set(Seat.objects.filter(game__in=games).values_list("game", "position", "player")),
        "players": set(party.club.players.values_list("name", "retired")),
        "statistics": set(PartyRank.objects.filter(party__code=party.code).values_list("player", "rank", "points")),
        "adjustments": rows_stored(AdjustmentRecord.objects.filter(game__in=games)),
    }
    for model in (Entrant, Round, SignUp):
        found[model.__name__] = rows_stored(model.objects.filter(party=party))
    for model in (Table, SeatAssignment):
        found[model.__name__] = rows_stored(model.objects.filter(round__party=party))
    for model, game in ((EntryRecord, "game"), (Confirmation, "hand__game")):
        found[model.__name__] = rows_stored(model.objects.filter(**{f"{game}__in": games}))
    return found


def undo(party, *, by, at=LATER):
    changes.undo(party, party.log.filter(changes__isnull=False, undone=False).latest("pk").pk, by=by, at=at)


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
            undo(party, **self.who)
            assert rows_of(party) == before, action
            if entry.kind not in self.undone:
                assert disagreements(party.club) == [], action
                assert logged(party)[-1].sentence.startswith("Undone: ")
            self.undone.add(entry.kind)
            return action(party, *args, **more, **self.who)
        return None

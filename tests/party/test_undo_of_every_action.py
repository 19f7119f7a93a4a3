"""Every action of an organiser is undone in one step: the party is then as it was, except for log and revision."""

import importlib
import inspect
import pkgutil
from dataclasses import replace

import pytest

from tests.party.builders import (
    LATER,
    NINE,
    USUAL,
    draft,
    friday,
    key,
    logged,
    next_round,
    play,
    swap,
    table_at,
)
from tests.stats.test_books_agree import disagreements
from whistclub.party import actions
from whistclub.party.actions import (
    door,
    expected,
    people,
    results,
    seating,
    setup,
    swaps,
    timer,
    wishes,
)
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions.undoing import CannotBeUndone, undo_step
from whistclub.party.invitation import Invitation
from whistclub.party.models import DoorName, Entrant, Party, Round, SeatAssignment, Table
from whistclub.play.models import Confirmation, EntryRecord, Game, Seat
from whistclub.web.rows import rows_as_json

pytestmark = [pytest.mark.django_db, pytest.mark.writes]

# Actions that their own button undoes, or that are an undo; `steps` keeps nothing of them.
OTHERWISE = {
    "add_expected": "Undo next to its answer",
    "announce": "Undo round: asks first, because hands would be lost",
    "adjust_table": "Undo next to the adjustment",
    "check_in": "Undo next to its answer removes the people, new ones from the roster too",
    "check_in_from_door": "the same",
    "check_in_player": "the same row is tapped again",
    "clear_message": "shown again from the same form",
    "fill_round": "a rehearsal: its results are made up, and Undo round drops them",
    "finish": "Reopen",
    "make_draft": "Discard",
    "mark_paid": "the same box",
    "move_party": "The same form takes the old day",
    "pause": "Resume",
    "put_back_at_door": "Remove",
    "give_place": "Undo next to its answer",
    "put_back_expected": "Remove",
    "rehearse": "Delete the rehearsal",
    "remove_expected": "Put back",
    "remove_from_door": "Put back",
    "renew_codes": "a number that was used once would open the table again for cards that someone took home",
    "reopen_party": "Finish",
    "resume": "Pause",
    "set_excluded": "the same switch",
    "set_up": "Delete the party",
    "show_message": "Clear",
    "take_place_back": "an undo",
    "undo_adjustment": "an undo; adjusted again",
    "undo_check_in": "an undo",
    "undo_step": "an undo",
    "merge_players": "Separate, on the player’s page",
    "separate_players": "Merge",
}


def rows_of(party):
    """The party as it is stored, but for what only rises."""
    games = Game.objects.filter(party_code=party.code)
    found = {
        "party": rows_as_json(Party.objects.filter(pk=party.pk), without=("revision",)),
        "games": rows_as_json(games, without=("revision", "awaits_statistics", "used_at")),
        "seats": set(Seat.objects.filter(game__in=games).values_list("game", "position", "player")),
    }
    for model in (Entrant, DoorName, Round):
        found[model.__name__] = rows_as_json(model.objects.filter(party=party))
    for model in (Table, SeatAssignment):
        found[model.__name__] = rows_as_json(model.objects.filter(round__party=party))
    for model, game in ((EntryRecord, "game"), (Confirmation, "hand__game")):
        found[model.__name__] = rows_as_json(model.objects.filter(**{f"{game}__in": games}))
    return found


class Walk:
    """Does each action, undoes it, compares, and does it again; `undone` are their names."""

    def __init__(self, party, olga):
        self.party, self.olga, self.undone = party, olga, set()

    def __call__(self, action, *args, **more):
        who = {"by": self.olga, "at": LATER}
        before = rows_of(self.party)
        action(self.party, *args, **more, **who)
        step, self.party.step = self.party.step, None
        assert step, action
        assert rows_of(self.party) != before, action
        undo_step(self.party, step, **who)
        assert rows_of(self.party) == before, action
        assert disagreements(self.party.club) == [], action
        assert logged(self.party)[-1].sentence.startswith("Undone: ")
        with pytest.raises(CannotBeUndone):
            undo_step(self.party, step, **who)
        action(self.party, *args, **more, **who)
        self.undone.add(action.__name__)


def organisers_actions():
    """The functions by which an organiser changes a party: they take who did it."""
    for module in pkgutil.iter_modules(actions.__path__):
        if module.name == "listed_names":
            # What the actions on two lists share.
            continue
        found = importlib.import_module(f"{actions.__name__}.{module.name}")
        for name, function in inspect.getmembers(found, inspect.isfunction):
            given = inspect.signature(function).parameters
            is_own = function.__module__ == found.__name__ and not name.startswith("_")
            if (
                is_own
                and "by" in given
                and not {"state", "round_state", "assignments"} & given.keys()
                and name != "log"
            ):
                yield name


def test_every_action_is_undone_in_one_step_or_by_its_own_button(olga):
    party = friday(olga, *NINE)
    walk = Walk(party, olga)
    before_the_first_round(party, walk)
    during_a_round(party, walk, olga)
    assert walk.undone | OTHERWISE.keys() == set(organisers_actions())
    assert not walk.undone & OTHERWISE.keys()


def before_the_first_round(party, walk):
    walk(setup.change_setup, replace(USUAL, name="Saturday", own_prizes=("Best cake",)))
    walk(setup.change_movement, "swiss_pairs")
    walk(people.pair_up, key(party, "Ann"), key(party, "Bob"))
    walk(people.pair_up, key(party, "Bob"), key(party, "Ida"))
    walk(people.split_pair, key(party, "Bob"))
    walk(people.pair_rest)
    draft(party, walk.olga)
    walk(people.check_out, key(party, "Ida"))
    walk(setup.change_movement, "ladder")
    walk(people.choose_groups, {key(party, "Ann"), key(party, "Eva")})
    walk(seating.keep_table, key(party, "Ann"), 2)
    walk(seating.give_up_table, key(party, "Ann"))
    walk(wishes.add_wish, key(party, "Ann"), key(party, "Bob"), kind="apart")
    walk(wishes.remove_wish, key(party, "Ann"), key(party, "Bob"))
    swap(party, walk.olga, "Ann", "Eva")
    walk(people.check_out, key(party, "Gro"))
    walk(seating.discard_draft)
    walk(expected.change_invitation, Invitation(LATER))
    walk(party_lifecycle.change_remark, "Ann sang", for_all=True)
    walk(door.open_door)
    walk(door.renew_door)
    walk(door.close_door)
    people.check_in(party, ["Gro", "Ida"], by=walk.olga, at=LATER)


def during_a_round(party, walk, olga):
    next_round(party, olga)
    walk(timer.start, 20)
    walk(timer.add_minutes, 5)
    walk(timer.ring)
    play(table_at(party), (0, 9))
    walk(swaps.swap_seats, key(party, "Ann"), key(party, "Eva"), reason="They quarrelled")
    walk(results.end_table, 1, 1)
    walk(results.lock_table, 1, 1)
    walk(results.reopen_table, 1, 1)
    walk(people.leave_now, key(party, "Dan"), substitute=key(party, "Ida"))
    walk(people.leave_now, key(party, "Clara"), substitute=None)
    walk(results.award_walkover, 1, 2, 0)
    walk(results.declare_draw, 1, 2)
    walk(results.record_cut, 1, 2, 1)
    walk(results.type_result, 1, 1, (5, 3))
    walk(results.type_result, 1, 1, (3, 5))
    walk(results.type_result, 1, 2, (4, 1))
    draft(party, olga)
    walk(results.reopen_table, 1, 1)
    walk(seating.undo_round, 1, sure=True)
    next_round(party, olga)
    walk(people.check_out, key(party, "Ann"), after_round=True)
    walk(party_lifecycle.give_prize, "Best cake", 2)

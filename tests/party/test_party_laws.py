"""Random evenings: people come and go, tables play, organisers change their minds; the laws hold after each step."""

from contextlib import suppress
from datetime import timedelta
from random import Random
from uuid import UUID

import pytest

from tests import builders
from tests.builders import NOON, link
from tests.party.builders import friday, party_state
from tests.party.recount import count, count_game, ranks
from whistclub.engine.hand import Contract, contracts
from whistclub.party.actions import people, results, seating, swaps, timer
from whistclub.party.models import Party, Round, SeatAssignment, Table
from whistclub.party.results import evening_balances, payments, table_standings
from whistclub.play import replay
from whistclub.play.entries import EntrySubmission, correct_hand, record_hand, undo_hand
from whistclub.play.games import end_after_bell
from whistclub.play.models import Game, PartyNow
from whistclub.web.errors import Refused

pytestmark = [pytest.mark.django_db, pytest.mark.writes]

STEPS = 28
# Seed, people, settings of each evening.
EVENINGS = [
    (1, 4, {}),
    (2, 5, {"tie": "extra"}),
    (3, 8, {"preset": "askov", "round_end": "target", "hands": None}),
    (4, 9, {"preset": "askov", "hands": 3, "sit_out_worth": "average"}),
    (5, 11, {"movement": "meets", "sit_out_worth": "win"}),
    (6, 13, {"round_end": "bell", "hands": None, "minutes": 5}),
    (7, 16, {"movement": "swiss", "order": "top"}),
    (8, 19, {"preset": "minnesota"}),
    (9, 22, {"top": "swap", "max_tables": 4, "sit_out_worth": "nothing"}),
    (10, 27, {"round_end": "bell", "hands": None, "tie": "extra", "to_target": False}),
    (11, 34, {"preset": "tuppi", "hands": 5}),
    (12, 40, {"preset": "south_dakota", "hands": 2}),
    (13, 14, {"movement": "winners_up"}),
    (14, 15, {"movement": "mitchell"}),
    (15, 18, {"movement": "finals", "planned_rounds": 2}),
    (16, 13, {"movement": "swiss_pairs"}),
    (17, 17, {"movement": "winners_up", "mixed": True}),
]
# What PostgreSQL sees too: somebody sits out, a bell, fewer tables than there could be.
ON_ANY_DATABASE = {2, 6, 9}


class Evening:
    """A party at which chance decides what happens next."""

    def __init__(self, seed, size, settings):
        self.chance = Random(seed)
        self.olga = builders.organiser()[0]
        self.party = friday(self.olga, count=size, **settings)
        self.newcomers = 0
        self.at = NOON

    def step(self, found=None):
        """One random action; `doing` names it. A party that has just been read need not be read again."""
        self.at += timedelta(minutes=self.chance.randrange(3))
        found = found or party_state(self.party)
        if found.draft:
            wanted = ["announce"] * 6 + ["swap"] * 2 + ["come", "go", "draft", "drop_draft"]
        elif found.current is None:
            wanted = ["draft"] * 5 + ["come", "go"] + ["groups"] * 3 * found.is_mixed
        elif found.current.missing:
            wanted = ["play"] * 8 + ["type_missing"] * 4 + ["correct", "undo_hand", "swap", "come", "go", "go_after"]
            wanted += ["leave", "rule", "result", "undo_round", "bell", "bell", "we_are_done"]
        else:
            wanted = ["draft"] * 8 + ["correct", "undo_hand", "result", "rule", "swap", "come", "go", "undo_round"]
        if found.movement.fixed_pairs and len(found.single) > 1:
            wanted = ["partners"]
        few = len(found.present) < 4 + self.chance.randrange(3)
        what = "come" if few else self.chance.choice(wanted)
        self.doing = what
        getattr(self, what)(found)

    def who(self):
        return {"by": self.olga, "at": self.at}

    # People

    def come(self, found):
        gone = [entrant.player.name for entrant in found.entrants.values() if not entrant.present]
        if gone and self.chance.random() < 0.5:
            people.check_in(self.party, [self.chance.choice(gone)], **self.who())
        else:
            self.newcomers += 1
            people.check_in(self.party, [f"N{self.newcomers}"], **self.who())

    def groups(self, found):
        people.change_group(self.party, self.chance.choice(found.present).pk, **self.who())

    def partners(self, found):
        """Everybody gets a partner; an odd one sits out."""
        people.pair_rest(self.party, **self.who())

    def go(self, found):
        people.check_out(self.party, self.anybody(found), **self.who())

    def go_after(self, found):
        people.check_out(self.party, self.anybody(found), after_round=True, **self.who())

    def leave(self, found):
        sit_outs = [assignment.entrant_id for assignment in found.current.sitting_out]
        came = [entrant.pk for entrant in found.present if found.current.assignment_of(entrant.pk) is None]
        free = sit_outs + came
        substitute = self.chance.choice(free) if free and self.chance.random() < 0.7 else None
        people.leave_now(self.party, self.anybody(found), substitute=substitute, **self.who())

    def anybody(self, found):
        return self.chance.choice([entrant.pk for entrant in found.present])

    # Seats

    def draft(self, found):
        for table_state in found.current.needs_cut(found.movement) if found.current else []:
            side = self.chance.randrange(2)
            results.record_cut(self.party, found.current.round.number, table_state.number, side, **self.who())
        how = self.chance.choice(["draw", "arrival", "ranking"])
        seating.make_draft(self.party, seating_method=how, seed=self.chance.randrange(999), **self.who())

    def drop_draft(self, _found):
        seating.discard_draft(self.party, **self.who())

    def announce(self, _found):
        seating.announce(self.party, **self.who())

    def swap(self, found):
        assignments = (found.draft or found.current).assignments
        one, other = (assignment.entrant_id for assignment in self.chance.sample(assignments, 2))
        swaps.swap_seats(self.party, one, other, reason="a whim", **self.who())

    def undo_round(self, found):
        seating.undo_round(self.party, found.current.round.number, sure=self.chance.random() < 0.6, **self.who())

    # Tables

    def play(self, found):
        """A few hands at each table that still plays."""
        for table_state in found.current.missing:
            for _hand in range(self.chance.randrange(1, 4)):
                game = Game.objects.get(pk=table_state.game.pk)
                if game.state == Game.State.RUNNING and not game.locked:
                    record_hand(link(game), self.hand(game, game.hands_scored + 1), by_seat=0, at=self.at)

    def correct(self, found):
        game, hands = self.played_game(found)
        if hands:
            old = self.chance.choice(hands)
            correct_hand(link(game), self.hand(game, old.position, old.uid), by_seat=0, at=self.at)

    def undo_hand(self, found):
        game, hands = self.played_game(found)
        if hands:
            undo_hand(link(game), hands[-1].uid, by_seat=0, at=self.at)

    def we_are_done(self, found):
        end_after_bell(link(self.chance.choice(found.current.tables).game), by_seat=1, at=self.at)

    def played_game(self, found):
        game = self.chance.choice(found.current.tables).game
        return game, replay.read(game).current_entries

    def hand(self, game, number, replaces=None):
        contract = self.chance.choice([Contract.HIGH] * 3 + list(contracts(game.rules)))
        declarer = None if contract is Contract.LOW else self.chance.randrange(4)
        first = self.chance.randrange(contract.most_tricks + 1)
        tricks = (first,) if contract.is_solo else (first, 13 - first)
        return EntrySubmission(UUID(int=self.chance.getrandbits(128)), number, contract, declarer, tricks, replaces)

    def bell(self, _found):
        act = self.chance.choice([timer.ring, timer.pause, timer.resume, None])
        if act:
            act(self.party, **self.who())
        else:
            timer.start(self.party, 5, **self.who())

    # Results

    def type_missing(self, found):
        """All tables that still play hand in their paper."""
        for table_state in found.current.missing:
            score = self.chance.randrange(14), self.chance.randrange(14)
            results.type_result(self.party, found.current.round.number, table_state.number, score, **self.who())

    def result(self, found):
        round_state = self.chance.choice(found.announced)
        table_state = self.chance.choice(round_state.tables)
        score = self.chance.randrange(-3, 20), self.chance.randrange(-3, 20)
        before = {line.person: line.rank for line in table_standings(found)}
        changed = results.type_result(self.party, round_state.round.number, table_state.number, score, **self.who())
        after = ranks(self.party, count(self.party)[0])
        if found.movement.divides:
            after = {line.person: line.rank for line in table_standings(party_state(self.party))}
        moved = {person: (before[person], after[person]) for person in before if before[person] != after[person]}
        if round_state is found.current:
            moved = {}  # nothing rests on these ranks yet
        assert {move.person: (move.old, move.new) for move in changed.moves} == moved

    def rule(self, found):
        round_state = self.chance.choice(found.announced)
        where = round_state.round.number, self.chance.choice(round_state.tables).number
        action, *more = self.chance.choice(
            [
                (results.reopen_table,),
                (results.lock_table,),
                (results.end_table,),
                (results.declare_draw,),
                (results.award_walkover, self.chance.randrange(2)),
                (results.record_cut, self.chance.randrange(2)),
            ]
        )
        action(self.party, *where, *more, **self.who())


# Things done on phones: the party's own log and revision say nothing of them.
ON_PHONES = {"play", "correct", "undo_hand", "we_are_done"}
# Steps of several actions, of which the last may be refused.
SEVERAL = {"draft", "type_missing", "partners"}


@pytest.mark.parametrize(
    "seed, size, settings",
    [
        pytest.param(*each, id=f"{each[1]} people", marks=() if each[0] in ON_ANY_DATABASE else pytest.mark.alike)
        for each in EVENINGS
    ],
)
def test_laws_hold_throughout_random_evenings(db, seed, size, settings):
    evening, found, folded = Evening(seed, size, settings), None, {}
    for _each in range(STEPS):
        before = _written(evening.party)
        refused = True
        with suppress(Refused):
            evening.step(found)
            refused = False
        found = party_state(evening.party)
        _check_log(before, _written(evening.party), evening.doing, refused=refused)
        _check_seats(found)
        _check_games(found, folded)
        _check_standings(found)


def _written(party):
    fresh = Party.objects.filter(pk=party.pk)
    games = Game.objects.filter(party_code=party.code)
    parts = [fresh, party.entrants, party.rounds, games, PartyNow.objects.filter(pk=party.code)]
    parts += [model.objects.filter(round__party=party) for model in (Table, SeatAssignment)]
    rows = [list(each.order_by("pk").values()) for each in parts]
    return fresh.get().revision, party.log.count(), rows


def _check_log(before, after, what, *, refused):
    """Every action raises the revision and leaves a line; one that is refused or changes nothing does neither."""
    acts, lines = after[0] - before[0], after[1] - before[1]
    if what in ON_PHONES or (refused and what not in SEVERAL):
        assert (acts, lines) == (0, 0)
    elif not refused:
        assert lines >= acts
        assert acts >= 1 or (lines, before[2]) == (0, after[2])


def _check_seats(found):
    """I1, I2 and I3 of RULES.md §2.4, and that the games know the same people as the rounds."""
    for round_state in found.rounds:
        assert all(sorted(table_state.assignments) == [0, 1, 2, 3] for table_state in round_state.tables)
        assert [table_state.number for table_state in round_state.tables] == list(range(1, len(round_state.tables) + 1))
        people_there = [assignment.entrant_id for assignment in round_state.assignments]
        assert len(people_there) == len(set(people_there))
        seated = {
            assignment.entrant_id
            for table_state in round_state.tables
            for assignment in table_state.assignments.values()
        }
        sitting_out = {assignment.entrant_id for assignment in round_state.sitting_out}
        gone = {
            assignment.entrant_id
            for assignment in round_state.assignments
            if assignment.went_home and assignment.table is None
        }
        assert (seated | sitting_out | gone, seated & sitting_out) == (set(people_there), set())
        if round_state is found.draft:
            left = {entrant.pk for entrant in found.left_in_draft}
            assert set(people_there) == {entrant.pk for entrant in found.present} | left
            if not left and not any(each.placed_by_organiser for each in round_state.assignments):
                most = found.party.max_tables or len(people_there)
                full = len(found.pairs) // 2 if found.movement.fixed_pairs else len(people_there) // 4
                assert len(round_state.tables) == min(full, most)
    numbers = [round_state.round.number for round_state in found.rounds]
    assert numbers == list(range(1, len(numbers) + 1))
    in_games = set(
        Game.objects.filter(party_table__round__party=found.party)
        .exclude(party_table__round__state=Round.State.DRAFT)
        .values_list("party_table__round", "party_table__number", "seats__position", "seats__player")
    )
    assignments = SeatAssignment.objects.filter(round__party=found.party, table__isnull=False).exclude(
        round__state__in=[Round.State.DRAFT, Round.State.UNDONE]
    )
    on_chairs = set(assignments.values_list("round", "table", "position", "entrant__player"))
    undone = set(Round.objects.filter(party=found.party, state=Round.State.UNDONE).values_list("pk", flat=True))
    assert {row for row in in_games if row[0] not in undone} == on_chairs


def _check_games(found, folded):
    """Stored totals are what the hands say, to the program and to plain arithmetic; undone games are laid to rest.

    The program adds up only games that have changed since they were `folded`.
    """
    games = Game.objects.filter(party_code=found.party.code)
    for game in games.select_related("party_table__round").prefetch_related("hands"):
        again = count_game(game)
        if folded.get(game.pk) != game.revision:
            result = replay.fold(game, replay.read(game))
            counted = (result.totals, result.winner, result.hands_scored)
            assert (tuple(game.totals), game.winner, game.hands_scored) == counted
            folded[game.pk] = game.revision
        assert (game.totals, game.winner, game.hands_scored) == (again.totals, again.winner, again.hands)
        if game.state != Game.State.STOPPED:
            assert (game.state == Game.State.FINISHED) == again.over
        if game.party_table.round.state == Round.State.UNDONE:
            assert (game.state, game.locked) == (Game.State.STOPPED, True)


def _check_standings(found):
    """The standings and the money are what an independent count finds."""
    lines = table_standings(found)
    counted, cents = count(found.party)
    assert {line.person for line in lines} == set(counted)
    for line in lines:
        assert {name: getattr(line, name) for name in counted[line.person]} == counted[line.person]
    if not found.movement.divides:
        assert {line.person: line.rank for line in lines} == ranks(found.party, counted)
    owed = evening_balances(found)
    assert {person: amount for person, amount in owed.items() if amount} == {
        person: amount for person, amount in cents.items() if amount
    }
    for payment in payments(found):
        owed[payment.payer] += payment.cents
        owed[payment.payee] -= payment.cents
    assert not any(owed.values())

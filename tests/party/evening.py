"""A party at which chance decides what happens next."""

from datetime import timedelta
from random import Random
from uuid import UUID

from tests import builders
from tests.builders import NOON, entry_row, link
from tests.party.builders import friday, party_state
from tests.party.recount import count, ranks
from whistclub.engine.hand import Contract, contracts
from whistclub.party.actions import people, results, seating, timer
from whistclub.party.actions.seats import swap_seats
from whistclub.party.results import party_standings
from whistclub.play import replay
from whistclub.play.entries import correct_hand, record_hand, remove_entry
from whistclub.play.games import end_after_bell
from whistclub.play.models import Game


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
        person = self.chance.choice(found.present)
        people.change_group(self.party, person.pk, "A" if person.group == "B" else "B", **self.who())

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
        gone = self.anybody(found)
        people.leave_now(self.party, gone, substitute=substitute, **self.who())
        seat = found.current.assignment_of(gone)
        if substitute is None:
            assert party_state(self.party).current.table(seat.table).table.walkover_to == 1 - seat.position % 2

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
        swap_seats(self.party, one, other, reason="a whim", **self.who())

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
            correct_hand(link(game), self.hand(game, old.position), corrects=old.uid, by_seat=0, at=self.at)

    def undo_hand(self, found):
        game, hands = self.played_game(found)
        if hands:
            remove_entry(link(game), hands[-1].uid, must_be_last=True, by_seat=0, at=self.at)

    def we_are_done(self, found):
        end_after_bell(link(self.chance.choice(found.current.tables).game), by_seat=1, at=self.at)

    def played_game(self, found):
        game = self.chance.choice(found.current.tables).game
        return game, replay.read(game).current_entries

    def hand(self, game, number):
        contract = self.chance.choice([Contract.HIGH] * 3 + list(contracts(game.rules)))
        declarer = None if contract is Contract.LOW else self.chance.randrange(4)
        first = self.chance.randrange(contract.most_tricks + 1)
        tricks = (first,) if contract.is_solo else (first, 13 - first)
        return entry_row(UUID(int=self.chance.getrandbits(128)), number, contract, declarer, tricks)

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
        before = {line.person: line.rank for line in party_standings(found)}
        changed = results.type_result(self.party, round_state.round.number, table_state.number, score, **self.who())
        after = ranks(self.party, count(self.party)[0])
        if found.movement.divides:
            after = {line.person: line.rank for line in party_standings(party_state(self.party))}
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

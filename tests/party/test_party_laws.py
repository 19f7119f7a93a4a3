"""Random evenings: people come and go, tables play, organisers change their minds; the laws hold after each step."""

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest

from tests.engine.builders import left_alone
from tests.party.builders import party_state
from tests.party.evening import Evening
from tests.party.recount import count, count_game, ranks
from whistclub.engine.options import PRESETS, TableFormat, options_to_mapping
from whistclub.engine.winnings import fewest_payments
from whistclub.party.actions import lifecycle
from whistclub.party.models import Party, Round, SeatAssignment, Table
from whistclub.party.results import evening_balances, party_standings
from whistclub.play import replay
from whistclub.play.models import Game, PartyNow
from whistclub.web.errors import Refused

pytestmark = pytest.mark.django_db

STEPS = 20
# Seed, people, settings of each evening.
EVENINGS = [
    (2, 5, {"tie": "extra"}),
    (3, 8, {"preset": "askov", "round_end": "target", "hands": None}),
    (4, 9, {"preset": "askov", "hands": 3, "sit_out_worth": "average"}),
    (6, 13, {"round_end": "bell", "hands": None, "minutes": 5}),
    (7, 16, {"movement": "swiss", "order": "top"}),
    (8, 19, {"preset": "minnesota"}),
    (9, 22, {"top": "swap", "max_tables": 4, "sit_out_worth": "nothing"}),
    (15, 18, {"movement": "finals", "planned_rounds": 2}),
    (16, 13, {"movement": "swiss_pairs", "sit_out_worth": "win"}),
    (17, 17, {"movement": "winners_up", "mixed": True}),
]
# Each option that these would leave alone is changed at one of the usual evenings, a new option too.
USUALLY = [settings for _seed, _size, settings in EVENINGS if "preset" not in settings]
PLAYED = [replace(PRESETS[each.get("preset", "neuralplay")], max_hands=4) for _seed, _size, each in EVENINGS]
LEFT = [(key, replace(PRESETS[key], **each)) for key, each in left_alone(PLAYED)]
LEFT = [(key, rules) for key, rules in LEFT if rules.form is TableFormat.FOUR_IN_PAIRS]
assert len(LEFT) <= len(USUALLY), "add an evening"
for usual, (preset, changed) in zip(USUALLY, LEFT, strict=False):
    usual |= {"preset": preset, "options": options_to_mapping(changed)}
# What PostgreSQL sees too: somebody sits out, a bell, fewer tables than there could be.
ON_ANY_DATABASE = {2, 6, 9}


class WholeEvening(Evening):
    """It ends as well, and goes on again."""

    def step(self, found=None):
        found = found or party_state(self.party)
        is_finished = found.party.state == Party.State.FINISHED
        may_finish = found.announced and not found.draft and not found.current.missing
        if not is_finished and not (may_finish and self.chance.random() < 0.2):
            super().step(found)
            return
        self.at += timedelta(minutes=1)
        self.doing = self.chance.choice(["reopen", "rule"]) if is_finished else "finish"
        getattr(self, self.doing)(found)

    def finish(self, _found):
        lifecycle.finish(self.party, **self.who())

    def reopen(self, _found):
        lifecycle.reopen_party(self.party, **self.who())


# Things done on phones: the party's own log and revision say nothing of them.
ON_PHONES = {"play", "correct", "undo_hand", "we_are_done"}
# What rises although nothing changes, and what follows later.
ONLY_RISES = {"revision", "used_at", "awaits_statistics", "hands", "results"}
TYPED = {"type_missing", "result"}
# Steps of several actions, of which the last may be refused.
SEVERAL = {"draft", "type_missing", "partners"}


@pytest.mark.parametrize(
    "seed, size, settings",
    [
        pytest.param(
            *each, id=f"{each[0]}: {each[1]} people", marks=pytest.mark.postgres if each[0] in ON_ANY_DATABASE else ()
        )
        for each in EVENINGS
    ],
)
def test_laws_hold_throughout_random_evenings(db, seed, size, settings):
    evening, found, folded = WholeEvening(seed, size, settings), None, {}
    before = _written(evening.party)
    for _each in range(STEPS):
        refused = True
        with suppress(Refused):
            evening.step(found)
            refused = False
        found, after = party_state(evening.party), _written(evening.party)
        _check_log(before, after, evening.doing, refused=refused)
        before = after
        _check_rounds(found)
        _check_seats(found)
        _check_games(found, folded)
        _check_standings(found)


def _written(party):
    fresh = Party.objects.filter(pk=party.pk)
    games = Game.objects.filter(party_code=party.code)
    parts = [fresh, party.entrants, party.rounds, games, PartyNow.objects.filter(pk=party.code)]
    parts += [model.objects.filter(round__party=party) for model in (Table, SeatAssignment)]
    rows = [
        {name: value for name, value in row.items() if name not in ONLY_RISES}
        for each in parts
        for row in each.order_by("pk").values()
    ]
    return fresh.get().revision, party.log.count(), rows


def _check_log(before, after, what, *, refused):
    """Every action leaves a line, and but for a typed result raises the revision; one that is refused or changes
    nothing does neither."""
    acts, lines = after[0] - before[0], after[1] - before[1]
    if what in ON_PHONES or (refused and what not in SEVERAL):
        assert (acts, lines) == (0, 0)
    elif not refused:
        assert lines >= acts
        assert lines >= 1 or before[2] == after[2], what
        assert acts >= 1 or lines == 0 or what in TYPED, what


def _check_rounds(found):
    """While a party is played its last round runs and those before are over; a finished one has all results."""
    states = [each.round.state for each in found.announced]
    if found.party.state == Party.State.PLAYING:
        assert states == [Round.State.OVER] * (len(states) - 1) + [Round.State.RUNNING]
    elif found.party.state == Party.State.FINISHED:
        assert all(table_state.is_in for each in found.announced for table_state in each.tables)
    else:
        assert states == []


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
    for game in games.select_related("party_table__round").prefetch_related("entries"):
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
    lines = party_standings(found)
    counted, cents = count(found.party)
    assert {line.person for line in lines} == set(counted)
    for line in lines:
        assert {name: getattr(line, name) for name in counted[line.person]} == counted[line.person]
    if not found.movement.divides:
        assert {line.person: line.rank for line in lines} == ranks(found.party, counted)
    owed = dict(evening_balances(found))
    assert {person: amount for person, amount in owed.items() if amount} == {
        person: amount for person, amount in cents.items() if amount
    }
    for payment in fewest_payments(owed):
        owed[payment.payer] += payment.cents
        owed[payment.payee] -= payment.cents
    assert not any(owed.values())

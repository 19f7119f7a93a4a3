"""What a game keeps of its entries is always what all its entries say."""

from contextlib import suppress
from dataclasses import replace
from random import Random
from uuid import UUID

import pytest

from tests import builders
from tests.builders import NOON, entry_row, link, redeal
from whistclub.accounts.models import User
from whistclub.engine.hand import Contract, contracts
from whistclub.engine.options import PRESETS
from whistclub.play import replay
from whistclub.play.entries import correct_hand, record_hand, remove_entry
from whistclub.play.games import adjust_points, concede, continue_game, end_now, undo_adjustment
from whistclub.play.models import EntryRecord, Game
from whistclub.web.errors import Refused

pytestmark = pytest.mark.django_db

ACTIONS = 30


def any_uid(chance: Random) -> UUID:
    return UUID(int=chance.getrandbits(128))


def any_tricks(chance: Random, contract: Contract) -> tuple[int, ...]:
    first = chance.randrange(contract.most_tricks + 1)
    if contract.is_solo:
        return (first,)
    if contract is Contract.WIDOW:
        second = chance.randrange(14 - first)
        return (first, second, 13 - first - second)
    return (first, 13 - first)


def any_entry(chance: Random, game: Game, position: int) -> EntryRecord:
    """A hand, often with a revoke; now and then the cards were thrown in."""
    if chance.random() < 0.15:
        return redeal(any_uid(chance), position, deal_passes=chance.random() < 0.5)
    contract = chance.choice(contracts(game.rules))
    seats = list(range(game.form.seats)) + [None] * (contract is Contract.WIDOW)
    declarer = None if contract is Contract.LOW else chance.choice(seats)
    notes = {}
    if not contract.is_solo and chance.random() < 0.3:
        notes = {"revoke": chance.sample(range(game.form.sides), 2)}
    return entry_row(any_uid(chance), position, contract, declarer, any_tricks(chance, contract), notes)


def adjusted(chance: Random, game: Game, by: User) -> None:
    points = [0] * game.form.sides
    points[chance.randrange(len(points))] = chance.choice([-9, -2, 1, 3, 9])
    # After the end of a game points no longer count, once hands have been entered after it.
    with suppress(Refused):
        adjust_points(game, points, "as agreed", by=by, at=NOON)


def ended(chance: Random, game: Game, by: User) -> None:
    with suppress(Refused):
        if chance.random() < 0.5:
            concede(game, chance.randrange(2), by=by, at=NOON)
        else:
            end_now(game, by=by, at=NOON)


def do_something(chance: Random, game: Game, by: User) -> None:
    """Record, correct, undo, adjust, end, or take back, as far as the game allows; recording most often."""
    found = replay.read(game)
    hands = found.current_entries
    standing = [each for each in found.adjustments if each.undone_at is None]
    wanted = chance.choice(["record"] * 6 + ["correct"] * 2 + ["undo", "undo", "adjust", "take back", "end", "go on"])
    if wanted == "record" and game.state == Game.State.RUNNING:
        record_hand(link(game), any_entry(chance, game, found.next_position), by_seat=0, at=NOON)
    elif wanted == "adjust":
        adjusted(chance, game, by)
    elif wanted == "take back" and standing:
        undo_adjustment(game, chance.choice(standing).pk, by=by, at=NOON)
    elif wanted == "end":
        ended(chance, game, by)
    elif wanted == "go on":
        continue_game(game, by=by, at=NOON)
    elif hands and wanted == "undo":
        remove_entry(link(game), hands[-1].uid, must_be_last=True, by_seat=0, at=NOON)
    elif hands:
        old = chance.choice(hands)
        if chance.random() < 0.25:
            remove_entry(link(game), old.uid, by_seat=0, at=NOON)
        else:
            correct_hand(link(game), any_entry(chance, game, old.position), corrects=old.uid, by_seat=0, at=NOON)


def is_what_the_entries_say(game: Game) -> None:
    found = replay.read(game)
    result = replay.fold(game, found)
    state = Game.State.FINISHED if result.over else Game.State.RUNNING
    assert (tuple(game.totals), tuple(game.stars)) == (result.totals, result.stars)
    assert game.dealer == result.dealer
    assert (game.winner, game.hands_scored, game.state) == (result.winner, result.hands_scored, state)
    assert (game.reason, game.finished_at) == (result.reason or "", NOON if result.over else None)


@pytest.mark.parametrize(
    "preset",
    [
        *("neuralplay", "minnesota", "south_dakota", "tuppi"),
        *(pytest.param(each, marks=pytest.mark.postgres) for each in ("askov", "widow", "two_player")),
    ],
)
def test_cached_result_equals_replay_after_random_actions(prairie, olga, preset):
    chance = Random(preset)
    rules = replace(PRESETS[preset], revoke_tricks=2)
    game = builders.game(prairie, olga, preset=preset, rules=rules, dealer=1)
    for _each in range(ACTIONS):
        do_something(chance, game, olga)
        game = Game.objects.get(pk=game.pk)
        is_what_the_entries_say(game)


def test_an_adjustment_keeps_its_place_when_the_previous_entry_is_removed(prairie, olga):
    """Where only one side may hold points, it matters what comes first."""
    game = builders.game(prairie, olga, preset="tuppi")
    last = builders.record(game, builders.high(1, 0, 8), builders.high(2, 0, 8))
    adjust_points(game, (0, 3), "as agreed", by=olga, at=NOON)
    remove_entry(link(game), last.uid, must_be_last=True, by_seat=0, at=NOON)
    builders.record(game, builders.high(2, 0, 9))
    is_what_the_entries_say(Game.objects.get(pk=game.pk))


def test_an_adjustment_after_an_undone_entry_comes_after_the_new_one(prairie, olga):
    """Its points were deducted after hand 3, so without them 11 and 3 win the game before the new hand 3."""
    game = builders.game(prairie, olga)
    hands = [builders.high(1, 0, 12), builders.high(2, 0, 11), builders.high(3, 0, 7)]
    last = builders.record(game, *hands)
    adjust_points(game, (-2, 0), "as agreed", by=olga, at=NOON)
    remove_entry(link(game), last.uid, must_be_last=True, by_seat=0, at=NOON)
    adjust_points(game, (3, 0), "as agreed", by=olga, at=NOON)
    builders.record(game, builders.high(3, 0, 12))
    is_what_the_entries_say(Game.objects.get(pk=game.pk))

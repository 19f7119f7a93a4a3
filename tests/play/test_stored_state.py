"""What a game keeps of its hands is always what all its hands together say."""

from random import Random
from uuid import UUID

import pytest

from tests import builders
from tests.builders import NOON, link
from whistclub.engine.hand import Contract, contracts
from whistclub.play import folding
from whistclub.play.actions.book import Entry
from whistclub.play.actions.hands import correct_hand, record_hand, undo_hand
from whistclub.play.models import Game

pytestmark = pytest.mark.django_db

ACTIONS = 60


def any_hand(chance: Random, game: Game, number: int, replaces: int | None = None) -> Entry:
    contract = chance.choice(contracts(game.rules))
    declarer = None if contract is Contract.LOW else chance.randrange(4)
    first = chance.randrange(contract.most_tricks + 1)
    tricks = (first,) if contract.is_solo else (first, 13 - first)
    return Entry(UUID(int=chance.getrandbits(128)), number, contract, declarer, tricks, replaces)


def do_something(chance: Random, game: Game) -> None:
    """Record, correct or undo, as far as the game allows; recording most often."""
    hands = folding.read(game).complete
    wanted = chance.choice(["record"] * 4 + ["correct", "correct", "undo"])
    if wanted == "record" and game.state == Game.State.RUNNING:
        record_hand(link(game), any_hand(chance, game, len(hands) + 1), by_seat=0, at=NOON)
    elif hands and wanted == "undo":
        undo_hand(link(game), UUID(int=chance.getrandbits(128)), hands[-1].pk, by_seat=0, at=NOON)
    elif hands:
        old = chance.choice(hands)
        correct_hand(link(game), any_hand(chance, game, old.number, old.pk), by_seat=0, at=NOON)


@pytest.mark.parametrize("preset", ["neuralplay", "minnesota", "askov", "south_dakota", "tuppi"])
@pytest.mark.parametrize("seed", range(3))
def test_whatever_was_recorded_corrected_and_undone(prairie, olga, preset, seed):
    chance = Random(seed)
    game = builders.game(prairie, olga, preset=preset, dealer=seed)
    for _each in range(ACTIONS):
        do_something(chance, game)
        game = Game.objects.get(pk=game.pk)
        result = folding.fold(game, folding.read(game))
        state = Game.State.FINISHED if result.over else Game.State.RUNNING
        assert (tuple(game.totals), tuple(game.stars)) == (result.totals, result.stars)
        assert (game.dealer, game.entries) == (result.next_dealer, len(folding.read(game).complete))
        assert (game.winner, game.hands_scored, game.state) == (result.winner, result.hands_scored, state)
        assert (game.reason, game.finished_at) == (result.reason or "", NOON if result.over else None)

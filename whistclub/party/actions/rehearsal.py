"""Made-up results for a rehearsal, which is an evening set up to be tried."""

from datetime import datetime
from random import Random

from whistclub.accounts.models import User
from whistclub.engine.game import start, step
from whistclub.party.actions.timer import require_round_in_play
from whistclub.party.changes import change
from whistclub.party.models import Party
from whistclub.party.refusals import not_a_rehearsal
from whistclub.party.state import load
from whistclub.play import party_games
from whistclub.play.models import Game
from whistclub.play.simulation import random_hand

# Where only the bell ends a game, it rings after this number of made-up hands.
HANDS_TO_BELL = 8


def fill_round(party: Party, *, seed: int, by: User, at: datetime) -> None:
    """Make up the missing results of the round. Raises "not_a_rehearsal"; StalePartyState without a round in play."""
    if not party.is_rehearsal:
        raise not_a_rehearsal()
    rng = Random(seed)  # noqa: S311 - made-up results, not a secret
    with change(party, "results_made_up", by=by, at=at) as state:
        round_state = require_round_in_play(state)
        for table_state in round_state.missing:
            if table_state.game:
                points = _made_up(table_state.game, rng, by_bell=state.party.has_bell)
                party_games.type_result(table_state.game, points, by=by, at=at)
        filled = load(state.party)
        for table_state in filled.announced[-1].needs_cut(filled.movement):
            table_state.table.moving_winner = rng.randrange(2)
            table_state.table.save(update_fields=["moving_winner"])
        state.data["round"] = round_state.round.number


def _made_up(game: Game, rng: Random, *, by_bell: bool) -> list[int]:
    """The points of a game that was never played."""
    state = start(game.frozen_rules, game.first_dealer)
    while not (state.over or (by_bell and state.hands_scored >= HANDS_TO_BELL)):
        state = step(state, random_hand(rng, game.frozen_rules), game.frozen_rules)
    return list(state.totals)

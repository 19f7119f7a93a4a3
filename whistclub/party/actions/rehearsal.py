"""Made-up results for a rehearsal, which is an evening set up to be tried."""

from datetime import datetime
from random import Random

from whistclub.accounts.models import User
from whistclub.engine.game import start, step
from whistclub.party.actions.timer import require_round_in_play
from whistclub.party.changes import change
from whistclub.party.models import Party
from whistclub.party.state import load
from whistclub.play import party_games
from whistclub.play.simulation import random_hand
from whistclub.web.errors import Refused

# Where only the bell ends a game, it rings after this number of made-up hands.
HANDS_TO_BELL = 8


def fill_round(party: Party, *, seed: int, by: User, at: datetime) -> None:
    """Make up the missing results of the round being played."""
    if not party.is_rehearsal:
        raise Refused("not_a_rehearsal", "This is not a rehearsal: only rehearsals can have made-up results.")
    rng = Random(seed)  # noqa: S311 - made-up results, not a secret
    with change(party, "results_made_up", by=by, at=at) as state:
        round_state = require_round_in_play(state)
        for table_state in round_state.missing:
            if table_state.game:
                game, rules = table_state.game, table_state.game.frozen_rules
                played = start(rules, game.first_dealer)
                while not (played.over or (state.party.has_bell and played.hands_scored >= HANDS_TO_BELL)):
                    played = step(played, random_hand(rng, rules), rules)
                party_games.type_result(game, list(played.totals), by=by, at=at)
        filled = load(state.party)
        for table_state in filled.announced[-1].needs_cut(filled.movement):
            table_state.table.moving_winner = rng.randrange(2)
            table_state.table.save(update_fields=["moving_winner"])
        state.data["round"] = round_state.round.number

"""What the phone knows of its game, so that hands not sent yet count on it too: `static/js/pad/game.js` reads it.

No rule is worked out on the phone but how hands add up to a game, and a law in the tests holds that to the engine. All
words are here: the phone only joins them.
"""

from collections.abc import Iterable
from typing import Any

from whistclub.engine.hand import Contract, contracts, first_leader
from whistclub.engine.options import Carry, LimitTie, TableFormat
from whistclub.engine.scoring import score_table, tricks_after_revoke
from whistclub.play import replay, text
from whistclub.play.game_view import GameView
from whistclub.play.models import Game
from whistclub.play.pad.form import (
    LOW,
    NOBODY,
    TRICKS_MISSING,
    bid_missing,
    decode_revoke,
    revoke_choices,
    table_key,
)


def phone_game(view: GameView) -> dict[str, Any]:
    """The game, for JSON.

    `outcomes` is the score table: by ``contract:declaring side`` and tricks the points and stars by side, and the words
    that follow the bid. Tricks are by side, as they count; after a revoke those in `revokes`, by ``contract:revoke``.
    `bids` (in words) and `leaders` (by dealer) are by ``contract:bid``, `notes` by contract and revoke, `legends` by
    the side whose tricks are entered. `state` is the game before the next hand, which has a `position` among all
    entries and a `number` among hands.
    """
    rules, state = view.rules, view.state
    return {
        "code": view.game.code,
        "revision": view.game.revision,
        "seats": view.short_names,
        "sides": [side.short for side in view.sides],
        "order": view.side_order,
        "ends": {
            "target": rules.target,
            "max_hands": rules.max_hands,
            "draw": rules.limit_tie is LimitTie.DRAW,
            "one_side": rules.carry is Carry.ONE_SIDE,
        },
        "outcomes": _outcomes(view),
        "revokes": _revokes(view),
        "notes": _notes(view),
        "bids": {key: text.bid(contract, view.short_name(seat), rules) for key, contract, seat in _bids(view)},
        "leaders": {
            key: [view.short_names[first_leader(contract, seat, dealer, rules)] for dealer in range(len(view.names))]
            for key, contract, seat in _bids(view)
        },
        "legends": [f"{side.short}: how many tricks?" for side in view.sides],
        "texts": _texts(view),
        "state": {
            "position": view.sheet.next_position,
            "number": view.next_hand_number,
            "dealer": state.dealer,
            "totals": state.totals,
            "stars": state.stars,
            "hands": state.hands_scored,
            "over": state.over or view.game.state != Game.State.RUNNING,
            "winner": state.winner,
        },
    }


def _outcomes(view: GameView) -> dict[str, dict[str, dict[str, object]]]:
    found: dict[str, dict[str, dict[str, object]]] = {}
    for line in score_table(view.rules):
        side = "" if line.side is None else line.side
        words = text.hand(line, "", view.sides, view.rules)
        found.setdefault(f"{line.contract}:{side}", {})[table_key(line.contract, line.tricks)] = {
            "points": line.points,
            "stars": line.stars,
            "text": words.removeprefix(text.bid(line.contract, "", view.rules)),
        }
    return found


def _revokes(view: GameView) -> dict[str, dict[str, str]]:
    """Computed by the engine, as when the hand is saved; empty where a revoke moves no tricks."""
    found: dict[str, dict[str, str]] = {}
    for key, _label in revoke_choices(view):
        for line in score_table(view.rules):
            if not line.contract.is_solo:
                revoke = replay.revoke_in(decode_revoke(key, line.contract))
                counted = tricks_after_revoke(line.contract, line.tricks, revoke, view.rules)
                by_tricks = found.setdefault(f"{line.contract}:{key}", {})
                by_tricks[table_key(line.contract, line.tricks)] = table_key(line.contract, counted)
    return found


def _notes(view: GameView) -> dict[Contract, dict[str, str]]:
    """What each revoke adds to the sentence of a hand, by contract it fits, and key."""
    return {
        contract: {
            key: text.revoke_sentence(decode_revoke(key, contract), contract, view.sides, view.rules)
            for key, _label in revoke_choices(view)
        }
        for contract in contracts(view.rules)
        if not contract.is_solo
    }


def _bids(view: GameView) -> Iterable[tuple[str, Contract, int | None]]:
    for contract in contracts(view.rules):
        if contract in (Contract.LOW, Contract.WIDOW):
            yield f"{contract}:{LOW if contract is Contract.LOW else NOBODY}", contract, None
        if contract is not Contract.LOW:
            for seat in range(view.rules.form.seats):
                yield f"{contract}:{seat}", contract, seat


def _texts(view: GameView) -> dict[str, str]:
    return {
        "lead": "{bid}. {leader} leads to the first trick.",
        "score": "Score: {score}.",
        "over": "The game would be over.",
        "over_now": "The game would be over: {score}. It ends when what waits here has been sent.",
        "numbered": "Hand {number}: {sentence}",
        "waits": "✓ {hand} – waiting to be sent",
        "heading": "Hand {number}" if view.hand_limit is None else f"Hand {{number}} of {view.hand_limit}",
        "extra": "Hand {number}, extra hand",
        **{f"said_{key}": sentence for key, sentence in text.REDEALS.items()},
        **text.REDEAL_BUTTONS,
        "no_bid": bid_missing(with_widow=view.rules.form is TableFormat.THREE_WITH_WIDOW),
        "no_tricks": TRICKS_MISSING,
    }

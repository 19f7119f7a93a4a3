"""What the phone knows of its game, so that hands not sent yet count on it too: `static/js/pad/game.js` reads it.

No rule is worked out on the phone but how hands add up to a game, and a law in the tests holds that to the engine. All
words are here: the phone only joins them.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from whistclub.engine.hand import Contract, contracts, first_leader
from whistclub.engine.options import Carry, LimitTie, TableFormat
from whistclub.engine.scoring import Outcome, score_table, tricks_after_revoke
from whistclub.play import replay, text
from whistclub.play.game_view import GameView
from whistclub.play.models import Game
from whistclub.play.pad.form import (
    LOW,
    NOBODY,
    TRICKS_MISSING,
    bid_missing,
    decode_revoke,
    encode_tricks,
    first_side,
    revoke_choices,
)


def phone_game(view: GameView) -> dict[str, Any]:
    """The game, for JSON.

    `bids` are by ``contract:bid``, as the form has them. `state` is the game before the next hand, which has a
    `position` among all entries.
    """
    rules, state, table = view.rules, view.state, score_table(view.rules)
    return {
        "code": view.game.code,
        "revision": view.game.revision,
        "seats": len(view.names),
        "sides": [side.short for side in view.sides],
        "order": view.side_order,
        "ends": {
            "target": rules.target,
            "max_hands": rules.max_hands,
            "draw": rules.limit_tie is LimitTie.DRAW,
            "one_side": rules.carry is Carry.ONE_SIDE,
        },
        "bids": {
            f"{Contract.HIGH if contract is Contract.LOW else contract}:{bid}": _bid(view, contract, seat, table)
            for contract in contracts(rules)
            for bid, seat in _seats(view, contract)
        },
        "texts": _texts(view),
        "state": {
            "position": view.sheet.next_position,
            "dealer": state.dealer,
            "totals": state.totals,
            "stars": state.stars,
            "hands": state.hands_scored,
            "over": state.over or view.game.state != Game.State.RUNNING,
        },
    }


def _seats(view: GameView, contract: Contract) -> Iterable[tuple[str, int | None]]:
    if contract in (Contract.LOW, Contract.WIDOW):
        yield LOW if contract is Contract.LOW else NOBODY, None
    if contract is not Contract.LOW:
        for seat in range(view.rules.form.seats):
            yield str(seat), seat


def _bid(view: GameView, contract: Contract, seat: int | None, table: Iterable[Outcome]) -> dict[str, object]:
    """A bid: in words, who leads by dealer, the side whose tricks are entered, and the score table of its hands.

    `outcomes` are by tricks as the form has them: the points and stars by side, and the words that follow the bid.
    `revokes` are by key: the sentence of each, and which tricks then count, by those that were taken.
    """
    rules, first = view.rules, first_side(contract, seat, view.viewer_side)
    declaring = None if seat is None else rules.form.side_of(seat)
    lines = {
        encode_tricks(contract, line.tricks, first): line
        for line in table
        if (line.contract, line.side) == (contract, declaring)
    }
    words = text.bid(contract, "", rules)
    return {
        "text": text.bid(contract, view.short_name(seat), rules),
        "leaders": [view.short_names[first_leader(contract, seat, dealer, rules)] for dealer in range(len(view.names))],
        "outcomes": {
            tricks: {
                "points": line.points,
                "stars": line.stars,
                "text": text.hand(line, "", view.sides, rules).removeprefix(words),
            }
            for tricks, line in lines.items()
        },
        "revokes": {} if contract.is_solo else _revokes(view, contract, first, lines),
        "side": None if contract is Contract.WIDOW else first,
    }


def _revokes(view: GameView, contract: Contract, first: int, lines: Mapping[str, Outcome]) -> dict[str, object]:
    """Computed by the engine, as when the hand is saved; empty where a revoke moves no tricks."""
    found: dict[str, object] = {}
    for key, _label in revoke_choices(view):
        notes = decode_revoke(key, contract)
        revoke = replay.revoke_in(notes)
        found[key] = {
            "text": text.revoke_sentence(notes, contract, view.sides, view.rules),
            "tricks": {
                taken: encode_tricks(contract, tricks_after_revoke(contract, line.tricks, revoke, view.rules), first)
                for taken, line in lines.items()
            },
        }
    return found


def _texts(view: GameView) -> dict[str, str]:
    limit = view.rules.hand_limit
    return {
        "asks": "{side}: how many tricks?",
        "takes": "{side} {taken} · {other} {rest}",
        "lead": "{bid}. {leader} leads to the first trick.",
        "score": "Score: {score}.",
        "over": "The game would be over.",
        "over_now": "The game would be over: {score}. It ends when what waits here has been sent.",
        "numbered": "Hand {number}: {sentence}",
        "waits": "✓ {hand} Waiting to be sent.",
        "heading": "Hand {number}" if limit is None else f"Hand {{number}} of {limit}",
        "extra": "Hand {number}, extra hand",
        **{f"said_{key}": sentence for key, sentence in text.REDEALS.items()},
        "no_bid": bid_missing(with_widow=view.rules.form is TableFormat.THREE_WITH_WIDOW),
        "no_tricks": TRICKS_MISSING,
    }

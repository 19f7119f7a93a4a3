"""What the phone knows of its game, so that entries not sent yet count on it too: `static/js/pad/game.js` reads it.

No rule is worked out on the phone but how entries add up to a game, and a law in the tests holds that to the engine.
"""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from whistclub.engine.deal import first_leader
from whistclub.engine.hand import Contract, contracts
from whistclub.engine.options import TableFormat
from whistclub.engine.scoring import score_table, tricks_after_revoke
from whistclub.play import hand_notes, replay
from whistclub.play.game_view import GameView
from whistclub.play.models import Game
from whistclub.play.scorepad import codec
from whistclub.play.scorepad.form import TRICKS_MISSING, bid_missing
from whistclub.play.scorepad.form_view import what_to_tap
from whistclub.play.text import hands as hand_text
from whistclub.play.text.entries import redeal_key
from whistclub.play.text.shapes import SHAPES, SHAPES_OF_CORRECTIONS
from whistclub.play.view_models import MOST_DRAWN_STARS
from whistclub.web.formatting import plural


def phone_game(view: GameView, *, correcting: bool = False) -> dict[str, Any]:
    """The game, for JSON; `correcting` for a page that corrects an entry.

    Entries are lists of uid, contract, bid and tricks: as the form posts them, but the tricks by side as they
    count. A redeal has its button for a bid. Adjustments are lists of uid, the number of
    entries before it, and points by side. The score table has, by ``contract:declaring side`` and tricks: points and
    stars by side, the class of the result, and "made 9" where a contract is to be kept. The other tables are by
    ``contract:bid``: `bids` in words, `leaders` by dealer; by ``contract:revoke`` and tricks: `revokes`, the tricks as
    they count then. `legends` are by the side whose tricks are entered, `notes` by name as `choice_sentences` has them.
    """
    game, rules = view.game, view.rules
    return {
        "code": game.code,
        "known": [str(uid) for uid in _known(view)],
        "seats": [view.short_name(seat) for seat in range(len(view.names))],
        "sides": [{"short": side.short, "subject": side.subject, "object": side.object} for side in view.sides],
        "viewer_side": view.viewer_side,
        "first_dealer": game.first_dealer,
        "most_drawn_stars": MOST_DRAWN_STARS,
        "ends": {
            "target": rules.target,
            "max_hands": rules.max_hands,
            "limit": view.hand_limit,
            "last_hand": game.last_hand,
            "max_hands_of_rules": game.frozen_rules.max_hands,
            "limit_tie": rules.limit_tie,
            "carry": rules.carry,
        },
        "locked": game.locked,
        "stopped": game.state == Game.State.STOPPED,
        "ended_early": game.ended_early,
        "conceded": game.conceded_by,
        "conceded_text": "" if game.conceded_by is None else hand_text.conceded(view.sides[game.conceded_by]),
        "paper": game.paper_result,
        "entries": _entries(view),
        "adjustments": [
            [str(each.uid), each.after, each.points] for each in view.entries.adjustments if each.undone_at is None
        ],
        "table": _table(view),
        "revokes": _revokes(view),
        "bids": {
            f"{contract}:{bid}": hand_text.bid(contract, view.short_name(declarer), rules)
            for contract, declarer, bid in _bids(view)
        },
        "leaders": {
            f"{contract}:{bid}": [first_leader(contract, declarer, seat, rules) for seat in range(len(view.names))]
            for contract, declarer, bid in _bids(view)
        },
        "legends": [hand_text.how_many_tricks(side) for side in view.sides],
        "notes": {"revoke": hand_notes.choice_sentences(view, contracts(rules))},
        "texts": _texts(view) | (_texts_of_corrections() if correcting else {}),
    }


def _known(view: GameView) -> Iterable[UUID]:
    yield from (each.uid for each in view.entries.hands)
    yield from (each.uid for each in view.entries.confirmations)


def _entries(view: GameView) -> list[list[str | bool]]:
    found: list[list[str | bool]] = []
    for entry in view.entries.current_entries:
        if entry.is_redeal:
            found.append([str(entry.uid), entry.contract, redeal_key(entry.notes), ""])
            continue
        contract, revoke = Contract(entry.contract), replay.revoke_in(entry.notes)
        tricks = codec.table_key(contract, tricks_after_revoke(contract, tuple(entry.tricks), revoke, view.rules))
        found.append([str(entry.uid), entry.contract, codec.encode_bid(entry), tricks])
    return found


def _table(view: GameView) -> dict[str, dict[str, list[object]]]:
    found: dict[str, dict[str, list[object]]] = {}
    for line in score_table(view.rules):
        side = "" if line.side is None else line.side
        # Where no contract is to be kept, the result is the tricks of each side, and the phone has them.
        result = [] if line.made is None else [hand_text.outcome(line, view.sides)]
        by_tricks = found.setdefault(f"{line.contract}:{side}", {})
        by_tricks[codec.table_key(line.contract, line.tricks)] = [
            line.points,
            line.stars,
            hand_text.result_kind(line),
            *result,
        ]
    return found


def _revokes(view: GameView) -> dict[str, dict[str, str]]:
    """Computed by the engine, as when the hand is saved; empty where a revoke moves no tricks."""
    found: dict[str, dict[str, str]] = {}
    for key, _label in hand_notes.choices(view):
        for line in score_table(view.rules):
            if not line.contract.is_solo:
                revoke = replay.revoke_in(hand_notes.decode(key, line.contract))
                counted = tricks_after_revoke(line.contract, line.tricks, revoke, view.rules)
                by_tricks = found.setdefault(f"{line.contract}:{key}", {})
                by_tricks[codec.table_key(line.contract, line.tricks)] = codec.table_key(line.contract, counted)
    return found


def _bids(view: GameView) -> Iterable[tuple[Contract, int | None, str]]:
    for contract in contracts(view.rules):
        if contract is Contract.LOW:
            yield contract, None, codec.LOW
            continue
        if contract is Contract.WIDOW:
            yield contract, None, codec.NOBODY
        for seat in range(view.rules.form.seats):
            yield contract, seat, str(seat)


def _texts(view: GameView) -> dict[str, str]:
    """The shapes of sentences, and those that only the phone says."""
    return {
        **{name: str(shape) for name, shape in SHAPES.items()},
        "star": plural(1, "{n} star", "{n} stars"),
        "stars": plural(2, "{n} star", "{n} stars"),
        "hint": what_to_tap(view),
        "no_bid": str(bid_missing(with_widow=view.rules.form is TableFormat.THREE_WITH_WIDOW)),
        "no_tricks": str(TRICKS_MISSING),
        "waiting": "waiting to be sent",
        "end_waiting": "This result is saved on this phone and will be sent automatically.",
    }


def _texts_of_corrections() -> dict[str, str]:
    """What a correction would change, or has changed. Only the page that corrects has them: a pad is to load little."""
    return {
        **{name: str(shape) for name, shape in SHAPES_OF_CORRECTIONS.items()},
        "would_win": "The game then ends {score}, won by {side}.",
        "would_draw": "The game then ends in a draw: {score}.",
        "unchanged": "Score unchanged: {score}.",
        "changes": "New score: {new} (now {old}).",
        "stays_over": "The game was ended early and stays over.",
        "goes_on": "The game is no longer over: play continues.",
        "deal_back": "The deal moves back one place.",
        "deal_on": "The deal moves on one place.",
        "renumbered": "Hand {from} becomes hand {new_from}.",
        "all_renumbered": "Hands {from} to {to} become hands {new_from} to {new_to}.",
        "ends_before": "The game ends with hand {number}; later hands no longer count.",
    }

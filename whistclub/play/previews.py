"""What the pad says before a hand is saved: every outcome the rules allow, already in words.

The phone only looks sentences up; it computes no rule. Keys are what the pad's form sends: ``contract:bid:tricks``.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass

from django.utils.translation import gettext as _

from whistclub.engine.game import GameResult, Preview, play_game, what_next
from whistclub.engine.hand import TRICKS_IN_HAND, Contract, contracts
from whistclub.engine.hand import Hand as PlayedHand
from whistclub.engine.scoring import Outcome, score
from whistclub.play import folding, words
from whistclub.play.models import Hand
from whistclub.play.sheet import Sheet

MADE, FAILED = "made", "failed"


@dataclass(frozen=True, slots=True)
class PadTable:
    """`bids` says who leads and `counted` whose tricks are entered, by ``contract:bid``; `results` is the whole
    sentence, by ``contract:bid:tricks``.
    """

    bids: dict[str, str]
    counted: dict[str, str]
    results: dict[str, str]

    @property
    def as_json(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))


def tricks_from_key(key: str, contract: Contract, first_side: int) -> tuple[int, ...] | None:
    """Tricks as the engine wants them (by side) from what the form sends (first side's first); None if unreadable."""
    if contract is Contract.SOLA_NOLA:
        return {MADE: (0,), FAILED: (1,)}.get(key)
    if contract is Contract.GRAND_DIX:
        return {MADE: (7,), FAILED: (0,)}.get(key)
    parts = key.split("-")
    if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
        return None
    counts = [int(part) for part in parts]
    return tuple(counts if first_side == 0 else reversed(counts))


def tricks_key(hand: Hand, near_side: int) -> str:
    """What the form would send for a recorded hand; empty for a bid without tricks."""
    if hand.tricks is None:
        return ""
    if Contract(hand.contract).is_solo:
        made_with = tricks_from_key(MADE, Contract(hand.contract), 0)
        return MADE if tuple(hand.tricks) == made_with else FAILED
    first = near_side if hand.declarer is None else hand.declarer % len(hand.tricks)
    return "-".join(str(count) for count in (hand.tricks if first == 0 else reversed(hand.tricks)))


def bid_key(hand: Hand) -> str:
    return "low" if hand.declarer is None else str(hand.declarer)


def next_hand(sheet: Sheet) -> PadTable:
    """Sentences for the hand that comes next: what was made of it, and the score after it."""
    played = [folding.played(hand) for hand in sheet.played]
    after = {
        (preview.outcome.contract, preview.outcome.side, preview.outcome.tricks): preview
        for preview in what_next(sheet.rules, sheet.game.first_dealer, played)
    }

    def tail(hand: PlayedHand, outcome: Outcome) -> str:
        preview: Preview = after[outcome.contract, outcome.side, outcome.tricks]
        return _standing(sheet, preview.totals, preview.winner, over=preview.over)

    return _table(sheet, tail, None)


def correction(sheet: Sheet, number: int) -> PadTable:
    """Sentences for what hand `number` might have been instead: the score of the whole game with it."""
    played = [folding.played(hand) for hand in sheet.played]

    def tail(hand: PlayedHand, outcome: Outcome) -> str:
        changed = play_game(sheet.rules, sheet.game.first_dealer, [*played[: number - 1], hand, *played[number:]])
        return " ".join(effects(sheet, changed))

    return _table(sheet, tail, number)


def effects(sheet: Sheet, changed: GameResult) -> list[str]:
    """What a correction changes: the score, the winner, whether the game is over."""
    before = sheet.result
    if changed.totals == before.totals and changed.winner == before.winner and changed.over == before.over:
        return [_("The score stays {score}.").format(score=sheet.score)]
    told = [
        _("The score becomes {new} (now {old}).").format(new=_score(sheet, changed.totals), old=sheet.score),
    ]
    if changed.over and (not before.over or changed.winner != before.winner):
        told.append(words.verdict(changed.winner, changed.totals, sheet.sides))
    if before.over and not changed.over:
        told.append(_("The game is not over any more: play goes on."))
    surplus = sum(row.totals is None for row in changed.rows)
    if surplus > sum(row.totals is None for row in before.rows):
        told.append(
            _("The game ends with hand {number}; later hands no longer count.").format(number=changed.hands_scored)
        )
    return told


def _table(sheet: Sheet, tail: Callable[[PlayedHand, Outcome], str], number: int | None) -> PadTable:
    bids: dict[str, str] = {}
    counted: dict[str, str] = {}
    results: dict[str, str] = {}
    for contract, declarer, bid in _bids(sheet):
        bids[f"{contract}:{bid}"] = words.bid_and_lead(
            words.bid(contract, sheet.name(declarer), sheet.rules), sheet.leader(contract, declarer, number)
        )
        first = sheet.near_side if declarer is None else sheet.rules.form.side_of(declarer)
        counted[f"{contract}:{bid}"] = words.counted(sheet.sides[first], sheet.sides[1 - first])
        for key in trick_keys(contract):
            hand = PlayedHand(contract, declarer, tricks_from_key(key, contract, first) or ())
            outcome = score(hand, sheet.rules)
            said = words.hand(outcome, sheet.name(declarer), sheet.sides, sheet.rules)
            results[f"{contract}:{bid}:{key}"] = f"{said} {tail(hand, outcome)}"
    return PadTable(bids, counted, results)


def trick_keys(contract: Contract) -> list[str]:
    if contract.is_solo:
        return [MADE, FAILED]
    return [f"{count}-{TRICKS_IN_HAND - count}" for count in range(TRICKS_IN_HAND + 1)]


def _bids(sheet: Sheet) -> Iterable[tuple[Contract, int | None, str]]:
    for contract in contracts(sheet.rules):
        if contract is Contract.LOW:
            yield contract, None, "low"
        else:
            for seat in range(sheet.rules.form.seats):
                yield contract, seat, str(seat)


def _score(sheet: Sheet, totals: tuple[int, ...]) -> str:
    return words.score([totals[side] for side in sheet.side_order], [sheet.sides[side] for side in sheet.side_order])


def _standing(sheet: Sheet, totals: tuple[int, ...], winner: int | None, *, over: bool) -> str:
    if over:
        return words.verdict(winner, totals, sheet.sides)
    return _("Score: {score}.").format(score=_score(sheet, totals))

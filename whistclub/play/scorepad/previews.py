"""What the pad says before a hand is saved: every outcome the rules allow, already in words.

The phone only looks sentences up; it computes no rule. Keys are what the pad's form sends: ``contract:bid:tricks``.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass

from django.utils.translation import gettext as _

from whistclub.engine.entries import Entry
from whistclub.engine.game import GameResult
from whistclub.engine.hand import Contract, Revoke, contracts
from whistclub.engine.hand import Hand as PlayedHand
from whistclub.engine.prospects import Preview, what_next
from whistclub.engine.scoring import Outcome, counted_tricks, score
from whistclub.play import replay
from whistclub.play.game_view import GameView
from whistclub.play.scorepad import codec
from whistclub.play.text import hands as hand_text
from whistclub.play.text import hints as hint_text
from whistclub.play.text import notes as note_text


@dataclass(frozen=True, slots=True)
class PadTable:
    """`bids` says who leads, `counted` whose tricks are entered and `firsts` that side's number, by ``contract:bid``;
    `results` is the whole sentence, by ``contract:bid:tricks``. `moved` are the tricks as they count after a revoke, by
    ``contract:first side:tricks:revoke``. `notes` is what is added for anything noted, by ``field:value``; for a revoke
    by ``revoke:contract:value``.
    """

    bids: dict[str, str]
    counted: dict[str, str]
    firsts: dict[str, int]
    results: dict[str, str]
    moved: dict[str, str]
    notes: dict[str, str]

    @property
    def as_json(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Next:
    """The hand that comes next: its sentences, and what it could bring."""

    table: PadTable
    brings: list[str]
    left: str
    wins: list[str]


def next_hand(sheet: GameView) -> Next:
    """Sentences for the hand that comes next: what was made of it, and the score after it."""
    previews = what_next(sheet.rules, sheet.game.first_dealer, replay.entries(sheet.book))
    after = {(preview.outcome.contract, preview.outcome.side, preview.outcome.tricks): preview for preview in previews}

    def tail(outcome: Outcome, hand: PlayedHand) -> str:
        preview: Preview = after[outcome.contract, outcome.side, outcome.tricks]
        return _standing(sheet, preview)

    return Next(
        table=_table(sheet, tail, sheet.next_place),
        brings=hint_text.what_it_brings(sheet.rules),
        left=hint_text.left(sheet.state, sheet.rules) if sheet.hand_limit else "",
        wins=hint_text.ways_to_win(previews, sheet.sides, sheet.side_order),
    )


def correction(sheet: GameView, place: int) -> PadTable:
    """Sentences for what the entry at this place might have been instead: the score of the whole game with it."""
    rows, entries = sheet.book.rows, replay.entries(sheet.book)
    index = rows.index(sheet.played[place - 1])

    def tail(outcome: Outcome, hand: PlayedHand) -> str:
        book: list[Entry] = [*entries[:index], hand, *entries[index + 1 :]]
        return " ".join(effects(sheet, replay.folded(sheet.game, book)))

    return _table(sheet, tail, place)


def effects(sheet: GameView, changed: GameResult) -> list[str]:
    """What a correction changes: the score, the winner, whether the game is over."""
    before = sheet.result
    points = (changed.totals, changed.stars) == (before.totals, before.stars)
    if points and changed.winner == before.winner and changed.over == before.over:
        return [_("The score stays {score}.").format(score=sheet.score)]
    told = [
        _("The score becomes {new} (now {old}).").format(
            new=_score(sheet, changed.totals, changed.stars), old=sheet.score
        ),
    ]
    if changed.over and (not before.over or changed.winner != before.winner):
        told.append(hand_text.verdict(changed.winner, changed.totals, sheet.sides))
    if sheet.ended_early:
        told.append(_("The game was ended early and stays over."))
    elif before.over and not changed.over:
        told.append(_("The game is not over any more: play goes on."))
    surplus = sum(row.totals is None for row in changed.rows)
    if surplus > sum(row.totals is None for row in before.rows):
        told.append(
            _("The game ends with hand {number}; later hands no longer count.").format(number=changed.hands_scored)
        )
    return told


def _table(sheet: GameView, tail: Callable[[Outcome, PlayedHand], str], place: int) -> PadTable:
    table = PadTable({}, {}, {}, {}, {}, codec.of(sheet, {}, place).said)
    rules, sides = sheet.rules, sheet.sides
    for contract, declarer, bid in _bids(sheet):
        key = f"{contract}:{bid}"
        first = codec.first_side(contract, declarer, sheet.near_side)
        table.bids[key] = hand_text.bid_and_lead(
            hand_text.bid(contract, sheet.called(declarer), rules), sheet.leader(contract, declarer, place)
        )
        table.counted[key] = hand_text.counted(sides[first], sides[1 - first]) if len(sides) == 2 else ""
        table.firsts[key] = first
        for tricks in codec.tricks_of(contract):
            hand = PlayedHand(contract, declarer, codec.read_tricks(tricks, contract, first) or ())
            outcome = score(hand, rules)
            said = hand_text.hand(outcome, sheet.called(declarer), sides, rules)
            table.results[f"{key}:{tricks}"] = f"{said} {tail(outcome, hand)}"
    _add_revokes(sheet, table)
    return table


def _add_revokes(sheet: GameView, table: PadTable) -> None:
    """How many tricks count after each revoke that can be: found by the engine, as when it is saved."""
    rules, sides = sheet.rules, range(sheet.rules.form.sides)
    revokes = [Revoke(by, against) for by in sides for against in sides if by != against]
    for contract in contracts(rules):
        if contract.is_solo:
            continue
        firsts = {first for key, first in table.firsts.items() if key.startswith(f"{contract}:")}
        for one in revokes:
            value = f"{one.by}-{one.against}"
            table.notes[f"revoke:{contract}:{value}"] = note_text.revoke(one, contract, sheet.sides, rules)
            for first in firsts if rules.revoke_tricks else ():
                for key in codec.tricks_of(contract):
                    tricks = counted_tricks(contract, codec.read_tricks(key, contract, first) or (), one, rules)
                    table.moved[f"{contract}:{first}:{key}:{value}"] = codec.tricks_key(tricks, first)


def _bids(sheet: GameView) -> Iterable[tuple[Contract, int | None, str]]:
    for contract in contracts(sheet.rules):
        if contract is Contract.LOW:
            yield contract, None, codec.LOW
            continue
        if contract is Contract.WIDOW:
            yield contract, None, codec.NOBODY
        for seat in range(sheet.rules.form.seats):
            yield contract, seat, str(seat)


def _score(sheet: GameView, totals: tuple[int, ...], stars: tuple[int, ...]) -> str:
    order = sheet.side_order
    return hand_text.score(
        [totals[side] for side in order], [sheet.sides[side] for side in order], [stars[side] for side in order]
    )


def _standing(sheet: GameView, after: Preview) -> str:
    if after.over:
        return hand_text.verdict(after.winner, after.totals, sheet.sides)
    return _("Score: {score}.").format(score=_score(sheet, after.totals, after.stars))

"""The book of a game, line by line, as its pages show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistclub.engine.game import Row
from whistclub.engine.hand import Hand as PlayedHand
from whistclub.engine.notation import notes_from_mapping
from whistclub.engine.scoring import score
from whistclub.play import folding, remarks, words
from whistclub.play.models import Adjustment, Hand
from whistclub.play.parts import Line

if TYPE_CHECKING:
    from whistclub.play.sheet import Sheet


def lines(sheet: Sheet) -> list[Line]:
    """Every entry that is folded, in order."""
    return [
        _hand(sheet, stored, row) if isinstance(stored, Hand) else _adjustment(sheet, stored, row)
        for stored, row in zip(sheet.book.rows, sheet.result.rows, strict=True)
    ]


def _hand(sheet: Sheet, hand: Hand, row: Row) -> Line:
    if hand.is_redeal:
        return _line(sheet, hand, row, number=None, kind="thrown", bid=sheet.sentence(hand))
    played = folding.played(hand)
    assert isinstance(played, PlayedHand)
    outcome = score(played, sheet.rules)
    beside = remarks.of_notes(notes_from_mapping(hand.notes), played.contract, sheet.sides, sheet.name, sheet.rules)
    answer, disputed = _answer(sheet, hand)
    return _line(
        sheet,
        hand,
        row,
        number=sheet.number_at(hand.number),
        kind=words.mark(outcome),
        bid=words.bid(played.contract, sheet.name(hand.declarer), sheet.rules),
        result=words.outcome(outcome, sheet.sides),
        gains=words.gains(outcome, sheet.sides),
        remarks=" ".join(beside),
        answer=answer,
        disputed=disputed,
    )


def _line(sheet: Sheet, hand: Hand, row: Row, **said: object) -> Line:
    nothing = {"result": "", "gains": "", "remarks": ""}
    corrected = any(old.pk == hand.replaces_id and old.tricks is not None for old in sheet.book.hands)
    return Line(
        hand=hand,
        after=_after(sheet, row),
        sentence=sheet.sentence(hand),
        corrected=corrected,
        counts=row.totals is not None,
        **(nothing | said),
    )


def _adjustment(sheet: Sheet, adjustment: Adjustment, row: Row) -> Line:
    sentence = remarks.adjustment(adjustment.points, adjustment.reason, sheet.sides)
    return Line(
        hand=None,
        number=None,
        kind="adjusted",
        bid=remarks.adjusted(),
        result="",
        gains=words.points_by_side(adjustment.points, sheet.sides),
        remarks=adjustment.reason,
        after=_after(sheet, row),
        sentence=sentence,
        corrected=False,
        counts=row.totals is not None,
    )


def _after(sheet: Sheet, row: Row) -> str:
    return words.standing([row.totals[side] for side in sheet.side_order]) if row.totals else ""


def _answer(sheet: Sheet, hand: Hand) -> tuple[str, bool]:
    """What another side said of a hand, and whether it is that it is wrong."""
    if not sheet.game.asks_other_side:
        return "", False
    newest = next((each for each in reversed(sheet.book.answers) if each.hand_id == hand.pk), None)
    if newest is None:
        return remarks.unanswered(), False
    name = sheet.name(newest.seat)
    return (remarks.agreed(name), False) if newest.agrees else (remarks.disputed(name), True)

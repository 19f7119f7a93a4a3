"""The history of a game in words: its hands, the answers of the other side, and what else happened."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from whistclub.club.names import with_names
from whistclub.play import replay, text
from whistclub.play.game_view import GameView
from whistclub.play.models import EntryRecord, GameEvent
from whistclub.play.table import SideNames
from whistclub.web.formatting import format_date, format_score

Kind = GameEvent.Kind


class LogLine(NamedTuple):
    """`old` is what it replaced, where it replaced something."""

    at: datetime
    who: str
    what: str
    old: str = ""


def event_text(event: GameEvent, sides: Sequence[SideNames], names: Mapping[int, str]) -> tuple[str, str]:
    """An event as a reader sees it who calls the sides so, and what it replaced, if anything.

    `names` are those of the club's players now.
    """
    kind, data = Kind(event.kind), event.data
    before, after = (_value(kind, data[key], names) if data.get(key) else "" for key in ("before", "after"))
    match kind:
        case Kind.IMPORTED:
            after = f"line {data['line']}"
        case Kind.ENDED_EARLY:
            after = f"after hand {data['hand']}"
        case Kind.CONCEDED:
            after = sides[data["side"]].people
        case Kind.ADJUSTED:
            after = text.adjustment(data["points"], with_names(data["reason"], names), sides)
        case Kind.ADJUSTMENT_UNDONE:
            before = text.adjustment(data["points"], with_names(data["reason"], names), sides)
    # A party stops a game only for good: a player left, the organiser ruled, or the round was undone.
    label = "Ended by the organiser" if kind is Kind.STOPPED and event.game.party_code else kind.label
    return (f"{label}: {after}" if after else label), before


def _value(kind: Kind, value: Any, names: Mapping[int, str]) -> str:
    match kind:
        case Kind.REMARK_SHOWN | Kind.REMARK_KEPT | Kind.REMARK_REMOVED:
            return with_names(value, names)
        case Kind.MOVED:
            return format_date(date.fromisoformat(value))
        case Kind.RESEATED | Kind.DEALER_CHANGED:
            return ", ".join(names.get(key, "?") for key in value)
    return format_score(value)


def removal_text(entry: EntryRecord, number: int) -> str:
    return "Redeal removed" if entry.is_redeal else f"Hand {number} removed"


def log_lines(view: GameView) -> list[LogLine]:
    """Hands and events in one line of time, newest first; an end follows the hand that brought it. One query.

    A hand is named by the number it had then: others may have been removed before it since.
    """
    rows = sorted(view.sheet.entries, key=lambda hand: hand.pk)
    by_pk = {hand.pk: hand for hand in rows}

    def then(hand: EntryRecord, written: Sequence[EntryRecord]) -> str:
        number = replay.hand_number_then(written, hand.position)
        return removal_text(hand, number) if hand.removed else view.entry_text(hand, number)

    hands = [
        LogLine(
            hand.recorded_at,
            _phone(view, hand.by_seat),
            then(hand, rows[:place]),
            view.entry_text(by_pk[hand.corrects_id]) if hand.corrects_id else "",
        )
        for place, hand in enumerate(rows)
    ]
    answers = [
        LogLine(
            answer.at,
            _phone(view, answer.seat),
            f"{'Confirmed' if answer.agrees else 'Disputed'}: "
            + then(by_pk[answer.hand_id], [each for each in rows if each.recorded_at <= answer.at]),
        )
        for answer in view.sheet.confirmations
    ]
    events = [
        LogLine(
            event.at,
            str(event.by_user) if event.by_user else _phone(view, event.by_seat),
            *event_text(event, view.sides, view.sheet.names),
        )
        for event in view.game.events.select_related("by_user")
    ]
    # The first event is the start of the game: before any hand, even one of the same moment.
    return sorted([*events[:1], *hands, *answers, *events[1:]], key=lambda line: line.at)[::-1]


def _phone(view: GameView, seat: int | None) -> str:
    """Whose phone it was; one whose owner does not play at the table is just a score pad."""
    return "score pad" if seat is None else f"{view.names[seat]}’s phone"

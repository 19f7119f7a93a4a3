"""The log of a game in words: for each kind of event a label, and what it changed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from whistclub.club.stored_names import with_names
from whistclub.play.models import EntryRecord, GameEvent
from whistclub.play.text import hands as hand_text
from whistclub.play.text.entries import detailed
from whistclub.play.text.hands import SideNames
from whistclub.web.formatting import format_date, format_score

Kind = GameEvent.Kind


@dataclass(frozen=True, slots=True)
class EventText:
    """A line of the log; `before` is what it replaced, if anything."""

    sentence: str
    before: str = ""


@dataclass(frozen=True, slots=True)
class Reader:
    """Whom the log is shown to: what they call the sides, and the names of players by key as they are now."""

    sides: Sequence[SideNames]
    names: Mapping[int, str]

    def players(self, keys: Sequence[int]) -> str:
        return ", ".join(self.names.get(key, "?") for key in keys)

    def adjustment(self, points: Sequence[int], reason: str) -> str:
        return f"{hand_text.points_by_side(points, self.sides)} ({with_names(reason, self.names)})"


TextOf = Callable[[dict[str, Any], Reader], str]


def _nothing(_data: dict[str, Any], _reader: Reader) -> str:
    return ""


def _points(key: str) -> TextOf:
    return lambda data, _reader: format_score(data[key]) if key in data else ""


def _players(key: str) -> TextOf:
    return lambda data, reader: reader.players(data[key])


def _day(key: str) -> TextOf:
    return lambda data, _reader: format_date(date.fromisoformat(data[key]))


def _text(key: str) -> TextOf:
    return lambda data, reader: with_names(data[key], reader.names)


def _adjustment(data: dict[str, Any], reader: Reader) -> str:
    return reader.adjustment(data["points"], data["reason"])


def _side(data: dict[str, Any], reader: Reader) -> str:
    side: int = data["side"]
    return reader.sides[side].people


@dataclass(frozen=True, slots=True)
class KindText:
    """The label of a kind of event, what follows it (without a label the whole sentence), and what it replaced."""

    label: str
    after: TextOf = _nothing
    before: TextOf = _nothing


KINDS = {
    Kind.STARTED: KindText("Game started"),
    Kind.IMPORTED: KindText("Imported from a list", lambda data, _reader: "line {line}".format(line=data["line"])),
    Kind.ENDED: KindText("Game ended"),
    Kind.REOPENED: KindText("Game reopened"),
    Kind.STOPPED: KindText("Game ended without a result"),
    Kind.LINK_RENEWED: KindText("Score pad link replaced"),
    Kind.PADS_OPENED: KindText("Phones can change it again"),
    Kind.PAPER_RESULT: KindText("Result entered from paper", _points("after"), _points("before")),
    Kind.LOCKED: KindText("Result locked"),
    Kind.UNLOCKED: KindText("Result unlocked", before=_points("before")),
    Kind.ENDED_EARLY: KindText("Ended early", lambda data, _reader: "after hand {number}".format(number=data["hand"])),
    Kind.CONCEDED: KindText("Game conceded", _side),
    Kind.CONTINUED: KindText("Game continued"),
    Kind.ADJUSTED: KindText("Points adjusted", _adjustment),
    Kind.ADJUSTMENT_UNDONE: KindText("Adjustment undone", before=_adjustment),
    Kind.EXCLUDED: KindText("Excluded from statistics"),
    Kind.INCLUDED: KindText("Included in statistics again"),
    Kind.RESEATED: KindText("Players swapped seats; hands stay with the seats", _players("after"), _players("before")),
    Kind.CALLED: KindText("The organiser was called"),
    Kind.BINNED: KindText("Moved to the bin"),
    Kind.RESTORED: KindText("Restored from the bin"),
    Kind.DEALER_CHANGED: KindText("First dealer changed", _players("after"), _players("before")),
    Kind.MOVED: KindText("Played on another day", _day("after"), _day("before")),
    Kind.CALL_ENDED: KindText("The call was cleared"),
    Kind.REMARK_SHOWN: KindText("Remark, shown to everyone", _text("after"), _text("before")),
    Kind.REMARK_KEPT: KindText("Remark, for organisers", _text("after"), _text("before")),
    Kind.REMARK_REMOVED: KindText("Remark removed", before=_text("before")),
}

# A party stops a game only for good: a player left, the organiser ruled, or the round was undone.
ABANDONED = KindText("Game abandoned")


def event_text(event: GameEvent, sides: Sequence[SideNames], names: Mapping[int, str]) -> EventText:
    """An event as a reader sees it, who calls the sides so; `names` are those of the club's players now."""
    kind, data, reader = KINDS[Kind(event.kind)], event.data, Reader(sides, names)
    if event.kind == Kind.STOPPED and event.game.party_code:
        kind = ABANDONED
    after, before = kind.after(data, reader), kind.before(data, reader)
    label = str(kind.label)
    sentence = detailed(label, after) if label and after else label or after
    return EventText(sentence, before)


def removal_text(entry: EntryRecord, number: int) -> str:
    """That an entry was removed: "Hand 2 removed"; `number` is that of its hand then."""
    return "Redeal removed" if entry.is_redeal else hand_text.removed(number)

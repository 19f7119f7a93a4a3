"""The timetable of a party: when rounds are expected to begin, with breaks between them. Most parties have none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from enum import StrEnum
from typing import Any

from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.web.formatting import format_time

# How many rounds ahead times are worked out if the number of rounds is open.
ROUNDS_AHEAD = 6
# Nobody begins to the minute.
ABOUT = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Break:
    """`name` is what the organiser calls it: "Coffee"."""

    minutes: int
    name: str

    @property
    def text(self) -> str:
        """What everyone reads while it lasts: "Coffee, 15 minutes"."""
        return ngettext("{name}, {n} minute", "{name}, {n} minutes", self.minutes).format(
            name=self.name, n=self.minutes
        )


@dataclass(frozen=True, slots=True)
class Timetable:
    """`minutes` of each round, with moving to the next table; None: no times are expected. `starts`: the first round.

    `breaks` by the number of the round that they follow.
    """

    starts: time | None = None
    minutes: int | None = None
    breaks: Mapping[int, Break] = field(default_factory=dict)

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> "Timetable":
        """The timetable that `stored` was made of; of an empty mapping none."""
        starts = stored.get("starts")
        breaks = {after: Break(minutes, name) for after, minutes, name in stored.get("breaks", [])}
        return cls(time.fromisoformat(starts) if starts else None, stored.get("minutes"), breaks)

    @property
    def stored(self) -> dict[str, Any]:
        """The timetable as plain values (JSON)."""
        return {
            "starts": self.starts.isoformat() if self.starts else None,
            "minutes": self.minutes,
            "breaks": [[after, each.minutes, each.name] for after, each in sorted(self.breaks.items())],
        }


NO_TIMES = Timetable()


class StepKind(StrEnum):
    ROUND = "round"
    BREAK = "break"
    END = "end"


@dataclass(frozen=True, slots=True)
class Step:
    """What is expected when: a round (with its number), a break (with its name and end), the end of the evening."""

    kind: StepKind
    starts: datetime
    ends: datetime | None = None
    number: int = 0
    name: str = ""

    @property
    def text(self) -> str:
        """For the middle of a line: "round 4 about 20:40", "Coffee 20:25–20:40", "end about 22:10"."""
        if self.ends:
            return _("{name} {starts}–{ends}").format(
                name=self.name, starts=_clock(self.starts), ends=_clock(self.ends)
            )
        if self.kind is StepKind.END:
            return _("end about {time}").format(time=_clock(self.starts))
        return _("round {n} about {time}").format(n=self.number, time=_clock(self.starts))

    @property
    def line(self) -> str:
        return capfirst(self.text)


def steps(
    timetable: Timetable, moment: datetime, number: int, planned: int | None, *, had_break: bool = False
) -> list[Step]:
    """What follows round `number` (0: nothing yet), which is over at `moment`; nothing without minutes.

    `had_break`: the break after that round is over too.
    """
    if timetable.minutes is None:
        return []
    found: list[Step] = []
    for each in range(number + 1, (planned or number + ROUNDS_AHEAD) + 1):
        pause = timetable.breaks.get(each - 1)
        if pause and not (had_break and each == number + 1):
            ends = moment + timedelta(minutes=pause.minutes)
            found.append(Step(StepKind.BREAK, moment, ends, name=pause.name))
            moment = ends
        found.append(Step(StepKind.ROUND, moment, number=each))
        moment += timedelta(minutes=timetable.minutes)
    if planned:
        found.append(Step(StepKind.END, moment))
    return found


def times_text(found: Sequence[Step], *, with_end: bool = True) -> str:
    """The next round, the next break and the end: "Coffee 20:25–20:40 · round 4 about 20:40 · end about 22:10"."""
    first = {step.kind: step for step in reversed(found) if with_end or step.kind is not StepKind.END}
    return capfirst(_(" · ").join(step.text for step in found if first.get(step.kind) is step))


def about(moment: datetime) -> datetime:
    """The nearest five minutes, as pages show them."""
    past = timedelta(seconds=(moment + ABOUT / 2).timestamp() % ABOUT.total_seconds())
    return moment + ABOUT / 2 - past


def timetable_text(stored: Mapping[str, Any]) -> str:
    """A timetable as the log shows it."""
    timetable = Timetable.read(stored)
    minutes = timetable.minutes
    if minutes is None:
        return _("no timetable")
    parts = [
        _("starts at {time}").format(time=format_time(timetable.starts)) if timetable.starts else "",
        ngettext("{n} minute per round", "{n} minutes per round", minutes).format(n=minutes),
        *(
            _("after round {n}: {what}").format(n=after, what=each.text)
            for after, each in sorted(timetable.breaks.items())
        ),
    ]
    return _(" · ").join(part for part in parts if part)


def _clock(moment: datetime) -> str:
    """To the nearest five minutes."""
    return format_time(timezone.localtime(about(moment)))

"""What a party expects when: from its timetable, from when the last round was announced, and from the clock."""

from datetime import datetime, timedelta
from math import ceil

from django.utils import timezone

from whistclub.party.models import Party, Round
from whistclub.party.queries.public_state import Timer, TimerState, state_for_all
from whistclub.party.timetable import Step, Timetable, about, steps
from whistclub.web.formatting import milliseconds


def expected_times(party: Party, number: int, announced_at: datetime | None, at: datetime) -> list[Step]:
    """What follows round `number` (0: none yet), announced at a moment; nothing lies in the past. No query."""
    over, ends = _over(party, number, announced_at, at), break_end(party, number)
    had_break = ends is not None and ends <= at
    return steps(party.timetable, over, number, party.planned_rounds, had_break=had_break) if over else []


def version_with_times(party: Party, version: str, at: datetime) -> str:
    """What a public page that shows these times holds, of `token_of_finished_tables`; they move on while it is late."""
    if party.timetable.minutes is None:
        return version
    seen = state_for_all(party, version).value
    return version + token_of_times(party, seen.number, seen.announced_at, at)


def token_of_times(party: Party, number: int, announced_at: datetime | None, at: datetime) -> str:
    """For the expected times: changes every five minutes while the evening is late, else never. No query."""
    over = _over(party, number, announced_at, at)
    return f"t{int(over.timestamp())}" if over else ""


def last_announced(party: Party) -> tuple[int, datetime | None]:
    """The number of the last round that everyone saw (0: none), and when it was announced. One query."""
    rounds = party.rounds.exclude(state__in=[Round.State.DRAFT, Round.State.UNDONE]).order_by("-number")
    found = rounds.first()
    return (found.number, found.announced_at) if found else (0, None)


def break_end(party: Party, number: int) -> datetime | None:
    """When the break after round `number` is over, or was; None until everyone has been shown that it is now."""
    planned = party.timetable.breaks.get(number)
    return party.message_until if planned and party.message == planned.text else None


def break_timer(party: Party, number: int, at: datetime) -> Timer | None:
    """Counts down to the end of the break; None if there is none now."""
    ends = break_end(party, number)
    if ends is None or ends <= at:
        return None
    left = ceil((ends - at).total_seconds())
    return Timer(TimerState.RUNNING, milliseconds(at), milliseconds(ends), seconds_left=left)


def _over(party: Party, number: int, announced_at: datetime | None, at: datetime) -> datetime | None:
    """When round `number` and its break, if it had one, are over, or the first round begins; None: nobody can say.

    Whatever is late is expected about now.
    """
    timetable = party.timetable
    if timetable.minutes is None or party.state == Party.State.FINISHED:
        return None
    ends = break_end(party, number)
    if announced_at is None:
        planned = _start(party, timetable, at)
    elif ends is None:
        planned = announced_at + timedelta(minutes=timetable.minutes)
    elif ends > at:
        return ends - timedelta(minutes=timetable.breaks[number].minutes)
    else:
        planned = ends
    return max(planned, about(at)) if planned else None


def _start(party: Party, timetable: Timetable, at: datetime) -> datetime | None:
    """When the first round is to begin: at the time of the timetable, else of the invitation; None: neither says it."""
    invited = party.invitation.starts_at
    starts = timetable.starts or (timezone.localtime(invited).time() if invited else None)
    if starts is None:
        return None
    day = timezone.localtime(invited or at).date()
    return timezone.make_aware(datetime.combine(day, starts))

"""The evening that a game belongs to."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone

from whistclub.club.models import Club

# A game after midnight still belongs to the evening before.
EVENING_BEGINS = timedelta(hours=4)
USUAL_TIME = time(19)  # where nobody has said when it begins


def evening_of(moment: datetime, club: Club) -> date:
    """The evening that a moment belongs to, as a day in the club's time zone."""
    return (moment.astimezone(ZoneInfo(club.time_zone)) - EVENING_BEGINS).date()


def is_long_past(day: date) -> bool:
    """Whether no game or party of an evening is of now any more, in any time zone: from the third day after it on."""
    long_past_from = datetime.combine(day + timedelta(days=3), time(), UTC) + settings.PADS_WRITE_AFTER_END
    return long_past_from <= timezone.now()

"""Input types of `stats`: what `play` and `party` hand down."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone

from whistclub.club.models import Club
from whistclub.engine.facts import GameFacts
from whistclub.engine.options import TableFormat

# A game after midnight still belongs to the evening before.
EVENING_BEGINS = timedelta(hours=4)
OWN = "~"


def evening_of(moment: datetime, club: Club) -> date:
    """The evening that a moment belongs to, as a day in the club's time zone."""
    return (moment.astimezone(ZoneInfo(club.time_zone)) - EVENING_BEGINS).date()


def is_long_past(day: date) -> bool:
    """Whether nobody is “of now” any more through an evening, in any time zone: from the third day after it on."""
    long_past_from = datetime.combine(day + timedelta(days=3), time(), UTC) + settings.PADS_WRITE_AFTER_END
    return long_past_from <= timezone.now()


def rules_key(preset: str, rules_name: str) -> str:
    """The key of a rule set in statistics: the club's own name after a tilde, or the preset."""
    return OWN + rules_name if rules_name else preset


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game that counts in statistics. `players` are keys by seat."""

    game: int
    code: str
    started_at: datetime
    party_code: str
    round_number: int | None
    table_number: int | None
    form: TableFormat
    rules: str
    totals: tuple[int, ...]
    winner: int | None
    players: tuple[int, ...]
    facts: GameFacts

    @property
    def margin(self) -> int:
        """The winner's lead over the next side; 0 for a draw and if the leading side conceded."""
        if self.winner is None:
            return 0
        others = [total for side, total in enumerate(self.totals) if side != self.winner]
        return max(0, self.totals[self.winner] - max(others))


@dataclass(frozen=True, slots=True)
class FinalRank:
    """One player in the final standings of a party."""

    player: int
    rank: int
    shared: bool
    games: int
    won: int
    drawn: int
    wins: float
    points: float
    difference: float
    grands: int


@dataclass(frozen=True, slots=True)
class FinishedParty:
    """A finished party that counts in statistics."""

    code: str
    name: str
    day: date
    rounds: int
    ranks: tuple[FinalRank, ...]

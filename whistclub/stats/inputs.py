"""What play and party tell: the values that facts are written from."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from whistclub.club.models import Club
from whistclub.engine.facts import GameFacts
from whistclub.engine.options import TableFormat

# Whoever plays past midnight still plays the same evening.
EVENING_BEGINS = timedelta(hours=4)
OWN = "~"
PARTY, KITCHEN = "party", "kitchen"


def evening_of(moment: datetime, club: Club) -> date:
    """The day of the evening that a moment belongs to, where the club is."""
    return (moment.astimezone(ZoneInfo(club.time_zone)) - EVENING_BEGINS).date()


def rules_key(preset: str, rules_name: str) -> str:
    """How statistics tell rule sets apart: by the club's own name for them, else by the preset."""
    return OWN + rules_name if rules_name else preset


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game that counts. `players` are keys by seat; `ended_at` None where nobody knows."""

    game: int
    code: str
    started_at: datetime
    ended_at: datetime | None
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
        """What the winner had more than the next; nothing where a side gave up while it led."""
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
    """A party that is over and counts."""

    code: str
    name: str
    started_at: datetime
    rounds: int
    ranks: tuple[FinalRank, ...]

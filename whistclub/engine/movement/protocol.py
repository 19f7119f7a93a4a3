"""What every movement takes and gives: people as numbers, tables, rounds, seatings with a reason for each person.

A person's number is the order of registration: whoever came first has the lowest. Tables stand from the top (first)
down. Nothing here knows seats: a table is two pairs, and a pair is two partners.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from whistclub.engine.problems import Problem

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """Two pairs, lowest number first in each, and the pair that holds the lowest number first."""

    pairs: tuple[Pair, Pair]

    @property
    def people(self) -> tuple[int, int, int, int]:
        (a, b), (c, d) = self.pairs
        return a, b, c, d


def table_of(one: Sequence[int], other: Sequence[int]) -> SeatedTable:
    """The table of two pairs given in any order."""
    first, second = sorted([(min(one), max(one)), (min(other), max(other))])
    return SeatedTable((first, second))


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One round as it was played, for movements to follow on.

    `bench`: everybody who was booked a sit-out, even one who then took somebody's chair. `winners`: for each table
    the index (0 or 1) of the pair that moves as the winning one; empty before the results are in.
    """

    tables: tuple[SeatedTable, ...]
    bench: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()

    @property
    def seated(self) -> frozenset[int]:
        return frozenset(person for table in self.tables for person in table.people)


class PartnerChange(StrEnum):
    """How partners change where both pairs of a table split (RULES.md §2.2)."""

    LEAST = "least"
    FIXED = "fixed"


class TopTable(StrEnum):
    """Whether the pairs at the top table (or at the only one) keep their partners or change them too."""

    KEEP = "keep"
    SWAP = "swap"


@dataclass(frozen=True, slots=True)
class Policy:
    """The choices within a movement."""

    swap: PartnerChange = PartnerChange.LEAST
    top: TopTable = TopTable.KEEP
    one_table: TopTable = TopTable.SWAP
    max_tables: int | None = None


@dataclass(frozen=True, slots=True)
class SeatingInput:
    """Who is to be seated in the coming round, and all that a movement may look at beside the rounds before.

    `people`: everybody present; for the first round in the order of the draw. `pairs`: the fixed partnerships of those
    present, for movements of pairs. `groups`: the group of each person of a mixed party, else empty. `ranking`:
    everybody present, best first, as the standings have them. `rounds`: how many are planned in all, if known.
    `seed`: chooses among equally good seatings; the same seed gives the same seating.
    """

    people: tuple[int, ...]
    policy: Policy = field(default_factory=Policy)
    pairs: tuple[Pair, ...] = ()
    groups: Mapping[int, str] = field(default_factory=dict)
    ranking: tuple[int, ...] = ()
    rounds: int | None = None
    seed: int = 0


class ReasonCode(StrEnum):
    """Why somebody sits where he sits; the comment names what the reason carries."""

    # How one came to the table.
    DRAWN = "drawn"
    RANKED = "ranked"  # count: rank, 1 is best
    ARRIVED = "arrived"  # count: number in the order of arrival
    WON_UP = "won_up"  # table: where he won
    WON_STAYS = "won_stays"  # won at the top table
    LOST_DOWN = "lost_down"  # table: where he lost
    LOST_STAYS = "lost_stays"  # lost at the bottom table; table: which one
    ONE_TABLE = "one_table"  # there is only one table
    TAKES_CHAIR = "takes_chair"  # other: whose chair; table: where he himself was due
    FROM_BENCH = "from_bench"  # sat out the round before
    NEWCOMER = "newcomer"  # was not there in the round before
    TABLE_GONE = "table_gone"  # table: where he was due, but it is no longer set up
    MEETS = "meets"  # count: how many of the three others he meets for the first time
    DESIGN = "design"  # count: number of the round in the design
    STANDING = "standing"  # count: his rank (or his pair's) among all, 1 is best
    CIRCLE = "circle"  # round robin of pairs; count: number of the round in it
    # Why this partner.
    KEEPS_PARTNER = "keeps_partner"  # other: the partner
    NEW_PARTNER = "new_partner"  # other: the partner; count: how often they were partners before
    FIXED_PARTNER = "fixed_partner"  # other: the partner
    # Why one sits out.
    SITS_OUT = "sits_out"  # count: sit-outs so far, those a latecomer was given included
    PAIR_SITS_OUT = "pair_sits_out"  # other: the partner; count: sit-outs so far


@dataclass(frozen=True, slots=True)
class SeatReason:
    """One clause of the sentence that explains a seat."""

    why: ReasonCode
    table: int | None = None
    other: int | None = None
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where in the coming round. Everybody has reasons: how he came there, then whom with."""

    tables: tuple[SeatedTable, ...]
    bench: tuple[int, ...]
    reasons: Mapping[int, tuple[SeatReason, ...]]


class Movement(Protocol):
    """What a movement must offer; `catalogue.py` lists them all."""

    @property
    def key(self) -> str:
        """Its name in settings and addresses; never changed once released."""

    @property
    def fixed_pairs(self) -> bool:
        """Whether people come as pairs and stay so."""

    @property
    def needs_winners(self) -> bool:
        """Whether the next seating needs to know the winning pair of every table."""

    def problem(self, people: int, rounds: int | None) -> Problem | None:
        """Why it cannot run an evening of so many people and rounds; None when it can."""

    def seat(self, field: SeatingInput, history: Sequence[PlayedRound]) -> Seating:
        """The next seating; the first one when the history is empty. Same input, same seating.

        Raises InvalidInput when nobody can be seated (fewer than four people, or two pairs).
        """

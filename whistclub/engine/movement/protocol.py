"""What every movement takes and gives: people as numbers, tables, rounds, seatings with a reason for each person.

People are numbered in the order of registration. Tables are listed from the top (first) down.
Chairs are numbered clockwise from 0, so that partners sit on 0 and 2, and on 1 and 3.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from whistclub.engine.problems import Problem, ProblemCode

Pair = tuple[int, int]


def pair_of(one: int, other: int) -> Pair:
    """Two people in the order in which a pair is written: lowest number first."""
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """Who sits on each chair, clockwise from chair 0. Tables of the same people on other chairs are not equal."""

    chairs: tuple[int, int, int, int]

    @property
    def sides(self) -> tuple[Pair, Pair]:
        """The partners on chairs 0 and 2, and those on chairs 1 and 3."""
        first, second, third, fourth = self.chairs
        return pair_of(first, third), pair_of(second, fourth)

    @property
    def pairs(self) -> tuple[Pair, Pair]:
        """Both pairs, the one that holds the lowest number first, whichever chairs they sit on."""
        one, other = self.sides
        return (one, other) if one < other else (other, one)

    @property
    def people(self) -> tuple[int, int, int, int]:
        """The four in the order of `pairs`."""
        (a, b), (c, d) = self.pairs
        return a, b, c, d


def table_of(one: Sequence[int], other: Sequence[int]) -> SeatedTable:
    """The table of two pairs on the usual chairs, whatever order they are given in.

    The pair with the lowest number sits on chairs 0 and 2, and the lower number of each pair on the lower chair.
    """
    (a, b), (c, d) = sorted([pair_of(*one), pair_of(*other)])
    return SeatedTable((a, c, b, d))


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One round as it was played, for movements to follow on.

    `sitting_out`: everybody whose sit-out counts, even one who then took another player's chair. `winners`: for each
    table the side (0 or 1) that moves as the winner; empty before the results are in. `late`: those who came during the
    round and took another player's chair at once.
    """

    tables: tuple[SeatedTable, ...]
    sitting_out: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    late: tuple[int, ...] = ()

    @property
    def seated(self) -> frozenset[int]:
        return frozenset(person for table in self.tables for person in table.people)


class TopTablePartners(StrEnum):
    """Whether the pairs at the top table of a ladder keep their partners or change them too."""

    KEEP = "keep"
    CHANGE = "swap"


@dataclass(frozen=True, slots=True)
class SeatingInput:
    """The people to be seated in the coming round, and what a movement may look at beside the rounds before.

    `people`: everybody present; for the first round in the order of the draw. `top`: only the ladder follows it.
    `max_tables`: more people sit out instead; None: no limit. `pairs`: the fixed partnerships of those present, for
    movements of pairs. `groups`: the group of each person of a mixed party, else empty. `ranking`:
    everybody present, best first, as the standings have them. `rounds`: how many are planned in all, if known.
    `seed`: chooses among equally good seatings; the same seed gives the same seating. `without_partner`: those who are
    in no partnership, for movements of pairs.
    """

    people: tuple[int, ...]
    top: TopTablePartners = TopTablePartners.KEEP
    max_tables: int | None = None
    pairs: tuple[Pair, ...] = ()
    groups: Mapping[int, str] = field(default_factory=dict)
    ranking: tuple[int, ...] = ()
    rounds: int | None = None
    seed: int = 0
    without_partner: tuple[int, ...] = ()


class ReasonCode(StrEnum):
    """Why a player sits where they sit; the comment names what the reason carries.

    These are the reasons that several movements give, or the organiser. A movement with reasons of its own has an enum
    whose name ends in Reason; one with lines of its own on table cards, an enum whose name ends in Line.
    """

    # How the player came to the table.
    DRAWN = "drawn"  # everybody in a first round; another order than a draw puts its own reason instead
    RANKED = "ranked"  # count: rank, 1 is best
    ARRIVED = "arrived"  # count: number in the order of arrival
    WON_UP = "won_up"  # table: where they won
    WON_STAYS = "won_stays"  # won at the top table
    LOST_DOWN = "lost_down"  # table: where they lost
    LOST_STAYS = "lost_stays"  # lost at the bottom table; table: which one
    ONE_TABLE = "one_table"  # there is only one table
    TAKES_CHAIR = "takes_chair"  # other: whose chair; table: where they were due themselves
    SAT_OUT_BEFORE = "from_bench"  # sat out the round before
    NEWCOMER = "newcomer"  # was not there in the round before
    TABLE_GONE = "table_gone"  # table: where they were due, but it is no longer set up
    PLACED = "placed"  # to grant a wish, which is nobody else's business
    MEETS = "meets"  # count: how many of the three others they meet for the first time
    DESIGN = "design"  # count: number of the round in the design
    STANDING = "standing"  # count: rank of the player or their pair among all, 1 is best
    CIRCLE = "circle"  # round robin of pairs; count: number of the round in it
    # Why this partner.
    KEEPS_PARTNER = "keeps_partner"  # other: the partner
    NEW_PARTNER = "new_partner"  # other: the partner; count: how often they were partners before
    FIXED_PARTNER = "fixed_partner"  # other: the partner
    # In place of NEW_PARTNER, where the standings alone would have paired the four differently; carries the same.
    REPEATS_AVOIDED = "repeats_avoided"
    # Which table in the room it is; these come from where the tables are played, not from a movement.
    PLAYED_AT = "played_at"  # count: rank of the table; table: where it is played
    SITS_AT = "sits_at"  # table: the one at which they stay all evening
    LOSES_TABLE = "loses_table"  # table: the one at which they would stay; other: who keeps theirs instead
    OUT_OF_USE = "out_of_use"  # table: the one at which they would stay
    # Why the player sits out.
    SITS_OUT = "sits_out"  # count: sit-outs so far, those a latecomer was given included
    PAIR_SITS_OUT = "pair_sits_out"  # other: the partner; count: sit-outs so far
    NO_PARTNER = "no_partner"  # where pairs are fixed: nobody to play with


# The reasons for a table in the room.
PLACE_REASONS = (ReasonCode.PLAYED_AT, ReasonCode.SITS_AT, ReasonCode.LOSES_TABLE, ReasonCode.OUT_OF_USE)


@dataclass(frozen=True, slots=True)
class SeatReason:
    """One clause of the sentence that explains a seat."""

    code: StrEnum
    table: int | None = None
    other: int | None = None
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where in the coming round. Everyone has reasons: how they came there, then why this partner."""

    tables: tuple[SeatedTable, ...]
    sitting_out: tuple[int, ...]
    reasons: Mapping[int, tuple[SeatReason, ...]]


class CardLineCode(StrEnum):
    """What the printed card of a table says about where people go next; the comment names what the line carries."""

    WINNERS_STAY = "winners_stay"
    WINNERS_GO = "winners_go"  # table: where to
    LOSERS_GO = "losers_go"  # table: where to
    LOSERS_STAY = "losers_stay"  # at the last table, which more people may make the last but one


@dataclass(frozen=True, slots=True)
class CardLine:
    """One line of a table card."""

    code: StrEnum
    table: int | None = None


# People at a table.
SEATS = 4


@dataclass(frozen=True)
class Movement(ABC):
    """What a movement must offer; `catalogue.py` lists them all.

    Others ask a movement what it does, never which one it is; only `catalogue.py` (which suits an evening, which is the
    default) and `party/movements.py` (texts) tell one from another.
    `key`: its name in settings and addresses; never changed once released. `fixed_pairs`: people come as pairs and stay
    so. `needs_winners`: the next seating needs the winning side of every table. `has_ranked_tables`: tables are above
    and below each other; only then seats in a draft have ▲ and ▼, table 1 is marked as the top one there and on its
    card, and pages and reasons say the rank of a table where its number does not. `divides`: it makes groups that rank
    one after the other.
    """

    key: str
    fixed_pairs: bool = False
    needs_winners: bool = False
    has_ranked_tables: bool = False
    divides: bool = False

    def card_lines(self, table: int, tables: int) -> tuple[CardLine, ...]:
        """Where those who play at `table` go next, for its printed card; empty if no fixed rule says so."""
        return ()

    def problem(self, people: int, rounds: int | None) -> Problem | None:
        """Why it cannot run an evening of `people` people and `rounds` rounds; None when it can."""
        if people < SEATS:
            return Problem(ProblemCode.TOO_FEW_PEOPLE, "people", found=people, minimum=SEATS)
        return None

    def complete_after(self, people: int) -> int | None:
        """The number of rounds in which it does what it is for, like every pair meeting every other; None for any.

        For a number of people that it can run.
        """
        return None

    def divisions(
        self, ranking: Sequence[int], history: Sequence[PlayedRound], rounds: int | None
    ) -> Mapping[int, int]:
        """The group of each person of a ranking (best first): all of group 0 rank before those of group 1, and so on.

        Empty while there are no groups. `rounds`: how many are planned.
        """
        return {}

    def divisions_of_tables(self, tables: int, played: int, rounds: int | None) -> Sequence[int]:
        """The group at each table of the round after those `played`, from the top down; empty while there are none."""
        return ()

    @abstractmethod
    def seat(self, field: SeatingInput, history: Sequence[PlayedRound]) -> Seating:
        """The next seating; the first one when the history is empty. Same input, same seating.

        Raises InvalidInput when nobody can be seated (fewer than four people, or two pairs).
        """

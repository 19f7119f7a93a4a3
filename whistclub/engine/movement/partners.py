"""Who plays with whom: how often people have met, and the choice among the pairings of four (RULES.md §2.2)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from whistclub.engine.movement.protocol import (
    Pair,
    PlayedRound,
    ReasonCode,
    SeatedTable,
    SeatReason,
    pair_of,
    table_of,
)

# The reasons that name a partner.
PARTNER_REASONS = (
    ReasonCode.KEEPS_PARTNER,
    ReasonCode.NEW_PARTNER,
    ReasonCode.FIXED_PARTNER,
    ReasonCode.REPEATS_AVOIDED,
)


@dataclass(frozen=True, slots=True)
class Meetings:
    """How often every two people were partners and opponents, and who were partners in the round just played."""

    partners: Counter[Pair] = field(default_factory=Counter)
    opponents: Counter[Pair] = field(default_factory=Counter)
    just_played: frozenset[Pair] = frozenset()


def meetings(history: Sequence[PlayedRound]) -> Meetings:
    """Counted over all rounds as they were played."""
    partners: Counter[Pair] = Counter()
    opponents: Counter[Pair] = Counter()
    for played in history:
        for table in played.tables:
            one, other = table.pairs
            partners.update((one, other))
            opponents.update(pair_of(a, b) for a, b in product(one, other))
    just_played = (pair for table in history[-1].tables for pair in table.pairs) if history else ()
    return Meetings(partners, opponents, frozenset(just_played))


def pairings(four: Iterable[int]) -> tuple[SeatedTable, SeatedTable, SeatedTable]:
    """The three ways in which four people make two pairs, the smallest in sorted order first."""
    a, b, c, d = sorted(four)
    return table_of((a, b), (c, d)), table_of((a, c), (b, d)), table_of((a, d), (b, c))


def same_pairings(tables: Iterable[SeatedTable], others: Iterable[SeatedTable]) -> bool:
    """Whether the same pairs meet, at whatever tables and on whatever chairs."""
    return {table.pairs for table in tables} == {table.pairs for table in others}


def mixed_table(table: SeatedTable, groups: Mapping[int, str]) -> bool:
    """Whether two of one group and two of another sit in two pairs of one each."""
    return all(groups.get(one) != groups.get(other) for one, other in table.pairs)


def fours_are_mixed(four: Iterable[int], groups: Mapping[int, str]) -> bool:
    """Whether the four are two of one group and two of another, so that they must sit mixed."""
    return sorted(Counter(groups.get(person) for person in four).values()) == [2, 2]


def admissible_pairings(four: Sequence[int], met: Meetings, groups: Mapping[int, str]) -> list[SeatedTable]:
    """Those without a partnership of the round just played; of two and two of a mixed party only the mixed ones.

    At least one always remains: partnerships of one round are all of the same pairing.
    """
    tables: Iterable[SeatedTable] = pairings(four)
    if groups and fours_are_mixed(four, groups):
        tables = (table for table in tables if mixed_table(table, groups))
    return [table for table in tables if met.just_played.isdisjoint(table.pairs)]


def repeats(table: SeatedTable, met: Meetings) -> tuple[int, int]:
    """Partnerships that have been before, and oppositions."""
    one, other = table.pairs
    return (
        met.partners[one] + met.partners[other],
        sum(met.opponents[pair_of(a, b)] for a, b in product(one, other)),
    )


def best_pairing(four: Sequence[int], met: Meetings, groups: Mapping[int, str]) -> SeatedTable:
    """The admissible pairing with the fewest repeats (RULES.md §2.2)."""
    # `min` takes the first among equals, and they come in sorted order.
    return min(admissible_pairings(four, met, groups), key=lambda table: repeats(table, met))


def partner_reason(pair: Pair, person: int, met: Meetings) -> SeatReason:
    """Why a player has the partner they have in this pair, where partners are not fixed."""
    other = pair[0] if pair[1] == person else pair[1]
    if pair in met.just_played:
        return SeatReason(ReasonCode.KEEPS_PARTNER, other=other)
    return SeatReason(ReasonCode.NEW_PARTNER, other=other, count=met.partners[pair])

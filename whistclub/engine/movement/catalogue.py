"""All movements, and which one suits an evening."""

from enum import StrEnum

from whistclub.engine.movement.everyone_meets import FINALS, MEETS, WHIST
from whistclub.engine.movement.progressive import LADDER, LADDER_PAIRS, MITCHELL, WINNERS_UP
from whistclub.engine.movement.protocol import SEATS, Movement
from whistclub.engine.movement.schedules import ROUND_ROBIN, circle_rounds, design_rounds
from whistclub.engine.movement.swiss import SWISS, SWISS_PAIRS

# In the order in which they are offered: the movement of Minnesota Whist first, those of fixed pairs last.
MOVEMENTS: dict[str, Movement] = {
    movement.key: movement
    for movement in (
        LADDER,
        WINNERS_UP,
        MEETS,
        WHIST,
        SWISS,
        FINALS,
        LADDER_PAIRS,
        SWISS_PAIRS,
        ROUND_ROBIN,
        MITCHELL,
    )
}

DEFAULT_MOVEMENT = LADDER.key

# Fewer tables make no ladder; with more, the draw decides who ever reaches the top (RULES.md §2.5).
LADDER_TABLES = range(3, 7)


class Advice(StrEnum):
    """Why a movement is recommended."""

    ONE_TABLE = "one_table"  # the three pairings in turn
    EVERY_PARTNER = "every_partner"  # time for a whole whist tournament, or all but its last round
    CLASSIC = "classic"  # three to six tables: the ladder, as Minnesota Whist parties are played
    MOST_PEOPLE = "most_people"  # partners do not repeat, and players meet the most people
    EVERY_PAIR = "every_pair"  # time for every pair to meet every other
    NO_REMATCH = "no_rematch"  # too little time for that: no pair meets another twice, and equals meet


def recommended(people: int, rounds: int | None, *, pairs: bool = False) -> tuple[str, Advice]:
    """The key of the movement that suits an evening (`rounds` None: not known yet), and why (RULES.md §3)."""
    if pairs:
        if rounds is not None and rounds >= circle_rounds(people // 2):
            return ROUND_ROBIN.key, Advice.EVERY_PAIR
        return SWISS_PAIRS.key, Advice.NO_REMATCH
    if rounds is not None and people - 1 <= rounds <= design_rounds(people):
        return WHIST.key, Advice.EVERY_PARTNER
    if people < 2 * SEATS:
        return LADDER.key, Advice.ONE_TABLE
    if people // SEATS in LADDER_TABLES:
        return LADDER.key, Advice.CLASSIC
    return MEETS.key, Advice.MOST_PEOPLE

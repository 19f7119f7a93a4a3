"""The movements in words: their names, when to use them, table cards, and why a person sits where they sit.

A new movement has its texts here: a line of `MOVEMENTS`, and one for each reason and card line that only it gives.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache

from django.contrib.humanize.templatetags.humanize import ordinal

from whistclub.club.names import with_names
from whistclub.engine.movement.catalogue import MOVEMENTS as ALL
from whistclub.engine.movement.catalogue import Advice
from whistclub.engine.movement.everyone_meets import FinalsReason
from whistclub.engine.movement.progressive import MitchellLine, MitchellReason, WinnersUpLine, WinnersUpReason
from whistclub.engine.movement.protocol import CardLineCode, Movement, ReasonCode
from whistclub.engine.movement.wishes import Wish, WishKind
from whistclub.engine.problems import Problem, ProblemCode
from whistclub.party.models import SeatAssignment
from whistclub.web.formatting import plural, table_text

# So many clauses are kept in memory: those of the halls that were looked at last, which stand there for a whole round.
MOST_CLAUSES = 4000
# Name, and when to use it; in the order of the list.
MOVEMENTS = {
    "ladder": (
        "Winners up, losers down",
        "The winners move up one table, the losers move down one, and partners change. The classic evening, best "
        "at three to six tables; everyone can see who’s leading.",
    ),
    "winners_up": (
        "Winners up, losers stay",
        "The winners move up one table; the losers stay, except that losers at the top table move to the last "
        "one. Partners change at every table. For lively evenings: nobody drifts down.",
    ),
    "meets": (
        "Everyone meets",
        "Each round is seated so that partners do not repeat and everyone meets as many others as possible. For "
        "sociable evenings of any size, and for many tables.",
    ),
    "whist": (
        "Whist tournament",
        "Everyone partners everyone once and plays against everyone twice. For 4, 5, 8, 9, 12, 13, 16, 17 … "
        "people, with time for nearly as many rounds as there are people.",
    ),
    "swiss": (
        "Swiss fours",
        "Players with similar scores share a table: 1st and 4th against 2nd and 3rd. For competitive evenings with "
        "many tables.",
    ),
    "finals": (
        "Final and consolation",
        "For the first half of the rounds everyone meets. Then the best play in the final, and the others in the "
        "consolation. For an evening that should end with a final.",
    ),
    "ladder_pairs": (
        "Winners up, losers down, fixed pairs",
        "The winning pair moves up one table, the losing pair moves down one. For couples and friends who stay "
        "partners all evening.",
    ),
    "swiss_pairs": (
        "Swiss pairs",
        "Pairs with similar scores meet; no rematches. For fixed pairs and few rounds.",
    ),
    "round_robin": (
        "Round robin of pairs",
        "Every pair plays every other pair once. For fixed pairs, with time for nearly as many rounds as there "
        "are pairs.",
    ),
    "mitchell": (
        "Moving and stationary pairs",
        "At each table one pair stays all evening, and the other moves on to the next table. For evenings when "
        "half the people keep their seats, with time for as many rounds as there are tables.",
    ),
}
# The lines of a table card, each with the arrow before it.
CARD_LINES: dict[str, str] = {
    CardLineCode.WINNERS_STAY: "▲ Winners stay",
    CardLineCode.WINNERS_GO: "▲ Winners go up to {table}",
    CardLineCode.LOSERS_GO: "▼ Losers go down to {table}",
    CardLineCode.LOSERS_STAY: "▼ Losers stay, or go down",
    WinnersUpLine.LOSERS_KEEP_TABLE: "● Losers stay",
    WinnersUpLine.LOSERS_TO_LAST: "▼ Losers go to the last table",
    MitchellLine.ONE_PAIR_STAYS: "● One pair stays all evening",
    MitchellLine.OTHER_PAIR_GOES: "▶ The other pair goes to {table}",
}
ADVICE = {
    Advice.ONE_TABLE: "One table: the three ways to pair four people, in turn.",
    Advice.EVERY_PARTNER: "There is time for everyone to partner everyone once.",
    Advice.MOST_PEOPLE: "Partners do not repeat, and you meet the most people.",
    Advice.CLASSIC: "Three to six tables: this works best and is easy to follow.",
    Advice.EVERY_PAIR: "There is time for every pair to meet every other pair.",
    Advice.NO_REMATCH: "Too few rounds for all pairs to meet: similar pairs meet, no rematches.",
}
_FIRST_SIT_OUT = "first time sitting out; players take turns"
_SITS_OUT = ("has sat out once before; players take turns", "has sat out {n} times before; players take turns")
# The clause of each reason; of one and of many where it counts. {n} is what the reason counts, {rank} the table of that
# rank, {name} the other person.
CLAUSES: dict[str, str | tuple[str, str]] = {
    ReasonCode.RANKED: "number {n} by results so far",
    ReasonCode.ARRIVED: "number {n} to arrive",
    ReasonCode.WON_UP: "won at {table}, moves up",
    ReasonCode.WON_STAYS: "won at the top table, stays",
    ReasonCode.LOST_DOWN: "lost at {table}, moves down",
    ReasonCode.LOST_STAYS: "lost at the last table, stays",
    WinnersUpReason.STAYS_AFTER_LOSS: "lost at {table}, stays",
    WinnersUpReason.LOST_TO_LAST: "lost at the top table, goes to the last",
    MitchellReason.KEEPS_TABLE: "stays at {table} all evening",
    MitchellReason.MOVES_ON: "moves on from {table}",
    FinalsReason.IN_FINAL: "in the final",
    FinalsReason.IN_CONSOLATION: "in consolation group {n}",
    ReasonCode.ONE_TABLE: "there is one table",
    ReasonCode.TAKES_CHAIR: "replaces {name}",
    ReasonCode.SAT_OUT_BEFORE: "sat out last round",
    ReasonCode.NEWCOMER: "new this round",
    ReasonCode.TABLE_GONE: "{table} is no longer used",
    ReasonCode.PLACED: "placed by the organiser",
    ReasonCode.MEETS: ("meets {n} new person", "meets {n} new people"),
    ReasonCode.DESIGN: "round {n} of the schedule",
    ReasonCode.STANDING: "number {n} in the standings",
    ReasonCode.CIRCLE: "round {n} of the round robin",
    ReasonCode.KEEPS_PARTNER: "stays with {name}",
    ReasonCode.NEW_PARTNER: ("with {name}, partners once before", "with {name}, partners {n} times before"),
    ReasonCode.FIXED_PARTNER: "with {name} all evening",
    ReasonCode.REPEATS_AVOIDED: (
        "with {name}, partners once before, so that partners change as much as possible",
        "with {name}, partners {n} times before, so that partners change as much as possible",
    ),
    ReasonCode.PLAYED_AT: "{table} is {rank} this round",
    ReasonCode.SITS_AT: "sits at {table} all evening",
    ReasonCode.LOSES_TABLE: "cannot keep {table} this round: {name} keeps theirs",
    ReasonCode.OUT_OF_USE: "{table} is out of use",
    ReasonCode.SITS_OUT: _SITS_OUT,
    ReasonCode.PAIR_SITS_OUT: _SITS_OUT,
    ReasonCode.NO_PARTNER: "has no partner tonight",
}
# The clause instead, where there is nothing to count.
CLAUSES_OF_NONE: dict[str, str] = {
    ReasonCode.MEETS: "has met all three before",
    FinalsReason.IN_CONSOLATION: "in the consolation",
    ReasonCode.NEW_PARTNER: "first time with {name}",
    ReasonCode.REPEATS_AVOIDED: "first time with {name}, so that partners do not repeat",
    ReasonCode.SITS_OUT: _FIRST_SIT_OUT,
    ReasonCode.PAIR_SITS_OUT: _FIRST_SIT_OUT,
}


def division_title(group: int, last: int) -> str:
    """The final (group 0) or a consolation; `last` is the number of the last group."""
    if group == 0:
        return "Final"
    return f"Consolation {group}" if last > 1 else "Consolation"


def why_not(key: str, people: int, rounds: int | None) -> str:
    """Why a movement does not work for this number of people and rounds, and what would; empty if it works."""
    problem = ALL[key].problem(people, rounds)
    return problem_text(problem, people) if problem else ""


def problem_text(problem: Problem, people: int) -> str:
    fewer = people - people % 4 + 1
    return {
        # Tournaments exist for 4n and 4n + 1 people (RULES.md §2.6).
        ProblemCode.NO_DESIGN: f"Not possible with {people} people; {fewer} or {fewer + 3} would work.",
        ProblemCode.TOO_MANY_ROUNDS: f"Not possible with more than {problem.maximum} rounds.",
        ProblemCode.TOO_FEW_PEOPLE: f"At least {problem.minimum} people.",
        ProblemCode.TOO_FEW_PAIRS: "At least two pairs.",
        ProblemCode.TOO_FEW_TABLES: "At least one table must be set up.",
        ProblemCode.WINNERS_MISSING: "Some tables of the last round have no result yet.",
    }[problem.code]


def rank_text(rank: int) -> str:
    """A table by its rank, in the middle of a sentence: "the top table", "3rd from the top"."""
    return "the top table" if rank == 1 else f"{ordinal(rank)} from the top"


def reasons_text(assignment: SeatAssignment, names: Mapping[int, str], players: Mapping[int, str] | None = None) -> str:
    """The reasons of a seat assignment as one sentence; `names` of entrants by their numbers.

    Only organisers read of wishes and the reason that an organiser gave: for them `players` are names by the keys of
    players.
    """
    if assignment.placed_by_organiser:
        text = "placed here by the organiser"
        if players is not None and assignment.organiser_reason:
            text = f"{text}: {with_names(assignment.organiser_reason, players)}"
    else:
        text = "; ".join(
            "moved for a wish"
            if players is not None and code == ReasonCode.PLACED
            else _clause(code, count, table, names.get(other or 0, ""))
            for code, table, other, count in assignment.reasons
            if not _says_nothing(code, count, assignment)
        )
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def sign(
    assignment: SeatAssignment,
    before: SeatAssignment | None,
    movement: Movement,
    rank_of: Callable[[SeatAssignment], int],
) -> str:
    """A few letters for how a person came to their seat from where they were in the round before (None: nowhere).

    Tables are above and below each other only where people win their way up; `rank_of` a seat is that of its table.
    """
    if assignment.placed_by_organiser or ReasonCode.PLACED in [reason[0] for reason in assignment.reasons[:1]]:
        return "⇄"
    if assignment.table is None:
        return ""
    if before is None:
        return "new"
    if before.table is None:
        return "sat out"
    if not movement.has_ranked_tables:
        return ""
    now, then = rank_of(assignment), rank_of(before)
    if now == then:
        return "=" if assignment.table == before.table else f"from {before.table}"
    return f"{'▲' if now < then else '▼'}{before.table}"


def _says_nothing(code: str, count: int | None, assignment: SeatAssignment) -> bool:
    """Whether it is true of everyone in the first round: drawn, with a partner they never had before."""
    is_first_round = assignment.reasons[0][0] in (ReasonCode.DRAWN, ReasonCode.RANKED, ReasonCode.ARRIVED)
    return code == ReasonCode.DRAWN or (is_first_round and code == ReasonCode.NEW_PARTNER and not count)


@lru_cache(MOST_CLAUSES)
def _clause(code: str, n: int | None, table: int | None, name: str) -> str:
    text = CLAUSES[code] if n else CLAUSES_OF_NONE.get(code, CLAUSES[code])
    if isinstance(text, tuple):
        text = plural(n or 0, *text)
    rank = rank_text(n or 1) if "{rank}" in text else ""  # it is looked up for long, and few reasons say it
    return text.format(table=table_text(table) if table else "", rank=rank, name=name, n=n)


def wish_text(wish: Wish, names: Mapping[int, str]) -> str:
    """ "Bo and Di apart" """
    how = "apart" if wish.kind is WishKind.APART else "at the same table"
    return f"{names[wish.one]} and {names[wish.other]} {how}"

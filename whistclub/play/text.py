"""Words for the hands and scores of a game: the engine's values in, sentences out; and a line of the score sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from whistclub.engine.game import GameState, hands_remaining, is_extra_hand, points_needed
from whistclub.engine.hand import Contract
from whistclub.engine.options import Colour, RuleOptions, TableFormat
from whistclub.engine.problems import Problem, ProblemCode
from whistclub.engine.scoring import Outcome
from whistclub.play.models import AdjustmentRecord, EntryRecord
from whistclub.play.table import SideNames
from whistclub.web.formatting import (
    format_money,
    format_number,
    format_score,
    format_signed,
    join_side,
    number_of,
    plural,
)

# What was thrown in, by the button that says so.
REDEALS = {
    "same_dealer": "Thrown in – no points, the same player deals again.",
    "next_dealer": "Thrown in – no points, the deal passes on.",
}

# What is wrong with a hand or an adjustment.
PROBLEMS = {
    ProblemCode.CONTRACT_NOT_IN_RULES: "These rules do not have that bid.",
    ProblemCode.DECLARER_NEEDED: "Choose who granded.",
    ProblemCode.DECLARER_NOT_ALLOWED: "Nobody grands in a low hand.",
    ProblemCode.UNKNOWN_SEAT: "That seat is empty.",
    ProblemCode.WRONG_NUMBER_OF_COUNTS: "Enter the tricks of every side.",
    ProblemCode.TRICKS_OUT_OF_RANGE: "A side takes from {minimum} to {maximum} tricks.",
    ProblemCode.TRICKS_DO_NOT_ADD_UP: "The tricks add up to {found}, but a hand has {expected}.",
    ProblemCode.UNKNOWN_SIDE: "Choose which side revoked.",
    ProblemCode.REVOKE_IN_SOLO: "Solos have no revoke: agree whether it was made and enter that.",
    ProblemCode.REVOKE_AGAINST_ITSELF: "A side cannot revoke against itself.",
    ProblemCode.WRONG_NUMBER_OF_POINTS: "The points need {expected} numbers, not {found}.",
    ProblemCode.POINTS_OUT_OF_RANGE: "An adjustment must be from {minimum} to {maximum}.",
    ProblemCode.NO_POINTS: "An adjustment must give or take points.",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the score sheet: a hand, a redeal or an adjustment.

    Only a hand has a `number`. `kind` is the CSS class of the result, `plain` the hand without its notes. `counts` is
    false for what was entered after the end. `confirmation` says whether another side has accepted or disputed it;
    `agrees` is its answer, None while there is none.
    """

    record: EntryRecord | AdjustmentRecord
    bid: str
    text: str
    score_after: str
    counts: bool
    number: int | None = None
    kind: str = ""
    result: str = ""
    gains: str = ""
    notes: str = ""
    plain: str = ""
    confirmation: str = ""
    agrees: bool | None = None

    @property
    def entry(self) -> EntryRecord | None:
        return self.record if isinstance(self.record, EntryRecord) else None

    @property
    def disputed(self) -> bool:
        return self.agrees is False

    @property
    def brief(self) -> str:
        """Where there is little room."""
        return f"Hand {self.number}: {self.plain}" if self.number else self.text

    @property
    def numbered(self) -> str:
        """ "Hand 5: Ann granded, made 9: Us +3."."""
        return f"Hand {self.number}: {self.text}" if self.number else self.text


def viewer_first(sides: Sequence[SideNames]) -> list[int]:
    """The sides clockwise from the viewer's, in the order of the score boxes."""
    first = next((side for side, names in enumerate(sides) if names.is_viewer), 0)
    return [(first + step) % len(sides) for step in range(len(sides))]


# Hands


def low_bid(rules: RuleOptions) -> str:
    """What lies on the table when nobody granded: every bid card has the colour that means low."""
    if rules.form is TableFormat.TWO_PLAYERS:
        return "Both bid low"
    return "All black: low" if rules.high_colour is Colour.RED else "All red: low"


def bid(contract: Contract, declarer: str, rules: RuleOptions) -> str:
    """Who granded; `declarer` is a name, empty where there is none."""
    match contract:
        case Contract.LOW:
            return low_bid(rules)
        case Contract.SOLA_NOLA | Contract.GRAND_DIX:
            return f"{declarer}: {solo_name(contract)}"
        case Contract.WIDOW:
            return f"{declarer} took the widow" if declarer else "Nobody took the widow"
        case Contract.HIGH:
            return f"{declarer} {'bid high' if rules.form is TableFormat.TWO_PLAYERS else 'granded'}"


def solo_name(contract: Contract) -> str:
    return "Sola Nola" if contract is Contract.SOLA_NOLA else "Grand Dix"


def outcome(result: Outcome, sides: Sequence[SideNames]) -> str:
    """The tricks: "made 9", "failed with 5 tricks"; in a low hand and with a widow those of each side."""
    if result.contract.is_solo:
        return "made" if result.made else "failed"
    if result.side is None or result.contract is Contract.WIDOW:
        return ", ".join(_of_side(sides[side], str(result.tricks[side])) for side in viewer_first(sides))
    taken = result.tricks[result.side]
    return f"made {taken}" if result.made else f"failed with {number_of(taken, 'trick', 'tricks')}"


def result_kind(result: Outcome) -> str:
    if result.made is None:
        return "low" if result.contract is Contract.LOW else ""
    return "made" if result.made else "failed"


def gains(result: Outcome, sides: Sequence[SideNames]) -> str:
    """Who scored what: "Us +3", "a star for Us"."""
    stars = [f"a star for {sides[side].short}" for side in viewer_first(sides) if result.stars[side]]
    return points_by_side(result.points, sides, stars) or "no points"


def points_by_side(points: Sequence[int], sides: Sequence[SideNames], more: Sequence[str] = ()) -> str:
    """ "Us +3, Them −1"; sides without points are left out."""
    scored = [_of_side(sides[side], format_signed(points[side])) for side in viewer_first(sides) if points[side]]
    return ", ".join([*scored, *more])


def hand(result: Outcome, declarer: str, sides: Sequence[SideNames], rules: RuleOptions) -> str:
    """A whole hand in one sentence: "Ann granded, made 9: Us +3."."""
    what, taken, gained = bid(result.contract, declarer, rules), outcome(result, sides), gains(result, sides)
    if result.contract in (Contract.LOW, Contract.WIDOW):
        return f"{what}. Tricks: {taken} – {gained}."
    return f"{what}, {taken}: {gained}."


def redeal_key(notes: Mapping[str, Any]) -> str:
    """The button with which a redeal was entered."""
    return "next_dealer" if notes.get("deal_passes") else "same_dealer"


def adjustment(points: Sequence[int], reason: str, sides: Sequence[SideNames]) -> str:
    return f"{points_by_side(points, sides)} ({reason})"


def revoke_label(revoke: Sequence[int], sides: Sequence[SideNames]) -> str:
    """Which side revoked, with three players also against whom."""
    by, against = (sides[side].object for side in revoke)
    return f"Revoke by {by}" if len(sides) == 2 else f"Revoke by {by} against {against}"


def revoke_sentence(
    notes: Mapping[str, Any], contract: Contract, sides: Sequence[SideNames], rules: RuleOptions
) -> str:
    """Who revoked and what it cost; in a low hand tricks are the penalty. Empty without a revoke."""
    if "revoke" not in notes:
        return ""
    if not rules.revoke_tricks:
        return f"{revoke_label(notes['revoke'], sides)}."
    by, against = (sides[side].object for side in notes["revoke"])
    tricks = number_of(rules.revoke_tricks, "trick", "tricks")
    if contract is Contract.LOW:
        return f"Revoke by {by}: {tricks} moved from {against} to {by}."
    return f"Revoke by {by}: {tricks} to {against}."


def problem_sentences(problems: Sequence[Problem], rules: RuleOptions) -> list[str]:
    """Each validation error of a hand at a table, as a sentence that says what to do."""
    missing = f"Choose who {'bid high' if rules.form is TableFormat.TWO_PLAYERS else 'granded'}, or “{low_bid(rules)}”."
    return [
        # `problem_of_hand` cannot name it: what a low bid is depends on the rules.
        missing if problem.code is ProblemCode.DECLARER_NEEDED else problem_of_hand(problem)
        for problem in problems
    ]


def problem_of_hand(problem: Problem) -> str:
    """What is wrong with a hand or an adjustment. Raises KeyError for a code that is about something else."""
    numbers = {name: format_number(getattr(problem, name) or 0) for name in ("found", "expected", "minimum", "maximum")}
    return PROBLEMS[problem.code].format(**numbers)


# The score


def _of_side(side: SideNames, number: str) -> str:
    return f"{side.short}\N{NO-BREAK SPACE}{number}"


def score(totals: Sequence[int], sides: Sequence[SideNames], stars: Sequence[int] = ()) -> str:
    """ "Us 9, Them 6", with stars where there are any: "Us 9 ★"."""
    signs = ["★" * each for each in stars] or [""] * len(totals)
    return ", ".join(
        _of_side(sides[side], f"{format_number(totals[side])} {signs[side]}".rstrip()) for side in viewer_first(sides)
    )


def total_and_stars(total: int, stars: int) -> str:
    return f"{'★' * stars} {format_number(total)}" if stars else format_number(total)


def points_to_go(state: GameState, rules: RuleOptions) -> list[str]:
    """What each side still needs to reach the target: "4 to go"; without a target, how far it is behind or ahead."""
    points = [each for each in points_needed(state, rules) if each is not None]
    if points:
        return [f"{each} to go" for each in points]
    if not state.hands_scored:
        return ["" for _total in state.totals]
    rivals = (max(state.totals[:side] + state.totals[side + 1 :]) for side in range(len(state.totals)))
    leads = [total - most for total, most in zip(state.totals, rivals, strict=True)]
    return [f"{abs(lead)} {'ahead' if lead > 0 else 'behind'}" if lead else "tied" for lead in leads]


def hands_to_play(state: GameState, rules: RuleOptions) -> str:
    """How many hands the limit still allows; empty where there is no limit."""
    hands = hands_remaining(state, rules)
    if hands is None:
        return ""
    if is_extra_hand(state, rules):
        return "The game is tied: play more hands until one side is ahead."
    return plural(hands, "This is the last hand.", f"{hands} hands to play, including this one.")


def verdict(winner: int | None, totals: Sequence[int], sides: Sequence[SideNames]) -> str:
    """How a finished game ended; `winner` is a side, None for a draw."""
    if winner is None:
        return f"A draw: {score(totals, sides)}."
    if len(sides) > 2:
        return f"{sides[winner].subject} won the game: {score(totals, sides)}."
    return f"{sides[winner].subject} won the game {format_score(winner_first(totals, winner))}."


def winner_first(totals: Sequence[int], winner: int) -> list[int]:
    return [totals[winner], *(total for side, total in enumerate(totals) if side != winner)]


def settlement(amounts: Sequence[int], stars: int, sides: Sequence[SideNames], form: TableFormat, currency: str) -> str:
    """Who pays whom, and why; empty where nothing is owed. `amounts` are cents by side, `stars` the winners'."""
    winner = max(range(len(amounts)), key=lambda side: amounts[side])
    if amounts[winner] <= 0:
        return ""
    losers = [side.people for index, side in enumerate(sides) if index != winner]
    payers, amount = join_side(losers), format_money(amounts[winner] // len(losers), currency)
    if form is TableFormat.FOUR_IN_PAIRS:
        # Each loser pays one of the winners: to name both would leave open whether each gets the amount.
        owed = f"{payers} each pay {amount}"
    else:
        owed = f"{payers} {plural(len(losers), 'pays', 'each pay')} {sides[winner].people} {amount}"
    return f"{owed}: the game and {number_of(stars, 'star', 'stars')}." if stars else f"{owed}."

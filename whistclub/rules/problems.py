"""Problem codes in words: one sentence for each fault of rules, hands and adjustments, on every page and terminal."""

from whistclub.engine.options import LIMITS, OPTIONS
from whistclub.engine.problems import Problem, ProblemCode
from whistclub.rules.options_text import OPTION_TEXTS
from whistclub.web.formatting import format_number

OF_AN_OPTION = (ProblemCode.WRONG_TYPE, ProblemCode.UNKNOWN_VALUE, ProblemCode.OUT_OF_RANGE)
SENTENCES = {
    ProblemCode.NO_END: "This game would never end: set a target, a maximum number of hands, or both.",
    ProblemCode.OUT_OF_REACH: (
        "No hand scores, so nobody would reach the target. Give points for some hands, or set a maximum number of "
        "hands."
    ),
    ProblemCode.NOBODY_LEADS_TRUMP: "With three players there is no declarer to lead the trump suit. Choose clubs, "
    "or no trump.",
    ProblemCode.ANOTHER_LEADS_TRUMP: (
        "The suit led can be trump only if the declarer leads. Give the declarer the first lead in a high hand, "
        "or choose another trump."
    ),
    ProblemCode.SOLOS_NEED_FOUR: "A soloist needs a partner who sits out. Choose four players, or no solos.",
    ProblemCode.ONE_SIDE_NEEDS_TWO_SIDES: (
        "Three players are three sides. Let all sides have points, or choose two or four players."
    ),
    ProblemCode.ONE_SIDE_NO_PENALTIES: (
        "If only one side can hold points, points can’t be deducted. Set the points lost in a failed grand and in "
        "a low hand to 0, or let both sides have points."
    ),
    ProblemCode.UNKNOWN_OPTION: "There is no such option.",
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


def problem_sentence(problem: Problem) -> str:
    """What is wrong, and for rules what to do about it. Raises KeyError for an unknown code."""
    if problem.field is not None and problem.code in OF_AN_OPTION:
        return value_needed(problem.field)
    numbers = {name: format_number(getattr(problem, name) or 0) for name in ("found", "expected", "minimum", "maximum")}
    return SENTENCES[problem.code].format(**numbers)


def value_needed(name: str) -> str:
    """What an option accepts."""
    label = OPTION_TEXTS[name].label
    if name not in LIMITS:
        return f"{label}: choose one of those listed."
    least, most = LIMITS[name]
    return f"{label}: a whole number from {least} to {most}{', or empty' if OPTIONS[name].optional else ''}."

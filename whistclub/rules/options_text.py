"""Everything the pages say about options: a record of each; forms, cards, short lines and messages come from these.

A record of `OPTION_TEXTS` belongs to a field of `engine.options.RuleOptions`, which holds its default, its values and
the table formats in which it has a meaning. The order of the records is the order on every page.
"""

from whistclub.engine.options import LIMITS, OPTIONS, RuleOptions, TableFormat
from whistclub.engine.problems import Problem, ProblemCode
from whistclub.rules.option_record import OptionText, fill, pick
from whistclub.rules.play_text import OF_PLAY
from whistclub.rules.scoring_text import OF_SCORING

_TABLES: dict[TableFormat, str] = {
    TableFormat.FOUR_IN_PAIRS: "four players in pairs",
    TableFormat.THREE_WITH_WIDOW: "three players with a widow",
    TableFormat.TWO_PLAYERS: "two players",
}

OPTION_TEXTS: dict[str, OptionText] = {
    "form": OptionText(
        "Who plays",
        "How many sit at the table, and who plays with whom.",
        "players",
        fill("For {value}"),
        pick(_TABLES),
        choices={
            TableFormat.FOUR_IN_PAIRS: "Four, two against two",
            TableFormat.THREE_WITH_WIDOW: "Three, with a widow",
            TableFormat.TWO_PLAYERS: "Two",
        },
        buttons=True,
    ),
    **OF_SCORING,
    **OF_PLAY,
}

# What is wrong with the value of an option, and with the rules as a whole.
OF_A_VALUE = (ProblemCode.WRONG_TYPE, ProblemCode.UNKNOWN_VALUE, ProblemCode.OUT_OF_RANGE)
PROBLEMS = {
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
}
OF_RULES = frozenset({*OF_A_VALUE, *PROBLEMS})


def problem_of_rules(problem: Problem) -> str:
    """What is wrong with rules, and what to do about it, for a code `OF_RULES`."""
    if problem.field is not None and problem.code in OF_A_VALUE:
        return value_needed(problem.field)
    return PROBLEMS[problem.code]


def value_needed(name: str) -> str:
    """What an option accepts."""
    label = OPTION_TEXTS[name].label
    if name not in LIMITS:
        return f"{label}: choose one of those listed."
    least, most = LIMITS[name]
    return f"{label}: a whole number from {least} to {most}{', or empty' if OPTIONS[name].optional else ''}."


def brief_parts(rules: RuleOptions) -> list[str]:
    """Rules in short: how the game ends, what scores, and what is special."""
    parts = [text.short(rules) for name, text in OPTION_TEXTS.items() if OPTIONS[name].has_meaning(rules)]
    return [part for part in parts if part]


def differences(rules: RuleOptions, base: RuleOptions, currency: str = "") -> list[str]:
    """Where rules differ from others, a sentence for each option that means something under them."""
    sentences = [_difference(name, rules, base, currency) for name in OPTION_TEXTS if OPTIONS[name].has_meaning(rules)]
    return [sentence for sentence in sentences if sentence]


def _difference(name: str, rules: RuleOptions, base: RuleOptions, currency: str) -> str:
    """Empty if there is none.

    Where the option means nothing under the base rules, only the new value is named, and not even that if it is the
    default of the same table format.
    """
    text, new, old = OPTION_TEXTS[name], getattr(rules, name), getattr(base, name)
    new_text, old_text = text.value(new, rules, currency), text.value(old, rules, currency)
    statement = text.statement(new, new_text, rules)
    if not OPTIONS[name].has_meaning(base):
        if new == OPTIONS[name].default and base.form in OPTIONS[name].formats:
            return ""
        return f"{statement}."
    if statement == text.statement(old, old_text, rules):
        return ""
    if not text.names_old or new_text.startswith(f"{old_text} ("):  # as “none (play to a bell …)”
        return f"{statement}."
    return f"{statement}, instead of {old_text}."

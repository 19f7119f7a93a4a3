"""Each fault of a set of options as a sentence: why it makes no game, and what to do."""

from django.utils.translation import gettext as _

from whistclub.engine.options import LIMITS, OPTIONAL_NUMBERS
from whistclub.engine.problems import Problem, ProblemCode
from whistclub.rules.options_text import OPTIONS


def sentence(problem: Problem) -> str:
    match problem.code:
        case ProblemCode.NO_END:
            return _("This game would never end. Give a number of points, a number of hands, or both.")
        case ProblemCode.OUT_OF_REACH:
            return _("No hand scores, so nobody would reach the target. Let something score, or say how many hands.")
        case ProblemCode.NOBODY_LEADS_TRUMP:
            return _(
                "With three players nobody grands, so nobody can name trump by leading it. Choose clubs, or no trump."
            )
        case ProblemCode.ANOTHER_LEADS_TRUMP:
            return _(
                "Whoever granded names trump by leading it. Let whoever granded have the first lead in a high hand, or "
                "choose another trump."
            )
        case ProblemCode.SOLOS_NEED_FOUR:
            return _("A soloist needs a partner who sits out. Choose four players, or no solos.")
        case ProblemCode.ONE_SIDE_NEEDS_TWO_SIDES:
            return _("Three players are three sides. Let everybody hold points, or choose two or four players.")
        case ProblemCode.ONE_SIDE_NO_PENALTIES:
            return _(
                "Where only one side holds points, none can be taken off. Let a failed grand and a low hand take off "
                "0, or let both sides hold points."
            )
        case ProblemCode.OUT_OF_RANGE:
            return number_needed(problem.field)
        case _:
            return choice_needed(problem.field)


def number_needed(name: str) -> str:
    least, most = LIMITS[name]
    said = (
        _("{option}: a whole number from {least} to {most}, or empty.")
        if name in OPTIONAL_NUMBERS
        else _("{option}: a whole number from {least} to {most}.")
    )
    return said.format(option=OPTIONS[name].label, least=least, most=most)


def choice_needed(name: str) -> str:
    return _("{option}: choose one of those listed.").format(option=OPTIONS[name].label)

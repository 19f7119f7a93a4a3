"""The engine's problems in words, for whoever reads a terminal."""

import json
from collections.abc import Iterable
from dataclasses import replace

from django.utils.translation import gettext as _

from whistclub.engine.options import CHOICES, LIMITS, OPTIONAL_NUMBERS
from whistclub.engine.presets import PRESETS
from whistclub.engine.problems import Problem, ProblemCode

# More of a stranger's text than this helps nobody to find it.
LONGEST_QUOTE = 40

# No honest count of tricks is longer.
GREATEST_SHOWN = 999


def sentence(problem: Problem) -> str:
    """What is wrong, without saying in which hand."""
    if problem.field == "over" and problem.code is not ProblemCode.NOT_OVERRULED:
        overruled = replace(problem, field="declarer")
        return _("over: %(fault)s") % {"fault": sentence(overruled)}
    numbers = {name: getattr(problem, name) for name in ("field", "found", "expected", "minimum", "maximum")}
    match problem.code:
        case ProblemCode.UNKNOWN_PRESET:
            return _("preset must be one of %(names)s") % {"names": listed(PRESETS)}
        case ProblemCode.UNKNOWN_OPTION:
            return _("there is no option %(name)s") % {"name": quoted(problem.field or "")}
        case ProblemCode.WRONG_TYPE | ProblemCode.UNKNOWN_VALUE | ProblemCode.OUT_OF_RANGE:
            return _option_sentence(problem.field or "")
        case ProblemCode.NO_END:
            return _("a game needs a target, max_hands or both")
        case ProblemCode.OUT_OF_REACH:
            return _("a game to a target needs hands that score points, or max_hands")
        case ProblemCode.NOBODY_LEADS_TRUMP:
            return _("trump can be led only where somebody declares")
        case ProblemCode.ANOTHER_LEADS_TRUMP:
            return _("trump can be led only where high_lead is declarer")
        case ProblemCode.SOLOS_NEED_FOUR:
            return _("solos need four players in pairs")
        case ProblemCode.ONE_SIDE_NEEDS_TWO_SIDES:
            return _("carry can be one_side only between two sides")
        case ProblemCode.ONE_SIDE_NO_PENALTIES:
            return _("carry can be one_side only without penalties")
        case ProblemCode.CONTRACT_NOT_IN_RULES:
            return _("these rules do not have that contract")
        case ProblemCode.DECLARER_NEEDED:
            return _("that contract needs a declarer")
        case ProblemCode.DECLARER_NOT_ALLOWED:
            return _("a low hand has no declarer")
        case ProblemCode.UNKNOWN_SEAT:
            return _("%(field)s must be a seat from %(minimum)s to %(maximum)s") % numbers
        case ProblemCode.WRONG_NUMBER_OF_COUNTS:
            return _("tricks has %(found)s numbers, not %(expected)s") % numbers
        case ProblemCode.TRICKS_OUT_OF_RANGE:
            return _("tricks must be from %(minimum)s to %(maximum)s") % numbers
        case ProblemCode.TRICKS_DO_NOT_ADD_UP:
            return _("tricks add up to %(found)s, not %(expected)s") % {**numbers, "found": _shown(problem.found or 0)}
        case ProblemCode.TRUMP_NOT_LED:
            return _("trump is noted only in a high hand, where the suit led is trump")
        case ProblemCode.NOT_OVERRULED:
            return _("over must be a bid of these rules that the contract overrules")
        case ProblemCode.UNKNOWN_SIDE:
            return _("%(field)s: the sides are %(minimum)s to %(maximum)s") % numbers
        case ProblemCode.REVOKE_IN_SOLO:
            return _("a solo has no revoke")
        case ProblemCode.REVOKE_AGAINST_ITSELF:
            return _("a side cannot revoke against itself")
        case ProblemCode.WRONG_NUMBER_OF_POINTS:
            return _("adjust has %(found)s numbers, not %(expected)s") % numbers
        case ProblemCode.POINTS_OUT_OF_RANGE:
            return _("adjust must be from %(minimum)s to %(maximum)s") % numbers
        case ProblemCode.NO_POINTS:
            return _("adjust must give or take points")
    raise ValueError(problem.code)


def quoted(text: str) -> str:
    """A stranger's text on one line: cut, and with everything unprintable escaped."""
    return json.dumps(text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "...")


def listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def _option_sentence(name: str) -> str:
    if name in CHOICES:
        return _("%(name)s must be one of %(names)s") % {"name": name, "names": listed(CHOICES[name])}
    if name not in LIMITS:
        return _("%(name)s must be true or false") % {"name": name}
    least, greatest = LIMITS[name]
    values = {"name": name, "least": least, "greatest": greatest}
    if name in OPTIONAL_NUMBERS:
        return _("%(name)s must be a whole number from %(least)s to %(greatest)s, or null") % values
    return _("%(name)s must be a whole number from %(least)s to %(greatest)s") % values


def _shown(count: int) -> str:
    if abs(count) <= GREATEST_SHOWN:
        return str(count)
    return _("more than %(number)s") % {"number": GREATEST_SHOWN} if count > 0 else _("far below zero")

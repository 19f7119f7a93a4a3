"""The engine's problems in words, for whoever reads a terminal."""

import json
from collections.abc import Iterable
from dataclasses import replace

from django.utils.translation import gettext as _

from whistclub.engine.options import CHOICES, LIMITS, OPTIONAL_NUMBERS
from whistclub.engine.presets import PRESETS
from whistclub.engine.problems import Problem

# More of a stranger's text than this helps nobody to find it.
LONGEST_QUOTE = 40

# No honest count of tricks is longer.
GREATEST_SHOWN = 999


def sentence(problem: Problem) -> str:
    """What is wrong, without saying in which hand."""
    if problem.field == "over" and problem.code != "not_overruled":
        overruled = replace(problem, field="declarer")
        return _("over: %(fault)s") % {"fault": sentence(overruled)}
    first, second = problem.limit or (0, 0)
    match problem.code:
        case "unknown_preset":
            return _("preset must be one of %(names)s") % {"names": listed(PRESETS)}
        case "unknown_option":
            return _("there is no option %(name)s") % {"name": quoted(problem.field or "")}
        case "wrong_type" | "unknown_value" | "out_of_range":
            return _option_sentence(problem.field or "")
        case "no_end":
            return _("a game needs a target, max_hands or both")
        case "out_of_reach":
            return _("a game to a target needs hands that score points, or max_hands")
        case "nobody_leads_trump":
            return _("trump can be led only where somebody declares")
        case "another_leads_trump":
            return _("trump can be led only where high_lead is declarer")
        case "solos_need_four":
            return _("solos need four players in pairs")
        case "one_side_needs_two_sides":
            return _("carry can be one_side only between two sides")
        case "one_side_no_penalties":
            return _("carry can be one_side only without penalties")
        case "contract_not_in_rules":
            return _("these rules do not have that contract")
        case "declarer_needed":
            return _("that contract needs a declarer")
        case "declarer_not_allowed":
            return _("a low hand has no declarer")
        case "unknown_seat":
            return _("%(field)s must be a seat from %(first)s to %(last)s") % {
                "field": problem.field,
                "first": first,
                "last": second,
            }
        case "wrong_number_of_counts":
            return _("tricks has %(found)s numbers, not %(needed)s") % {"found": first, "needed": second}
        case "tricks_out_of_range":
            return _("tricks must be from %(least)s to %(most)s") % {"least": first, "most": second}
        case "tricks_do_not_add_up":
            return _("tricks add up to %(found)s, not %(needed)s") % {
                "found": _shown(first),
                "needed": second,
            }
        case "trump_not_led":
            return _("trump is noted only in a high hand, where the suit led is trump")
        case "not_overruled":
            return _("over must be a bid of these rules that the contract overrules")
        case "unknown_side":
            return _("%(field)s: the sides are %(first)s to %(last)s") % {
                "field": problem.field,
                "first": first,
                "last": second,
            }
        case "revoke_in_solo":
            return _("a solo has no revoke")
        case "revoke_against_itself":
            return _("a side cannot revoke against itself")
        case "wrong_number_of_points":
            return _("adjust has %(found)s numbers, not %(needed)s") % {"found": first, "needed": second}
        case "points_out_of_range":
            return _("adjust must be from %(least)s to %(most)s") % {"least": first, "most": second}
        case "no_points":
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

"""Problem codes in words: one sentence for each fault of rules, hands and adjustments, on every page and terminal."""

from django.utils.translation import gettext as _

from whistclub.engine.options import LIMITS, OPTIONS
from whistclub.engine.problems import Problem
from whistclub.rules.options_text import OPTION_TEXTS
from whistclub.web.formatting import format_number


def problem_sentence(problem: Problem) -> str:
    """What is wrong, and for rules what to do about it. Raises KeyError for an unknown code."""
    if problem.code in ("wrong_type", "unknown_value", "out_of_range") and problem.field in OPTIONS:
        return value_needed(problem.field)
    first, second = problem.limit or (0, 0)
    return _sentences()[problem.code].format(first=format_number(first), second=format_number(second))


def value_needed(name: str) -> str:
    """What an option accepts."""
    label = OPTION_TEXTS[name].label
    if name not in LIMITS:
        return _("{option}: choose one of those listed.").format(option=label)
    least, most = LIMITS[name]
    text = (
        _("{option}: a whole number from {least} to {most}, or empty.")
        if OPTIONS[name].optional
        else _("{option}: a whole number from {least} to {most}.")
    )
    return text.format(option=label, least=least, most=most)


def _sentences() -> dict[str, str]:
    return {
        "no_end": _("This game would never end: set a target, a maximum number of hands, or both."),
        "out_of_reach": _(
            "No hand scores, so nobody would reach the target. Let something score, or set a maximum number of hands."
        ),
        "nobody_leads_trump": _(
            "With three players there is no declarer to lead the trump suit. Choose clubs, or no trump."
        ),
        "another_leads_trump": _(
            "The suit led can be trump only if the declarer leads. Give the declarer the first lead in a high hand, "
            "or choose another trump."
        ),
        "solos_need_four": _("A soloist needs a partner who sits out. Choose four players, or no solos."),
        "one_side_needs_two_sides": _(
            "Three players are three sides. Let all sides have points, or choose two or four players."
        ),
        "one_side_no_penalties": _(
            "If only one side can hold points, points can’t be deducted. Let a failed grand and a low hand deduct 0, "
            "or let both sides have points."
        ),
        "unknown_preset": _("There are no rules of that name."),
        "unknown_option": _("There is no such option."),
        "contract_not_in_rules": _("That bid does not exist in the rules of this game."),
        "declarer_needed": _("That bid needs the player who made it."),
        "declarer_not_allowed": _("In a low hand nobody has granded."),
        "unknown_seat": _("Nobody sits there: the seats are {first} to {second}."),
        "wrong_number_of_counts": _("The tricks need {second} numbers, not {first}."),
        "tricks_out_of_range": _("Tricks must be from {first} to {second}."),
        "tricks_do_not_add_up": _("The tricks add up to {first}, not {second}."),
        "trump_not_led": _("Trump is noted only in a high hand, and only where the suit led is trump."),
        "not_overruled": _("That bid cannot have been overruled by this one."),
        "unknown_side": _("There is no such side: the sides are {first} to {second}."),
        "revoke_in_solo": _("A solo is made or failed as the players agree; no revoke is noted."),
        "revoke_against_itself": _("A side cannot revoke against itself."),
        "wrong_number_of_points": _("The points need {second} numbers, not {first}."),
        "points_out_of_range": _("An adjustment must be from {first} to {second}."),
        "no_points": _("An adjustment must give or take points."),
    }

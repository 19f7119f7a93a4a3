"""Results from paper that must be confirmed before they are saved: the rules allow them, but they are very unlikely."""

from collections.abc import Sequence

from whistclub.engine.options import RuleOptions
from whistclub.engine.scoring import hands_can_bring
from whistclub.party.models import Party
from whistclub.web.formatting import format_score, plural

# Eight hands take about half an hour. A round without minutes is not expected to take more than an hour.
MINUTES_PER_HAND, FEWEST_HANDS, HANDS_WITHOUT_MINUTES = 4, 8, 16


def doubt(party: Party, rules: RuleOptions, points: Sequence[int]) -> str:
    """What is wrong with the points of a game by `rules`, said before they are saved; empty for a likely result.

    A game that the bell ends has no number of hands: the minutes of the round stand in for it.
    """
    score = format_score(points)
    if rules.target is not None and min(points) >= rules.target:
        sentence = "{score} is not possible: only one side can reach {target}."
        return sentence.format(score=score, target=rules.target)
    if rules.max_hands is not None and rules.has_hand_limit:
        hands = rules.max_hands
        sentence = plural(
            hands,
            "{score} is not possible in {n} hand under these rules.",
            "{score} is not possible in {n} hands under these rules.",
        ).format(score=score, n=hands)
    elif party.has_bell:
        hands = HANDS_WITHOUT_MINUTES
        if party.minutes:
            hands = max(FEWEST_HANDS, party.minutes // MINUTES_PER_HAND)
        sentence = f"{score} is very unlikely before the bell."
    else:
        return ""
    return "" if hands_can_bring(points, hands, rules) else sentence

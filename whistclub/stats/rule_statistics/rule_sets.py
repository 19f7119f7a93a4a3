"""The rule sets that a club has played."""

from dataclasses import dataclass

from whistclub.club.models import Club
from whistclub.stats.filters import Choice, rules_title
from whistclub.stats.models import RulesRollup

Span = RulesRollup.Span


@dataclass(frozen=True, slots=True)
class RuleSets:
    """The choices, the most played first; `years` in which each was played, the last first."""

    choices: list[Choice]
    years: dict[str, list[int]]

    def known(self, rules: str | None) -> str:
        """The rule set of this name, "" for one that was never played."""
        return rules if rules in self.years else ""


def rule_sets(club: Club) -> RuleSets:
    """One query."""
    spans = RulesRollup.objects.filter(club=club, span__in=[Span.EVER, Span.YEAR])
    games: dict[str, int] = {}
    years: dict[str, set[int]] = {}
    for rules, span, first, played in spans.values_list("rules", "span", "first", "games"):
        if span == Span.EVER:
            games[rules] = games.get(rules, 0) + played
        else:
            years.setdefault(rules, set()).add(first.year)
    ordered = sorted(games, key=lambda rules: (-games[rules], rules))
    return RuleSets(
        [Choice(rules, rules_title(rules)) for rules in ordered],
        {rules: sorted(years.get(rules, ()), reverse=True) for rules in ordered},
    )

"""Rule counters by day, month, year and all time; days add up games, the others the next smaller span."""

from collections.abc import Collection, Iterable
from datetime import date, timedelta
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q, QuerySet

from whistclub.club.models import Club
from whistclub.stats.models import GameFact, RulesRollup
from whistclub.web import bulk_write

FIELDS = ("club", "span", "rules", "form", "first", "games", "rule_counters")
PART = ("rules", "form", "first", "games", "rule_counters")
Span = RulesRollup.Span
# Each span and the smaller one that it adds up.
PARTS = {Span.MONTH: Span.DAY, Span.YEAR: Span.MONTH, Span.EVER: Span.YEAR}
EVER = date(1, 1, 1)

# Rule set, table format, first day of the span, games, rule counters.
Part = tuple[str, str, date, int, dict[str, int]]


def first_of(span: Span, day: date) -> date:
    """The first day of the span that a day lies in."""
    match span:
        case Span.DAY:
            return day
        case Span.MONTH:
            return day.replace(day=1)
        case Span.YEAR:
            return day.replace(month=1, day=1)
    return EVER


def refresh(club: Club, rules: Collection[str], days: Collection[date]) -> None:
    """Recompute these rule sets on these evenings, and the larger spans that contain them."""
    of_rules = RulesRollup.objects.filter(club=club, rules__in=rules)
    parts: Iterable[Part] = _of_games(GameFact.objects.filter(club=club, rules__in=rules, day__in=days))
    for span in (Span.DAY, Span.MONTH, Span.YEAR, Span.EVER):
        firsts = {first_of(span, day) for day in days}
        if span in PARTS:
            inside = reduce(or_, (_within(span, first) for first in firsts))
            smaller = of_rules.filter(inside, span=PARTS[span])
            parts = smaller.values_list(*PART)
        sums = added(parts, span)
        of_rules.filter(span=span, first__in=firsts).delete()
        bulk_write.insert(RulesRollup, FIELDS, rows(club, span, sums))


def added(parts: Iterable[Part], span: Span) -> list[Part]:
    """The sums by rule set, table format and span."""
    games: dict[tuple[str, str, date], int] = {}
    kinds: dict[tuple[str, str, date], dict[str, int]] = {}
    for rules, form, first, number, found in parts:
        key = (rules, form, first_of(span, first))
        games[key] = games.get(key, 0) + number
        sums = kinds.setdefault(key, {})
        for kind, times in found.items():
            sums[kind] = sums.get(kind, 0) + times
    return [(*key, games[key], found) for key, found in kinds.items()]


def _of_games(facts: QuerySet[GameFact]) -> Iterable[Part]:
    return ((*key, 1, kinds) for *key, kinds in facts.values_list("rules", "form", "day", "rule_counters").iterator())


def _within(span: Span, first: date) -> Q:
    """Spans that begin in this one."""
    match span:
        case Span.MONTH:
            return Q(first__gte=first, first__lt=(first + timedelta(days=31)).replace(day=1))
        case Span.YEAR:
            return Q(first__gte=first, first__lt=first.replace(year=first.year + 1))
    return Q()


def rows(club: Club, span: Span, sums: Iterable[Part]) -> list[tuple[Any, ...]]:
    """The values of FIELDS."""
    return [(club.pk, span.value, *part) for part in sums]

"""Texts as pages show them."""

import re

from django import template

register = template.Library()
# Browsers may break a line after a dash; not where a word joiner is.
_LAST_NUMBER = re.compile(r" (?=\d+\.$)")
_DAY = re.compile(r"(?<=\d) (?=[^\W\d]+ \d{4}\b)|(?<=[^\W\d]) (?=\d{4}\b)")
_SCORE = re.compile(r"(?<=\d)–(?=\d)")


@register.filter
def whole_scores(text: str) -> str:
    """A sentence whose scores, as “16–6”, are not broken over two lines, and that ends in no line of a number."""
    return _LAST_NUMBER.sub("\u00a0", _SCORE.sub("\u2060–\u2060", text))


@register.filter
def whole_dates(text: str) -> str:
    """A text whose dates, as “Sunday 22 November 2026”, break after the day of the week at most."""
    return _DAY.sub("\u00a0", text)

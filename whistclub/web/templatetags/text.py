"""Texts as pages show them."""

import re

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

register = template.Library()
# Browsers may break a line after a dash; not where a word joiner is.
_LAST_NUMBER = re.compile(r" (?=\d+\.$)")
_DAY = re.compile(r"\d+ [^\W\d]+ \d{4}\b")
_SCORE = re.compile(r"(?<=\d)–(?=\d)")


@register.filter
def whole_scores(text: str) -> str:
    """A sentence whose scores, as “16–6”, are not broken over two lines, and that ends in no line of a number."""
    return _LAST_NUMBER.sub("\u00a0", _SCORE.sub("\u2060–\u2060", text))


@register.filter
def whole_dates(text: str) -> SafeString:
    """A text whose dates, as “Sunday 22 November 2026”, break after the day of the week; within only where a line is
    too short for the rest."""
    return mark_safe(_DAY.sub(r'<span class="whole-date">\g<0></span>', conditional_escape(text)))  # noqa: S308 - the text is escaped

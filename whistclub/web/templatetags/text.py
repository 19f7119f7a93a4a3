"""Texts as pages show them."""

import re

from django import template
from django.forms import BoundField
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from whistclub.web.formatting import clip_long_words, format_score

register = template.Library()
register.filter(clip_long_words)
register.filter(format_score)
_LAST_NUMBER = re.compile(r" (?=\d+\.$)")
_DAY = re.compile(r"\d+ [^\W\d]+ \d{4}\b")
# Browsers may break a line after a dash.
_NUMBER = r"−?[\d½⅓⅔¼¾]+(?:[.,:]\d+)*"
_SCORE = re.compile(rf"{_NUMBER}(?:–| – ){_NUMBER}%?")


@register.filter
def whole_scores(text: str) -> SafeString:
    """A text whose scores and ranges, as “16–6”, each stay on one line, and that ends in no line of a number."""
    whole: str = conditional_escape(text)
    if "–" in whole:  # most cells of tables have none
        whole = _SCORE.sub(r'<span class="whole-score">\g<0></span>', whole)
    return mark_safe(_LAST_NUMBER.sub("\u00a0", whole))  # noqa: S308 - the text is escaped


@register.filter
def with_focus(field: BoundField) -> SafeString:
    """A field of a form, with the focus if it is the first wrong one: the page shows it."""
    first = next((name for name in field.form.fields if name in field.form.errors), "")
    return field.as_widget(attrs={"autofocus": True} if field.name == first else None)


@register.filter
def whole_dates(text: str) -> SafeString:
    """A text whose dates, as “Sunday 22 November 2026”, break after the day of the week; within only where a line is
    too short for the rest."""
    return mark_safe(_DAY.sub(r'<span class="whole-date">\g<0></span>', conditional_escape(text)))  # noqa: S308 - the text is escaped

"""Rows of long lists, rendered once for equal values: most changes leave nearly all rows of a list as they were.

The law: a row depends on nothing but its value and the language, and equal values look equal. So a value is hashable
and holds text and numbers, but no object of a model: two of these are equal when their keys are. Nor has one row HTML
where another has plain text, or True where another has 1.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

# So many rows are kept in memory, those of the lists that were looked at last: of 1 kB each, score sheets and table
# cards of 8. All lists of 400 people have 3,500.
MOST_ROWS = 5_000


@register.simple_tag
def kept_row(template_name: str, row: Any) -> SafeString:
    """The template with this value as `row`."""
    return _rendered(get_language(), template_name, row)


@register.simple_tag
def kept_rows(template_name: str, rows: Iterable[Any]) -> SafeString:
    """The same for each of these rows."""
    language = get_language()
    return SafeString("".join([_rendered(language, template_name, row) for row in rows]))


@lru_cache(MOST_ROWS)
def _rendered(_language: str | None, template_name: str, row: Any) -> SafeString:
    return render_to_string(template_name, {"row": row})

"""Rows of long lists, rendered once for equal values: most changes leave nearly all rows of a list as they were.

The law: a row depends on nothing but its value and the language. Its value is hashable and holds no object of a model:
two of these are equal when their keys are.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

# So many rows are kept in memory, of 1 kB each: those of the lists that were looked at last.
MOST_ROWS = 20_000


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

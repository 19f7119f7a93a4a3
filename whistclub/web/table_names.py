"""What a table in the room is called: every page, sheet, message and file that names one uses this."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.web.visible import visible_text

LONGEST_TABLE_NAME = 14


@dataclass(frozen=True, slots=True)
class TableName:
    """A table by its number, or by the name it was given: "Window". A name may be another number.

    A name that shows nothing is none; earlier versions stored such names.

    >>> str(TableName(3)), TableName(3).title, TableName(3).in_text
    ('3', 'Table 3', 'table 3')
    >>> str(TableName(3, "Window")), TableName(3, "Window").title, TableName(3, "7").in_text
    ('Window', 'Window', 'table 7')
    >>> TableName(3, "\\u200b").title
    'Table 3'
    """

    number: int
    given: str = ""

    def __post_init__(self) -> None:
        if self.given and not self.given.isascii() and not visible_text(self.given):
            object.__setattr__(self, "given", "")

    def __str__(self) -> str:
        """The name alone, for tiles and columns of tables."""
        return self.given or str(self.number)

    @property
    def is_word(self) -> bool:
        """Whether it is more than a number."""
        return bool(self.given) and not self.given.isdecimal()

    @property
    def title(self) -> str:
        """At the beginning of a line."""
        return self.given if self.is_word else _("Table {n}").format(n=self)

    @property
    def heading(self) -> str:
        """The same for large text, which must not break before the number."""
        return self.title.replace(" ", "\u00a0")

    @property
    def in_text(self) -> str:
        """In the middle of a sentence."""
        return self.given if self.is_word else _("table {n}").format(n=self)

    @property
    def unbroken(self) -> str:
        """The same for a line of a page, which must not break before the number."""
        return self.in_text.replace(" ", "\u00a0")


def tables_in_text(names: Sequence[TableName]) -> str:
    """Some tables in the middle of a sentence.

    >>> tables_in_text([TableName(2), TableName(5)]), tables_in_text([TableName(2, "Window"), TableName(5)])
    ('tables 2, 5', 'Window, table 5')
    """
    if any(name.is_word for name in names):
        return ", ".join(name.in_text for name in names)
    return ngettext("table {numbers}", "tables {numbers}", len(names)).format(numbers=", ".join(map(str, names)))

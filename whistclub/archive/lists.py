"""Lists that people bring: files that a spreadsheet wrote, or text typed or pasted; read into rows and columns.

The players of a list are added here, its games by `past_games`.
"""

import csv
import io
import re
from collections.abc import Callable, Collection, Mapping
from functools import partial
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from whistclub.club.access import SignedInRequest, for_organiser
from whistclub.club.actions import add_players
from whistclub.club.models import Club
from whistclub.club.names import Pasted, UnusableName, clean_name, pasted_names, similar_names
from whistclub.club.queries import known_names
from whistclub.web.errors import Refused
from whistclub.web.formatting import number_of
from whistclub.web.workbook import FORMULA

MOST_ROWS = 2_000  # stored within a few seconds
MOST_ABOVE = 20  # rows above the heading, such as a title
COLUMNS = {
    "name": ("name", "names", "player", "players", "fullname"),
    "first": ("firstname", "first", "givenname"),
    "last": ("lastname", "last", "surname", "familyname"),
}
Wrong: TypeAlias = dict[str, list[tuple[int, str]]]  # what is wrong, and the lines of which it is true


class Table(NamedTuple):
    """`rows` are the line where each ends, from 1, and its cells by column; "" is all of a row without a heading.

    `columns` are those that were found, with their place, `unused` the headings that mean nothing.
    """

    columns: Mapping[str, int]
    unused: Collection[str]
    rows: list[tuple[int, dict[str, str]]]


def wrong(sentence: str) -> Refused:
    """What is wrong with a list, or with a line of it."""
    return Refused("wrong_list", sentence, 422)


def read_table(text: str, columns: Mapping[str, Collection[str]]) -> Table:
    """The table below the best heading, with the separator that shows it.

    `columns` are the headings that mean each column, as letters and digits. Raises "wrong_list".
    """
    lines = io.StringIO(text.removeprefix("\ufeff"), newline=None).readlines()
    means = {head: column for column, heads in columns.items() for head in heads}
    found, separator, above, line = Table({}, (), []), "\t", 0, 0
    try:
        for each, number in product("\t;,", range(len(lines[:MOST_ABOVE]))):
            cells = next(csv.reader([lines[number]], delimiter=each))
            heads = [means.get(re.sub(r"[\W_]", "", cell.casefold()), "") for cell in cells]
            places = {head: heads.index(head) for head in heads if head}
            if len(places) > len(found.columns):
                unused = [cell for cell, head in zip(cells, heads, strict=True) if cell.strip() and not head]
                found, separator, above = Table(places, unused, []), each, number + 1
        # A quotation mark that nobody closed would take in the lines after it.
        rows = csv.reader(lines[above:], delimiter=separator, strict=True)
        for cells in rows:
            line = above + rows.line_num
            if any(map(str.strip, cells)):
                named = {head: _cell(cells[at : at + 1]) for head, at in found.columns.items()}
                found.rows.append((line, named or {"": _cell(cells)}))
            if len(found.rows) > MOST_ROWS:
                raise wrong(f"This list has more than {MOST_ROWS:,} lines. Send a part of it at a time.")
    except csv.Error as error:
        raise wrong(f"Line {line + 1} cannot be read: check its quotation marks.") from error
    return found


def _cell(cells: list[str]) -> str:
    """The text of one or more cells; ours begin with ' where a spreadsheet would take them for a formula."""
    text = " ".join(", ".join(filter(None, cells)).split())
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA) else text


def decoded(raw: bytes) -> str:
    """The text of a file: UTF-8, UTF-16, or the older encoding of Windows. Raises "wrong_list"."""
    try:
        text = raw.decode("utf-16" if raw.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("cp1252", errors="replace")
    if "\0" in text:
        raise wrong("This is not a text file. In your spreadsheet choose “Save as”, then “CSV”, and send that.")
    return text


class ListForm(forms.Form):
    """`found` is what `read` makes of the list, wherever it came from; the field shows its text again."""

    most_rows = MOST_ROWS

    lines = forms.CharField(required=False, strip=False, widget=forms.Textarea({"rows": 10, "spellcheck": "false"}))
    file = forms.FileField(
        label="Or choose a file (CSV)",
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput({"accept": ".csv,.tsv,.txt,text/csv,text/plain"}),
    )
    found: Any = None

    def __init__(self, read: Callable[[str], Any], *given: Any) -> None:
        super().__init__(*given)
        self.read = read

    @property
    def adds(self) -> bool:
        """Somebody has seen the preview, and nothing is left to correct."""
        return self.is_valid() and "add" in self.data and not self.found.wrong

    def clean(self) -> None:
        data = self.cleaned_data
        try:
            if file := data.get("file"):
                data["lines"] = decoded(file.read())
            self.data = dict(self.data.items()) | {"lines": data.get("lines", "")}
            if not self.errors:
                if not data["lines"].strip():
                    raise wrong("There is nothing in this list. Type or paste it, or choose a file.")
                self.found = self.read(data["lines"])
        except Refused as refusal:
            self.add_error("lines", refusal.sentence)


class PlayerList(NamedTuple):
    """`new_names`, each with those that it is similar to; `wrong` are the lines with the same fault."""

    new_names: dict[str, list[str]]
    known: list[str]
    wrong: Wrong


def read_players(club: Club, text: str) -> PlayerList:
    """Raises "wrong_list". One query."""
    known, names = known_names(club), dict[str, str]()
    faults: Wrong = {}
    for line, cells in read_table(text, COLUMNS).rows:
        typed = " ".join(filter(None, map(cells.get, ("first", "last")))) or cells.get("name", cells.get("", ""))
        try:
            for entry in pasted_names(typed, last_name_first=True) or [Pasted((typed,))]:
                for name in map(clean_name, entry.names):
                    names.setdefault(name.casefold(), name)
        except UnusableName as refusal:
            faults.setdefault(refusal.sentence, []).append((line, typed))
    new = [name for folded, name in names.items() if folded not in known]
    similar = similar_names(new, [*new, *(player.name for player in known.values())])
    return PlayerList(similar, [name for folded, name in names.items() if folded in known], faults)


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def players(request: SignedInRequest, club: Club) -> HttpResponse:
    form = ListForm(partial(read_players, club), request.POST or None, request.FILES or None)
    if form.adds and form.found.new_names:
        number = add_players(club, list(form.found.new_names))
        messages.success(request, f"{number_of(number, 'player was', 'players were')} added.")
        return redirect("club:people", club.slug)
    context = {"club": club, "form": form, "found": form.found, "here": "people"}
    return render(request, "archive/players.html", context, status=422 if form.errors else 200)

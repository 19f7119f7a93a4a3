"""What a list of players means to a club: who is new, who is known, and which lines cannot be used."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

from whistclub.archive import sheet
from whistclub.archive.sheet import Line
from whistclub.club.models import Club
from whistclub.club.names import Lookalikes, UnusableName, clean_name
from whistclub.club.queries import known_names
from whistclub.club.typed_names import read_lines
from whistclub.club.typos import Typos

NAME_COLUMNS = ("name", "player", "full name")
FIRST_NAME_COLUMNS = ("first name", "forename", "given name")
LAST_NAME_COLUMNS = ("last name", "surname", "family name")


class Means(StrEnum):
    """What a name of the list means. `AGAIN`: it was in an earlier line; `UNUSABLE`: it cannot be a name.

    `LEFT_OUT` is no name: a number, an address, a note, a heading.
    """

    NEW = "new"
    SIMILAR = "similar"
    KNOWN = "known"
    AGAIN = "again"
    UNUSABLE = "unusable"
    LEFT_OUT = "left_out"


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A name of the list and its line; `text` is what people read about it. `is_added`: one tap adds it."""

    line: int
    typed: str
    name: str
    means: Means
    text: str
    is_added: bool

    @property
    def stays(self) -> bool:
        """Whether it stays in the field, to be corrected."""
        return self.means is Means.UNUSABLE or (self.means is Means.SIMILAR and not self.is_added)


@dataclass(frozen=True, slots=True)
class _Entry:
    """A name with its line, and what is wrong with that line if it cannot be read; `turned` as in `TypedLine`.

    `is_left_out`: it is no name.
    """

    line: int
    typed: str
    fault: str = ""
    turned: str = ""
    is_left_out: bool = False


@dataclass(frozen=True, slots=True)
class PlayerList:
    """A list as it is understood; `has_heading`: its first line names the columns."""

    players: Sequence[ListedPlayer]
    has_heading: bool = False

    @property
    def adding(self) -> list[str]:
        return [each.name for each in self.players if each.is_added]

    @property
    def of_kind(self) -> list[tuple[Means, list[ListedPlayer]]]:
        """What needs a look comes first."""
        order = (Means.UNUSABLE, Means.SIMILAR, Means.LEFT_OUT, Means.AGAIN, Means.NEW, Means.KNOWN)
        found = [(kind, [each for each in self.players if each.means is kind]) for kind in order]
        return [(kind, some) for kind, some in found if some]

    @property
    def rest(self) -> str:
        """What stays in the field once the good names were added: a name each line, under a heading as before."""
        staying = [each.typed for each in self.players if each.stays]
        if self.has_heading and staying:
            staying = ["name", *(sheet.written([each], ",") for each in staying)]
        return "\n".join(staying)


def player_list(club: Club, text: str, *, anyway: Collection[str] = ()) -> PlayerList:
    """Read a list. `anyway` are the names that are new people although they are similar to others. One query.

    Raises UnreadableSheet.
    """
    known = known_names(club)
    lines = sheet.lines_of(text)
    columns = _name_columns(lines[0].cells) if lines else ()
    entries = _entries(lines, columns, known)
    found: list[ListedPlayer] = []
    first: dict[str, int] = {}
    names = {player.name for player in known.values()}
    lookalikes, typos = Lookalikes(names), Typos(names)
    sure = {name.casefold() for name in anyway}
    for entry in entries:
        number, typed = entry.line, entry.typed
        if entry.is_left_out:
            found.append(ListedPlayer(number, typed, "", Means.LEFT_OUT, "", False))
            continue
        try:
            if entry.fault:
                raise UnusableName(entry.fault)
            name = clean_name(typed)
        except UnusableName as refusal:
            found.append(ListedPlayer(number, typed[: sheet.MOST_LETTERS], "", Means.UNUSABLE, refusal.sentence, False))
            continue
        folded = name.casefold()
        if folded in first:
            text = _("also in line {n}").format(n=first[folded])
            found.append(ListedPlayer(number, typed, name, Means.AGAIN, text, False))
            continue
        first[folded] = number
        written = _("written “{name}”").format(name=entry.turned) if entry.turned else ""
        if player := known.get(folded):
            other = "" if player.folded == folded else _("is {name}").format(name=player.name)
            found.append(ListedPlayer(number, typed, name, Means.KNOWN, _both(written, other), False))
        elif similar := sorted({*lookalikes.of(name), *typos.of(name)}):
            text = _both(written, _("similar to {names}").format(names=", ".join(similar)))
            found.append(ListedPlayer(number, typed, name, Means.SIMILAR, text, folded in sure))
        else:
            found.append(ListedPlayer(number, typed, name, Means.NEW, written, True))
    return PlayerList(found, bool(columns))


def _both(one: str, other: str) -> str:
    return " – ".join(filter(None, [one, other]))


def _entries(lines: Sequence[Line], columns: Sequence[int], known: Collection[str]) -> list[_Entry]:
    if columns:
        return [_Entry(line.number, _joined(line, columns), line.fault) for line in lines[1:]]
    readable = [line for line in lines if not line.fault]
    found = [_Entry(line.number, line.text, line.fault) for line in lines if line.fault]
    for line, read in zip(readable, read_lines([line.text for line in readable], known), strict=True):
        found += [_Entry(line.number, name, turned=read.turned) for names in read.entries for name in names]
        found += [_Entry(line.number, each, is_left_out=True) for each in read.left_out]
        if not read.entries and not read.left_out:
            found.append(_Entry(line.number, line.text.strip()))
    return sorted(found, key=lambda entry: entry.line)


def _name_columns(heads: Sequence[str]) -> tuple[int, ...]:
    """The columns that make a name, by the heading of a table; none if the first line is no heading."""
    plain = [" ".join(head.casefold().replace("_", " ").split()) for head in heads]
    for wanted in ((NAME_COLUMNS,), (FIRST_NAME_COLUMNS, LAST_NAME_COLUMNS)):
        places = [next((plain.index(head) for head in some if head in plain), None) for some in wanted]
        if None not in places:
            return tuple(place for place in places if place is not None)
    return ()


def _joined(line: Line, columns: Sequence[int]) -> str:
    return " ".join(line.cells[place] for place in columns if place < len(line.cells)) if line.cells else line.text

"""What a list of players means to a club: who is new, who is known, and which lines cannot be used."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from whistclub.archive import sheet
from whistclub.archive.sheet import Line
from whistclub.club.line_readings import Choices, Readings
from whistclub.club.list_columns import name_columns
from whistclub.club.models import Club
from whistclub.club.names import Lookalikes, UnusableName, clean_name
from whistclub.club.queries import known_names
from whistclub.club.typed_names import choices_in, inner_lines, read_lines
from whistclub.club.typos import Typos


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
    """A name with its line, and what is wrong with that line if it cannot be read.

    `written` is how the list has it if that is another way. `is_left_out`: it is no name.
    """

    line: int
    typed: str
    fault: str = ""
    written: str = ""
    is_left_out: bool = False


@dataclass(frozen=True, slots=True)
class PlayerList:
    """A list as it is understood; `has_heading`: its first line names the columns.

    `choices` are its lines that can be read in two ways.
    """

    players: Sequence[ListedPlayer]
    has_heading: bool = False
    choices: Choices = field(default_factory=Choices)

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


def player_list(club: Club, text: str, *, anyway: Collection[str] = (), readings: Readings | None = None) -> PlayerList:
    """Read a list. `anyway` are the names that are new people although they are similar to others. One query.

    Raises UnreadableSheet.
    """
    known = known_names(club)
    lines = sheet.lines_of(text)
    columns = name_columns(lines[0].cells) if lines else ()
    entries, choices = _of_table(lines, columns) if columns else _of_list(lines, known, readings or {})
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
            text = f"also in line {first[folded]}"
            found.append(ListedPlayer(number, typed, name, Means.AGAIN, text, False))
            continue
        first[folded] = number
        written = f"written “{entry.written}”" if entry.written else ""
        if player := known.get(folded):
            other = "" if player.folded == folded else f"is {player.name}"
            found.append(ListedPlayer(number, typed, name, Means.KNOWN, _both(written, other), False))
        elif similar := sorted({*lookalikes.of(name), *typos.of(name)}):
            text = _both(written, "similar to {names}".format(names=", ".join(similar)))
            found.append(ListedPlayer(number, typed, name, Means.SIMILAR, text, folded in sure))
        else:
            found.append(ListedPlayer(number, typed, name, Means.NEW, written, True))
    return PlayerList(found, bool(columns), choices)


def _both(one: str, other: str) -> str:
    return " – ".join(filter(None, [one, other]))


def _of_table(lines: Sequence[Line], columns: Sequence[int]) -> tuple[list[_Entry], Choices]:
    return [_Entry(line.number, _joined(line, columns), line.fault) for line in lines[1:]], Choices()


def _of_list(lines: Sequence[Line], known: Collection[str], readings: Readings) -> tuple[list[_Entry], Choices]:
    found = [_Entry(line.number, line.text, line.fault) for line in lines if line.fault]
    parts = [(line.number, part) for line in lines if not line.fault for part in inner_lines(line.text)]
    all_read = read_lines([part for _number, part in parts], known, readings)
    for (number, part), read in zip(parts, all_read, strict=True):
        names = [name for entry in read.entries for name in entry]
        found += [_Entry(number, name, written=read.written.get(name, "")) for name in names]
        found += [_Entry(number, each, is_left_out=True) for each in read.left_out]
        if not names and not read.left_out:
            found.append(_Entry(number, part.strip()))
    return sorted(found, key=lambda entry: entry.line), choices_in(all_read)


def _joined(line: Line, columns: Sequence[int]) -> str:
    return " ".join(line.cells[place] for place in columns if place < len(line.cells)) if line.cells else line.text

"""Which people an organiser means by the names typed or pasted at check-in."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import islice, product

from whistclub.club.line_readings import Choices, Readings
from whistclub.club.models import Player
from whistclub.club.name_words import PAIR
from whistclub.club.names import Lookalikes, UnusableName, clean_name
from whistclub.club.queries import known_names
from whistclub.club.typed_names import choices_in, read_list
from whistclub.club.typos import Typos
from whistclub.engine.movement.catalogue import MOVEMENTS
from whistclub.party.models import Party
from whistclub.party.queries.door import people_of_name
from whistclub.party.queries.expected import expected_names
from whistclub.party.text import parted_text

MOST_MEANT = 3


class Means(StrEnum):
    """What a typed name means; `AGAIN`: a person named earlier in the same text."""

    NEW = "new"
    KNOWN = "known"
    HERE = "here"
    AGAIN = "again"


@dataclass(frozen=True, slots=True)
class TypedName:
    """A typed name as the club writes it, what it means, and whom it may mean as well.

    `written` is how a list has it if that is another way: "Amundson, Bob". `similar` are names. Of those, `absent` are
    not here; `meant` are asked about: they are not here, or one slip of the fingers away.
    """

    name: str
    means: Means
    similar: list[str]
    absent: list[str]
    meant: list[str]
    written: str = ""

    @property
    def text(self) -> str:
        """What the preview says about it."""
        text = {
            Means.NEW: "new",
            Means.KNOWN: "already a player",
            Means.HERE: "already here",
            Means.AGAIN: "twice in this list",
        }[self.means]
        if self.written:
            text += " – " + f"written “{self.written}”"
        if self.similar:
            text += " – " + self.similar_text
        return text

    @property
    def similar_text(self) -> str:
        return "similar to {names}".format(names=", ".join(self.similar)) if self.similar else ""


@dataclass(frozen=True, slots=True)
class TypedPeople:
    """What texts mean: their entries, a pair as two names. `refusal` is a sentence about a name that cannot be one.

    `left_out` is what is no name. `choices` are the lines that can be read in two ways. `parted`: a sentence if there
    are pairs that the movement does not keep.
    """

    texts: Sequence[str]
    entries: list[list[TypedName]]
    refusal: str
    left_out: list[str] = field(default_factory=list)
    choices: Choices = field(default_factory=Choices)
    parted: str = ""

    @property
    def people(self) -> list[TypedName]:
        return [each for entry in self.entries for each in entry]

    @property
    def names(self) -> list[str]:
        return [each.name for each in self.people]

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Positions in `names`."""
        found, position = [], 0
        for entry in self.entries:
            if len(entry) == PAIR:
                found.append((position, position + 1))
            position += len(entry)
        return found

    @property
    def arriving(self) -> list[TypedName]:
        """Those who would be checked in."""
        return [each for each in self.people if each.means in (Means.NEW, Means.KNOWN)]

    @property
    def may_be_meant(self) -> list[str]:
        """Whom of the roster, or of those expected, the only name in the texts may mean."""
        return self.people[0].meant[:MOST_MEANT] if len(self.people) == 1 else []

    @property
    def corrected(self) -> list[str]:
        """The texts as they may be meant, with names of people who are not here."""
        choices = [[[*each.absent[:MOST_MEANT], each.name] for each in entry] for entry in self.entries]
        # A stranger may write many short names: only the first few combinations are made.
        some = islice(product(*(product(*entry) for entry in choices)), MOST_MEANT + 1)
        as_it_stands = tuple(tuple(each.name for each in entry) for entry in self.entries)
        return [", ".join(map(" & ".join, found)) for found in some if found != as_it_stands][:MOST_MEANT]

    @property
    def is_plain(self) -> bool:
        """Whether everyone would be checked in without a question."""
        return self.arriving == self.people and not self.is_similar

    @property
    def is_unclear(self) -> bool:
        """Whether it may mean something else than was understood, so that people have to see it first."""
        has_doubt = any(choice.is_doubtful for choice in self.choices.each)
        return bool(self.left_out) or has_doubt or any(each.written for each in self.people)

    @property
    def is_similar(self) -> bool:
        return any(each.similar for each in self.people)

    @property
    def new(self) -> list[TypedName]:
        return [each for each in self.people if each.means is Means.NEW]


def typed_people(party: Party, texts: Sequence[str], readings: Readings | None = None) -> TypedPeople:
    """Read texts of names for a party, one text after the other: two queries, three if people were invited."""
    known = known_names(party.club)
    lines = [line for text in texts for line in read_list(text, known, readings)]
    written = {name: whole for line in lines for name, whole in line.written.items()}
    typed = _understood(party, texts, [entry for line in lines for entry in line.entries], known, written)
    if not typed.entries and not typed.refusal:
        return replace(typed, refusal="There is no name in this list.")
    return replace(
        typed,
        left_out=[each for line in lines for each in line.left_out],
        choices=choices_in(lines),
        parted=parted_text() if typed.pairs and not MOVEMENTS[party.movement].fixed_pairs else "",
    )


def people_at_door(party: Party, names: Sequence[str]) -> list[TypedPeople]:
    """As `typed_people`, for each name of the list at the door; the same person twice is known across all of them."""
    if not names:
        return []
    known = known_names(party.club)
    rows = [people_of_name(name, known) for name in names]
    entries = iter(_understood(party, (), [entry for row in rows for entry in row], known).entries)
    return [TypedPeople([name], list(islice(entries, len(row))), "") for name, row in zip(names, rows, strict=True)]


def player_named(party: Party, name: str) -> Player | None:
    """Whom of the club a name means. One query."""
    return known_names(party.club).get(name.casefold())


def _understood(
    party: Party,
    texts: Sequence[str],
    groups: Iterable[tuple[str, ...]],
    known: Mapping[str, Player],
    written: Mapping[str, str] | None = None,
) -> TypedPeople:
    """`written`: names as the list has them, where that is another way."""
    here = set(party.entrants.filter(present=True).values_list("player", flat=True))
    names_here = {player.name for player in known.values() if player.pk in here}
    others = {player.name for player in known.values()} | expected_names(party, known)
    lookalikes, typos = Lookalikes(others), Typos(others)
    seen: set[str] = set()
    entries = []
    for names in groups:
        entry = []
        for typed in names:
            try:
                name = clean_name(typed)
            except UnusableName as refusal:
                return TypedPeople(texts, [], refusal.sentence)
            player = known.get(name.casefold())
            name = player.name if player else name
            if name.casefold() in seen:
                means = Means.AGAIN
            elif player is None:
                means = Means.NEW
            else:
                means = Means.HERE if player.pk in here else Means.KNOWN
            slips = typos.of(name) if means is Means.NEW else []
            similar = sorted({*lookalikes.of(name), *slips}) if means is Means.NEW else []
            absent = [other for other in similar if other not in names_here]
            meant = [other for other in similar if other in slips or other in absent]
            seen.add(name.casefold())
            entry.append(TypedName(name, means, similar, absent, meant, (written or {}).get(typed, "")))
        entries.append(entry)
    return TypedPeople(texts, entries, "")

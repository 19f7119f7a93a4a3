"""Which people an organiser means by the names typed or pasted at check-in."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

from whistclub.club.models import Player
from whistclub.club.names import Lookalikes, UnusableName, clean_name
from whistclub.club.queries import known_names
from whistclub.club.typed_names import PAIR, read_names
from whistclub.party.models import Party


class Means(StrEnum):
    """What a typed name means; `AGAIN`: a person named earlier in the same text."""

    NEW = "new"
    KNOWN = "known"
    HERE = "here"
    AGAIN = "again"


@dataclass(frozen=True, slots=True)
class TypedName:
    """A typed name as the club writes it, what it means, and whom it may mean as well."""

    name: str
    means: Means
    similar: list[str]

    @property
    def text(self) -> str:
        """What the preview says about it."""
        text = {
            Means.NEW: _("new"),
            Means.KNOWN: _("on the roster"),
            Means.HERE: _("already here"),
            Means.AGAIN: _("twice in this list"),
        }[self.means]
        if self.similar:
            text += " – " + self.similar_text
        return text

    @property
    def similar_text(self) -> str:
        return _("similar to {names}").format(names=", ".join(self.similar)) if self.similar else ""


@dataclass(frozen=True, slots=True)
class TypedPeople:
    """What a text means: its entries, a pair as two names. `refusal` is a sentence about a name that cannot be one."""

    text: str
    entries: list[list[TypedName]]
    refusal: str

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
    def new(self) -> list[TypedName]:
        return [each for each in self.people if each.means is Means.NEW]


def typed_people(party: Party, text: str) -> TypedPeople:
    """Read a text of names for a party: two queries."""
    known = known_names(party.club)
    return _understood(party, text, read_names(text, known), known)


def people_named(party: Party, names: Sequence[str]) -> TypedPeople:
    """As `typed_people`, for clean names: two queries, none without names."""
    if not names:
        return TypedPeople("", [], "")
    return _understood(party, "", [(name,) for name in names], known_names(party.club))


def _understood(party: Party, text: str, groups: Iterable[tuple[str, ...]], known: Mapping[str, Player]) -> TypedPeople:
    here = set(party.entrants.filter(present=True).values_list("player", flat=True))
    lookalikes = Lookalikes({player.name for player in known.values()})
    seen: set[str] = set()
    entries = []
    for names in groups:
        entry = []
        for typed in names:
            try:
                name = clean_name(typed)
            except UnusableName as refusal:
                return TypedPeople(text, [], refusal.sentence)
            player = known.get(name.casefold())
            name = player.name if player else name
            if name.casefold() in seen:
                means = Means.AGAIN
            elif player is None:
                means = Means.NEW
            else:
                means = Means.HERE if player.pk in here else Means.KNOWN
            similar = lookalikes.of(name) if means is Means.NEW else []
            seen.add(name.casefold())
            entry.append(TypedName(name, means, similar))
        entries.append(entry)
    return TypedPeople(text, entries, "")

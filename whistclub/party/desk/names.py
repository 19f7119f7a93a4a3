"""Whom an organiser means by names that were typed, pasted, or written on the sign-up list."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from whistclub.club import pasted
from whistclub.club.models import Player
from whistclub.club.names import clean_name, similar_names
from whistclub.club.queries import known_names
from whistclub.party.models import Party


class Means(StrEnum):
    """What a name means; `AGAIN`: a person named earlier in the same list."""

    NEW = "new"
    KNOWN = "already a player"
    HERE = "already here"
    AGAIN = "twice in this list"


@dataclass(frozen=True, slots=True)
class Typed:
    """A name as the club writes it, and what it means. `similar`: of a new name, players who may be meant by it."""

    name: str
    means: Means
    similar: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """A person, or the two of a pair. A doubtful one may be no name at all."""

    people: list[Typed]
    is_doubtful: bool = False

    def __str__(self) -> str:
        return " & ".join(each.name for each in self.people)

    @property
    def arrives(self) -> bool:
        """Whether somebody of it is checked in unless the organiser unticks it."""
        return not self.is_doubtful and any(each.means in (Means.NEW, Means.KNOWN) for each in self.people)

    @property
    def similar(self) -> list[str]:
        return [name for each in self.people for name in each.similar]


def typed_names(party: Party, text: str, *, last_name_first: bool = False) -> list[Entry]:
    """The entries of a text, one a line; what is the name of a player is not taken apart. Raises UnusableName."""
    known, whole = known_names(party.club), " ".join(text.split())
    if whole.casefold() in known:
        found = [pasted.Pasted((whole,))]
    else:
        found = pasted.read(text, last_name_first=last_name_first) or [pasted.Pasted((whole,))]
    entries = _understood(party, [each.names for each in found], known)
    return [Entry(people, each.is_doubtful) for people, each in zip(entries, found, strict=True)]


def names_on_list(party: Party, lists: Iterable[Sequence[str]]) -> list[Entry]:
    """The same of names of the sign-up list."""
    return [Entry(people) for people in _understood(party, lists, known_names(party.club))]


def _understood(party: Party, entries: Iterable[Sequence[str]], known: Mapping[str, Player]) -> list[list[Typed]]:
    here = set(party.entrants.filter(present=True).values_list("player", flat=True))
    cleaned = [[clean_name(name) for name in entry] for entry in entries]
    new = {name for entry in cleaned for name in entry if name.casefold() not in known}
    similar = similar_names(new, [player.name for player in known.values()])
    seen: set[str] = set()
    found = []
    for entry in cleaned:
        people = []
        for name in entry:
            player = known.get(name.casefold())
            if name.casefold() in seen:
                means = Means.AGAIN
            elif player is None:
                means = Means.NEW
            else:
                means = Means.HERE if player.pk in here else Means.KNOWN
            seen.add(name.casefold())
            people.append(Typed(player.name if player else name, means, similar.get(name, ())))
        found.append(people)
    return found


def begins(party: Party, typed: str) -> list[str]:
    """The only player of the club of whose name a word begins with what was typed; nobody if there are several."""
    start = typed.casefold()
    players = known_names(party.club).values()
    found = [each.name for each in players if any(word.startswith(start) for word in each.name.casefold().split())]
    return found if len(found) == 1 else []

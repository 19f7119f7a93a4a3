"""Where a club names a person: the names they ever had, and every text that has one of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Field, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from whistclub.archive.one_person.free_text import Kind, Names, changed, mark_of, written_columns
from whistclub.archive.whole_club.contents import Table, tables
from whistclub.club.models import Player, PlayerChange
from whistclub.club.queries import names_by_key
from whistclub.club.stored_names import with_names

AT_ONCE = 2000


@dataclass(frozen=True, slots=True)
class Place:
    """A table of a club with columns in which somebody may be named, without the rows that erasing them deletes."""

    table: Table
    columns: list["Field[Any, Any]"]
    found: QuerySet[Any]

    def rows(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Each row by its key: these columns, and what kind of row it is."""
        names = [each.attname for each in self.columns]
        names += [each.attname for each in self.table.columns if each.attname == "kind"]
        for key, *values in self.found.values_list("pk", *names).iterator(chunk_size=AT_ONCE):
            yield key, dict(zip(names, values, strict=True))


@dataclass(frozen=True, slots=True)
class Named:
    """A text that names a person, and where it is: as it is stored, and as people read it.

    `mark` tells it from all others.
    """

    where: str
    text: str
    shown: str
    is_thing: bool

    @property
    def mark(self) -> str:
        return mark_of(self.text)

    @property
    def line(self) -> str:
        return _("{where}: {text}").format(where=self.where, text=self.shown)


def person_rows(player: Player) -> list[Player]:
    """The rows of one person: their own first, then those of players who were found to be the same."""
    merged: dict[int, list[Player]] = {}
    for each in player.club.players.exclude(merged_into=None).order_by("pk"):
        merged.setdefault(each.merged_into_id or 0, []).append(each)
    found = [player]
    for each in found:
        found += merged.get(each.pk, [])
    return found


def name_of(player: Player) -> str:
    """What organisers call a person who may be anonymous."""
    return player.real_name or player.name


def names_of(players: list[Player]) -> Names:
    """Every name that these players ever had, unless somebody else in the club bears it now."""
    club = players[0].club_id
    changes = PlayerChange.objects.filter(player__in=players, kind__in=PlayerChange.RENAMING)
    names = {name for pair in changes.values_list("before", "after") for name in pair}
    names |= {name for each in players for name in (each.name, each.real_name)}
    rows = Player.objects.filter(club=club).exclude(pk__in=[each.pk for each in players])
    others = {name for pair in rows.values_list("name", "real_name") for name in pair if name}
    borne = {name.casefold() for name in others}
    return Names((name for name in names if name.casefold() not in borne), others)


def places(players: list[Player]) -> Iterator[Place]:
    """Where a person may be named: what erasing searches, and what is shown before."""
    for table in tables():
        if columns := written_columns(table):
            found = table.rows(players[0].club)
            if table.model is PlayerChange:
                found = found.exclude(player__in=players, kind__in=PlayerChange.RENAMING)
            yield Place(table, columns, found)


def texts_naming(player: Player) -> list[Named]:
    """Every text that names a person, each once. Erasing changes them, and names of things only if that is ticked."""
    players = person_rows(player)
    names = names_of(players)
    names_now = names_by_key(player.club_id)
    found: dict[tuple[bool, str], Named] = {}
    for place in places(players):
        where = str(_PLACES.get(place.table.name, place.table.model._meta.verbose_name))
        for text, kind in _naming(place, names):
            if (kind.is_thing, text) not in found:
                shown = with_names(text, names_now) if kind.has_references else text
                found[kind.is_thing, text] = Named(where, text, shown, kind.is_thing)
    return list(found.values())


def _naming(place: Place, names: Names) -> Iterator[tuple[str, Kind]]:
    found: list[tuple[str, Kind]] = []

    def note(kind: Kind, text: str) -> str:
        if names.are_in(kind, text):
            found.append((text, kind))
        return text

    for _key, row in place.rows():
        for column in place.columns:
            changed(f"{place.table.name}.{column.name}", row[column.attname], row, note)
        yield from found
        found.clear()


_PLACES = {
    "archive.import": gettext_lazy("File of an import"),
    "club.club": gettext_lazy("Name of the club"),
    "club.clubchange": gettext_lazy("Earlier name of the club"),
    "club.playerchange": gettext_lazy("Earlier name of a player"),
    "club.rolelink": gettext_lazy("Invitation link"),
    "party.doorname": gettext_lazy("List at the door"),
    "party.expectedname": gettext_lazy("People who said “I am coming”"),
    "party.logentry": gettext_lazy("Log of a party"),
    "party.party": gettext_lazy("Party"),
    "party.round": gettext_lazy("Reason for a swap"),
    "party.seatassignment": gettext_lazy("Reason for a swap"),
    "party.step": gettext_lazy("Party, before a change that can be undone"),
    "play.adjustmentrecord": gettext_lazy("Reason for an adjustment"),
    "play.game": gettext_lazy("Game"),
    "play.gameevent": gettext_lazy("Log of a game"),
    "rules.ruleset": gettext_lazy("Club rules"),
    "stats.season": gettext_lazy("Season"),
}

"""Erase a person: their name is gone for ever, their results stay without it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F, Model
from django.utils.translation import gettext as _

from whistclub.accounts.models import User
from whistclub.archive.models import Import
from whistclub.archive.one_person.free_text import Names, fitting, replaced_in, text_columns
from whistclub.archive.one_person.queries import name_of, names_of, person_rows
from whistclub.archive.whole_club.contents import Table, tables
from whistclub.club.actions import lock_club, raise_revision
from whistclub.club.models import Club, Player, PlayerChange
from whistclub.club.queries import known_names
from whistclub.party.actions.transaction import sync_party_statistics
from whistclub.party.models import Party, Round
from whistclub.play.actions import statistics
from whistclub.play.models import Game
from whistclub.web.errors import ActionRefused
from whistclub.web.fields import FoldedField
from whistclub.web.rows import in_parts
from whistclub.web.transactions import write_transaction

AT_ONCE = 2000
# What actions lock before the club, in this order.
LOCKED_FIRST: tuple[type[Model], ...] = (Import, Party, Game)


class AnotherNameTyped(ActionRefused):
    """What was typed to confirm is not the name of the person."""

    status = 422

    def __init__(self, name: str) -> None:
        super().__init__(
            "another_name_typed", _("Type “{name}” exactly to erase this person’s name.").format(name=name)
        )


@dataclass(frozen=True, slots=True)
class Erased:
    """What the person is called now, and in how many texts the name was replaced."""

    name: str
    texts: int


def erase_person(player: Player, typed: str, *, by: User, at: datetime) -> Erased:
    """Replace every name that this person ever had in the club, on every row and in every text. It cannot be undone.

    The merged players they turned out to be lose their names too. Raises AnotherNameTyped.
    """
    held = _held(player)
    with write_transaction():
        # What begins to name the person only now is changed without this: that can be a deadlock, but loses nothing.
        for model, keys in held.items():
            for part in in_parts(sorted(keys)):
                list(model._default_manager.select_for_update().filter(pk__in=part).order_by("pk").values_list("pk"))
        club = lock_club(player.club_id)
        player = Player.objects.get(pk=player.pk)
        shown = name_of(player)
        if typed.strip().casefold() != shown.casefold():
            raise AnotherNameTyped(shown)
        players = person_rows(player)
        names = names_of(players)
        new = _former_names(club, len(players))
        texts = 0
        for table in tables():
            if table.model is not Player and table.model is not User:
                texts += _replace(table, club, names, new[0])
        PlayerChange.objects.filter(player__in=players, kind__in=PlayerChange.RENAMING).delete()
        for each, name in zip(players, new, strict=True):
            each.name, each.real_name = name, ""
            each.save(update_fields=["name", "folded", "real_name"])
        PlayerChange.objects.create(player=players[0], kind=PlayerChange.Kind.ERASED, after=new[0], at=at, by_user=by)
        raise_revision(club.pk)
    return Erased(new[0], texts)


def _former_names(club: Club, count: int) -> list[str]:
    """Free made-up names."""
    known = known_names(club)
    numbered = (_("Former player {n}").format(n=number) for number in range(1, len(known) + count + 1))
    return [name for name in numbered if name.casefold() not in known][:count]


def _held(player: Player) -> dict[type[Model], set[int]]:
    """The keys of imports, parties and games that name the person, or have a row that does."""
    names = names_of(person_rows(player))
    held: dict[type[Model], set[int]] = {model: set() for model in LOCKED_FIRST}
    for table in tables():
        if owner := _owner(table):
            model, way = owner
            for part in in_parts(list(_changes(table, player.club, names, ""))):
                rows = table.model._default_manager.filter(pk__in=part)
                held[model].update(rows.values_list(way, flat=True))
    return held


def _owner(table: Table) -> tuple[type[Model], str] | None:
    """Whose row actions lock before they change one of this table, and the way to its key."""
    if table.model in LOCKED_FIRST:
        return table.model, "pk"
    columns = {model: name for name, model in table.references.items()}
    if Round in columns:
        return Party, "round__party"
    return next(((model, columns[model]) for model in LOCKED_FIRST if model in columns), None)


def _changes(table: Table, club: Club, names: Names, new: str) -> dict[int, dict[str, Any]]:
    """What the rows of a table that name the person hold with another name: columns by key."""
    columns = text_columns(table)
    changed: dict[int, dict[str, Any]] = {}
    if not columns:
        return changed
    rows = table.rows(club).values_list("pk", *(each.attname for each in columns))
    for key, *values in rows.iterator(chunk_size=AT_ONCE):
        found = {}
        for column, value in zip(columns, values, strict=True):
            replaced = replaced_in(f"{table.name}.{column.name}", value, names, new)
            if replaced != value:
                found[column.attname] = fitting(column, replaced)
        if found:
            changed[key] = found
    return changed


def _replace(table: Table, club: Club, names: Names, new: str) -> int:
    """Replace the names in all texts of a table; how many rows that were."""
    changed = _changes(table, club, names, new)
    for key, found in changed.items():
        found |= _folded(table.model, found)
        table.model._default_manager.filter(pk=key).update(**found)
    if table.model is Game:
        # The name of their rules is in statistics too.
        statistics.note_changes(changed)
    if table.model is Party:
        Party.objects.filter(pk__in=changed).update(revision=F("revision") + 1)
        for party in Party.objects.filter(pk__in=changed):
            sync_party_statistics(party)
    return len(changed)


def _folded(model: type[Model], found: dict[str, Any]) -> dict[str, Any]:
    columns = [each for each in model._meta.concrete_fields if isinstance(each, FoldedField)]
    return {each.attname: found[each.source].casefold() for each in columns if each.source in found}

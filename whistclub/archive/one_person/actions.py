"""Erase a person: their name is gone for good, their results stay without it."""

from datetime import datetime
from typing import Any

from django.db import IntegrityError
from django.db.models import F, Model
from django.utils.translation import gettext as _

from whistclub.accounts.models import User
from whistclub.archive.models import Import
from whistclub.archive.one_person.free_text import Change, Choice, changed, fitting
from whistclub.archive.one_person.naming import Place, name_of, names_of, person_rows, places
from whistclub.archive.whole_club.contents import Table
from whistclub.club.actions import lock_club, raise_revision
from whistclub.club.models import Club, Player, PlayerChange
from whistclub.club.queries import known_names
from whistclub.club.shown_names import FORMER_PLAYER
from whistclub.party.actions.transaction import sync_party_statistics
from whistclub.party.models import Party, Round
from whistclub.play.actions import statistics
from whistclub.play.models import Game
from whistclub.rules.models import RuleSet
from whistclub.stats.models import Season
from whistclub.web.errors import ActionRefused
from whistclub.web.fields import FoldedField
from whistclub.web.rows import in_parts
from whistclub.web.transactions import write_transaction

NOTHING_TICKED = Choice()
# What actions lock before the club, in this order.
LOCKED_FIRST: tuple[type[Model], ...] = (Import, Party, Game)


class AnotherNameTyped(ActionRefused):
    """What was typed to confirm is not the name of the person."""

    status = 422

    def __init__(self, name: str) -> None:
        super().__init__(
            "another_name_typed", _("Type “{name}” exactly to erase this person’s name.").format(name=name)
        )


class SameNameTwice(ActionRefused):
    """Two rule sets, or two seasons, would be called the same."""

    status = 409

    def __init__(self) -> None:
        super().__init__(
            "same_name_twice",
            _("Nothing was erased: two rule sets or seasons would then have the same name. Rename one of them first."),
        )


def erase_person(player: Player, typed: str, *, choice: Choice = NOTHING_TICKED, by: User, at: datetime) -> str:
    """Replace every name that this person ever had in the club, on every row and in texts. It cannot be undone.

    The merged players they turned out to be lose their names too. Returns what the person is called now.
    Raises AnotherNameTyped, SameNameTwice.
    """
    held = _held(player, choice)
    with write_transaction():
        # What begins to name the person only now is changed without this: that can be a deadlock, but loses nothing.
        for model, keys in held.items():
            for part in in_parts(sorted(keys)):
                list(model._default_manager.select_for_update().filter(pk__in=part).order_by("pk").values_list("pk"))
        return _erase(player, typed, choice, by=by, at=at)


def _erase(player: Player, typed: str, choice: Choice, *, by: User, at: datetime) -> str:
    club = lock_club(player.club_id)
    player = Player.objects.get(pk=player.pk)
    shown = name_of(player)
    if typed.strip().casefold() != shown.casefold():
        raise AnotherNameTyped(shown)
    players = person_rows(player)
    new = _former_names(club, len(players))
    change = _changing(players, choice, new[0])
    for place in places(players):
        _replace(place, change)
    PlayerChange.objects.filter(player__in=players, kind__in=PlayerChange.RENAMING).delete()
    for each, name in zip(players, new, strict=True):
        each.name, each.real_name = name, ""
        each.save(update_fields=["name", "folded", "real_name"])
    PlayerChange.objects.create(player=players[0], kind=PlayerChange.Kind.ERASED, after=new[0], at=at, by_user=by)
    raise_revision(club.pk)
    return new[0]


def _changing(players: list[Player], choice: Choice, new: str) -> Change:
    """Puts the new name into a text, unless the owner chose that the text stays."""
    names = names_of(players)
    return lambda kind, text: names.replaced(kind, text, new) if choice.changes(kind, text) else text


def _former_names(club: Club, count: int) -> list[str]:
    """Free made-up names."""
    known = known_names(club)
    numbered = (FORMER_PLAYER.format(n=number) for number in range(1, len(known) + count + 1))
    return [name for name in numbered if name.casefold() not in known][:count]


def _held(player: Player, choice: Choice) -> dict[type[Model], set[int]]:
    """The keys of imports, parties and games that name the person, or have a row that does."""
    players = person_rows(player)
    change = _changing(players, choice, "")
    held: dict[type[Model], set[int]] = {model: set() for model in LOCKED_FIRST}
    for place in places(players):
        if owner := _owner(place.table):
            model, way = owner
            for part in in_parts(list(_changes(place, change))):
                rows = place.table.model._default_manager.filter(pk__in=part)
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


def _changes(place: Place, change: Change) -> dict[int, dict[str, Any]]:
    """What the rows of a table hold with their texts changed, by key: only columns that differ."""
    found: dict[int, dict[str, Any]] = {}
    for key, row in place.rows():
        for column in place.columns:
            value = row[column.attname]
            if (new := changed(f"{place.table.name}.{column.name}", value, row, change)) != value:
                found.setdefault(key, {})[column.attname] = fitting(column, new)
    return found


def _replace(place: Place, change: Change) -> None:
    """Change the texts of a table. Raises SameNameTwice."""
    found, model = _changes(place, change), place.table.model
    for key, values in found.items():
        try:
            model._default_manager.filter(pk=key).update(**values, **_folded(model, values))
        except IntegrityError as error:
            if model in (RuleSet, Season):
                raise SameNameTwice from error
            raise
    if model is Game:
        # The name of their rules is in statistics too.
        statistics.note_changes(found)
    if model is Party:
        Party.objects.filter(pk__in=found).update(revision=F("revision") + 1)
        for party in Party.objects.filter(pk__in=found):
            sync_party_statistics(party)


def _folded(model: type[Model], found: dict[str, Any]) -> dict[str, Any]:
    columns = [each for each in model._meta.concrete_fields if isinstance(each, FoldedField)]
    return {each.attname: found[each.source].casefold() for each in columns if each.source in found}

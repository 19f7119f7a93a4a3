"""What the document of a club holds: every table of our apps that belongs to a club, with every stored column.

Tables and columns come from the models, so that a new one is in the document at once. What is not in it is named here,
with the reason; a test fails for a table that is neither.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.apps import apps
from django.db.models import BinaryField, Field, ForeignKey, Model, QuerySet

from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.web.fields import FoldedField

_OF_STATISTICS = "computed from games and parties again"
_OF_THIS_SITE = "about signing in to this site"
_OF_LINKS = "each site signs its own links, with its own nonces"
LEFT_OUT = {
    "accounts.accountchange": _OF_THIS_SITE,
    "accounts.usersession": _OF_THIS_SITE,
    "club.foundinglink": "how the club came to this site",
    "play.partyrevision": "what open pages hold; it begins again",
    "stats.gamefact": _OF_STATISTICS,
    "stats.playergame": _OF_STATISTICS,
    "stats.playerrollup": _OF_STATISTICS,
    "stats.evening": _OF_STATISTICS,
    "stats.clubday": _OF_STATISTICS,
    "stats.rulesrollup": _OF_STATISTICS,
    "stats.playerstanding": _OF_STATISTICS,
    "stats.partyfact": _OF_STATISTICS,
    "stats.partyrank": _OF_STATISTICS,
}
COLUMNS_LEFT_OUT = {
    "accounts.user.is_active": "whether somebody may sign in is for each site to say",
    "accounts.user.is_support": "who sees all clubs of a site is for that site to say",
    "accounts.user.last_login": "of the other site",
    "club.rolelink.nonce": _OF_LINKS,
    "accounts.user.password": "only if asked for; without it people get in by a new password",
    "play.game.awaits_statistics": "statistics are computed when the club moves in",
}
PASSWORD = "password"  # noqa: S105 - the name of a column


@dataclass(frozen=True, slots=True)
class Table:
    """One table of the document. `path` leads from a row to its club, "" for the club itself.

    `columns` are those in the document, besides the number of the row. The club is in no column: there is only one.
    """

    model: type[Model]
    path: str
    columns: tuple["Field[Any, Any]", ...]

    @property
    def name(self) -> str:
        return self.model._meta.label_lower

    def rows(self, club: Club) -> QuerySet[Any]:
        """The rows of a club in the order of their keys; users have an order of their own."""
        if self.model is User:
            return users(club)
        return self.model._default_manager.filter(**{self.path or "pk": club.pk}).order_by("pk")

    @property
    def rows_at_once(self) -> int:
        """How many rows to hold in memory at a time: few of those with pictures."""
        has_pictures = any(isinstance(each, BinaryField) for each in self.columns)
        return 10 if has_pictures else 1000

    @property
    def owner(self) -> type[Model] | None:
        """The table whose rows have at most one of these each, and lend it their key; None for keys of its own."""
        key = self.model._meta.pk
        return key.related_model if isinstance(key, ForeignKey) and isinstance(key.related_model, type) else None

    @property
    def references(self) -> dict[str, type[Model]]:
        """The columns that hold a row of a table in the document, by name."""
        found = ((each.attname, each.related_model) for each in self.columns if isinstance(each, ForeignKey))
        return {name: model for name, model in found if isinstance(model, type)}


def our_models() -> Iterator[type[Model]]:
    """All tables of our apps."""
    for config in apps.get_app_configs():
        if config.name.startswith("whistclub."):
            yield from config.get_models(include_auto_created=True)


@cache
def tables(*, passwords: bool = False) -> tuple[Table, ...]:
    """All tables of the document: the club, its users, then each after those it refers to."""
    paths = _paths()
    found = [Table(Club, "", _columns(Club)), Table(User, "", _columns(User, passwords=passwords))]
    waiting = sorted((model for model in paths if model is not Club), key=lambda model: model._meta.label_lower)
    while waiting:
        known = {table.model for table in found}
        model = next(each for each in waiting if _targets(each) <= known)
        waiting.remove(model)
        found.append(Table(model, paths[model], _columns(model)))
    return tuple(found)


def user_columns() -> Iterator[tuple[Table, str]]:
    """Each column that names a user."""
    for table in tables():
        for name, model in table.references.items():
            if model is User:
                yield table, name


def users(club: Club) -> QuerySet[User]:
    """Everyone with a role in a club, and everyone who ever did something in it, by e-mail address.

    Not by key: on another site some of them may have been known before.
    """
    keys: set[int] = set()
    for table, name in user_columns():
        keys.update(key for key in table.rows(club).order_by().values_list(name, flat=True).distinct() if key)
    return User.objects.filter(pk__in=keys).order_by("email")


@dataclass(frozen=True, slots=True)
class Summary:
    players: int
    games: int
    parties: int


def summary(club: Club) -> Summary:
    """What is in the document of a club, for people. Three queries."""
    return Summary(club.players.count(), club.games.count(), club.parties.count())


def _paths() -> dict[type[Model], str]:
    """How each table reaches its club, by the fewest foreign keys that are never empty."""
    found: dict[type[Model], str] = {Club: ""}
    left = {model for model in our_models() if model._meta.label_lower not in LEFT_OUT and model is not User}
    while True:
        reached = {}
        for model in left - found.keys():
            steps = [each for each in _foreign_keys(model) if not each.null and each.related_model in found]
            paths = [f"{each.name}__{found[each.related_model]}".removesuffix("__") for each in steps]
            if paths:
                reached[model] = min(paths, key=lambda path: (path.count("__"), path))
        if not reached:
            return found
        found |= reached


def _foreign_keys(model: type[Model]) -> list[Any]:
    return [each for each in model._meta.concrete_fields if isinstance(each, ForeignKey)]


def _targets(model: type[Model]) -> set[type[Model]]:
    return {each.related_model for each in _foreign_keys(model)} - {model}


def left_out(table: Table) -> set[str]:
    """The columns of a table that stay behind."""
    return {name.rpartition(".")[2] for name in COLUMNS_LEFT_OUT if name.startswith(f"{table.name}.")}


def _columns(model: type[Model], *, passwords: bool = False) -> tuple["Field[Any, Any]", ...]:
    left_out = set(COLUMNS_LEFT_OUT)
    if passwords:
        left_out.discard("accounts.user.password")
    return tuple(
        each
        for each in model._meta.concrete_fields
        if not each.primary_key
        and not isinstance(each, FoldedField)
        and not (isinstance(each, ForeignKey) and each.related_model is Club)
        and f"{model._meta.label_lower}.{each.name}" not in left_out
    )

"""Rows that name the wrong club: each row says which club it belongs to, and names only rows of the same club."""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db.models import ForeignKey, Model

from whistclub.club.fields import ClubOf
from whistclub.club.models import Club

CLUB = "club"


def models_of_clubs() -> list[type[Model]]:
    """Our models whose rows belong to a club."""
    ours = [config for config in apps.get_app_configs() if config.name.startswith("whistclub.")]
    return [model for config in ours for model in config.get_models() if _has_club(model)]


def rows_of_another_club(club: Club) -> Iterator[str]:
    """One line for each row reached from a club that says another club, or names a row of another. A query each."""
    for model in models_of_clubs():
        way, source = _way(model), _source(model)
        # By the key of the row that says which club it is: that has an index, and the column itself has none.
        rows = model._base_manager.order_by().filter(**{way: club})
        if source:
            for key, other in sorted(rows.exclude(club=club).values_list("pk", "club_id")):
                yield f"{model._meta.label} {key}: club is {other}, should be {club.pk} as its {source} says"
        for field in model._meta.concrete_fields:
            if isinstance(field, ForeignKey) and field.name not in (CLUB, source) and _has_club(_named(field)):
                named = rows.filter(**{f"{field.name}__isnull": False}).exclude(**{f"{field.name}__club": club})
                for key, other in sorted(named.values_list("pk", field.attname)):
                    yield f"{model._meta.label} {key}: its {field.name} {other} belongs to another club"


def _has_club(model: type[Model]) -> bool:
    return any(field.name == CLUB and not field.null for field in model._meta.concrete_fields)


def _named(field: Any) -> type[Model]:
    found: type[Model] = field.related_model
    return found


def _source(model: type[Model]) -> str:
    """The relation that the club is copied from; empty where the row itself says it."""
    field = model._meta.get_field(CLUB)
    return field.source if isinstance(field, ClubOf) else ""


def _way(model: type[Model]) -> str:
    """From a row to the club past all copies, as a filter names it."""
    source = _source(model)
    return f"{source}__{_way(_named(model._meta.get_field(source)))}" if source else CLUB

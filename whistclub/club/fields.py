"""The club of every row, in one step: what partitions a database by club must not have to ask other tables."""

from collections.abc import Callable
from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import StateApps
from django.db.models import OuterRef, Subquery


class ClubOf(models.ForeignKey):  # type: ignore[type-arg] # it takes no types when it runs
    """The club of the row that another foreign key (`source`) names, copied when a row is added.

    That costs no query where the other row is loaded, as it nearly always is, or where the club is given. Nothing is
    deleted with a club through this column: rows go with the row that the other key names. No index either, for pages
    begin from a game, a party or a player. `check_books` compares the two.
    """

    def __init__(self, source: str, **kwargs: Any) -> None:
        self.source = source
        fixed = {"to": "club.club", "on_delete": models.DO_NOTHING, "related_name": "+", "db_index": False}
        super().__init__(**(kwargs | fixed), editable=False)

    def deconstruct(self) -> tuple[str, str, list[Any], dict[str, Any]]:
        name, path, _args, kwargs = super().deconstruct()
        return name, path, [self.source], {"null": True} if kwargs.get("null") else {}

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        if add and getattr(model_instance, self.attname) is None:
            setattr(model_instance, self.attname, getattr(model_instance, self.source).club_id)
        return super().pre_save(model_instance, add)


def adding_club(app: str, model: str, source: str) -> list[Operation]:
    """What adds that column to a table with rows, in a migration: one statement fills it."""
    return [
        migrations.AddField(model, "club", ClubOf(source, null=True)),
        migrations.RunPython(_fill(app, model, source), migrations.RunPython.noop),
        migrations.AlterField(model, "club", ClubOf(source)),
    ]


def _fill(app: str, model: str, source: str) -> Callable[[StateApps, BaseDatabaseSchemaEditor], None]:
    def fill(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        rows = apps.get_model(app, model)
        named: Any = rows._meta.get_field(source).related_model
        club = named.objects.filter(pk=OuterRef(source)).values("club")
        rows.objects.update(club=Subquery(club))

    return fill

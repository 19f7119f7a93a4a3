from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import F


def keep_removed(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """These names were removed one at a time, so each may keep a moment of its own."""
    apps.get_model("party", "DoorName").objects.filter(removed=True).update(removed_at=F("at"))


def keep_removed_before(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("party", "DoorName").objects.filter(removed_at__isnull=False).update(removed=True)


class Migration(migrations.Migration):
    dependencies = [("party", "0019_tables_in_the_room")]

    operations = [
        migrations.AddField("doorname", "removed_at", models.DateTimeField(null=True)),
        migrations.RunPython(keep_removed, keep_removed_before, elidable=True),
        migrations.RemoveField("doorname", "removed"),
    ]

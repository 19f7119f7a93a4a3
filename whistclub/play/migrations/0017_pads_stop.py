"""Games know when they were last used: the pad of one that nobody goes on with takes no entry."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def note_last_entries(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    entries = apps.get_model("play", "EntryRecord").objects.filter(game=models.OuterRef("pk"))
    last = entries.order_by().values("game").annotate(last=models.Max("recorded_at")).values("last")
    apps.get_model("play", "Game").objects.exclude(state="finished").update(used_at=models.Subquery(last))


class Migration(migrations.Migration):
    dependencies = [("play", "0016_bin")]
    operations = [
        migrations.AddField("game", "used_at", models.DateTimeField(null=True)),
        migrations.RunPython(note_last_entries, migrations.RunPython.noop),
    ]

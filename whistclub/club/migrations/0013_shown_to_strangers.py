"""What strangers see was yes or no for statistics; now it is a choice of four, of past evenings too."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def keep_what_was_chosen(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("club", "Club").objects.filter(shows_statistics=True).update(shown_to_strangers="names")


class Migration(migrations.Migration):
    dependencies = [("club", "0012_bin")]
    operations = [
        migrations.AddField(
            "club",
            "shown_to_strangers",
            models.CharField(
                choices=[
                    ("nothing", "Nothing"),
                    ("links", "What they have the link to"),
                    ("initials", "Initials"),
                    ("names", "Names"),
                ],
                default="links",
                max_length=10,
            ),
        ),
        migrations.RunPython(keep_what_was_chosen, migrations.RunPython.noop),
        migrations.RemoveField("club", "shows_statistics"),
    ]

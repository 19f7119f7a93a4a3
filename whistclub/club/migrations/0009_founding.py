"""Links that found a club. Whoever owned the first club first has founded the site."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def note_the_founder(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    first = apps.get_model("club", "Role").objects.filter(kind="owner").order_by("club", "since", "pk").first()
    if first:
        apps.get_model("club", "FoundingLink").objects.create(
            is_first=True, club_id=first.club_id, user_id=first.user_id
        )


class Migration(migrations.Migration):
    dependencies = [("club", "0008_settings"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]
    operations = [
        migrations.CreateModel(
            "FoundingLink",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("is_first", models.BooleanField(default=False)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="founding",
                        to="club.club",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            "foundinglink",
            models.UniqueConstraint(condition=models.Q(is_first=True), fields=["is_first"], name="club_founded_first"),
        ),
        migrations.RunPython(note_the_founder, migrations.RunPython.noop),
    ]

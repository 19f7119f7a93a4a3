"""Organisers become roles: whoever organised a club first is its owner."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def make_the_first_owner(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    role = apps.get_model("club", "Role")
    first: dict[int, int] = {}
    for each in role.objects.order_by("since", "pk"):
        first.setdefault(each.club_id, each.pk)
    role.objects.filter(pk__in=first.values()).update(kind="owner")


class Migration(migrations.Migration):
    dependencies = [("club", "0005_guests"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]
    operations = [
        migrations.RenameModel("Organiser", "Role"),
        migrations.AlterField(
            "role",
            "club",
            models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="roles", to="club.club"),
        ),
        migrations.AlterField(
            "role",
            "user",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="roles", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.RemoveConstraint("role", "club_organiser_once"),
        migrations.AddConstraint("role", models.UniqueConstraint(fields=["club", "user"], name="club_role_once")),
        migrations.AddField(
            "role",
            "kind",
            models.CharField(
                choices=[("owner", "owner"), ("organiser", "organiser"), ("door", "door")],
                default="organiser",
                max_length=10,
            ),
            preserve_default=False,
        ),
        migrations.RunPython(make_the_first_owner, migrations.RunPython.noop),
    ]

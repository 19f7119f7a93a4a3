"""Links that give somebody a role in a club, and a log of who may do what."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def key_of(
    model: str, kind: object = django.db.models.deletion.CASCADE, **more: object
) -> "models.ForeignKey[object, object]":
    return models.ForeignKey(on_delete=kind, to=model, **more)  # type: ignore[arg-type] # of any kind


class Migration(migrations.Migration):
    dependencies = [("club", "0010_club_of_every_row"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]
    operations = [
        migrations.CreateModel(
            "RoleLink",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("owner", "owner"), ("organiser", "organiser"), ("door", "door")], max_length=10
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                ("expires_at", models.DateTimeField()),
                ("revoked", models.BooleanField(default=False)),
                ("club", key_of("club.club", related_name="role_links")),
                ("used_by", key_of(settings.AUTH_USER_MODEL, null=True, related_name="+")),
            ],
        ),
        migrations.CreateModel(
            "RoleChange",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=12)),
                ("before", models.CharField(blank=True, default="", max_length=10)),
                ("after", models.CharField(blank=True, default="", max_length=10)),
                ("at", models.DateTimeField()),
                ("by_user", key_of(settings.AUTH_USER_MODEL, django.db.models.deletion.PROTECT, related_name="+")),
                ("club", key_of("club.club", related_name="role_changes")),
                ("link", key_of("club.rolelink", null=True, related_name="+")),
                ("user", key_of(settings.AUTH_USER_MODEL, null=True, related_name="+")),
            ],
            options={"ordering": ["at", "pk"]},
        ),
    ]

"""The language, colour and logo of a club, and a log of what is changed in its settings."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("club", "0007_retired_players"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]
    operations = [
        migrations.AddField("club", "language", models.CharField(default="en", max_length=10)),
        migrations.AddField(
            "club",
            "colour",
            models.CharField(
                choices=[
                    ("green", "Green"),
                    ("teal", "Teal"),
                    ("grey", "Grey"),
                    ("plum", "Plum"),
                    ("olive", "Olive"),
                ],
                default="green",
                max_length=10,
            ),
        ),
        migrations.AddField("club", "logo", models.CharField(blank=True, default="", max_length=16)),
        migrations.CreateModel(
            "Logo",
            [
                (
                    "club",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="picture",
                        serialize=False,
                        to="club.club",
                    ),
                ),
                ("png", models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            "ClubChange",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=20)),
                ("before", models.CharField(blank=True, default="", max_length=80)),
                ("after", models.CharField(blank=True, default="", max_length=80)),
                ("at", models.DateTimeField()),
                (
                    "by_user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="changes", to="club.club"
                    ),
                ),
            ],
            options={"ordering": ["at", "pk"]},
        ),
    ]

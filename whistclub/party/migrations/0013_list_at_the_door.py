import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("party", "0012_wishes"),
    ]

    operations = [
        migrations.AddField("party", "door", models.CharField(blank=True, default="", max_length=16)),
        migrations.CreateModel(
            "DoorName",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=40)),
                ("phone", models.CharField(max_length=32)),
                ("at", models.DateTimeField()),
                (
                    "entrant",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="door_names",
                        to="party.entrant",
                    ),
                ),
                (
                    "party",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="door_names", to="party.party"
                    ),
                ),
            ],
            options={
                "ordering": ["at", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("party", "phone"), name="party_door_phone_once"),
                ],
            },
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("party", "0020_names_removed_together")]

    operations = [
        migrations.AddField("party", "invitation_settings", models.JSONField(default=dict)),
        migrations.CreateModel(
            name="ExpectedName",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=40)),
                ("phone", models.CharField(max_length=32)),
                ("at", models.DateTimeField()),
                ("removed_at", models.DateTimeField(null=True)),
                ("partner", models.CharField(blank=True, default="", max_length=40)),
                ("party", models.ForeignKey("party.Party", models.CASCADE, related_name="expected_names")),
            ],
            options={
                "ordering": ["at", "pk"],
                "abstract": False,
                "constraints": [models.UniqueConstraint(fields=["party", "phone"], name="party_expected_phone_once")],
            },
        ),
    ]

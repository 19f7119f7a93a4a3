from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("party", "0021_invitation")]
    operations = [
        migrations.CreateModel(
            name="Step",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("shows", models.CharField(max_length=40)),
                ("since", models.PositiveBigIntegerField()),
                ("rows", models.JSONField()),
                ("draft", models.JSONField(default=dict)),
                (
                    "entry",
                    models.OneToOneField(on_delete=models.CASCADE, related_name="step", to="party.logentry"),
                ),
                (
                    "party",
                    models.ForeignKey(on_delete=models.CASCADE, related_name="steps", to="party.party"),
                ),
            ],
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("party", "0017_winners_wait")]

    operations = [
        migrations.AddField("party", "money", models.JSONField(default=dict)),
        migrations.AddField("entrant", "paid", models.BooleanField(default=False)),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("stats", "0006_club_of_every_row")]

    # The next start computes all facts again, and this with them.
    operations = [
        migrations.AddField("gamefact", "comeback", models.PositiveIntegerField(default=0)),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    """Until now the number of a table was its rank too, so nothing has to be filled in."""

    dependencies = [("party", "0018_entry_fee")]

    operations = [
        migrations.AddField("party", "room_settings", models.JSONField(default=dict)),
        migrations.AddField("entrant", "fixed_table", models.PositiveSmallIntegerField(null=True)),
        migrations.AddField("table", "rank", models.PositiveSmallIntegerField(null=True)),
        migrations.AddConstraint(
            "table", models.UniqueConstraint(fields=("round", "rank"), name="party_table_rank_once")
        ),
    ]

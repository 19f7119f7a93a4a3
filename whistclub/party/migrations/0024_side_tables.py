import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("party", "0023_timetable"), ("play", "0011_name_of_the_table")]
    operations = [
        migrations.AddField("party", "side_tables_count", models.BooleanField(default=False)),
        migrations.AddField(
            "seatassignment",
            "side_game",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="side_seats",
                to="play.game",
            ),
        ),
    ]

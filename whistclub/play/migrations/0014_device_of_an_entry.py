from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0013_games_that_await_statistics")]
    operations = [
        migrations.AddField("entryrecord", "device", models.CharField(blank=True, default="", max_length=8)),
    ]

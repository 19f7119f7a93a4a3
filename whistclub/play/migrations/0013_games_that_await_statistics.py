from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0012_party_revision")]

    operations = [
        migrations.AddField("game", "awaits_statistics", models.BooleanField(default=False)),
        migrations.AddIndex(
            "game",
            models.Index("club", condition=models.Q(awaits_statistics=True), name="play_game_awaits_statistics"),
        ),
    ]

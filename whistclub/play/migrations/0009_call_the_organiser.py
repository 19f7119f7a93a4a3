from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0008_log_of_games_without_sentences"),
    ]

    operations = [
        migrations.AddField("game", "organiser_called_at", models.DateTimeField(null=True)),
    ]

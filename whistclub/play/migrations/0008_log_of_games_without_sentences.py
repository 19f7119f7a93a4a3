from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0007_log_of_games_as_data"),
    ]

    operations = [
        migrations.RemoveField("gameevent", "before"),
        migrations.RemoveField("gameevent", "after"),
    ]

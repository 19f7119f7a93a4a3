from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0010_message_to_everyone")]

    operations = [
        migrations.AddField("game", "table_name", models.CharField(blank=True, default="", max_length=14)),
    ]

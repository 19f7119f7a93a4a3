from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0009_call_the_organiser"),
    ]

    operations = [
        migrations.AddField("game", "message", models.CharField(blank=True, default="", max_length=140)),
        migrations.AddField("game", "message_until", models.DateTimeField(null=True)),
    ]

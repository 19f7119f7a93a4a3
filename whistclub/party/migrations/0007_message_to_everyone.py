from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("party", "0006_log_of_kinds"),
    ]

    operations = [
        migrations.AddField("party", "message", models.CharField(blank=True, default="", max_length=140)),
        migrations.AddField("party", "message_until", models.DateTimeField(null=True)),
    ]

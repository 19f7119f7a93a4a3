from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("party", "0009_draft_as_seen"),
    ]

    operations = [
        migrations.AddField("party", "starts_timer", models.BooleanField(default=True)),
    ]

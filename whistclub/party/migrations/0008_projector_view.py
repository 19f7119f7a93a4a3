from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("party", "0007_message_to_everyone"),
    ]

    operations = [
        migrations.AddField("party", "projector_view", models.CharField(default="automatic", max_length=12)),
        migrations.AddField("party", "projector_step", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("party", "projector_text", models.CharField(blank=True, default="", max_length=140)),
    ]

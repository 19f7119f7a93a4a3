from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0017_pads_stop")]
    operations = [
        migrations.AddField("game", "remark", models.TextField(default="", blank=True)),
        migrations.AddField("game", "remark_for_all", models.BooleanField(default=False)),
    ]

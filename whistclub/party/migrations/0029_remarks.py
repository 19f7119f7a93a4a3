from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("party", "0028_bin")]
    operations = [
        migrations.AddField("party", "remark", models.TextField(default="", blank=True)),
        migrations.AddField("party", "remark_for_all", models.BooleanField(default=False)),
    ]

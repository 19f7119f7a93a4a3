from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("club", "0013_shown_to_strangers")]
    operations = [
        migrations.AddField("club", "embedded_in", models.CharField(blank=True, default="", max_length=600)),
        migrations.AlterField("clubchange", "before", models.CharField(blank=True, default="", max_length=600)),
        migrations.AlterField("clubchange", "after", models.CharField(blank=True, default="", max_length=600)),
    ]

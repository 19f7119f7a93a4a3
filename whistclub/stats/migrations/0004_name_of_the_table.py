from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("stats", "0003_names_of_statistics")]

    operations = [
        migrations.AddField("gamefact", "table_name", models.CharField(blank=True, default="", max_length=14)),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("club", "0003_clean_names")]

    operations = [migrations.AddField("club", "revision", models.PositiveIntegerField(default=1))]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("party", "0014_came_late")]

    operations = [migrations.AddField("party", "lot", models.JSONField(default=dict))]

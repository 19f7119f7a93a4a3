from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("party", "0011_groups")]

    operations = [migrations.AddField("party", "wishes", models.JSONField(default=list))]

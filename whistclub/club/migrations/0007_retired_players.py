from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("club", "0006_roles")]
    operations = [migrations.AddField("player", "retired", models.BooleanField(default=False))]

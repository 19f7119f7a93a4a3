from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("club", "0004_revision")]
    operations = [migrations.AddField("player", "guest", models.BooleanField(default=False))]

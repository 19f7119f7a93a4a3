from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_sessions_and_changes")]
    operations = [migrations.AddField("user", "is_support", models.BooleanField(default=False))]

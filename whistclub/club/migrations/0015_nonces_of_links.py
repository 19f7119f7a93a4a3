"""Links of invitations and of new clubs name a nonce of their row. Those that were made before have none, and work."""

from django.db import migrations, models

from whistclub.web.row_links import new_nonce

TABLES = ("foundinglink", "rolelink")


class Migration(migrations.Migration):
    dependencies = [("club", "0014_embedding")]
    operations = [
        operation(table, "nonce", models.CharField(default=default, max_length=16))
        for operation, default in ((migrations.AddField, ""), (migrations.AlterField, new_nonce))
        for table in TABLES
    ]

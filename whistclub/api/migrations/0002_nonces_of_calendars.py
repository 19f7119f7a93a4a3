"""Addresses of calendars name a nonce of their row. Those that were made before have none, and work."""

from django.db import migrations, models

from whistclub.web.row_links import new_nonce


class Migration(migrations.Migration):
    dependencies = [("api", "0001_initial")]
    operations = [
        migrations.AddField("apitoken", "nonce", models.CharField(default="", max_length=16)),
        migrations.AlterField("apitoken", "nonce", models.CharField(default=new_nonce, max_length=16)),
    ]

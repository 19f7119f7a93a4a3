from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("stats", "0004_name_of_the_table")]

    operations = [
        migrations.AddField("partyfact", "shown_from", models.DateTimeField(null=True)),
    ]

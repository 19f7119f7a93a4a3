from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("club", "0002_statistics"),
        ("stats", "0001_initial"),
    ]

    operations = [
        migrations.RenameModel(
            old_name="Standing",
            new_name="PlayerStanding",
        ),
    ]

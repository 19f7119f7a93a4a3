from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("party", "0022_steps_to_undo")]

    operations = [migrations.AddField("party", "timetable_settings", models.JSONField(default=dict))]

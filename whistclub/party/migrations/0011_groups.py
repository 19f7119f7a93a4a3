from django.db import migrations, models


class Migration(migrations.Migration):
    """The group of an entrant, for parties whose partners come from both groups; all are in A at first."""

    dependencies = [("party", "0010_timer_starts_with_the_round")]

    operations = [migrations.AddField("entrant", "group", models.CharField(default="A", max_length=1))]

from django.db import migrations, models


class Migration(migrations.Migration):
    """Until now nobody could take a seat in the round during which they came."""

    dependencies = [("party", "0013_list_at_the_door")]

    operations = [migrations.AddField("seatassignment", "came_late", models.BooleanField(default=False))]

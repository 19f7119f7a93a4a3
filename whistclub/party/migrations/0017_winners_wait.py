from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("party", "0016_list_at_the_door_again")]

    operations = [migrations.AddField("party", "winners_wait", models.BooleanField(default=False))]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("party", "0030_places_given")]
    operations = [migrations.AddField("party", "projector_round", models.PositiveSmallIntegerField(default=0))]

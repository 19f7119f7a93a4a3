from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("party", "0024_side_tables")]
    operations = [migrations.AddField("round", "rung_by_top_table", models.BooleanField(default=False))]

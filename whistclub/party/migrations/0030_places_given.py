from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("party", "0029_remarks")]
    operations = [migrations.AddField("expectedname", "placed_at", models.DateTimeField(null=True))]

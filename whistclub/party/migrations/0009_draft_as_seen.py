from django.db import migrations, models


class Migration(migrations.Migration):
    """What a draft remembers of the organiser's changes; drafts of before have none."""

    dependencies = [("party", "0008_projector_view")]

    operations = [migrations.AddField("round", "as_seen", models.JSONField(default=dict))]

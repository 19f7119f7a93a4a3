from django.conf import settings
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0004_statistics"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RenameModel(
            old_name="Adjustment",
            new_name="AdjustmentRecord",
        ),
        migrations.RenameModel(
            old_name="Answer",
            new_name="Confirmation",
        ),
        migrations.RenameModel(
            old_name="Hand",
            new_name="EntryRecord",
        ),
        migrations.RenameField(
            model_name="game",
            old_name="given_up",
            new_name="conceded_by",
        ),
        migrations.RenameField(
            model_name="game",
            old_name="ends_after",
            new_name="last_hand",
        ),
        migrations.RenameField(
            model_name="game",
            old_name="asks_other_side",
            new_name="requires_confirmation",
        ),
    ]

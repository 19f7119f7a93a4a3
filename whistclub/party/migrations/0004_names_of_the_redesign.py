from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("party", "0003_statistics"),
    ]

    operations = [
        migrations.RenameModel(
            old_name="Place",
            new_name="SeatAssignment",
        ),
        migrations.RenameField(
            model_name="party",
            old_name="asks_other_side",
            new_name="requires_confirmation",
        ),
        migrations.RenameField(
            model_name="table",
            old_name="mover",
            new_name="moving_winner",
        ),
        migrations.RenameField(
            model_name="table",
            old_name="awarded",
            new_name="walkover_to",
        ),
    ]

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0005_names_of_the_redesign"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="entryrecord", name="play_hand_one_current_per_number"),
        migrations.RemoveConstraint(model_name="entryrecord", name="play_hand_number_from_one"),
        migrations.RemoveConstraint(model_name="entryrecord", name="play_hand_removed_never_counts"),
        migrations.AlterModelOptions(name="entryrecord", options={}),
        migrations.RenameField(model_name="entryrecord", old_name="number", new_name="position"),
        migrations.AlterModelOptions(name="entryrecord", options={"ordering": ["position", "pk"]}),
        migrations.AddConstraint(
            model_name="entryrecord",
            constraint=models.UniqueConstraint(
                condition=models.Q(("current", True)),
                fields=("game", "position"),
                name="play_entry_one_current_per_position",
            ),
        ),
        migrations.AddConstraint(
            model_name="entryrecord",
            constraint=models.CheckConstraint(
                condition=models.Q(("position__gte", 1)), name="play_entry_position_from_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="entryrecord",
            constraint=models.CheckConstraint(
                condition=models.Q(("current", True), ("removed", True), _negated=True),
                name="play_entry_removed_never_current",
            ),
        ),
        migrations.AlterField(
            model_name="confirmation",
            name="hand",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="confirmations", to="play.entryrecord"
            ),
        ),
        migrations.RenameField(model_name="adjustmentrecord", old_name="taken_back_by", new_name="undone_by"),
        migrations.RenameField(model_name="adjustmentrecord", old_name="taken_back_at", new_name="undone_at"),
        migrations.RenameField(model_name="game", old_name="closed", new_name="locked"),
        migrations.RenameField(model_name="game", old_name="paper", new_name="paper_result"),
        migrations.RenameField(model_name="game", old_name="left_out", new_name="excluded_from_statistics"),
        migrations.RenameField(model_name="game", old_name="void", new_name="excluded_with_party"),
    ]

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

DROP_OUTS = {"award": "walkover", "void": "draw"}


def rename_drop_outs(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for before, after in DROP_OUTS.items():
        apps.get_model("party", "Party").objects.filter(drop_out=before).update(drop_out=after)


def restore_drop_outs(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for before, after in DROP_OUTS.items():
        apps.get_model("party", "Party").objects.filter(drop_out=after).update(drop_out=before)


class Migration(migrations.Migration):
    dependencies = [
        ("party", "0004_names_of_the_redesign"),
    ]

    operations = [
        migrations.RenameField("party", "left_out", "excluded_from_statistics"),
        migrations.RenameField("round", "how", "seating_method"),
        migrations.RenameField("table", "void", "ruled_draw"),
        migrations.RenameField("seatassignment", "left", "went_home"),
        migrations.RenameField("seatassignment", "sat_out", "counts_as_sit_out"),
        migrations.AlterField(
            "seatassignment",
            "round",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="assignments", to="party.round"
            ),
        ),
        migrations.AlterField(
            "seatassignment",
            "entrant",
            models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="assignments", to="party.entrant"
            ),
        ),
        migrations.AlterField("party", "drop_out", models.CharField(default="walkover", max_length=8)),
        migrations.RunPython(rename_drop_outs, restore_drop_outs),
    ]

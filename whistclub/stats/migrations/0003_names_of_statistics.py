from typing import Any

from django.db import migrations, models

NEW_KEYS = {"counts": "scoring", "best": "best_parties"}


def rename_keys(apps: Any, new_keys: dict[str, str]) -> None:
    """Season settings are kept by field name in the list of changes."""
    changes = apps.get_model("stats", "StatisticsChange").objects
    for change in changes.exclude(before={}, after={}):
        change.before = {new_keys.get(key, key): value for key, value in change.before.items()}
        change.after = {new_keys.get(key, key): value for key, value in change.after.items()}
        change.save(update_fields=["before", "after"])


def forwards(apps: Any, _schema_editor: Any) -> None:
    rename_keys(apps, NEW_KEYS)


def backwards(apps: Any, _schema_editor: Any) -> None:
    rename_keys(apps, {new: old for old, new in NEW_KEYS.items()})


class Migration(migrations.Migration):
    dependencies = [("club", "0002_statistics"), ("stats", "0002_names_of_the_redesign")]

    operations = [
        migrations.RenameModel("Tally", "PlayerRollup"),
        migrations.RenameModel("RulesTally", "RulesRollup"),
        migrations.RenameModel("PartyPlace", "PartyRank"),
        migrations.RenameField("gamefact", "best_number", "best_hand_number"),
        migrations.RenameField("gamefact", "kinds", "rule_counters"),
        migrations.RenameField("rulesrollup", "kinds", "rule_counters"),
        migrations.RemoveIndex("playergame", "stats_part_left"),
        migrations.RemoveIndex("playergame", "stats_part_right"),
        migrations.RenameField("playergame", "left", "left_opponent"),
        migrations.RenameField("playergame", "right", "right_opponent"),
        migrations.RenameField("season", "counts", "scoring"),
        migrations.RenameField("season", "best", "best_parties"),
        migrations.AddIndex("playergame", models.Index("player", "left_opponent", name="stats_part_left")),
        migrations.AddIndex("playergame", models.Index("player", "right_opponent", name="stats_part_right")),
        migrations.AlterField(
            "partyrank",
            "party",
            models.ForeignKey("stats.PartyFact", models.CASCADE, related_name="ranks"),
        ),
        migrations.AlterField(
            "partyrank", "player", models.ForeignKey("club.Player", models.CASCADE, related_name="ranks")
        ),
        migrations.AlterField(
            "playergame",
            "fact",
            models.ForeignKey("stats.GameFact", models.CASCADE, related_name="player_games", db_index=False),
        ),
        migrations.AlterField(
            "playergame",
            "player",
            models.ForeignKey("club.Player", models.CASCADE, related_name="player_games", db_index=False),
        ),
        migrations.AlterField(
            "playerrollup", "player", models.ForeignKey("club.Player", models.CASCADE, related_name="rollups")
        ),
        migrations.AddField("gamefact", "version", models.CharField(max_length=20, default="")),
        migrations.RunPython(forwards, backwards),
    ]

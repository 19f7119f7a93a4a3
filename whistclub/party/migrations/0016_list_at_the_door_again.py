from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import F

from whistclub.club.stored_names import names_at, with_references

RENAMING = ("renamed", "made_anonymous", "named_again")


def follow(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """An address meant an open list; names stayed after the party, and in the log as they were written."""
    Party = apps.get_model("party", "Party")
    Party.objects.exclude(door="").update(door_open=True)
    apps.get_model("party", "DoorName").objects.filter(party__state="finished").delete()
    removed = apps.get_model("party", "LogEntry").objects.filter(kind="door_name_removed")
    for entry in removed.annotate(of_club=F("party__club")):
        players = apps.get_model("club", "Player").objects.filter(club=entry.of_club)
        renamings = apps.get_model("club", "PlayerChange").objects.filter(player__club=entry.of_club, kind__in=RENAMING)
        known = names_at(
            entry.at,
            players.values_list("pk", "name", "real_name"),
            renamings.order_by("at", "pk").values_list("at", "player", "before", "after"),
        )
        entry.data = {"text": with_references(entry.data["name"], known)}
        entry.save(update_fields=["data"])


def close(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("party", "Party").objects.filter(door_open=False).update(door="")


class Migration(migrations.Migration):
    dependencies = [
        ("party", "0015_lucky_draw"),
    ]

    operations = [
        migrations.AddField("party", "door_open", models.BooleanField(default=False)),
        migrations.AddField("doorname", "removed", models.BooleanField(default=False)),
        migrations.RunPython(follow, close, elidable=True),
    ]

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from whistclub.club.fields import adding_club

# Each after the one it names.
NAMES = {"seat": "game", "entryrecord": "game", "confirmation": "hand", "adjustmentrecord": "game", "gameevent": "game"}


def fill_revisions(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """A party's games say which club; a row without games counts nothing."""
    games = apps.get_model("play", "Game").objects.exclude(party_code="")
    rows = apps.get_model("play", "PartyRevision").objects
    for club in apps.get_model("club", "Club").objects.values_list("pk", flat=True):
        rows.filter(pk__in=games.filter(club=club).values("party_code")).update(club=club)
    rows.filter(club=None).delete()


def club(*, null: bool) -> models.ForeignKey:  # type: ignore[type-arg] # it takes no types when it runs
    return models.ForeignKey("club.club", models.CASCADE, null=null, related_name="+", db_index=False)


class Migration(migrations.Migration):
    dependencies = [("play", "0014_device_of_an_entry")]

    operations = [
        *(step for model, source in NAMES.items() for step in adding_club("play", model, source)),
        migrations.AddField("partyrevision", "club", club(null=True)),
        migrations.RunPython(fill_revisions, migrations.RunPython.noop),
        migrations.AlterField("partyrevision", "club", club(null=False)),
    ]

"""Write the names of players as `clean_name` does: earlier versions accepted two names that look the same."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from whistclub.club.names import MOST_LETTERS, UnusableName, clean_name


def clean(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor | None) -> None:
    """A name that another player of the club has gets a number; a name without a letter stays until it is renamed."""
    Player = apps.get_model("club", "Player")
    taken = set(Player.objects.values_list("club", "folded"))
    for player in Player.objects.order_by("pk"):
        try:
            real_name = clean_name(player.real_name) if player.real_name else ""
            name = cleaned = clean_name(player.name)
        except UnusableName:
            continue
        if (name, real_name) == (player.name, player.real_name):
            continue
        taken.discard((player.club_id, player.folded))
        number = 1
        while (player.club_id, name.casefold()) in taken:
            number += 1
            name = f"{cleaned[: MOST_LETTERS - 6]} ({number})"
        taken.add((player.club_id, name.casefold()))
        player.name, player.real_name = name, real_name
        player.save(update_fields=["name", "folded", "real_name"])


class Migration(migrations.Migration):
    dependencies = [("club", "0002_statistics")]
    operations = [migrations.RunPython(clean, migrations.RunPython.noop, elidable=True)]

"""Write the names of players as `clean_name` does: earlier versions accepted two names that look the same."""

import re
import unicodedata

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

MOST_LETTERS = 40
INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


def clean_name(text: str) -> str | None:
    """The rule as it was when this was written; None for what cannot be a name."""
    text = INVISIBLE.sub("", unicodedata.normalize("NFKC", " ".join(text.split())))
    name = " ".join("".join(each for each in text if unicodedata.category(each)[0] != "C").split())
    name = unicodedata.normalize("NFKC", name)
    has_letter = any(unicodedata.category(each)[0] in "LN" for each in name)
    return name if has_letter and len(name) <= MOST_LETTERS else None


def clean(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor | None) -> None:
    """A name that another player of the club has gets a number; a name without a letter stays until it is renamed."""
    Player = apps.get_model("club", "Player")
    taken = set(Player.objects.values_list("club", "folded"))
    for player in Player.objects.order_by("pk"):
        real_name = clean_name(player.real_name) if player.real_name else ""
        name = cleaned = clean_name(player.name)
        if name is None or cleaned is None or real_name is None:
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

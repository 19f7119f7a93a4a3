"""One row for what has happened at the tables of a party, in place of sums over its games."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def fill(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor | None) -> None:
    """Begin with the sums that pages hold."""
    played = apps.get_model("play", "Game").objects.exclude(party_code="").order_by()
    sums = played.values_list("party_code").annotate(models.Sum("revision"))
    PartyRevision = apps.get_model("play", "PartyRevision")
    PartyRevision.objects.bulk_create(PartyRevision(pk=code, hands=sum_, results=sum_) for code, sum_ in sums)


class Migration(migrations.Migration):
    dependencies = [("play", "0011_name_of_the_table")]

    operations = [
        migrations.CreateModel(
            "PartyRevision",
            [
                ("party_code", models.CharField(max_length=12, primary_key=True, serialize=False)),
                ("hands", models.PositiveIntegerField(default=0)),
                ("results", models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]

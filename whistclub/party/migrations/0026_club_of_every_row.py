from django.db import migrations

from whistclub.club.fields import adding_club

# Each after the one it names.
NAMES = {
    "entrant": "party",
    "doorname": "party",
    "expectedname": "party",
    "round": "party",
    "table": "round",
    "seatassignment": "round",
    "logentry": "party",
    "step": "party",
}


class Migration(migrations.Migration):
    dependencies = [("party", "0025_rung_by_top_table")]
    operations = [step for model, source in NAMES.items() for step in adding_club("party", model, source)]

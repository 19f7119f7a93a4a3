from django.db import migrations

from whistclub.club.fields import adding_club


class Migration(migrations.Migration):
    dependencies = [("stats", "0005_shown_from")]
    operations = adding_club("stats", "partyrank", "party")

from django.db import migrations

from whistclub.club.fields import adding_club


class Migration(migrations.Migration):
    dependencies = [("club", "0009_founding")]
    operations = adding_club("club", "playerchange", "player")

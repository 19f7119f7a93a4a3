import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("club", "0012_bin"),
        ("rules", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="ruleset",
            name="rules_set_name_once_in_club",
        ),
        migrations.AddField(
            model_name="ruleset",
            name="binned_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="ruleset",
            name="binned_by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddConstraint(
            model_name="ruleset",
            constraint=models.UniqueConstraint(
                condition=models.Q(("binned_at", None), ("current", True)),
                fields=("club", "folded"),
                name="rules_set_name_once_in_club",
            ),
        ),
    ]

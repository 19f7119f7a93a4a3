from functools import cached_property

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from whistclub.club.models import Binnable, Club
from whistclub.engine.options import RuleOptions, options_from_mapping
from whistclub.web.fields import FoldedField


def public_code() -> str:
    """Code of a rule set in public addresses: 59 bits, too many to guess."""
    return get_random_string(10)


class RuleSet(Binnable):
    """One version of a club's own rules. A row is never changed: an edit makes a new row that replaces it and keeps its
    code, so that printed addresses stay good.

    `current` marks the version in use; an archived set has none. `base` is the preset that the rules began from.
    In the bin are all versions of a set, or none.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="rule_sets")
    code = models.CharField(max_length=12, default=public_code, db_index=True)
    name = models.CharField(_("name"), max_length=60)
    # Three times as long: case folding may make three letters of one.
    folded = FoldedField("name", max_length=180)
    base = models.CharField(max_length=40)
    options = models.JSONField()
    note = models.TextField(_("note"), max_length=600, default="", blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    replaces = models.OneToOneField("self", models.PROTECT, null=True, related_name="replaced_by")
    current = models.BooleanField(default=True)
    retired_at = models.DateTimeField(null=True)
    retired_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "folded"],
                condition=Q(current=True, binned_at=None),
                name="rules_set_name_once_in_club",
            ),
            models.UniqueConstraint(fields=["code"], condition=Q(current=True), name="rules_set_one_current_version"),
            models.CheckConstraint(
                condition=~Q(current=True, retired_at__isnull=False), name="rules_set_retired_is_not_current"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @cached_property
    def rules(self) -> RuleOptions:
        return options_from_mapping(self.options)


class ClubDefault(models.Model):
    """The rules that a club's new games start with; the newest row counts, the others are history.

    `key` is a preset's name, or "own-" and the code of the club's own rules.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="rule_defaults")
    key = models.CharField(max_length=40)
    set_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    set_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.key

from functools import cached_property

from django.db import models
from django.utils.crypto import get_random_string

from whistclub.club.models import Club
from whistclub.engine.options import RuleOptions, options_from_mapping
from whistclub.web.fields import FoldedField


def public_code() -> str:
    """Code of a rule set in public addresses: 59 bits, too many to guess."""
    return get_random_string(10)


class RuleSet(models.Model):
    """A club's own rules. They are changed in place: every game keeps a copy of the options it began with.

    `base` is the preset that they began from.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="rule_sets")
    code = models.CharField(max_length=12, default=public_code, unique=True)
    name = models.CharField("name", max_length=60)
    # Three times as long: case folding may make three letters of one.
    folded = FoldedField("name", max_length=180)
    base = models.CharField(max_length=40)
    options = models.JSONField()
    note = models.TextField("note", max_length=600, default="", blank=True)

    class Meta:
        ordering = ["folded", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "folded"], name="rules_set_name_once_in_club"),
        ]

    def __str__(self) -> str:
        return self.name

    @cached_property
    def rules(self) -> RuleOptions:
        return options_from_mapping(self.options)

"""The rules that a club can choose from, and the data of the pages about rules."""

from dataclasses import dataclass, replace

from django.db.models import Exists, F, OuterRef, QuerySet, Value
from django.db.models.functions import Concat
from django.utils.translation import gettext as _

from whistclub.club.models import Club
from whistclub.club.queries import clubs_of
from whistclub.engine.presets import DEFAULT_PRESET, PRESETS
from whistclub.rules.models import ClubDefault, RuleSet
from whistclub.rules.summary import OWN, RulesSummary, card, cards, differences, own, own_code, own_key, preset_card

# Club and RuleSet are exported for the type annotations of views.
__all__ = [
    "Club",
    "RuleSet",
    "choices",
    "chosen",
    "clubs_of",
    "default_key",
    "edited",
    "kept",
    "managed",
    "public_set",
    "version",
]


@dataclass(frozen=True, slots=True)
class OwnRules:
    """A club's own rules: the version and its summary."""

    version: RuleSet
    card: RulesSummary

    @property
    def code(self) -> str:
        return self.version.code

    @property
    def retired(self) -> bool:
        return not self.version.current


@dataclass(frozen=True, slots=True)
class Managed:
    """A club's page of rules; `default` is the key in force."""

    own: list[OwnRules]
    retired: list[OwnRules]
    presets: list[RulesSummary]
    default: str


@dataclass(frozen=True, slots=True)
class Version:
    """An earlier version, and where it differs from the newest."""

    row: RuleSet
    changes: list[str]


@dataclass(frozen=True, slots=True)
class Edited:
    """The newest version of a rule set, and the earlier ones, latest first."""

    rules: OwnRules
    earlier: list[Version]


def choices(club: Club) -> list[RulesSummary]:
    """The rules that a club can choose: its own in use by name, then the presets. One query."""
    return [*(_card(row, club) for row in _in_use(club)), *cards()]


def kept(club: Club, key: str) -> RulesSummary | None:
    """The newest version of the club's own rules with this key, archived ones too; None for any other key."""
    code = own_code(key)
    row = club.rule_sets.filter(code=code, binned_at=None).order_by("pk").last() if code else None
    return _card(row, club) if row else None


def chosen(club: Club, key: str) -> RulesSummary | None:
    """The rules of a key: a preset, or rules that this club has in use."""
    code = own_code(key)
    if code is None:
        found = card(key)
        return replace(found, currency=club.currency) if found else None
    row = _in_use(club).filter(code=code).first()
    return _card(row, club) if row else None


def default_key(club: Club) -> str | None:
    """The key of the rules that new games start with; None if none was chosen.

    Where the chosen rules have been archived, it is the built-in default.
    """
    in_use = RuleSet.objects.filter(club=club, current=True, binned_at=None).annotate(key=Concat(Value(OWN), F("code")))
    newest = (
        ClubDefault.objects.filter(club=club)
        .annotate(in_use=Exists(in_use.filter(key=OuterRef("key"))))
        .order_by("pk")
        .last()
    )
    if newest is None:
        return None
    return newest.key if newest.in_use or newest.key in PRESETS else DEFAULT_PRESET


def public_set(code: str) -> OwnRules | None:
    """The newest version of any club's own rules, archived ones too, and those in the bin."""
    row = RuleSet.objects.select_related("club").filter(code=code).order_by("pk").last()
    return OwnRules(row, _card(row, row.club)) if row else None


def managed(club: Club) -> Managed:
    """Everything on the organiser's page of rules: two queries."""
    newest = list(
        club.rule_sets.filter(replaced_by__isnull=True, binned_at=None)
        .select_related("made_by", "retired_by")
        .order_by("folded", "pk")
    )
    rules = [OwnRules(row, _card(row, club)) for row in newest]
    return Managed(
        own=[each for each in rules if not each.retired],
        retired=[each for each in rules if each.retired],
        presets=cards(),
        default=default_key(club) or DEFAULT_PRESET,
    )


def edited(club: Club, code: str) -> Edited | None:
    """The versions of one rule set of a club; None if the club has no such set. One query."""
    rows = list(
        club.rule_sets.filter(code=code, binned_at=None).select_related("made_by", "retired_by").order_by("-pk")
    )
    if not rows:
        return None
    newest = rows[0]
    earlier = [Version(old, _changes(old, newest, club.currency)) for old in rows[1:]]
    return Edited(OwnRules(newest, _card(newest, club)), earlier)


def version(club: Club, code: str, pk: int) -> RuleSet | None:
    """One version of a set of a club."""
    return club.rule_sets.select_related("club").filter(code=code, pk=pk, binned_at=None).first()


def _in_use(club: Club) -> QuerySet[RuleSet]:
    return club.rule_sets.filter(current=True, binned_at=None).order_by("folded", "pk")


def _card(row: RuleSet, club: Club) -> RulesSummary:
    known = replace(preset_card(row.base), key=own_key(row.code), rules=row.rules, currency=club.currency)
    return own(known, row.name, row.note)


def _changes(old: RuleSet, newest: RuleSet, currency: str) -> list[str]:
    name = [_("The name was “{name}”.").format(name=old.name)] if old.name != newest.name else []
    note = [_("The note was different.")] if old.note != newest.note else []
    return [*name, *differences(old.rules, newest.rules, currency), *note]

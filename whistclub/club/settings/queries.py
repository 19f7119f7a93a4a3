"""What owners changed in the settings of their club, and its logo."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.utils.translation import gettext as _

from whistclub.club.models import Club, ClubChange, Logo

MOST_SHOWN = 100
Kind = ClubChange.Kind


@dataclass(frozen=True, slots=True)
class Change:
    at: datetime
    who: str
    what: str


def changes(club: Club) -> list[Change]:
    """The newest first. One query."""
    newest = ClubChange.objects.filter(club=club).select_related("by_user").order_by("-at", "-pk")[:MOST_SHOWN]
    return [Change(each.at, str(each.by_user), change_text(each)) for each in newest]


def change_text(change: ClubChange) -> str:
    """A change as a sentence."""
    kind = Kind(change.kind)
    if kind is Kind.LOGO:
        return str(_("Logo changed") if change.after else _("Logo removed"))
    if kind is Kind.CALENDAR:
        return f"{kind.label}: {change.after}"
    if kind is Kind.SEASON:
        done = "changed" if change.before and change.after else "added" if change.after else "deleted"
        return f"Season {done}: {' → '.join(dict.fromkeys(filter(None, (change.before, change.after))))}"
    before, after = _value(kind, change.before), _value(kind, change.after)
    return _("{what}: {before} → {after}").format(what=kind.label, before=before, after=after)


def logo(club: str, name: str) -> bytes | None:
    """The logo of this name of a club, by its slug; None if it has another one, or none."""
    png = Logo.objects.filter(club__slug=club, club__logo=name).values_list("png", flat=True).first()
    return None if png is None else bytes(png)


def _value(kind: Kind, value: str) -> str:
    """A stored value as people read it."""
    match kind:
        case Kind.TIME_ZONE:
            return value.replace("_", " ")
        case Kind.SHOWN:
            return str(Club.Shown(value).label)
        case Kind.EMBEDDED:
            return value.replace(" ", ", ") or _("none")
        case Kind.COLOUR:
            return str(Club.Colour(value).label)
        case Kind.LANGUAGE:
            return str(dict(settings.LANGUAGES).get(value, value))
    return value

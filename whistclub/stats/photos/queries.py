"""The photos of an evening, for pages and for their own addresses."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Count, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.club.models import Club
from whistclub.club.queries import names_by_key
from whistclub.club.stored_names import with_names
from whistclub.stats.models import ClubDay, PartyFact, Photo, PhotoChange
from whistclub.stats.viewer import Viewer
from whistclub.web.formatting import format_date

# Club is exported for the type annotations of views.
__all__ = [
    "Club",
    "Shown",
    "changes",
    "has_evening",
    "jpeg",
    "of_evening",
    "photos_of",
    "shown_photos",
    "shows",
    "winners_wait",
    "without_evening",
]

MOST_CHANGES = 50
Kind = PhotoChange.Kind


@dataclass(frozen=True, slots=True)
class Shown:
    """A photo on a page: `title` is what it is called where it cannot be seen."""

    key: int
    caption: str
    title: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Change:
    at: datetime
    who: str
    what: str


@dataclass(frozen=True, slots=True)
class WithoutEvening:
    """An evening with photos on which no game is counted any more."""

    day: date
    text: str


def shows(viewer: Viewer, day: date) -> bool:
    """Whether this viewer sees the photos of an evening: organisers do, and others who see names, once the winners of
    all its parties have been announced. Two queries.
    """
    return viewer.is_organiser or (_shows_to_strangers(viewer.club, day) and has_evening(viewer.club, day))


def shown_photos(viewer: Viewer, day: date) -> list[Shown]:
    """The photos on the page of an evening, as `photos_of`."""
    return photos_of(viewer, day) if viewer.is_organiser or _shows_to_strangers(viewer.club, day) else []


def _shows_to_strangers(club: Club, day: date) -> bool:
    return club.has_photos and club.links_names and not winners_wait(club, day)


def winners_wait(club: Club, day: date) -> bool:
    """Whether a party of this evening has winners who are still to be announced. One query."""
    return PartyFact.objects.filter(club=club, day=day, shown_from__gt=timezone.now()).exists()


def photos_of(viewer: Viewer, day: date) -> list[Shown]:
    """The photos of an evening in the order in which they were added; none if the club does not want any.

    Captions name hidden players to organisers only. One query, and one for names in captions.
    """
    club = viewer.club
    if not club.has_photos:
        return []
    rows = of_evening(club, day).values_list("pk", "caption", "width", "height")
    names, evening = names_by_key(club.pk, hide=not viewer.is_organiser), date_format(day, "j F Y")
    found = []
    for number, (key, stored, width, height) in enumerate(rows, start=1):
        caption = with_names(stored, names)
        title = _("Photo {number} of the evening of {day}").format(number=number, day=evening)
        found.append(Shown(key, caption, caption or title, width, height))
    return found


def jpeg(club: Club, day: date, key: int, size: str) -> bytes | None:
    """One photo of an evening, “small” or “large”; None for an unknown one. One query."""
    if not club.has_photos:
        return None
    found = of_evening(club, day).filter(pk=key).values_list(size, flat=True).first()
    return None if found is None else bytes(found)


def has_evening(club: Club, day: date) -> bool:
    """Whether a game is counted on this day."""
    return ClubDay.objects.filter(club=club, day=day).exists()


def changes(club: Club, day: date) -> list[Change]:
    """What was done to the photos that an evening has, the newest first. One query, and one for names in captions."""
    found = PhotoChange.objects.filter(photo__in=of_evening(club, day).order_by()).select_related("by_user")
    names = names_by_key(club.pk)
    return [
        Change(each.at, str(each.by_user), change_text(each, names))
        for each in found.order_by("-at", "-pk")[:MOST_CHANGES]
    ]


def change_text(change: PhotoChange, names: Mapping[int, str]) -> str:
    """A change as a sentence."""
    before, after = change.before, change.after
    match Kind(change.kind):
        case Kind.ADDED:
            return _("Photo added")
        case Kind.CAPTIONED:
            before, after = with_names(before, names), with_names(after, names)
            return _("Caption: {before} → {after}").format(before=before or _("none"), after=after or _("none"))
        case Kind.MOVED:
            days = (format_date(date.fromisoformat(each)) for each in (before, after))
            return _("Photo moved: {before} → {after}").format(**dict(zip(("before", "after"), days, strict=True)))
        case Kind.BINNED:
            return _("Photo moved to the bin")
        case Kind.RESTORED:
            return _("Photo restored")


def without_evening(club: Club) -> list[WithoutEvening]:
    """Evenings with photos whose games were moved to another day, or to the bin. One query."""
    evenings = ClubDay.objects.filter(club=club).values("day")
    found = Photo.objects.filter(club=club, binned_at=None).exclude(day__in=evenings)
    return [
        WithoutEvening(day, ngettext("{n} photo", "{n} photos", n).format(n=n))
        for day, n in found.values_list("day").annotate(n=Count("pk")).order_by("day")
    ]


def of_evening(club: Club, day: date) -> QuerySet[Photo]:
    """The photos of an evening, in the order in which they were added; none that are in the bin."""
    return Photo.objects.filter(club=club, day=day, binned_at=None).order_by("pk")

"""Add photos to an evening, name what they show, move them to another evening or to the bin. Each change is logged."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.accounts.models import User
from whistclub.club.actions import lock_club, raise_revision
from whistclub.club.models import Club
from whistclub.club.queries import refer
from whistclub.stats.models import Photo, PhotoChange
from whistclub.stats.photos.pictures import Picture
from whistclub.stats.photos.queries import of_evening
from whistclub.web.errors import ActionRefused
from whistclub.web.transactions import write_transaction

MOST_OF_EVENING = 12
Kind = PhotoChange.Kind


class TooManyPhotos(ActionRefused):
    """An evening would have more than MOST_OF_EVENING; `room` is for how many more there is room."""

    def __init__(self, room: int) -> None:
        most = _("An evening can have {most} photos.").format(most=MOST_OF_EVENING)
        if room:
            rest = ngettext("There is room for {n} more.", "There is room for {n} more.", room).format(n=room)
        else:
            rest = _("Remove one first.")
        super().__init__("too_many_photos", f"{most} {rest}")


def add_photos(club: Club, day: date, pictures: Sequence[Picture], *, by: User, at: datetime) -> int:
    """Add photos to an evening; one that it has already is not added again. Returns how many are new.

    Raises TooManyPhotos.
    """
    with _changing(club):
        there = of_evening(club, day)
        sent = {each.large: each for each in pictures}.values()
        new = [each for each in sent if not there.filter(large=each.large).exists()]
        _require_room(club, day, len(new))
        if new:
            raise_revision(club.pk)
        for each in new:
            photo = Photo.objects.create(
                club=club, day=day, small=each.small, large=each.large, width=each.width, height=each.height
            )
            _log(photo, Kind.ADDED, by=by, at=at)
    return len(new)


def set_captions(club: Club, day: date, captions: Mapping[int, str], *, by: User, at: datetime) -> int:
    """Change what photos of an evening are called, by key; "" for nothing. Returns how many are different now."""
    changed = 0
    with _changing(club):
        for photo in of_evening(club, day).filter(pk__in=captions).only("club", "caption"):
            after = refer(club.pk, captions[photo.pk], at)
            if after != photo.caption:
                _log(photo, Kind.CAPTIONED, before=photo.caption, after=after, by=by, at=at)
                Photo.objects.filter(pk=photo.pk).update(caption=after)
                changed += 1
        if changed:
            raise_revision(club.pk)
    return changed


def move_photos(club: Club, day: date, to: date, *, by: User, at: datetime) -> None:
    """Let all photos of an evening belong to another one. Raises TooManyPhotos."""
    with _changing(club):
        photos = list(of_evening(club, day).only("club", "day"))
        if day == to or not photos:
            return
        _require_room(club, to, len(photos))
        for photo in photos:
            _log(photo, Kind.MOVED, before=day.isoformat(), after=to.isoformat(), by=by, at=at)
        Photo.objects.filter(pk__in=[photo.pk for photo in photos]).update(day=to)
        raise_revision(club.pk)


def bin_photo(photo: Photo, *, by: User, at: datetime) -> None:
    """Put a photo into the bin: its addresses stop working. Twice is once."""
    with _changing(photo.club):
        if Photo.objects.filter(pk=photo.pk, binned_at=None).update(binned_at=at, binned_by=by):
            _log(photo, Kind.BINNED, by=by, at=at)
            raise_revision(photo.club_id)


def restore_photo(photo: Photo, *, by: User, at: datetime) -> bool:
    """Take a photo out of the bin; False if it was not there. Raises TooManyPhotos."""
    with _changing(photo.club):
        there = Photo.objects.filter(pk=photo.pk, binned_at__isnull=False)
        if not there.exists():
            return False
        _require_room(photo.club, photo.day, 1)
        there.update(binned_at=None, binned_by=None)
        _log(photo, Kind.RESTORED, by=by, at=at)
        raise_revision(photo.club_id)
    return True


@contextmanager
def _changing(club: Club) -> Iterator[None]:
    """One change of photos of a club at a time. What changes something raises the revision."""
    with write_transaction():
        lock_club(club.pk)
        yield


def _require_room(club: Club, day: date, more: int) -> None:
    """Raises TooManyPhotos."""
    room = max(0, MOST_OF_EVENING - of_evening(club, day).count())
    if more > room:
        raise TooManyPhotos(room)


def _log(photo: Photo, kind: Kind, *, before: str = "", after: str = "", by: User, at: datetime) -> None:
    PhotoChange.objects.create(photo=photo, kind=kind, before=before, after=after, at=at, by_user=by)

"""Made-up photos, and an evening with some."""

from datetime import date
from io import BytesIO

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image, ImageDraw

from tests.builders import NOON
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.club.settings.actions import change_settings
from whistclub.stats.models import Photo
from whistclub.stats.photos.actions import add_photos
from whistclub.stats.photos.pictures import Picture, picture_of

DAY = NOON.date()


def photo_file(
    name: str = "photo.jpg", kind: str = "JPEG", size: tuple[int, int] = (60, 40), mode: str = "RGB", **save: object
) -> SimpleUploadedFile:
    """A picture whose left half is dark, as a browser sends it; another name makes another one."""
    picture = Image.new("RGB", size, (250, len(name) * 5 % 256, sum(name.encode()) * 37 % 256))
    ImageDraw.Draw(picture).rectangle((0, 0, size[0] // 2, size[1]), fill="black")
    stored = BytesIO()
    picture.convert(mode).save(stored, kind, **save)
    return SimpleUploadedFile(name, stored.getvalue())


def with_scans(more: int) -> bytes:
    """A JPEG whose last scan, of a few bytes, comes so many times more."""
    jpeg = photo_file(progressive=True).read()
    last = jpeg.rindex(b"\xff\xda")
    return jpeg[:-2] + jpeg[last:-2] * more + jpeg[-2:]


def picture(name: str = "photo.jpg") -> Picture:
    return picture_of(photo_file(name))


def want_photos(club: Club, by: User, shown: str = Club.EveningPhotos.SHOWN) -> None:
    change_settings(club, {"evening_photos": shown}, by=by, at=NOON)
    club.refresh_from_db()


def with_photos(club: Club, by: User, count: int = 1, *, day: date = DAY) -> list[Photo]:
    """The photos of an evening, in a club that wants photos."""
    want_photos(club, by)
    add_photos(club, day, [picture(f"{number}.jpg") for number in range(count)], by=by, at=NOON)
    return list(Photo.objects.filter(club=club).order_by("pk"))

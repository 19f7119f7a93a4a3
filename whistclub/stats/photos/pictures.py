"""Makes a photo out of the file that an organiser chose: two JPEGs, drawn again, with nothing else in them."""

from dataclasses import dataclass
from io import BytesIO
from typing import IO

from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from whistclub.web.errors import ActionRefused
from whistclub.web.jpegs import BEGIN, scans_of

# A JPEG of one scan is decoded smaller; anything else takes four to six bytes for each pixel.
MOST_PIXELS_OF_ONE_SCAN = 64_000_000
MOST_PIXELS_OF_OTHERS = 16_000_000
FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
LARGE, SMALL = 1600, 480  # pixels of the longer side
# A photo is in the database and in every backup.
MOST_BYTES_LARGE, MOST_BYTES_SMALL = 300_000, 25_000
QUALITIES = (82, 72, 60)
# The first bytes of HEIC files, which many phones make unless they are set to JPEG.
HEIC = (b"ftypheic", b"ftypheix", b"ftyphevc", b"ftypmif1", b"ftypmsf1", b"ftypavif")


class UnusablePhoto(ActionRefused):
    """The file is no picture that can be a photo."""

    status = 422

    def __init__(self, sentence: str) -> None:
        super().__init__("unusable_photo", sentence)


@dataclass(frozen=True, slots=True)
class Picture:
    """Two JPEGs; `width` and `height` are those of the large one."""

    large: bytes
    small: bytes
    width: int
    height: int


def picture_of(file: IO[bytes]) -> Picture:
    """A file as photo, upright and of LARGE and SMALL pixels at most. Raises UnusablePhoto."""
    content = file.read()
    file.seek(0)
    if content[4:12] in HEIC:
        raise UnusablePhoto(_("A photo of this kind (HEIC) cannot be read. Save it as JPEG, then choose it again."))
    most_pixels = MOST_PIXELS_OF_OTHERS
    if content.startswith(BEGIN):
        scans = scans_of(content)
        if not scans.are_usual:
            raise UnusablePhoto(_("This JPEG is built in an unusual way. Save it again, then choose it again."))
        most_pixels = MOST_PIXELS_OF_OTHERS if scans.are_collected else MOST_PIXELS_OF_ONE_SCAN
    try:
        picture = Image.open(file, formats=FORMATS)
    except Exception as error:  # Pillow raises whatever its decoders raise
        raise UnusablePhoto(_("This is not a photo. Choose a JPEG or PNG.")) from error
    if picture.width * picture.height > most_pixels:
        raise UnusablePhoto(_("This photo has too many pixels. Make it smaller, then choose it again."))
    try:
        picture.draft("RGB", _inside(picture.size, LARGE))  # a JPEG is decoded smaller, but large enough
        upright = _flat(ImageOps.exif_transpose(_within(picture, LARGE)))
    except Exception as error:
        raise UnusablePhoto(_("This photo is damaged. Save it again, then choose it again.")) from error
    upright.info = {}  # the colour profile and comments of the file would be written again
    large, size = _jpeg(upright, LARGE, MOST_BYTES_LARGE)
    small, _size = _jpeg(upright, SMALL, MOST_BYTES_SMALL)
    return Picture(large, small, *size)


def _inside(size: tuple[int, int], side: int) -> tuple[int, int]:
    """The width and height of a picture of this size whose longer side is `side`."""
    width, height = size
    return max(1, width * side // max(size)), max(1, height * side // max(size))


def _within(picture: Image.Image, side: int) -> Image.Image:
    """Smaller if it is larger, in a mode that can be made smaller smoothly."""
    smooth = picture if picture.mode in ("RGB", "RGBA", "L") else picture.convert("RGBA")
    smooth.thumbnail((side, side), Image.Resampling.LANCZOS)
    return smooth


def _flat(picture: Image.Image) -> Image.Image:
    """On white where it is transparent."""
    if picture.mode != "RGBA":
        return picture.convert("RGB")
    white = Image.new("RGBA", picture.size, "white")
    white.alpha_composite(picture)
    return white.convert("RGB")


def _jpeg(picture: Image.Image, side: int, most: int) -> tuple[bytes, tuple[int, int]]:
    """As large and as good as so many pixels and bytes allow, with its width and height."""
    while True:
        picture = picture.copy()
        picture.thumbnail((side, side), Image.Resampling.LANCZOS)
        for quality in QUALITIES:
            stored = BytesIO()
            picture.save(stored, "JPEG", quality=quality, optimize=True, progressive=True)
            jpeg = stored.getvalue()
            if len(jpeg) <= most:
                return jpeg, picture.size
        side = side * 3 // 4

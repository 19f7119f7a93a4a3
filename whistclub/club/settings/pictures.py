"""Makes a logo out of the picture that an owner chose: a small PNG, drawn again, with nothing else in the file."""

import hashlib
from io import BytesIO
from typing import IO

from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from whistclub.web.errors import ActionRefused

MOST_BYTES_SENT = 2_000_000
MOST_PIXELS_SENT = 16_000_000  # decoding them takes about 0.3 s
MOST_PIXELS = 512  # of width and height
MOST_BYTES = 200_000
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")


class UnusablePicture(ActionRefused):
    """The file is no picture that can be a logo."""

    status = 422

    def __init__(self, sentence: str) -> None:
        super().__init__("unusable_picture", sentence)


def logo_of(file: IO[bytes]) -> bytes:
    """The picture as a PNG of at most MOST_PIXELS × MOST_PIXELS and MOST_BYTES. Raises UnusablePicture."""
    try:
        picture = Image.open(file, formats=FORMATS)
    except Exception as error:
        raise UnusablePicture(
            _("This picture cannot be used. Save the logo as PNG or JPEG, then choose it again.")
        ) from error
    if picture.width * picture.height > MOST_PIXELS_SENT:
        raise UnusablePicture(_("This picture has too many pixels. Make it smaller, then choose it again."))
    try:
        picture.draft(None, (2 * MOST_PIXELS, 2 * MOST_PIXELS))  # a JPEG is decoded smaller, but large enough
        small = picture if picture.mode in ("RGB", "RGBA") else picture.convert("RGBA")
        small.thumbnail((MOST_PIXELS, MOST_PIXELS), Image.Resampling.LANCZOS)
        upright = ImageOps.exif_transpose(small).convert("RGBA")
    except Exception as error:  # Pillow raises whatever its decoders raise
        raise UnusablePicture(_("This picture is damaged. Save it again, then choose it again.")) from error
    side = MOST_PIXELS
    while True:
        upright.thumbnail((side, side), Image.Resampling.LANCZOS)
        for image in (upright, upright.quantize(256, Image.Quantize.FASTOCTREE)):
            stored = BytesIO()
            image.save(stored, "PNG", optimize=True)
            if len(stored.getvalue()) <= MOST_BYTES:
                return stored.getvalue()
        side = side * 3 // 4


def name_of(png: bytes) -> str:
    """The name under which browsers keep a logo for good: another picture has another name."""
    return hashlib.sha256(png).hexdigest()[:16]

"""What is kept of the file of a photo, and which files are refused."""

import time
import zlib
from io import BytesIO

import pytest
from PIL import Image

from tests.stats.photo_files import photo_file, with_scans
from whistclub.stats.photos.pictures import (
    LARGE,
    MOST_BYTES_LARGE,
    MOST_BYTES_SMALL,
    SMALL,
    UnusablePhoto,
    picture_of,
)
from whistclub.web.jpegs import scans_of

TURNED = 6  # EXIF: the camera was held upright


def opened(jpeg: bytes) -> Image.Image:
    picture = Image.open(BytesIO(jpeg))
    assert picture.format == "JPEG"
    return picture.convert("RGB")


@pytest.mark.parametrize(
    "kind, mode, size",
    [
        ("JPEG", "RGB", (60, 40)),
        ("JPEG", "L", (60, 40)),
        ("JPEG", "CMYK", (60, 40)),
        ("PNG", "RGBA", (60, 40)),
        ("PNG", "P", (60, 40)),
        ("PNG", "LA", (60, 40)),
        ("WEBP", "RGB", (60, 40)),
        ("GIF", "P", (60, 40)),
        ("JPEG", "RGB", (3000, 1500)),
    ],
)
def test_a_photo_is_two_jpegs_of_limited_size(kind, mode, size):
    made = picture_of(photo_file(kind=kind, mode=mode, size=size))
    large, small = opened(made.large), opened(made.small)
    assert large.size == (made.width, made.height) == (min(size[0], LARGE), min(size[1], LARGE // 2))
    assert max(small.size) == min(size[0], SMALL)
    assert max(large.getpixel((1, 1))) < 60 < large.getpixel((made.width - 2, 1))[0]


def test_it_is_upright_and_says_nothing_of_the_camera_and_the_place():
    exif = Image.Exif()
    exif[0x0112], exif[0x010F] = TURNED, "Cameraman"
    exif.get_ifd(0x8825)[1] = "N"  # where on earth
    made = picture_of(photo_file(size=(60, 40), exif=exif, icc_profile=b"a profile", comment=b"a secret"))
    assert (made.width, made.height) == (40, 60)
    for jpeg in (made.large, made.small):
        assert not Image.open(BytesIO(jpeg)).getexif()
        for word in (b"Cameraman", b"Exif", b"profile", b"secret"):
            assert word not in jpeg


def test_what_is_transparent_becomes_white():
    stored = BytesIO()
    Image.new("RGBA", (20, 20), (0, 0, 0, 0)).save(stored, "PNG")
    assert opened(picture_of(stored).large).getpixel((5, 5)) == (255, 255, 255)


def test_even_noise_takes_few_bytes():
    noise = BytesIO()
    Image.effect_noise((1600, 1200), 90).convert("RGB").save(noise, "JPEG", quality=95)
    noise.seek(0)
    made = picture_of(noise)
    assert len(made.large) <= MOST_BYTES_LARGE < len(noise.getvalue())
    assert len(made.small) <= MOST_BYTES_SMALL
    assert opened(made.large).size == (made.width, made.height)


def png_of(width: int, height: int) -> bytes:
    """The beginning of a PNG that claims so many pixels."""
    head = b"IHDR" + width.to_bytes(4) + height.to_bytes(4) + b"\x08\x06\x00\x00\x00"
    begin = b"\x89PNG\r\n\x1a\n" + (13).to_bytes(4) + head + zlib.crc32(head).to_bytes(4)
    return begin + (100).to_bytes(4) + b"IDATx\x9c"


def jpeg_of(width: int, height: int, *, progressive: bool = False, apart: bool = False) -> bytes:
    """A JPEG that claims so many pixels; `apart`: the first scan has only one of its colours."""
    jpeg = photo_file(size=(16, 16), progressive=progressive).read()
    size = jpeg.index(b"\xff\xc2" if progressive else b"\xff\xc0") + 5
    jpeg = jpeg[:size] + height.to_bytes(2) + width.to_bytes(2) + jpeg[size + 4 :]
    return jpeg.replace(b"\xff\xda\x00\x0c\x03", b"\xff\xda\x00\x08\x01", 1) if apart else jpeg


def test_a_photo_of_several_scans_is_a_photo():
    made = picture_of(BytesIO(with_scans(0)))
    assert opened(made.large).size == (60, 40)


def test_only_the_scans_of_the_photo_itself_are_counted():
    inside = photo_file(comment=b"\xff\xda" * 100).read()
    for jpeg in (inside, inside + inside * 30):
        assert scans_of(jpeg).count == 1
    assert scans_of(with_scans(5)).count == scans_of(with_scans(0)).count + 5


@pytest.mark.parametrize("fill", [b"\xff", b"\xff\xe0\0\2", b"\xff\0"], ids=["ff", "segments", "data"])
def test_a_long_file_without_a_picture_is_refused_at_once(fill):
    began = time.process_time()
    with pytest.raises(UnusablePhoto):
        picture_of(BytesIO(b"\xff\xd8\xff\xe0\0\2" + fill * (2_000_000 // len(fill))))
    assert time.process_time() - began < 1


def test_a_scan_may_be_cut_off_anywhere():
    jpeg = with_scans(2)
    counts = [scans_of(jpeg[:length]).count for length in range(len(jpeg))]
    assert counts == sorted(counts)


HEIC = b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"


@pytest.mark.parametrize(
    "content, sentence",
    [
        (b"", "This is not a photo."),
        (b"%PDF-1.7", "This is not a photo."),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "This is not a photo."),
        (HEIC, "(HEIC) cannot be read. Save it as JPEG"),
        (png_of(5000, 5000), "too many pixels"),
        (png_of(2**31 - 1, 2**31 - 1), "Choose a JPEG or PNG."),
        (png_of(40, 40), "damaged"),
        (photo_file(size=(600, 400)).read()[:2000], "damaged"),
        (jpeg_of(9000, 9000), "too many pixels"),
        (jpeg_of(5000, 4000, progressive=True), "too many pixels"),
        (jpeg_of(5000, 4000, apart=True), "too many pixels"),
        (with_scans(30), "built in an unusual way"),
    ],
    ids=[
        "empty",
        "pdf",
        "svg",
        "heic",
        "pixels",
        "bomb",
        "no pixels",
        "cut off",
        "large jpeg",
        "progressive",
        "colours apart",
        "scans",
    ],
)
def test_what_is_no_photo_is_refused_with_a_sentence(content, sentence):
    with pytest.raises(UnusablePhoto) as refusal:
        picture_of(BytesIO(content))
    assert sentence in refusal.value.sentence

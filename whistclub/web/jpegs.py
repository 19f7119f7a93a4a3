"""How a JPEG is built, which decides what it costs to read it; its size in bytes and pixels does not say so."""

import re
from dataclasses import dataclass

JPEGS = ("JPEG", "MPO")  # as Pillow calls them; MPO: a JPEG of phones with a second picture
START_OF_SCAN, END = 0xDA, 0xD9
# Those that tell how the picture is compressed: all of C0 to CF but three.
FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
READ_AT_ONCE = (0xC0, 0xC1)
# Inside a scan FF00 is data, and FFD0 to FFD7 divide it. Neither these nor FF01 and FFD8 have a length.
_MARKER = re.compile(rb"\xff+([^\x00\x01\xd0-\xd8\xff])", re.DOTALL)
# A file has about ten. A program that writes as many as it can find a use for has fewer than this.
MOST_SCANS = 20


@dataclass(frozen=True, slots=True)
class Scans:
    """`count`: each scan is worked through with all pixels, however few bytes it has.

    `are_collected`: all pixels are held, at up to six bytes each, until the last scan has come; also of a picture that
    is wanted smaller.
    """

    count: int
    are_collected: bool


def scans_of(jpeg: bytes) -> Scans:
    """The scans of the first picture in a JPEG, found as a decoder finds them, up to where it may be damaged."""
    count, at, frame, components, are_collected = 0, 2, 0, b"", False
    while (found := _MARKER.search(jpeg, at)) and (marker := found[1][0]) != END:
        at = found.end()
        content = jpeg[at + 2 : at + 8]
        if marker in FRAMES:
            frame, components = marker, content[5:]
        elif marker == START_OF_SCAN:
            count += 1
            are_collected |= frame not in READ_AT_ONCE or content[:1] < components
        at += max(2, int.from_bytes(jpeg[at : at + 2]))
    return Scans(count, are_collected)

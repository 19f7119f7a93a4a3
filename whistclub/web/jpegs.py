"""How a JPEG is built, which decides what it costs to read it; its size in bytes and pixels does not say so."""

import re
from dataclasses import dataclass

BEGIN = b"\xff\xd8"
START_OF_SCAN, END = 0xDA, 0xD9
# Those that tell how the picture is compressed: all of C0 to CF but three.
FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
READ_AT_ONCE = (0xC0, 0xC1)
# Inside a scan FF00 is data, and FFD0 to FFD7 divide it. Neither these nor FF01 and FFD8 have a length.
_MARKER = re.compile(rb"\xff([^\x00\x01\xd0-\xd8\xff])", re.DOTALL)
# A file has about ten. A program that writes as many as it can find a use for has fewer than this.
MOST_SCANS = 20
# A file has some dozens, of 64 kB at most; each costs as much time as it takes Python to look at it.
MOST_SEGMENTS = 1000


@dataclass(frozen=True, slots=True)
class Scans:
    """`count`: each scan is worked through with all pixels, however few bytes it has.

    `are_collected`: all pixels are held, at up to six bytes each, until the last scan has come; also of a picture that
    is wanted smaller. `segments` are all parts of the file, up to one more than there may be.
    """

    count: int
    segments: int
    are_collected: bool

    @property
    def are_usual(self) -> bool:
        return self.count <= MOST_SCANS and self.segments <= MOST_SEGMENTS


def scans_of(jpeg: bytes) -> Scans:
    """The scans of the first picture in a JPEG, found as a decoder finds them, up to where it may be damaged."""
    count, segments, at, frame, components, are_collected = 0, 0, 2, 0, b"", False
    while segments <= MOST_SEGMENTS and (found := _MARKER.search(jpeg, at)) and (marker := found[1][0]) != END:
        at, segments = found.end(), segments + 1
        content = jpeg[at + 2 : at + 8]
        if marker in FRAMES:
            frame, components = marker, content[5:]
        elif marker == START_OF_SCAN:
            count += 1
            are_collected |= frame not in READ_AT_ONCE or content[:1] < components
        at += max(2, int.from_bytes(jpeg[at : at + 2]))
    return Scans(count, segments, are_collected)

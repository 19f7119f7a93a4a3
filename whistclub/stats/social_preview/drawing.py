"""Draws the picture that a chat shows for a link: values in, the bytes of a PNG out.

Uses neither the database nor the site; all texts are arguments.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from itertools import groupby

from django.conf import settings
from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 1200, 630
EDGE, BAND = 60, 96
# The colours of static/css/tokens.css, in the light.
PAPER, SHEET, INK, FAINT = "#f6f1e5", "#fffdf7", "#1f1c17", "#565043"
LINE, FELT, FELT_INK, LOST = "#d8cfba", "#17563c", "#ffffff", "#8a3d00"
# Enough colours for smooth edges; more would make the file bigger.
COLOURS = 64
# Lines are drawn at this scale and reduced, which smooths them.
FINER = 2
REGULAR, SEMIBOLD, BOLD = 400, 600, 700

# The letters of each file of the font, as static/css/fonts.css tells browsers.
FONT = settings.BASE_DIR / "static" / "vendor" / "whist-sans"
LATIN, ACCENTS = "latin.woff2", "latin-accents.woff2"
LATIN_EXT, VIETNAMESE = "latin-ext.woff2", "vietnamese.woff2"
SPANS = (
    (LATIN, ((0x20, 0x3B), (0x3D, 0x3D), (0x3F, 0x5A), (0x5F, 0x5F), (0x61, 0x7A))),
    (LATIN, ((0xA0, 0xA0), (0xB1, 0xB1), (0xB7, 0xB7), (0xD7, 0xD7), (0x2013, 0x2014))),
    (LATIN, ((0x2018, 0x2019), (0x201C, 0x201D), (0x2022, 0x2022), (0x2026, 0x2026), (0x20AC, 0x20AC))),
    (LATIN, ((0x2212, 0x2212),)),
    (ACCENTS, ((0x3C, 0x3C), (0x3E, 0x3E), (0x5B, 0x5E), (0x60, 0x60), (0x7B, 0x7E))),
    (ACCENTS, ((0xA1, 0xA1), (0xA3, 0xA3), (0xA7, 0xA7), (0xAB, 0xAB), (0xB0, 0xB0), (0xBB, 0xD6), (0xD8, 0xFF))),
    (ACCENTS, ((0x131, 0x131), (0x152, 0x153), (0x201E, 0x201E), (0x2191, 0x2191), (0x2193, 0x2193))),
    (LATIN_EXT, ((0x100, 0x130), (0x132, 0x151), (0x154, 0x17F), (0x218, 0x21B), (0x1E80, 0x1E85), (0x1E9E, 0x1E9E))),
    (VIETNAMESE, ((0x1A0, 0x1A1), (0x1AF, 0x1B0), (0x1EA0, 0x1EF9))),
)


@dataclass(frozen=True, slots=True)
class PlayerPicture:
    """The picture of a player. `line` is the rating over time, `level` the rating of new players; `form` the last
    games, each a letter and whether it was won (None: drawn). `instead` replaces a name that the font cannot draw.
    """

    club: str
    name: str
    instead: str
    rating: str
    rating_label: str
    line: Sequence[float]
    level: float
    level_label: str
    won_text: str
    form: Sequence[tuple[str, bool | None]]


@dataclass(frozen=True, slots=True)
class ClubPicture:
    """The picture of a club: numbers with their labels, and the leaders with their ratings."""

    name: str
    instead: str
    numbers: Sequence[tuple[str, str]]
    leaders_title: str
    leaders: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class StoryPicture:
    """The picture of an evening or a party: its title, who won, and as many further lines as there is room for."""

    club: str
    title: str
    first: str
    lines: Sequence[str]


LINES_DRAWN = 4


def player_picture(card: PlayerPicture) -> bytes:
    sheet = _Sheet(card.club)
    middle = 190
    sheet.text((EDGE, middle), drawable(card.name) or card.instead, 84, weight=BOLD, width=WIDTH - 2 * EDGE)
    if card.rating:
        sheet.text((EDGE, 340), card.rating, 150, FELT, weight=BOLD, width=380)
        sheet.text((EDGE, 440), card.rating_label, 36, FAINT, width=380)
        sheet.line((480, 270, WIDTH - EDGE, 460), card.line, card.level, card.level_label)
    boxes = len(card.form) * 60
    sheet.text((EDGE, 545), card.won_text, 48, weight=SEMIBOLD, width=WIDTH - 2 * EDGE - boxes - 30)
    sheet.boxes((WIDTH - EDGE - boxes + 6, 518), card.form)
    return sheet.png()


def club_picture(card: ClubPicture) -> bytes:
    sheet = _Sheet("")
    sheet.text((EDGE, 190), drawable(card.name) or card.instead, 84, weight=BOLD, width=WIDTH - 2 * EDGE)
    for place, (value, label) in enumerate(card.numbers):
        top = 320 + place * 100
        taken = sheet.text((EDGE, top), value, 84, FELT, weight=BOLD, width=300)
        sheet.text((EDGE + taken + 16, top + 14), label, 36, FAINT, width=460 - taken)
    if card.leaders:
        sheet.text((580, 300), card.leaders_title, 36, FAINT, width=560)
    for place, (name, value) in enumerate(card.leaders):
        top = 370 + place * 76
        taken = sheet.text((WIDTH - EDGE, top), value, 52, FELT, weight=BOLD, width=200, to_the_left=True)
        sheet.text((580, top), str(place + 1), 44, FAINT, width=40)
        sheet.text((630, top), drawable(name) or "–", 52, weight=SEMIBOLD, width=WIDTH - EDGE - 650 - taken)
    return sheet.png()


def story_picture(card: StoryPicture) -> bytes:
    sheet = _Sheet(card.club)
    wide = WIDTH - 2 * EDGE
    sheet.text((EDGE, 160), drawable(card.title), 48, FAINT, weight=SEMIBOLD, width=wide)
    sheet.text((EDGE, 252), drawable(card.first), 72, FELT, weight=BOLD, width=wide)
    for place, line in enumerate(card.lines[:LINES_DRAWN]):
        sheet.text((EDGE, 352 + place * 68), drawable(line), 42, width=wide)
    return sheet.png()


def drawable(text: str) -> str:
    """The text in letters that the font has; accents it lacks are removed, other scripts left out."""
    found = []
    for letter in unicodedata.normalize("NFC", text):
        bare = letter if _file_of(letter) else unicodedata.normalize("NFKD", letter)
        found += [each for each in bare if _file_of(each)]
    return " ".join("".join(found).split())


class _Sheet:
    """The picture: paper with a felt band at the top."""

    def __init__(self, heading: str) -> None:
        self._image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
        self._draw = ImageDraw.Draw(self._image)
        self._draw.rectangle((0, 0, WIDTH, BAND), fill=FELT)
        self._cards()
        self.text((EDGE + 92, BAND // 2), drawable(heading) or "whistclub", 42, FELT_INK, weight=SEMIBOLD, width=980)

    def _cards(self) -> None:
        """The logo: two cards in the band."""
        for turn, left, fill in ((12, EDGE, "#e9e3d3"), (-10, EDGE + 26, SHEET)):
            card = Image.new("L", (44 * FINER, 62 * FINER))
            ImageDraw.Draw(card).rounded_rectangle((0, 0, 40 * FINER, 58 * FINER), 6 * FINER, fill=255)
            shape = card.rotate(turn, Image.Resampling.BICUBIC, expand=True).reduce(FINER)
            self._image.paste(fill, (left, (BAND - shape.height) // 2), shape)

    def text(
        self,
        at: tuple[int, int],
        text: str,
        size: int,
        colour: str = INK,
        *,
        weight: int = REGULAR,
        width: int,
        to_the_left: bool = False,
    ) -> int:
        """Write one line, smaller or cut if it is too long. Returns its width."""
        size, text = _fitting(text, size, weight, width)
        taken = _width(text, size, weight)
        x = at[0] - taken if to_the_left else at[0]
        for run, face in _runs(text, size, weight):
            self._draw.text((x, at[1]), run, fill=colour, font=face, anchor="lm")
            x += face.getlength(run)
        return round(taken)

    def line(self, box: tuple[int, int, int, int], values: Sequence[float], level: float, label: str) -> None:
        """A line chart with a dashed level and a dot at the last value."""
        left, top, right, bottom = box
        values = values or [level]
        low, high = min([*values, level]), max([*values, level])
        scale = (bottom - top) / ((high - low) or 1)
        heights = [bottom - (value - low) * scale for value in values]
        base = bottom - (level - low) * scale
        for x in range(left, right, 16):
            self._draw.line((x, base, x + 7, base), fill=FAINT, width=2)
        step = (right - left - 12) / max(len(values) - 1, 1)
        points = [(left + place * step, height) for place, height in enumerate(heights)]
        mask = Image.new("L", (WIDTH * FINER, HEIGHT * FINER // 2))
        pen, shift = ImageDraw.Draw(mask), HEIGHT // 4
        finer = [(x * FINER, (y - shift) * FINER) for x, y in points]
        pen.line(finer, fill=255, width=6 * FINER, joint="curve")
        pen.circle(finer[-1], 12 * FINER, fill=255)
        self._image.paste(FELT, (0, shift), mask.reduce(FINER))
        self.text(_free(box, points, base, _width(label, 26, REGULAR)), label, 26, FAINT, width=300)

    def boxes(self, at: tuple[int, int], form: Sequence[tuple[str, bool | None]]) -> None:
        """The last games as on the page: a filled square won, an open circle lost, a thin square drawn."""
        for place, (letter, won) in enumerate(form):
            x, y = at[0] + 60 * place, at[1]
            shape, colour = (x, y, x + 52, y + 52), FELT_INK if won else INK if won is None else LOST
            if won is False:
                self._draw.ellipse(shape, fill=SHEET, outline=LOST, width=4)
            elif won is None:
                self._draw.rounded_rectangle(shape, 10, fill=SHEET, outline=FAINT, width=3)
            else:
                self._draw.rounded_rectangle(shape, 10, fill=FELT)
            wide = _width(letter, 30, BOLD)
            self.text((round(x + 26 - wide / 2), y + 27), letter, 30, colour, weight=BOLD, width=52)

    def png(self) -> bytes:
        few = self._image.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        stored = BytesIO()
        few.save(stored, "PNG")
        return stored.getvalue()


def _free(
    box: tuple[int, int, int, int], points: Sequence[tuple[float, float]], base: float, wide: float
) -> tuple[int, int]:
    """The place next to the level where the line crosses the text least."""
    left, _top, right, _bottom = box
    places = [(x, base + y) for y in (-20, 22) for x in (left, (left + right - wide) / 2, right - wide)]

    def crossed(place: tuple[float, float]) -> int:
        x, y = place
        return sum(x - 10 < each[0] < x + wide + 10 and abs(each[1] - y) < 26 for each in points)

    x, y = min(places, key=crossed)
    return round(x), round(y)


def _fitting(text: str, size: int, weight: int, width: float) -> tuple[int, str]:
    """The size and text that fit; at the smallest size the text is cut."""
    smallest = max(26, size * 3 // 5)
    while size > smallest and _width(text, size, weight) > width:
        size = max(smallest, min(size - 2, int(size * width / _width(text, size, weight))))
    cut = text
    while len(text) > 1 and _width(cut, size, weight) > width:
        text = text[:-1].rstrip()
        cut = f"{text}…"
    return size, cut


def _width(text: str, size: int, weight: int) -> float:
    return sum(face.getlength(run) for run, face in _runs(text, size, weight))


def _runs(text: str, size: int, weight: int) -> Iterator[tuple[str, ImageFont.FreeTypeFont]]:
    """Pieces of a text with the font that has their letters."""
    for file, letters in groupby(text, key=lambda letter: _file_of(letter) or LATIN):
        yield "".join(letters), _face(file, size, weight)


def _file_of(letter: str) -> str | None:
    code = ord(letter)
    return next((file for file, spans in SPANS if any(low <= code <= high for low, high in spans)), None)


@lru_cache(maxsize=128)
def _face(file: str, size: int, weight: int) -> ImageFont.FreeTypeFont:
    face = ImageFont.truetype(FONT / file, size)
    face.set_variation_by_axes([weight])
    return face

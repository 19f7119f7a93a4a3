"""The colours that a club may choose: each can be read in light and dark."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from whistclub.club.models import Club

TOKENS = (Path(settings.BASE_DIR) / "static" / "css" / "elements.css").read_text()
COLOURS = re.compile(r"--([\w-]+): (#[0-9a-f]{6});")
NEEDED = 4.5  # WCAG 2.1, text of normal size
# What is read, and on what.
PAIRS = [
    ("felt", "paper"),
    ("felt", "sheet"),
    ("felt", "felt-soft"),
    ("felt-ink", "felt"),
    ("ink", "felt-soft"),
    ("faint", "felt-soft"),
]


def colours(begin, end="}"):
    start = TOKENS.index(begin)
    return dict(COLOURS.findall(TOKENS[start : TOKENS.index(end, start)]))


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (each / 12.92 if each <= 0.03928 else ((each + 0.055) / 1.055) ** 2.4 for each in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def palettes(colour):
    """Of a colour, in the light and in the dark."""
    found = re.findall(rf'\[data-colour="{colour}"\] \{{(.*?)\}}', TOKENS, re.DOTALL)
    own = [dict(COLOURS.findall(each)) for each in found]
    light = colours(":root {")
    dark = light | colours("@media (prefers-color-scheme: dark)", "\n}")
    assert len(own) == 2
    return [light | own[0], dark | own[1]]


@pytest.mark.parametrize("colour", Club.Colour.values)
def test_a_colour_is_readable_in_light_and_dark(colour):
    weak = [
        (scheme, pair)
        for scheme, palette in zip(("light", "dark"), palettes(colour), strict=True)
        for pair in PAIRS
        if contrast(*(palette[each] for each in pair)) < NEEDED
    ]
    assert weak == []

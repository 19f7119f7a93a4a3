"""Cuts the four fonts beside this file out of Source Sans 3: the letters, weights and features that pages use.

    npm pack @fontsource-variable/source-sans-3@5.3.0 && tar xzf fontsource-variable-source-sans-3-5.3.0.tgz
    pip install fonttools brotli
    python make_fonts.py package/files

Source Sans 3 reserves its name for unchanged copies (SIL Open Font License), so what is cut has a name of its own.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.woff2 import WOFF2FlavorData
from fontTools.varLib import instancer

NAME = "Whist Sans"
LIGHTEST, BOLDEST = 400, 700

HARDLY_USED = [ord(sign) for sign in "<>[\\]^`{|}~"]
ASCII = [sign for sign in range(0x20, 0x7F) if sign not in HARDLY_USED]
LATIN_1_LETTERS = [letter for letter in range(0xC0, 0x100) if letter != ord("×")]
SIGNS = [ord(sign) for sign in "\N{NO-BREAK SPACE}·×±–—‘’“”•…€−"]
MORE_SIGNS = [ord(sign) for sign in "¡£§«°»¼½¾¿ıŒœ„↑↓"]
LATIN_EXTENDED = [*range(0x100, 0x152), *range(0x154, 0x180), *range(0x218, 0x21C), *range(0x1E80, 0x1E86), 0x1E9E]
VIETNAMESE = [0x1A0, 0x1A1, 0x1AF, 0x1B0, *range(0x1EA0, 0x1EFA)]
# Of which file of Source Sans 3, and the letters.
CUTS = {
    "latin": ("latin", [*ASCII, *SIGNS]),
    "latin-accents": ("latin", [*LATIN_1_LETTERS, *MORE_SIGNS, *HARDLY_USED]),
    "latin-ext": ("latin-ext", LATIN_EXTENDED),
    "vietnamese": ("vietnamese", VIETNAMESE),
}


def cut(source: Path, letters: list[int]) -> TTFont:
    font = TTFont(source)
    options = subset.Options(layout_features=[], hinting=False, glyph_names=False, notdef_outline=True)
    options.drop_tables += ["BASE", "MVAR", "STAT"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    font = instancer.instantiateVariableFont(font, {"wght": (LIGHTEST, LIGHTEST, BOLDEST)})
    for name_id in (1, 4, 6, 16):
        font["name"].setName(NAME.replace(" ", "") if name_id == 6 else NAME, name_id, 3, 1, 0x409)
    # Browsers find the widths of each weight in its outlines too.
    del font["HVAR"]
    font.flavor, font.flavorData = "woff2", WOFF2FlavorData()
    font.flavorData.transformedTables = {"glyf", "loca", "hmtx"}
    return font


if __name__ == "__main__":
    for name, (whole, letters) in CUTS.items():
        source = Path(sys.argv[1]) / f"source-sans-3-{whole}-wght-normal.woff2"
        target = Path(__file__).with_name(f"{name}.woff2")
        cut(source, letters).save(target)
        print(f"{target.name}: {target.stat().st_size} bytes")  # noqa: T201 - a tool of the terminal

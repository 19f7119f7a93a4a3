"""What `start` shows: addresses to open, and a code for the phone's camera."""

import io
import sys

import segno

# White on black whatever the terminal's colours: a light terminal would show the code as its negative.
WHITE_ON_BLACK, PLAIN = "\x1b[97;40m", "\x1b[0m"


def greeting(here: str, phones: list[str], claim_path: str | None, *, with_qr: bool) -> list[str]:
    """Return the lines to print.

    `here` is the address on this computer, `phones` are those for others, the likeliest first; `claim_path`
    leads to the page that makes the first organiser, while there is none.
    """
    lines = ["", "Whistclub is running. Ctrl-C stops it.", ""]
    if here:
        lines.append(f"  On this computer  {here}")
    for index, url in enumerate(phones):
        lines.append(f"  {'or' if index else 'On phones nearby':>16}  {url}")
    if not phones:
        lines += ["", "  Phones cannot reach it: this computer is not on a network, or you used --local."]
    link = phones[0] if phones else here
    if claim_path:
        link += claim_path
        lines += [
            "",
            "  There is no organiser yet. The first person to open this link becomes the organiser:",
            f"  {link}",
        ]
    if with_qr and phones and can_draw():
        lines += ["", *qr_lines(link)]
    return [*lines, ""]


def can_draw() -> bool:
    try:
        "▀▄█".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def qr_lines(link: str) -> list[str]:
    drawn = io.StringIO()
    segno.make_qr(link, error="l").terminal(drawn, compact=True, border=2)
    return [f"  {WHITE_ON_BLACK}{line}{PLAIN}" for line in drawn.getvalue().splitlines()]

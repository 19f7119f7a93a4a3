"""Small words that every sentence about rules is put together from."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.engine.options import Colour

# Text variation: without it some phones draw suits as coloured pictures.
AS_TEXT = "\ufe0e"
SUITS = {
    Colour.BLACK: (f"♣{AS_TEXT}", f"♠{AS_TEXT}"),
    Colour.RED: (f"♥{AS_TEXT}", f"♦{AS_TEXT}"),
}


def signed(points: int) -> str:
    """+3, −2 with a real minus sign, 0."""
    if points < 0:
        return f"−{-points}"
    return f"+{points}" if points else "0"


def so_many(points: int) -> str:
    """Points in a sentence that compares: "2", and "nothing" for none."""
    return str(points) if points else _("nothing")


def tricks(number: int) -> str:
    return ngettext("{n} trick", "{n} tricks", number).format(n=number)


def money(cents: int, currency: str = "") -> str:
    """$0.15; without a currency "15 cents", and 1.50 from a hundred on."""
    if currency or cents >= 100:
        return f"{currency}{cents // 100}.{cents % 100:02}"
    return ngettext("{n} cent", "{n} cents", cents).format(n=cents)


def other(colour: Colour) -> Colour:
    """The colour that bids low."""
    return Colour.RED if colour is Colour.BLACK else Colour.BLACK


def colour(of: Colour) -> str:
    """As an adjective: "a black card"."""
    return _("black") if of is Colour.BLACK else _("red")

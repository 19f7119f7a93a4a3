"""The score pad's link: signed, of one game and one version of its link.

Nothing secret is stored: the link can be printed again from the game at any time, and raising the game's link version
invalidates every older link.
"""

from dataclasses import dataclass
from functools import lru_cache

from django.core.signing import BadSignature, Signer

_signer = Signer(salt="whistclub.play.pad", sep=".")


@dataclass(frozen=True, slots=True)
class PadLink:
    """The content of a link: the game's key and the version of its link."""

    game: int
    version: int

    @property
    def token(self) -> str:
        """The unguessable part of the address (256 bits of signature)."""
        return _signer.sign(f"{self.game}-{self.version}")


@lru_cache(maxsize=10_000)
def read_link(token: str) -> PadLink | None:
    """The link in a token; None if the token is forged or damaged."""
    try:
        game, _, version = _signer.unsign(token).partition("-")
        return PadLink(int(game), int(version))
    except (BadSignature, ValueError):
        return None

"""The link on a table card: printed once for the evening, it opens the game that is played at the table now.

Signed like a score pad's link, so nothing secret is stored; raising the party's link version invalidates all cards.
"""

from dataclasses import dataclass

from django.core.signing import BadSignature, Signer

_signer = Signer(salt="whistclub.party.table", sep=".")


@dataclass(frozen=True, slots=True)
class TableLink:
    """The contents of a genuine link: the party's key, its link version, the table number."""

    party: int
    version: int
    table: int

    @property
    def token(self) -> str:
        """The part of the address that cannot be guessed (256 bits of signature)."""
        return _signer.sign(f"{self.party}-{self.version}-{self.table}")


def read_link(token: str) -> TableLink | None:
    """The link of a token; None if it is forged or damaged."""
    try:
        party, version, table = _signer.unsign(token).split("-")
        return TableLink(int(party), int(version), int(table))
    except (BadSignature, ValueError):
        return None

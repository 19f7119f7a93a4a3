"""The link of a table: printed once for the evening, it leads to whatever is played there now.

Signed like a score pad's link: nothing secret is stored; a higher link version of the party makes every card worthless.
"""

from dataclasses import dataclass

from django.core.signing import BadSignature, Signer

_signer = Signer(salt="whistclub.party.table", sep=".")


@dataclass(frozen=True, slots=True)
class TableLink:
    """What a genuine link says: the party's key, the version of its links, the number of the table."""

    party: int
    version: int
    table: int

    @property
    def token(self) -> str:
        """The part of the address that nobody can guess (256 bits of signature)."""
        return _signer.sign(f"{self.party}-{self.version}-{self.table}")


def read_link(token: str) -> TableLink | None:
    """The link that this token was made for; None when it is forged or mutilated."""
    try:
        party, version, table = _signer.unsign(token).split("-")
        return TableLink(int(party), int(version), int(table))
    except (BadSignature, ValueError):
        return None

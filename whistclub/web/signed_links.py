"""Links that let in whoever has them: signed, so that nobody guesses one; nothing secret is stored.

Keys are used again after a backup is restored. So the link of a row may also name the `nonce` of that row, which no
other row has: a link to a row that the backup lacks then opens nothing.
"""

import secrets
from typing import NamedTuple

from django.core.signing import BadSignature, Signer

NONCE_LETTERS = 16


class RowKey(NamedTuple):
    """What the link of a row says: how the row is found."""

    pk: int
    nonce: str


class SignedLinks:
    """The links of one kind; the `salt` keeps them apart from those of others."""

    def __init__(self, salt: str) -> None:
        self._signer = Signer(salt=salt, sep=".")

    def token(self, *parts: int | str) -> str:
        """The part of the address that cannot be guessed (256 bits of signature)."""
        return self._signer.sign("-".join(map(str, parts)))

    def read(self, token: str) -> list[str]:
        """What a token says; nothing if it is forged or damaged."""
        try:
            return self._signer.unsign(token).split("-")
        except BadSignature:
            return []

    def row(self, token: str) -> RowKey | None:
        match self.read(token):
            case [pk, nonce]:
                return RowKey(int(pk), nonce)
        return None


def new_nonce() -> str:
    return secrets.token_hex(NONCE_LETTERS // 2)

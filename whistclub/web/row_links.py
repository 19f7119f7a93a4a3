"""Links that open one row of the database, such as an invitation: signed, so that nobody guesses one.

Keys are used again after a backup is restored. So a link also names the `nonce` of its row, which no other row has: a
link to a row that the backup lacks then opens nothing.
"""

import secrets
from typing import NamedTuple, Protocol

from django.core.signing import BadSignature, Signer

NONCE_LETTERS = 16


class RowWithNonce(Protocol):
    pk: int
    nonce: str


class RowKey(NamedTuple):
    """What a link says: how its row is found."""

    pk: int
    nonce: str


class RowLinks:
    """The links of one table; the `salt` keeps them apart from those of others."""

    def __init__(self, salt: str) -> None:
        self._signer = Signer(salt=salt, sep=".")

    def token(self, row: RowWithNonce) -> str:
        """The part of the address that cannot be guessed (256 bits of signature)."""
        return self._signer.sign(f"{row.pk}-{row.nonce}")

    def read(self, token: str) -> RowKey | None:
        """What a token says; None if it is forged or damaged."""
        try:
            pk, _, nonce = self._signer.unsign(token).partition("-")
            return RowKey(int(pk), nonce)
        except (BadSignature, ValueError):
            return None


def new_nonce() -> str:
    return secrets.token_hex(NONCE_LETTERS // 2)

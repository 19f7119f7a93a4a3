"""Links that open a page for anyone who holds them: signed, so nobody can guess one; no secret is stored."""

from django.core.signing import BadSignature, Signer


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

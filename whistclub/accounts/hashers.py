from threading import Lock

from django.contrib.auth.hashers import PBKDF2PasswordHasher

ONE = Lock()


class OneAtATime(PBKDF2PasswordHasher):
    """Django's; but however many people sign in at once, they keep one core busy, and the others serve pages."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        with ONE:
            return super().encode(password, salt, iterations)

from threading import BoundedSemaphore, Lock

from django.contrib.auth.hashers import PBKDF2PasswordHasher

from whistclub.web.errors import Refused

ONE = Lock()
# The server has some more threads than may wait here, see `ops.serving`: those go on serving pages.
MOST_AT_ONCE = 20
PLACES = BoundedSemaphore(MOST_AT_ONCE)


class OneAtATime(PBKDF2PasswordHasher):
    """Django's; but however many people sign in at once, they keep one core busy, and the others serve pages."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """Raises "too_many_sign_in"."""
        if not PLACES.acquire(blocking=False):
            raise Refused("too_many_sign_in", "Many people sign in at this moment. Try again in a few seconds.", 503)
        try:
            with ONE:
                return super().encode(password, salt, iterations)
        finally:
            PLACES.release()

"""Links and codes with which somebody who forgot their password chooses a new one.

Nothing of them is stored: both are worked out from the site's secret, the account, its password and the time. So each
ends when the password is changed or somebody signs in, and otherwise after half an hour at most.
"""

from datetime import datetime

from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.utils.crypto import constant_time_compare, salted_hmac

from whistclub.accounts.models import User

# Without I, L, O and U: each sign is heard and read as itself. Ten of them have 50 bits.
SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
MISREAD = str.maketrans("ILO", "110", " -–")
LETTERS = 10
SECONDS = 15 * 60  # a code works in the quarter of an hour in which it was made, and in the next


class ResetTokens(PasswordResetTokenGenerator):
    """Django's tokens for links (30 minutes, PASSWORD_RESET_TIMEOUT), and short codes to read out and type."""

    def make_code(self, user: User, *, at: datetime) -> str:
        """Such as "7K3QX-9M2TD", valid for 15 to 30 minutes."""
        code = self._code(user, quarter(at))
        return f"{code[:5]}-{code[5:]}"

    def check_code(self, user: User, typed: str, *, at: datetime) -> bool:
        """Whether a code is one of this user's, however it is typed."""
        typed = typed.upper().translate(MISREAD)
        return any(constant_time_compare(self._code(user, quarter(at) - age), typed) for age in (0, 1))

    def _code(self, user: User, time: int) -> str:
        value = salted_hmac("a code for a new password", self._make_hash_value(user, time), algorithm="sha256")
        number = int.from_bytes(value.digest()[:8], "big")
        return "".join(SIGNS[number >> 5 * place & 31] for place in range(LETTERS))


def quarter(at: datetime) -> int:
    """Which quarter of an hour since 1970 this is."""
    return int(at.timestamp()) // SECONDS


def last_moment(at: datetime) -> datetime:
    """Until when a code made now is valid."""
    return datetime.fromtimestamp((quarter(at) + 2) * SECONDS, at.tzinfo)

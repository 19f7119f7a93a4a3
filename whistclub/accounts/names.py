"""Spellings of an e-mail address that count as one."""

from django.http import HttpRequest


def sign_in_name(email: str) -> str:
    """An e-mail address as it is stored and compared: phones like to start it with a capital."""
    return email.strip().lower()


def throttled_name(request: HttpRequest | None, credentials: dict[str, str] | None = None) -> str | None:
    """The name that failed attempts are counted for: another spelling must not give more attempts."""
    typed = (credentials or {}).get("username") or (request.POST.get("username") if request else None)
    return sign_in_name(typed)[:255] if typed else None

"""What counts as the same person trying to sign in."""

from django.http import HttpRequest


def sign_in_name(email: str) -> str:
    """An e-mail address as it is stored and compared: phones like to begin it with a capital."""
    return email.strip().lower()


def throttled_name(request: HttpRequest | None, credentials: dict[str, str] | None = None) -> str | None:
    """Under which name a wrong password is counted: another spelling must not win more tries."""
    typed = (credentials or {}).get("username") or (request.POST.get("username") if request else None)
    return sign_in_name(typed)[:255] if typed else None

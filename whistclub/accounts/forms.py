from django.contrib.auth.forms import AuthenticationForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from whistclub.accounts.models import sign_in_name


class SignInForm(AuthenticationForm):
    """E-mail address and password; a refusal does not reveal which of them was wrong."""

    error_messages = {
        "invalid_login": _("Wrong e-mail address or password."),
        "inactive": _("This account has been closed."),
    }

    def clean_username(self) -> str:
        return sign_in_name(self.cleaned_data["username"])


def throttled_name(request: HttpRequest | None, credentials: dict[str, str] | None = None) -> str | None:
    """The name that failed attempts are counted for: another spelling must not give more attempts."""
    typed = (credentials or {}).get("username") or (request.POST.get("username") if request else None)
    return sign_in_name(typed)[:255] if typed else None

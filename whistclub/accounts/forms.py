from django.contrib.auth.forms import AuthenticationForm
from django.utils.translation import gettext_lazy as _

from whistclub.accounts.names import sign_in_name


class SignInForm(AuthenticationForm):
    """E-mail address and password; a refusal does not reveal which of them was wrong."""

    error_messages = {
        "invalid_login": _("Wrong e-mail address or password."),
        "inactive": _("This account has been closed."),
    }

    def clean_username(self) -> str:
        return sign_in_name(self.cleaned_data["username"])

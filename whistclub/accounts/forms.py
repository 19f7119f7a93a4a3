from django.contrib.auth.forms import AuthenticationForm
from django.utils.translation import gettext_lazy as _

from whistclub.accounts.names import sign_in_name


class SignInForm(AuthenticationForm):
    """E-mail address and password; a wrong pair is refused with one sentence that does not tell which was wrong."""

    error_messages = {
        "invalid_login": _("This e-mail address and password do not belong together. Check both and try again."),
        "inactive": _("This account has been closed."),
    }

    def clean_username(self) -> str:
        return sign_in_name(self.cleaned_data["username"])

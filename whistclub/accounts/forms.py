"""What people type about their account. The fields are shared by every form that creates or changes one."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import validate_password
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from whistclub.accounts import actions
from whistclub.accounts.models import User, sign_in_name


class PersonNameField(forms.CharField):
    """What the others see of a user, such as in logs."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", _("Your name"))
        super().__init__(max_length=60, error_messages={"required": _("Enter your name.")}, **kwargs)
        self.widget.attrs["autocomplete"] = "name"


class SignInEmailField(forms.EmailField):
    """An e-mail address, cleaned to what accounts are found by."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", _("Your e-mail (for signing in)"))
        super().__init__(max_length=254, error_messages={"required": _("Enter your e-mail address.")}, **kwargs)
        self.widget.attrs["autocomplete"] = "username"

    def clean(self, value: Any) -> str:
        return sign_in_name(super().clean(value))


class NewPasswordField(forms.CharField):
    """A password to choose. Its form refuses an easy one in `clean`, with `refuse_easy_password`."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", _("Password"))
        widget = forms.PasswordInput(attrs={"autocomplete": "new-password", "minlength": "10"})
        help_text = _("At least ten characters; three words are easy to remember.")
        kwargs["error_messages"] = {"required": _("Choose a password.")}
        super().__init__(help_text=help_text, widget=widget, max_length=200, strip=False, **kwargs)


def refuse_easy_password(form: forms.Form, *, name: str = "", email: str = "") -> None:
    """Add what is wrong with its password: too short, well known, or like the name or address."""
    if password := form.cleaned_data.get("password"):
        try:
            validate_password(password, User(name=name, email=email))
        except forms.ValidationError as error:
            form.add_error("password", error)


class NewUserForm(forms.Form):
    """A new account, cleaned to the arguments of `actions.create_user`."""

    name = PersonNameField()
    email = SignInEmailField()
    password = NewPasswordField()

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        refuse_easy_password(self, name=data.get("name", ""), email=data.get("email", ""))
        return data


class CurrentPasswordField(forms.CharField):
    """The password of the user who changes something about their account; the view checks it."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", _("Current password"))
        widget = forms.PasswordInput(attrs={"autocomplete": "current-password"})
        missing = {"required": _("Enter your current password.")}
        super().__init__(widget=widget, strip=False, error_messages=missing, **kwargs)


class DetailsForm(forms.Form):
    name = PersonNameField()
    email = SignInEmailField()
    current = CurrentPasswordField(help_text=_("So that we know it’s you."))


class PasswordForm(forms.Form):
    """A user’s new password; `user` is whose it is not to be like."""

    current = CurrentPasswordField()
    password = NewPasswordField(label=_("New password"))

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean(self) -> dict[str, Any]:
        refuse_easy_password(self, name=self.user.name, email=self.user.email)
        return self.cleaned_data


class ForgottenPasswordForm(PasswordForm):
    """The same for a user who came with a link instead of the password."""

    current = None  # type: ignore[assignment] # how Django takes a field away

    def save(self) -> User:
        actions.replace_forgotten_password(self.user, self.cleaned_data["password"], at=timezone.now())
        return self.user


class EmailForm(forms.Form):
    email = SignInEmailField(label=_("Your e-mail"))


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

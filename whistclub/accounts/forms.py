"""What people type about their account. The fields are shared by every form that creates or changes one."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordResetForm
from django.contrib.auth.password_validation import validate_password
from django.core.cache import cache
from django.http import HttpRequest

from whistclub.accounts.models import User, sign_in_name

SECONDS_BETWEEN_LINKS = 300


class PersonNameField(forms.CharField):
    """What the others see of a user, such as in logs."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", "Your name")
        super().__init__(max_length=60, error_messages={"required": "Enter your name."}, **kwargs)
        self.widget.attrs["autocomplete"] = "name"


class SignInEmailField(forms.EmailField):
    """An e-mail address, cleaned to what accounts are found by."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", "Your e-mail (for signing in)")
        super().__init__(max_length=254, error_messages={"required": "Enter your e-mail address."}, **kwargs)
        self.widget.attrs["autocomplete"] = "username"

    def clean(self, value: Any) -> str:
        return sign_in_name(super().clean(value))


class NewUserForm(forms.Form):
    """A new account, cleaned to the arguments of `actions.new_user`."""

    name = PersonNameField()
    email = SignInEmailField()
    password = forms.CharField(
        label="Password",
        help_text="At least ten characters; three words are easy to remember.",
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password", "minlength": "10"}),
        max_length=200,
        strip=False,
        error_messages={"required": "Choose a password."},
    )

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if password := data.get("password"):
            try:
                validate_password(password, User(name=data.get("name", ""), email=data.get("email", "")))
            except forms.ValidationError as error:
                self.add_error("password", error)
        return data


class DetailsForm(forms.ModelForm):  # type: ignore[type-arg] # it takes no types when it runs
    """What a user is called and signs in with; `current` is their password, so that we know it is them."""

    name = PersonNameField()
    email = SignInEmailField()
    current = forms.CharField(
        label="Current password",
        help_text="So that we know it’s you.",
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        strip=False,
        error_messages={"required": "Enter your current password."},
    )

    class Meta:
        model = User
        fields = ("name", "email")

    def clean_current(self) -> str:
        current: str = self.cleaned_data["current"]
        if not self.instance.check_password(current):
            raise forms.ValidationError("This is not your password.")
        return current


class ForgottenPasswordForm(PasswordResetForm):
    email = SignInEmailField(label="Your e-mail")

    def get_users(self, email: str) -> Iterable[User]:
        """The user of this address, unless a link was sent to them a moment ago."""
        for user in super().get_users(email):
            if cache.add(f"reset-link-{user.pk}", "sent", SECONDS_BETWEEN_LINKS):
                yield user


class SignInForm(AuthenticationForm):
    """E-mail address and password; a refusal does not reveal which of them was wrong."""

    error_messages = {
        "invalid_login": "Wrong e-mail address or password.",
        "inactive": "This account has been closed.",
    }

    def clean_username(self) -> str:
        return sign_in_name(self.cleaned_data["username"])


def throttled_name(request: HttpRequest | None, credentials: dict[str, str] | None = None) -> str | None:
    """The name that failed attempts are counted for: another spelling must not give more attempts."""
    typed = (credentials or {}).get("username") or (request.POST.get("username") if request else None)
    return sign_in_name(typed)[:255] if typed else None

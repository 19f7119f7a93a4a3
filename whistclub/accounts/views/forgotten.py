"""A new password for somebody who forgot theirs, or whose account is locked: with a link by e-mail.

Where the site sends no e-mail, who runs the computer sets one with Django's `manage.py changepassword`.
"""

import logging
from threading import Thread
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.tokens import default_token_generator
from django.contrib.auth.views import PasswordResetConfirmView
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse, reverse_lazy
from django.utils.http import urlsafe_base64_encode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from whistclub.accounts import guesses, queries
from whistclub.accounts.forms import EmailForm, ForgottenPasswordForm
from whistclub.accounts.models import User
from whistclub.accounts.views.sign_in import remember_device

SECONDS_BETWEEN = 300  # two mails to the same person

log = logging.getLogger(__name__)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """Sends a link, with the same answer, as quickly, for an unknown address; without mail, says whom to ask."""
    form = EmailForm(request.POST if settings.MAIL and request.method == "POST" else None)
    if not form.is_valid():
        context = {"sends_mail": bool(settings.MAIL), "form": form}
        return render(request, "accounts/forgotten.html", context, status=422 if form.is_bound else 200)
    user = queries.user_with_email(form.cleaned_data["email"])
    if user and cache.add(f"a link for user {user.pk}", "sent", SECONDS_BETWEEN):
        Thread(target=send, args=[link_message(user)]).start()
    return render(request, "accounts/link_sent.html", {"email": form.cleaned_data["email"]})


class NewPassword(PasswordResetConfirmView):
    """The page of a link: choosing a password signs in, even where signing in is blocked."""

    form_class = ForgottenPasswordForm  # type: ignore[assignment] # one field, not Django's two
    template_name = "accounts/new_password.html"
    success_url = reverse_lazy(settings.LOGIN_REDIRECT_URL)
    post_reset_login = True
    post_reset_login_backend = "django.contrib.auth.backends.ModelBackend"

    def get_user(self, uidb64: str) -> User | None:
        user = super().get_user(uidb64)
        return user if user and user.is_active else None

    def form_valid(self, form: Any) -> HttpResponse:
        response = super().form_valid(form)
        guesses.forget(form.user.email)
        remember_device(self.request, response, form.user.email)
        messages.success(
            self.request, "Your new password is saved, and you are signed in here. You are signed out everywhere else."
        )
        return response


def link_path(user: User) -> str:
    """Path of the link with which this user chooses a new password, once, in the next half hour."""
    user_key = urlsafe_base64_encode(str(user.pk).encode())
    return reverse("accounts:new_password", args=[user_key, default_token_generator.make_token(user)])


def link_message(user: User) -> EmailMessage:
    text = (
        f"Hello {user.name},\n\n"
        f"someone, probably you, asked to reset your password at {settings.PUBLIC_ADDRESS}.\n"
        f"Open this link within half an hour to choose a new one:\n\n"
        f"{settings.PUBLIC_ADDRESS}{link_path(user)}\n\n"
        f"If that was not you, ignore this e-mail: nothing has changed.\n"
    )
    return EmailMessage("Reset your password", text, to=[user.email])


def send(message: EmailMessage) -> None:
    try:
        message.send()
    except Exception as error:  # whatever the server says: its sentence may hold an address, so it is not logged
        log.error("An e-mail was not sent (%s); check WHISTCLUB_MAIL.", type(error).__name__)

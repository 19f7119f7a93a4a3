"""Signing in."""

from typing import Any

from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse

from whistclub.accounts import guesses
from whistclub.accounts.forms import SignInForm
from whistclub.web.errors import locked_out


class SignIn(LoginView):
    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not guesses.are_allowed(request, name_typed(request)):
            return locked_out(request, {})
        return super().post(request, *args, **kwargs)

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        looked_at = form.non_field_errors() and not getattr(self.request, "axes_locked_out", False)
        if looked_at:
            guesses.count_wrong(self.request, name_typed(self.request))
        return super().form_invalid(form)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        response = super().form_valid(form)
        remember_device(self.request, response, form.get_user().email)
        return response


def remember_device(request: HttpRequest, response: HttpResponse, email: str) -> None:
    """Let this browser have tries of its own at this account from now on."""
    guesses.remember_device(response, email, secure=settings.SESSION_COOKIE_SECURE and request.is_secure())


def name_typed(request: HttpRequest) -> str:
    return request.POST.get("username", "")

"""Signing in, one's own account, and a new password for a forgotten one: Django's views."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import views
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from whistclub.accounts.actions import MODEL_BACKEND
from whistclub.accounts.forms import DetailsForm, ForgottenPasswordForm, SignInForm
from whistclub.accounts.models import SignedInRequest


class SignIn(views.LoginView):
    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True


@sensitive_post_parameters("current")
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: SignedInRequest) -> HttpResponse:
    form = DetailsForm(request.POST or None, instance=request.user)
    if form.is_valid():
        form.save()
        messages.success(request, "Saved.")
        return redirect("accounts:account")
    if form.is_bound:
        request.user.refresh_from_db()  # the head of the page names who is signed in
    context = {"form": form, "here": "account"}
    return render(request, "accounts/account.html", context, status=422 if form.is_bound else 200)


class _NewPasswordStatus:
    """A form that was refused is no 200."""

    def form_invalid(self, form: Any) -> HttpResponse:
        response: HttpResponse = super().form_invalid(form)  # type: ignore[misc] # of the view beside it
        response.status_code = 422
        return response


class ChangePassword(_NewPasswordStatus, views.PasswordChangeView):
    template_name = "accounts/password.html"
    extra_context = {"here": "account"}
    form_class = PasswordChangeForm
    success_url = reverse_lazy("accounts:account")

    def form_valid(self, form: Any) -> HttpResponse:
        messages.success(self.request, "Your password was changed. You are signed out everywhere else.")
        return super().form_valid(form)


class Forgotten(views.PasswordResetView):
    """Sends a link, with the same answer for an unknown address; without mail, says whom to ask."""

    template_name = "accounts/forgotten.html"
    form_class = ForgottenPasswordForm
    subject_template_name = "accounts/reset_subject.txt"
    email_template_name = "accounts/reset_email.txt"
    success_url = reverse_lazy("accounts:forgotten")

    @property
    def extra_email_context(self) -> dict[str, str]:  # type: ignore[override] # an attribute of the view
        return {"address": settings.PUBLIC_ADDRESS}

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return super().get_context_data(sends_mail=bool(settings.MAIL), **more)

    def form_valid(self, form: Any) -> HttpResponse:
        if settings.MAIL:
            messages.success(
                self.request,
                f"If there is an account for {form.cleaned_data['email']}, a link for a new password is on its way. "
                "It works once, for half an hour. Nothing after five minutes? Look in the spam folder.",
            )
            return super().form_valid(form)
        return redirect(self.success_url)


class NewPassword(_NewPasswordStatus, views.PasswordResetConfirmView):
    """The page of a link: choosing a password signs in, even where signing in is blocked."""

    form_class = SetPasswordForm  # type: ignore[assignment] # of our own users
    template_name = "accounts/password.html"
    success_url = reverse_lazy(settings.LOGIN_REDIRECT_URL)
    post_reset_login = True
    post_reset_login_backend = MODEL_BACKEND

    def get_user(self, uidb64: str) -> Any:
        user = super().get_user(uidb64)
        return user if user and user.is_active else None

    def form_valid(self, form: Any) -> HttpResponse:
        messages.success(
            self.request, "Your new password is saved, and you are signed in here. You are signed out everywhere else."
        )
        return super().form_valid(form)

"""Signing in and out."""

from django.contrib.auth.views import LoginView, LogoutView

from whistclub.accounts.forms import SignInForm

sign_in = LoginView.as_view(
    template_name="accounts/sign_in.html", authentication_form=SignInForm, redirect_authenticated_user=True
)
sign_out = LogoutView.as_view()

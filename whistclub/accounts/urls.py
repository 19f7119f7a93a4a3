from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from whistclub.accounts.forms import SignInForm

app_name = "accounts"
sign_in = LoginView.as_view(
    template_name="accounts/sign_in.html", authentication_form=SignInForm, redirect_authenticated_user=True
)
urlpatterns = [
    path("sign-in/", sign_in, name="sign_in"),
    path("sign-out/", LogoutView.as_view(), name="sign_out"),
]

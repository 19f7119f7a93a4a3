from django.contrib.auth.views import LogoutView
from django.urls import path

from whistclub.accounts.views import account, forgotten
from whistclub.accounts.views.sign_in import SignIn

app_name = "accounts"
public = [
    path("sign-in/", SignIn.as_view(), name="sign_in"),
    path("sign-in/forgotten/", forgotten.forgotten, name="forgotten"),
    path("sign-in/new-password/<uidb64>/<token>/", forgotten.NewPassword.as_view(), name="new_password"),
    path("sign-out/", LogoutView.as_view(), name="sign_out"),
]
signed_in = [
    path("account/", account.account, name="account"),
    path("account/details/", account.change_details, name="change_details"),
    path("account/password/", account.change_password, name="change_password"),
    path("account/sessions/<int:session>/end/", account.end_session, name="end_session"),
    path("account/sessions/end-others/", account.end_others, name="end_others"),
]
urlpatterns = public + signed_in

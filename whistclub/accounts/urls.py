from django.contrib.auth.views import LogoutView
from django.urls import path

from whistclub.accounts import views

app_name = "accounts"
urlpatterns = [
    path("sign-in/", views.SignIn.as_view(), name="sign_in"),
    path("sign-in/forgotten/", views.Forgotten.as_view(), name="forgotten"),
    path("sign-in/new-password/<uidb64>/<token>/", views.NewPassword.as_view(), name="new_password"),
    path("sign-out/", LogoutView.as_view(), name="sign_out"),
    path("account/", views.account, name="account"),
    path("account/password/", views.ChangePassword.as_view(), name="change_password"),
]

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "whistclub.accounts"
    label = "accounts"

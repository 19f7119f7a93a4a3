from django.apps import AppConfig


class ClubConfig(AppConfig):
    name = "whistclub.club"
    label = "club"

from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "whistclub.play"
    label = "play"

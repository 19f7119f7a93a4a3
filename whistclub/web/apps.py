from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "whistclub.web"
    label = "web"

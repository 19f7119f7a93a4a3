from django.apps import AppConfig


class RulesConfig(AppConfig):
    name = "whistclub.rules"
    label = "rules"

"""The words of Django's forms."""

from django.apps import AppConfig
from django.core import validators
from django.forms import Field


class WebConfig(AppConfig):
    name = "whistclub.web"

    def ready(self) -> None:
        """What forms say of an entry where a field has no sentence of its own: Django's are for programmers."""
        Field.default_error_messages["required"] = "Required."
        validators.EmailValidator.message = "Enter an e-mail address, like ann@example.org."
        validators.MinValueValidator.message = "At least %(limit_value)s."
        validators.MaxValueValidator.message = "At most %(limit_value)s."
        validators.MaxLengthValidator.message = "At most %(limit_value)d characters."
        validators.DecimalValidator.messages["max_decimal_places"] = "At most %(max)s digits after the point."

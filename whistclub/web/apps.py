"""The words of Django's forms."""

from django.apps import AppConfig
from django.core import validators
from django.forms import Field
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy


class WebConfig(AppConfig):
    name = "whistclub.web"

    def ready(self) -> None:
        """What forms say of an entry where a field has no sentence of its own: Django's are for programmers."""
        Field.default_error_messages["required"] = _("Required.")
        validators.EmailValidator.message = _("Enter an e-mail address, like ann@example.org.")
        validators.MinValueValidator.message = _("At least %(limit_value)s.")
        validators.MaxValueValidator.message = _("At most %(limit_value)s.")
        validators.MaxLengthValidator.message = ngettext_lazy(
            "At most %(limit_value)d character.", "At most %(limit_value)d characters.", "limit_value"
        )
        validators.DecimalValidator.messages["max_decimal_places"] = ngettext_lazy(  # type: ignore[assignment] # typed as str
            "At most %(max)s digit after the point.", "At most %(max)s digits after the point.", "max"
        )

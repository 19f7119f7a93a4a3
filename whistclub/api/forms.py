from django import forms
from django.utils.translation import gettext_lazy as _

from whistclub.api.models import NAME_LETTERS


class TokenForm(forms.Form):
    name = forms.CharField(
        label=_("What is it for?"),
        max_length=NAME_LETTERS,
        widget=forms.TextInput(attrs={"placeholder": _("e.g. our website"), "autocomplete": "off"}),
    )

"""What owners choose: for whom a link is, and which role somebody has."""

from django import forms
from django.utils.translation import gettext_lazy as _

from whistclub.club.models import Role

EXPLAINED = [
    (Role.Kind.ORGANISER, _("Organiser: runs games and parties, changes players and statistics")),
    (Role.Kind.DOOR, _("Door helper: checks people in and enters results from paper")),
    (Role.Kind.OWNER, _("Owner: everything, including club settings and who runs the club")),
]


class RoleForm(forms.Form):
    kind = forms.ChoiceField(label=_("Role"), choices=EXPLAINED)


class InviteForm(RoleForm):
    field_order = ["name", "kind"]
    name = forms.CharField(
        label=_("Who is it for? (a name, or a note to yourself)"),
        max_length=60,
        error_messages={"required": _("Enter who the link is for, so that you can find it again.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

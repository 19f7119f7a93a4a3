from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from whistclub.club.forms import PlayerNameField
from whistclub.club.models import Player


class OtherForm(forms.Form):
    """The other player that is the same person, cleaned to a player. `known`: the players by folded name."""

    other = PlayerNameField()

    def __init__(self, player: Player, known: Mapping[str, Player], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player
        self.known = known
        self.fields["other"].label = _("{name} is the same person as").format(name=player.name)
        self.fields["other"].widget.attrs |= {"list": "roster", "autocomplete": "off"}

    def clean_other(self) -> Player:
        name = self.cleaned_data["other"]
        found = self.known.get(name.casefold())
        if found is None:
            raise forms.ValidationError(
                _("No one in the club is called {name}. Choose a name from the list.").format(name=name)
            )
        if found.pk == self.player.pk:
            raise forms.ValidationError(_("That is {name} again. Choose someone else.").format(name=name))
        return found


class MergeForm(OtherForm):
    """The other player, and which of the two names to keep."""

    stays = forms.TypedChoiceField(
        coerce=int,
        error_messages={"required": _("Choose which name to keep."), "invalid_choice": _("Choose which name to keep.")},
    )

    def __init__(self, player: Player, known: Mapping[str, Player], *args: Any, **kwargs: Any) -> None:
        super().__init__(player, known, *args, **kwargs)
        cast(forms.ChoiceField, self.fields["stays"]).choices = [(each.pk, each.name) for each in known.values()]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        both = {self.player.pk, getattr(data.get("other"), "pk", None)}
        if "stays" in data and data["stays"] not in both:
            self.add_error("stays", _("Choose which name to keep."))
        return data

    @property
    def kept_and_gone(self) -> tuple[Player, Player]:
        other = self.cleaned_data["other"]
        return (other, self.player) if self.cleaned_data["stays"] == other.pk else (self.player, other)

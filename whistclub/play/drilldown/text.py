"""Titles and explanations of the drill-down pages, by the engine's counters; `name` is the player."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TITLES: dict[str, Promise] = {
    "hands": _("All hands"),
    "hands_won": _("Hands that scored points"),
    "grands": _("Grands"),
    "grands_made": _("Grands made"),
    "partner_grands": _("Partner’s grands"),
    "partner_made": _("Partner’s grands made"),
    "defended": _("Hands defended"),
    "defended_set": _("Grands set"),
    "lows": _("Low hands"),
    "lows_won": _("Low hands won"),
    "solos": _("Solos"),
    "solos_made": _("Solos made"),
    "takes": _("Widows taken"),
    "takes_made": _("Widows taken without loss"),
}
MEANINGS: dict[str, Promise] = {
    "hands": _("Every hand that was scored in a game of {name}."),
    "hands_won": _("Hands in which {name}’s side scored more points than any other side."),
    "grands": _("Hands in which {name} granded."),
    "grands_made": _("Hands in which {name} granded and made it."),
    "partner_grands": _("Hands in which {name}’s partner granded."),
    "partner_made": _("Hands in which {name}’s partner granded and made it."),
    "defended": _("Hands in which {name}’s opponents granded."),
    "defended_set": _("Hands in which {name}’s opponents granded and failed."),
    "lows": _("Hands in which nobody granded."),
    "lows_won": _("Hands in which nobody granded and {name}’s side took fewer tricks."),
    "solos": _("Solos that {name} bid."),
    "solos_made": _("Solos that {name} bid and made."),
    "takes": _("Hands in which {name} was the first to take the widow."),
    "takes_made": _("Hands in which {name} was the first to take the widow and lost no points."),
}

"""What the hands behind a number are called, by the engine's counts; `name` is the player."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TITLES: dict[str, Promise] = {
    "hands": _("All hands"),
    "hands_won": _("Hands that brought points"),
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
    "hands": _("Every hand of {name} that was scored."),
    "hands_won": _("Hands in which the side of {name} got more points than any other."),
    "grands": _("Hands that {name} granded."),
    "grands_made": _("Hands that {name} granded and made."),
    "partner_grands": _("Hands that the partner of {name} granded."),
    "partner_made": _("Hands that the partner of {name} granded and made."),
    "defended": _("Hands that the side against {name} granded."),
    "defended_set": _("Hands that the side against {name} granded and did not make."),
    "lows": _("Hands in which nobody granded."),
    "lows_won": _("Hands in which nobody granded and the side of {name} took the fewer tricks."),
    "solos": _("Solos that {name} bid."),
    "solos_made": _("Solos that {name} bid and made."),
    "takes": _("Hands in which {name} took the widow first."),
    "takes_made": _("Hands in which {name} took the widow first and lost no points."),
}

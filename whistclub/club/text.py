"""Changes of players in words."""

from django.utils.translation import gettext as _

from whistclub.club.models import Player, PlayerChange

Kind = PlayerChange.Kind


def change_text(change: PlayerChange, *, of: Player) -> str:
    """A change on the page of one player; where it hid or showed a player merged into them, that one's name first."""
    match Kind(change.kind):
        case Kind.RENAMED:
            text = _("{before} was renamed to {after}")
        case Kind.MADE_ANONYMOUS:
            text = _("{before} was made anonymous: {after}")
        case Kind.NAMED_AGAIN:
            text = _("{before} is shown as {after} again")
        case Kind.MERGED:
            text = _("{before} was merged into {after}")
        case Kind.SEPARATED:
            text = _("{before} was separated from {after} again")
        case Kind.HIDDEN | Kind.SHOWN as kind:
            text = _("Hidden from statistics") if kind is Kind.HIDDEN else _("Shown in statistics again")
            if change.player_id != of.pk:
                return _("{name}: {what}").format(name=change.player.name, what=text)
    return text.format(before=change.before, after=change.after)

"""What the pages of people say."""

from django.utils.translation import gettext as _

from whistclub.club.models import Player, PlayerChange

Kind = PlayerChange.Kind


def change(done: PlayerChange, *, of: Player) -> str:
    """What an organiser did, on the page of one player; others who turned out to be him are named first."""
    match Kind(done.kind):
        case Kind.RENAMED:
            said = _("{before} is called {after} now")
        case Kind.MADE_ANONYMOUS:
            said = _("{before} was made anonymous: {after}")
        case Kind.NAMED_AGAIN:
            said = _("{before} is called {after} again")
        case Kind.MERGED:
            said = _("{before} is the same person as {after}")
        case Kind.SEPARATED:
            said = _("{before} and {after} are two persons after all")
        case Kind.HIDDEN | Kind.SHOWN as kind:
            said = str(kind.label)
            if done.player_id != of.pk:
                return _("{name}: {what}").format(name=done.player.name, what=said)
    return said.format(before=done.before, after=done.after)

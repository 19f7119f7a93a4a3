"""Texts that were stored with names in them, as they may be shown: an anonymous player's names stand in none."""

import re
from collections.abc import Callable

from whistclub.club.models import Player, PlayerChange

Kind = PlayerChange.Kind


def veil(club: int) -> Callable[[str], str]:
    """What puts the made-up names into a text of this club (a key) for the real ones, and for those before them.

    One query while nobody is anonymous, two more otherwise. A name that somebody else bears now stays.
    """
    if not Player.objects.filter(club=club).exclude(real_name="").exists():
        return str
    players = {player.pk: player for player in Player.objects.filter(club=club)}
    called = _called(players)
    borne = {player.name for player in players.values() if player.pk not in called}
    changes = PlayerChange.objects.filter(player__in=called, kind__in=[Kind.RENAMED, Kind.MADE_ANONYMOUS])
    instead: dict[str, str] = {}
    for key, *names in changes.values_list("player", "before", "after"):
        instead |= dict.fromkeys(names, called[key])
    instead |= {players[key].real_name: name for key, name in called.items()}
    instead |= {players[key].name: name for key, name in called.items()}
    hidden = sorted(instead.keys() - borne - {""}, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, hidden))})(?!\w)")
    return lambda text: pattern.sub(lambda found: instead[found.group()], text)


def _called(players: dict[int, Player]) -> dict[int, str]:
    """The made-up name of each anonymous player, and of whoever turned out to be one."""
    called = {}
    for key, player in players.items():
        last, anonymous = player, player.is_anonymous
        while last.merged_into_id is not None:
            last = players[last.merged_into_id]
            anonymous = anonymous or last.is_anonymous
        if anonymous:
            called[key] = last.name
    return called

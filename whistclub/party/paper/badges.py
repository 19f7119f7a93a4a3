"""Name badges to cut out, each name as large as it fits."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from whistclub.party.paper.sheets import Asked, Head, in_groups, name_size, people_by_name
from whistclub.party.state import PartyState

PER_SHEET = 8
# The room for the name on a badge, in millimetres.
WIDTH, HEIGHT = 80.0, 38.0


@dataclass(frozen=True, slots=True)
class Badge:
    """`size` is that of the letters, in points."""

    name: str
    size: int


@dataclass(frozen=True, slots=True)
class Badges:
    head: Head
    sheets: Sequence[list[Badge]]


def badges(state: PartyState, _asked: Asked) -> Badges:
    """A badge for each person who is here; what is left of the last sheet stays blank, for those who come later."""
    made = [
        Badge(name, name_size(name, WIDTH, HEIGHT)) for name in (each.player.name for each in people_by_name(state))
    ]
    made += [Badge("", 0)] * (-len(made) % PER_SHEET)
    return Badges(Head(state.party, _("Name badges")), in_groups(made, PER_SHEET))

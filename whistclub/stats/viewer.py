"""The viewer of a club's statistics."""

from dataclasses import dataclass

from whistclub.club.models import Club


@dataclass(frozen=True, slots=True)
class Viewer:
    """A visitor who organises the club, or only reads what it shows."""

    club: Club
    is_organiser: bool

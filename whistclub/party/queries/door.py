"""The list at the door, for the organiser and for the phone that wrote a name."""

import hashlib
import secrets
from collections.abc import Collection

from django.db.models import QuerySet

from whistclub.club.name_words import PAIR
from whistclub.club.names import UnusableName, clean_name
from whistclub.club.typed_names import read_names
from whistclub.engine.movement.catalogue import MOVEMENTS
from whistclub.party.models import DoorName, Party
from whistclub.web.formatting import join_list, join_side


def waiting_at_door(party: Party) -> QuerySet[DoorName]:
    """Who waits to be checked in, in the order of arrival."""
    return party.door_names.filter(entrant=None, removed_at=None)


def names_at_door(party: Party) -> tuple[list[DoorName], list[DoorName]]:
    """Who waits to be checked in, and which names the organiser removed. One query."""
    names = list(party.door_names.filter(entrant=None))
    return [each for each in names if each.removed_at is None], [each for each in names if each.removed_at]


def people_of_name(name: str, known: Collection[str]) -> list[tuple[str, ...]]:
    """Who is behind a name of the list, as `read_names` reads it; one person if a part of it cannot be a name."""
    try:
        return [tuple(clean_name(each) for each in entry) for entry in read_names(name, known)]
    except UnusableName:
        return [(name,)]


def people_text(party: Party, name: str) -> str:
    """How a name that means several people was understood: "2 people: Adam and Eva"; empty for one person.

    It is read without the names of the club, so that strangers do not learn who is in it.
    """
    entries = people_of_name(name, ())
    names = [each for entry in entries for each in entry]
    if len(names) == 1:
        return ""
    text = join_list(names)
    if MOVEMENTS[party.movement].fixed_pairs:
        partners = "{couple} (partners)"
        text = join_list(
            [partners.format(couple=join_side(each)) if len(each) == PAIR else each[0] for each in entries]
        )
    return f"{len(names)} people: {text}"


def token_of_door(party: Party) -> str:
    """Changes with everything the organiser’s list shows, and with how many people are here or expected.

    Two queries, and one more if people were invited.
    """
    names = list(party.door_names.filter(entrant=None).values_list("pk", "name", "removed_at"))
    here = sorted(party.entrants.filter(present=True).values_list("player__folded", flat=True))
    expected = list(party.expected_names.values_list("name", "partner", "removed_at")) if party.invitation.when else []
    shown = repr((party.door, party.door_open, party.state, names, here, expected))
    return hashlib.sha256(shown.encode()).hexdigest()[:16]


def is_open(party: Party, door: str) -> bool:
    """Whether people may write on the list under the address with this secret part."""
    is_address = bool(party.door) and secrets.compare_digest(party.door.encode(), door.encode())
    return is_address and party.door_open and party.state != Party.State.FINISHED


def name_of_phone(party: Party, phone: str) -> DoorName | None:
    """The name that a phone wrote, unless that person has been checked out since; it may have been removed."""
    found = party.door_names.filter(phone=phone).select_related("entrant").first()
    return found if found and (found.entrant is None or found.entrant.present) else None

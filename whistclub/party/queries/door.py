"""The list at the door, for the organiser and for the phone that wrote a name."""

import hashlib
import secrets

from django.db.models import QuerySet

from whistclub.party.models import DoorName, Party


def waiting_at_door(party: Party) -> QuerySet[DoorName]:
    """Who waits to be checked in, in the order of arrival."""
    return party.door_names.filter(entrant=None, removed=False)


def names_at_door(party: Party) -> tuple[list[DoorName], list[DoorName]]:
    """Who waits to be checked in, and which names the organiser removed. One query."""
    names = list(party.door_names.filter(entrant=None))
    return [each for each in names if not each.removed], [each for each in names if each.removed]


def token_of_door(party: Party) -> str:
    """Changes with everything the organiser’s list shows: names, and who of them is here. Two queries, or one."""
    names = list(party.door_names.filter(entrant=None).values_list("pk", "name", "removed"))
    folded = {name.casefold() for _key, name, _removed in names}
    here = party.club.players.filter(folded__in=folded, entries__in=party.entrants.filter(present=True))
    known = sorted(here.values_list("folded", flat=True)) if folded else []
    shown = repr((party.door, party.door_open, party.state, names, known))
    return hashlib.sha256(shown.encode()).hexdigest()[:16]


def is_open(party: Party, door: str) -> bool:
    """Whether people may write on the list under the address with this secret part."""
    is_address = bool(party.door) and secrets.compare_digest(party.door.encode(), door.encode())
    return is_address and party.door_open and party.state != Party.State.FINISHED


def name_of_phone(party: Party, phone: str) -> DoorName | None:
    """The name that a phone wrote, unless it was removed or that person has been checked out since."""
    found = party.door_names.filter(phone=phone, removed=False).select_related("entrant").first()
    return found if found and (found.entrant is None or found.entrant.present) else None

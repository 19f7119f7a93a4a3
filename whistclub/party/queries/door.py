"""The list at the door, for the organiser and for the phone that wrote a name."""

from django.db.models import Count, Max

from whistclub.party.models import DoorName, Party


def waiting_at_door(party: Party) -> list[DoorName]:
    """Who waits to be checked in, in the order of arrival. One query."""
    return list(party.door_names.filter(entrant=None))


def token_of_door(party: Party) -> str:
    """Changes with every name that is written, removed or checked in. One query."""
    names = party.door_names.filter(entrant=None)
    counts = names.aggregate(count=Count("pk"), last=Max("pk"))
    return f"{party.door}.{party.revision}.{counts['count']}.{counts['last']}"


def name_of_phone(party: Party, phone: str) -> DoorName | None:
    """The name that a phone wrote, unless that person has been checked out since."""
    found = party.door_names.filter(phone=phone).select_related("entrant").first()
    return found if found and (found.entrant is None or found.entrant.present) else None

"""The list at the door: people put their own name on it by phone, and an organiser checks them in.

Nobody gets into the party by it, and it shows no name of the club to anyone. What a stranger could do is fill it: so
it is opened for an evening under an address that cannot be guessed, and holds a limited number of names. The limits
are those of the whole list, not of a network address: everybody in a hall may have the same one.
"""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from whistclub.accounts.models import User
from whistclub.club.names import clean_name
from whistclub.club.queries import known_names
from whistclub.party.actions.people import CheckedIn, check_in
from whistclub.party.actions.refusals import StalePartyState
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.models import CODE_LETTERS, DoorName, Party
from whistclub.web.errors import ActionRefused
from whistclub.web.transactions import write_transaction

CODE_LENGTH = 14
MOST_WAITING = 100
MOST_IN_ALL = 1000
MOST_A_MINUTE = 40


class DoorClosed(ActionRefused):
    """The list is not open, or its address has changed."""

    status = 410

    def __init__(self) -> None:
        super().__init__("door_closed", _("The list at the door is closed. Please ask the organiser."))


class DoorFull(ActionRefused):
    """Too many names at once, or in all."""

    status = 429

    def __init__(self) -> None:
        super().__init__("door_full", _("The list is full at the moment. Try again in a minute, or ask the organiser."))


def open_door(party: Party, *, by: User, at: datetime) -> None:
    """Open the list under a new address; an open one stays as it is."""
    with party_change(party, unless_finished=True) as state:
        if not state.party.door:
            state.party.door = "".join(secrets.choice(CODE_LETTERS) for _letter in range(CODE_LENGTH))
            state.party.save(update_fields=["door"])
            log(state.party, "door_opened", by=by, at=at)


def close_door(party: Party, *, by: User, at: datetime) -> None:
    """Close the list; its address never works again. The names on it stay until they are checked in or removed."""
    with party_change(party) as state:
        if state.party.door:
            state.party.door = ""
            state.party.save(update_fields=["door"])
            log(state.party, "door_closed", by=by, at=at)


def put_on_list(party: Party, door: str, name: str, phone: str, *, at: datetime) -> None:
    """A phone writes a name; the same phone again changes it. Raises UnusableName, DoorClosed, DoorFull.

    `phone` is a random text that the phone keeps.
    """
    name = clean_name(name)
    with write_transaction():
        fresh = Party.objects.select_for_update().get(pk=party.pk)
        if not is_open(fresh, door):
            raise DoorClosed
        names = DoorName.objects.filter(party=fresh)
        if names.filter(phone=phone).update(name=name, entrant=None):
            return
        recent = names.filter(at__gt=at - timedelta(minutes=1)).count()
        waiting = names.filter(entrant=None).count()
        if recent >= MOST_A_MINUTE or waiting >= MOST_WAITING or names.count() >= MOST_IN_ALL:
            raise DoorFull
        DoorName.objects.create(party=fresh, name=name, phone=phone, at=at)


def is_open(party: Party, door: str) -> bool:
    is_door = secrets.compare_digest(party.door.encode(), door.encode())
    return bool(party.door) and is_door and party.state != Party.State.FINISHED


def take_off_list(party: Party, phone: str) -> None:
    """A person takes back their name, from the phone that wrote it; nothing happens once they are checked in."""
    DoorName.objects.filter(party=party, phone=phone, entrant=None).delete()


def check_in_from_door(party: Party, keys: Collection[int], *, by: User, at: datetime) -> CheckedIn:
    """Check in people of the list, by key. Raises StalePartyState where none of them waits any more."""
    with write_transaction():
        waiting = list(DoorName.objects.filter(party=party, pk__in=keys, entrant=None))
        if not waiting:
            raise StalePartyState
        done = check_in(party, [each.name for each in waiting], by=by, at=at)
        known = known_names(party.club)
        entrants = {entrant.player_id: entrant for entrant in party.entrants.all()}
        for each in waiting:
            each.entrant = entrants[known[each.name.casefold()].pk]
            each.save(update_fields=["entrant"])
    return done


def remove_from_door(party: Party, key: int, *, by: User, at: datetime) -> None:
    """Remove a name that is a joke or a mistake; the phone may write it again."""
    with party_change(party) as state:
        name = DoorName.objects.filter(party=state.party, pk=key, entrant=None).first()
        if name is None:
            raise StalePartyState
        log(state.party, "door_name_removed", by=by, at=at, name=name.name)
        name.delete()

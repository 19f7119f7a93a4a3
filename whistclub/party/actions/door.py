"""The list at the door: people put their own name on it by phone, and an organiser checks them in.

Nobody gets into the party by it, and it shows no name of the club to anyone. What a stranger could do is fill it: so
it is opened for an evening under an address that cannot be guessed, and holds a limited number of names. The limits
are those of the whole list, not of a network address: everybody in a hall may have the same one.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from whistclub.accounts.models import User
from whistclub.club.names import clean_name
from whistclub.club.queries import known_names, refer
from whistclub.party.actions.people import CheckedIn, check_in
from whistclub.party.actions.refusals import StalePartyState
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.models import CODE_LETTERS, DoorName, Entrant, Party
from whistclub.party.queries.door import is_open, waiting_at_door
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


class DoorNameChanged(ActionRefused):
    """The phone wrote another name than the organiser saw."""

    def __init__(self) -> None:
        sentence = _("The name has been changed on the phone. Look at the list, then check in again.")
        super().__init__("door_name_changed", sentence)


@dataclass(frozen=True, slots=True)
class FromDoor:
    """What a check-in from the list did: who arrived, who of those named is here now, which names stay on the list."""

    done: CheckedIn
    here: list[Entrant]
    stays: list[str]


def open_door(party: Party, *, by: User, at: datetime) -> None:
    """Open the list, under the address it had before if there is one; an open one stays as it is."""
    with party_change(party, unless_finished=True) as state:
        if not state.party.door_open:
            state.party.door = state.party.door or _new_door()
            state.party.door_open = True
            state.party.save(update_fields=["door", "door_open"])
            log(state.party, "door_opened", by=by, at=at)


def close_door(party: Party, *, by: User, at: datetime) -> None:
    """Close the list; its address works again once it is opened. The names on it stay."""
    with party_change(party) as state:
        if state.party.door_open:
            state.party.door_open = False
            state.party.save(update_fields=["door_open"])
            log(state.party, "door_closed", by=by, at=at)


def renew_door(party: Party, *, by: User, at: datetime) -> None:
    """Give the list a new address; the one before never works again."""
    with party_change(party, unless_finished=True) as state:
        state.party.door = _new_door()
        state.party.save(update_fields=["door"])
        log(state.party, "door_renewed", by=by, at=at)


def _new_door() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _letter in range(CODE_LENGTH))


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
        if names.filter(phone=phone).update(name=name, entrant=None, removed=False):
            return
        recent = names.filter(at__gt=at - timedelta(minutes=1)).count()
        waiting = waiting_at_door(fresh).count()
        if recent >= MOST_A_MINUTE or waiting >= MOST_WAITING or names.count() >= MOST_IN_ALL:
            raise DoorFull
        DoorName.objects.create(party=fresh, name=name, phone=phone, at=at)


def take_off_list(party: Party, phone: str) -> None:
    """A person takes back their name, from the phone that wrote it; nothing happens once they are checked in."""
    with write_transaction():
        Party.objects.select_for_update().get(pk=party.pk)
        DoorName.objects.filter(party=party, phone=phone, entrant=None).delete()


def check_in_from_door(party: Party, who: Mapping[int, str], *, by: User, at: datetime) -> FromDoor:
    """Check in people of the list: their keys, each with the name that the organiser saw.

    Who was checked in before is here, so repeating it changes nothing. A name that means somebody who is here, or
    stands twice among them, stays on the list. Raises StalePartyState where none of them waits any more,
    DoorNameChanged where the phones have written other names meanwhile.
    """
    with write_transaction():
        locked = Party.objects.select_for_update().select_related("club").get(pk=party.pk)
        names = list(DoorName.objects.filter(party=locked, pk__in=who, removed=False).select_related("entrant__player"))
        here = [each.entrant for each in names if each.entrant and each.entrant.present]
        if here and len(here) == len(who):
            return FromDoor(CheckedIn([], []), here, [])
        waiting = [each for each in names if each.entrant is None]
        if not waiting:
            raise StalePartyState
        seen = [each for each in waiting if each.name == who[each.pk]]
        if not seen:
            raise DoorNameChanged
        arriving, stays = _apart(locked, seen)
        done = check_in(party, [each.name for each in arriving], by=by, at=at) if arriving else CheckedIn([], [])
        known = known_names(locked.club)
        entrants = {entrant.player_id: entrant for entrant in done.entrants}
        for each in arriving:
            each.entrant = entrants[known[each.name.casefold()].pk]
        DoorName.objects.bulk_update(arriving, ["entrant"])
    return FromDoor(done, here + done.entrants, [each.name for each in stays])


def _apart(party: Party, names: Sequence[DoorName]) -> tuple[list[DoorName], list[DoorName]]:
    """Whose names mean one person each who is not here; and the others."""
    known = known_names(party.club)
    taken: set[int | str] = set(party.entrants.filter(present=True).values_list("player", flat=True))
    arriving: list[DoorName] = []
    others: list[DoorName] = []
    for each in names:
        player = known.get(each.name.casefold())
        person = player.pk if player else each.name.casefold()
        (others if person in taken else arriving).append(each)
        taken.add(person)
    return arriving, others


def remove_from_door(party: Party, key: int, *, by: User, at: datetime) -> None:
    """Remove a name that is a joke or a mistake; the phone may write it again. Raises StalePartyState."""
    _set_removed(party, key, removed=True, by=by, at=at)


def put_back_at_door(party: Party, key: int, *, by: User, at: datetime) -> None:
    """Undo `remove_from_door`. Raises StalePartyState once the phone has taken the name back or written another."""
    _set_removed(party, key, removed=False, by=by, at=at)


def _set_removed(party: Party, key: int, *, removed: bool, by: User, at: datetime) -> None:
    with party_change(party, unless_finished=True) as state:
        names = DoorName.objects.filter(party=state.party, pk=key, entrant=None, removed=not removed)
        name = names.first()
        if name is None:
            raise StalePartyState
        names.update(removed=removed)
        kind = "door_name_removed" if removed else "door_name_put_back"
        log(state.party, kind, by=by, at=at, text=refer(state.party.club_id, name.name, at))

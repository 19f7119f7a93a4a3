"""The list at the door: people put their own name on it by phone, and an organiser checks them in.

It shows no name of the club to anyone, and it is opened for an evening under an address that cannot be guessed. Its
limits: `actions.listed_names`.
"""

import re
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from whistclub.accounts.models import User
from whistclub.club.models import Player
from whistclub.club.name_words import PAIR
from whistclub.club.names import UnusableName, clean_name
from whistclub.club.queries import known_names
from whistclub.party.actions import listed_names
from whistclub.party.actions.people import check_in
from whistclub.party.changes import change
from whistclub.party.models import CODE_LETTERS, DoorName, Entrant, Party
from whistclub.party.queries.door import is_open, people_of_name, waiting_at_door
from whistclub.party.refusals import StalePartyState
from whistclub.web.errors import Refused
from whistclub.web.transactions import write_transaction

CODE_LENGTH = 14
# A hall of 400 may scan the code in the same minute. Names that a stranger adds end with a new code.
MOST_A_MINUTE = 400
MOST_WAITING = 500
# Who writes these plays with the list, and part of them separates two people.
_NOT_IN_NAMES = re.compile(r"[<>={}\[\]|\\~^@]")


class DoorClosed(Refused):
    """The list is not open, or its address has changed."""

    status = 410

    def __init__(self) -> None:
        super().__init__("door_closed", "The list at the door is closed. Please ask the organiser.")


class DoorNameChanged(Refused):
    """The phone wrote another name than the organiser saw."""

    def __init__(self) -> None:
        sentence = "The name has been changed on the phone. Look at the list, then check in again."
        super().__init__("door_name_changed", sentence)


@dataclass(frozen=True, slots=True)
class FromDoor:
    """What a check-in from the list did: who arrived, who of those named is here now, who stays on the list.

    `stays`: the people of each name.
    """

    done: list[Entrant]
    here: list[Entrant]
    stays: list[list[str]]


@dataclass(frozen=True, slots=True)
class _Arrival:
    """A name on the list, and who is behind it."""

    listed: DoorName
    entries: list[tuple[str, ...]]

    @property
    def names(self) -> list[str]:
        return [name for entry in self.entries for name in entry]


def open_door(party: Party, *, by: User, at: datetime) -> None:
    """Open the list, under the address it had before if there is one; an open one stays as it is."""
    with change(party, "door_opened", by=by, at=at) as state:
        if not state.party.door_open:
            state.party.door = state.party.door or _new_door()
            state.party.door_open = True
            state.party.save(update_fields=["door", "door_open"])


def close_door(party: Party, *, by: User, at: datetime) -> None:
    """Close the list; its address works again once it is opened. The names on it stay."""
    with change(party, "door_closed", by=by, at=at, even_finished=True) as state:
        if state.party.door_open:
            state.party.door_open = False
            state.party.save(update_fields=["door_open"])


def renew_door(party: Party, *, by: User, at: datetime) -> None:
    """Give the list a new address; the one before no longer works, unless this step is undone."""
    with change(party, "door_renewed", by=by, at=at) as state:
        state.party.door = _new_door()
        state.party.save(update_fields=["door"])


def _new_door() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _letter in range(CODE_LENGTH))


def put_on_list(party: Party, door: str, name: str, phone: str, *, at: datetime) -> None:
    """A phone writes a name; the same phone again changes it. Raises UnusableName, DoorClosed, ListFull.

    `phone` is a random text that the phone keeps. A single name is kept without what stands around it, a number or a
    dash, so that the phone shows whom the organiser will check in.
    """
    name = clean_name(name)
    if _NOT_IN_NAMES.search(name):
        raise UnusableName("Enter only your name, without < > = { } [ ] | \\ ~ ^ @.")
    [first, *others] = people_of_name(name, ())
    if not others and len(first) == 1:
        name = first[0]
    with write_transaction():
        fresh = Party.objects.select_for_update().get(pk=party.pk)
        if not is_open(fresh, door):
            raise DoorClosed
        names = DoorName.objects.filter(party=fresh)
        if names.filter(phone=phone).update(name=name, entrant=None, removed_at=None):
            return
        # A new code starts afresh: the names of a stranger who has the one before take no room.
        renewed = fresh.log.filter(kind="door_renewed").order_by("at").values_list("at", flat=True).last()
        since = {"at__gte": renewed} if renewed else {}
        waiting = waiting_at_door(fresh).filter(**since).count()
        listed_names.require_room(names.filter(**since), waiting, MOST_WAITING, at, a_minute=MOST_A_MINUTE)
        DoorName.objects.create(party=fresh, name=name, phone=phone, at=at)


def take_off_list(party: Party, phone: str) -> None:
    """A person takes back their name, from the phone that wrote it; nothing happens once they are checked in."""
    with write_transaction():
        Party.objects.select_for_update().get(pk=party.pk)
        DoorName.objects.filter(party=party, phone=phone, entrant=None).delete()


def check_in_from_door(party: Party, who: Mapping[int, str], *, meant: str = "", by: User, at: datetime) -> FromDoor:
    """Check in people of the list: their keys, each with the name that the organiser saw. "Mia & Lars" are two people.

    `meant`: whom the only name means, if it was mistyped. Who was checked in before is here, so repeating it changes
    nothing. A name that means somebody who is here, or stands twice among them, stays on the list; of a single pair
    the other one is checked in. Raises StalePartyState where none of them waits any more, DoorNameChanged where the
    phones have written other names meanwhile, UnusableName.
    """
    with write_transaction():
        locked = Party.objects.select_for_update().select_related("club").get(pk=party.pk)
        names = list(
            DoorName.objects.filter(party=locked, pk__in=who, removed_at=None).select_related("entrant__player")
        )
        done_before = [each for each in names if each.entrant and each.entrant.present]
        known = known_names(locked.club)
        here = _here_of(locked, done_before, known)
        if done_before and len(done_before) == len(who):
            return FromDoor([], here, [])
        waiting = [each for each in names if each.entrant is None]
        if not waiting:
            raise StalePartyState
        seen = [each for each in waiting if each.name == who[each.pk]]
        if not seen:
            raise DoorNameChanged
        rows = [_Arrival(each, people_of_name(meant or each.name, known)) for each in seen]
        arriving, stays = _apart(locked, rows, known)
        done = _arrive(party, arriving, by=by, at=at) if arriving else []
        known = known_names(locked.club)
        entrants = {entrant.player_id: entrant for entrant in done}
        for row in arriving:
            players = [known[name.casefold()].pk for name in row.names]
            row.listed.entrant = next(entrants[player] for player in players if player in entrants)
        DoorName.objects.bulk_update([row.listed for row in arriving], ["entrant"])
    return FromDoor(done, here + done, [row.names for row in stays])


def _here_of(party: Party, names: Sequence[DoorName], known: Mapping[str, Player]) -> list[Entrant]:
    """Everyone who is here under these names, which were checked in before. One query, none without names."""
    people = [name for each in names for entry in people_of_name(each.name, known) for name in entry]
    players = {known[name.casefold()].pk for name in people if name.casefold() in known}
    players |= {each.entrant.player_id for each in names if each.entrant}
    if not players:
        return []
    return list(party.entrants.filter(present=True, player__in=players).select_related("player").order_by("number"))


def _apart(
    party: Party, rows: Sequence[_Arrival], known: Mapping[str, Player]
) -> tuple[list[_Arrival], list[_Arrival]]:
    """Whose people are not here, of a single row at least one of them; and the others."""
    taken: set[int | str] = set(party.entrants.filter(present=True).values_list("player", flat=True))
    arriving: list[_Arrival] = []
    others: list[_Arrival] = []
    for row in rows:
        folded = [name.casefold() for name in row.names]
        people = {known[name].pk if name in known else name for name in folded}
        stays = people <= taken if len(rows) == 1 else bool(people & taken)
        (others if stays else arriving).append(row)
        taken |= people
    return arriving, others


def _arrive(party: Party, rows: Sequence[_Arrival], *, by: User, at: datetime) -> list[Entrant]:
    names: list[str] = []
    pairs = []
    for entry in [entry for row in rows for entry in row.entries]:
        if len(entry) == PAIR:
            pairs.append((len(names), len(names) + 1))
        names += entry
    return check_in(party, names, pairs=pairs, by=by, at=at)


def remove_from_door(party: Party, keys: Collection[int], *, by: User, at: datetime) -> None:
    """Remove names that are jokes or mistakes; the phones may write them again. Raises StalePartyState."""
    with change(party, "door_name_removed", by=by, at=at) as state:
        listed_names.remove(state, DoorName.objects.filter(party=state.party, pk__in=keys, entrant=None))


def put_back_at_door(party: Party, keys: Collection[int], *, by: User, at: datetime) -> None:
    """Undo `remove_from_door`, without names that their phones have taken back or changed. Raises StalePartyState."""
    with change(party, "door_name_put_back", by=by, at=at) as state:
        listed_names.put_back(state, DoorName.objects.filter(party=state.party, pk__in=keys, entrant=None))

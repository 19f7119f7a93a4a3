"""The sign-up list: people write their own names by phone, before the party or at the door; organisers check them in.

It shows no name of the club to anyone, and stands under an address that cannot be guessed. A stranger who has it could
only fill it, so the list holds a limited number of names. The limits are for the whole list, not for a network
address: everyone in a hall may have the same one.
"""

import re
from collections.abc import Collection, Mapping
from datetime import datetime

from whistclub.accounts.models import User
from whistclub.club.names import MOST_TYPED, UnusableName, clean_name, pasted_names
from whistclub.club.queries import known_names, refer
from whistclub.party.actions.people import check_in
from whistclub.party.changes import change
from whistclub.party.models import Entrant, Party, SignUp, signup_secret
from whistclub.party.state import StalePartyState
from whistclub.web.errors import Refused
from whistclub.web.transactions import write_transaction

MOST_NAMES = 500
# Who writes these plays with the list.
_NOT_IN_NAMES = re.compile(r"[<>={}\[\]|\\~^@]")


def set_list(party: Party, how: str, *, by: User, at: datetime) -> None:
    """Open the list ("opened"), close it ("closed"; its names stay), or open it under a new address ("renewed")."""
    with change(party, f"signup_{how}", by=by, at=at, even_finished=how == "closed") as state:
        if how == "renewed":
            state.party.signup = signup_secret()
        state.party.signup_open = how != "closed"
        state.party.save(update_fields=["signup", "signup_open"])


def write_name(party: Party, secret: str, typed: str, phone: str, *, at: datetime) -> None:
    """A phone writes a name, or two as "Ann & Bob"; the same phone again changes it. Raises UnusableName."""
    name = " & ".join(people_named(typed))
    with write_transaction():
        fresh = Party.objects.select_for_update().get(pk=party.pk)
        if not fresh.takes_names(secret):
            raise list_closed()
        if fresh.sign_ups.filter(phone=phone).update(name=name, entrant=None):
            return
        if fresh.sign_ups.filter(entrant=None).count() >= MOST_NAMES:
            sentence = "The list is full at the moment. Try again in a minute, or ask the organiser."
            raise Refused("list_full", sentence, 429)
        SignUp.objects.create(party=fresh, name=name, phone=phone, at=at)


def people_named(typed: str) -> tuple[str, ...]:
    """Who writes their own name: one person, or the two of a pair. Raises UnusableName."""
    if len(typed) > MOST_TYPED:
        clean_name(typed)
    if _NOT_IN_NAMES.search(typed):
        raise UnusableName("Enter only your name, without < > = { } [ ] | \\ ~ ^ @.")
    entries = pasted_names(typed)
    if len(entries) > 1:
        raise UnusableName("Enter your own name, or two names as “Ann & Bob”.")
    return tuple(clean_name(name) for name in (entries[0].names if entries else (typed,)))


def take_name_back(party: Party, phone: str) -> None:
    """A person takes back their name, from the phone that wrote it; nothing happens once they are checked in."""
    with write_transaction():
        Party.objects.select_for_update().get(pk=party.pk)
        SignUp.objects.filter(party=party, phone=phone, entrant=None).delete()


def check_in_from_list(
    party: Party, seen: Mapping[int, str], *, meant: str = "", by: User, at: datetime
) -> tuple[list[Entrant], list[str]]:
    """Check in people of the list: their keys, each with the name that the organiser saw. Returns who arrived, and the
    names that stay on the list as all their people are here already.

    `meant`: whom the only name means, if it was mistyped. Raises UnusableName.
    """
    with write_transaction():
        held = Party.objects.select_for_update(of=("self",)).select_related("club").get(pk=party.pk)
        waiting = held.sign_ups.filter(pk__in=seen, entrant=None)
        rows = [each for each in waiting if each.name == seen[each.pk]]
        if not rows:
            raise StalePartyState
        known = known_names(held.club)
        here: set[int | str] = set(held.entrants.filter(present=True).values_list("player", flat=True))
        names: list[str] = []
        pairs, listed, stays = [], {}, []
        for row in rows:
            people = [meant] if meant else row.names
            keys = {known[name.casefold()].pk if name.casefold() in known else name.casefold() for name in people}
            if keys <= here:
                stays.append(row.name)
                continue
            here |= keys
            listed[row.pk] = len(names)
            if len(people) > 1:
                pairs.append((len(names), len(names) + 1))
            names += people
        arrived = check_in(party, names, pairs=pairs, listed=listed, by=by, at=at) if names else []
    return arrived, stays


def remove_from_list(party: Party, keys: Collection[int], *, by: User, at: datetime) -> None:
    """Remove names that are jokes or mistakes; the phones may write them again."""
    with change(party, "signup_removed", by=by, at=at) as state:
        names = state.party.sign_ups.filter(pk__in=keys, entrant=None)
        text = ", ".join(each.name for each in names)
        if not text:
            raise StalePartyState
        state.data["text"] = refer(state.party.club_id, text)
        names.delete()


def list_closed() -> Refused:
    return Refused("list_closed", "This list is closed. Please ask the organiser.", 410)

"""Before the party: invite people for a day, and let them say "I am coming" from their phones, without an account."""

from collections.abc import Collection, Sequence
from datetime import datetime
from secrets import token_urlsafe

from django.utils import timezone

from whistclub.accounts.models import User
from whistclub.club.name_words import PAIR
from whistclub.club.names import MOST_TYPED, UnusableName, clean_name
from whistclub.club.queries import refer
from whistclub.club.typed_names import read_names
from whistclub.party.actions import listed_names
from whistclub.party.changes import change
from whistclub.party.invitation import Invitation
from whistclub.party.models import ExpectedName, Party
from whistclub.party.queries.expected import everyone_in, expected, is_invited
from whistclub.party.refusals import StalePartyState
from whistclub.party.state import PartyState
from whistclub.stats.inputs import evening_of
from whistclub.web.errors import Refused
from whistclub.web.formatting import format_weekday
from whistclub.web.transactions import write_transaction

MOST_EXPECTED = 500


class InvitationOver(Refused):
    """The party has begun, or nobody is invited any more."""

    status = 410

    def __init__(self) -> None:
        super().__init__(
            "invitation_over", "This list is closed: the party has begun or has no date. Ask the organiser."
        )


class NoPlaceForPartner(Refused):
    """All places are taken, so that a partner would push out people who have one."""

    def __init__(self) -> None:
        super().__init__(
            "no_place_for_partner",
            "There is no seat for your partner, so nothing was changed. They can join the waiting list themselves.",
        )


def change_invitation(party: Party, invitation: Invitation, *, by: User, at: datetime) -> None:
    """Invite people, or change or withdraw that. A party that is named after its day is named after the new one."""
    with change(party, "invitation_changed", by=by, at=at, after=invitation.stored) as state:
        before, found = state.party.invitation, state.party
        if invitation == before:
            return
        if invitation.starts_at and found.name == format_weekday(timezone.localtime(found.starts_at)):
            found.name = format_weekday(timezone.localtime(invitation.starts_at))
        if invitation.starts_at:
            found.day = evening_of(invitation.starts_at, found.club)
        found.invitation_settings = invitation.stored
        found.save(update_fields=["invitation_settings", "name", "day"])
        state.data["before"] = before.stored


def say_coming(party: Party, name: str, partner: str, phone: str, *, neighbour: str, at: datetime) -> None:
    """A phone says who is coming; the same phone again changes it, and keeps its place.

    `neighbour`: the neighbourhood of its address. Raises UnusableName, InvitationOver, ListFull, NoPlaceForPartner.
    """
    names = _read(name, partner)
    with write_transaction():
        fresh = Party.objects.select_for_update().get(pk=party.pk)
        if not is_invited(fresh):
            raise InvitationOver
        mine = fresh.expected_names.filter(phone=phone).first()
        known = expected(fresh)
        if mine is None:
            listed_names.require_room(
                fresh.expected_names.all(), len(known.coming) + len(known.waiting), MOST_EXPECTED, at
            )
            listed_names.take_share(fresh, neighbour)
            mine = ExpectedName(party=fresh, phone=phone, at=at)
        elif mine.removed_at:
            mine.at, mine.removed_at, mine.placed_at = at, None, None
        elif mine in known.coming:
            most = fresh.invitation.most
            before = everyone_in(known.coming)
            after = everyone_in(each for each in known.coming if each.pk != mine.pk) | {
                each.casefold() for each in names
            }
            if most is not None and len(after) > max(len(before), most):
                raise NoPlaceForPartner
        mine.name, mine.partner = (*names, "")[:PAIR]
        mine.save()


def cancel_coming(party: Party, phone: str) -> None:
    """The people of a phone are not coming after all; the next on the waiting list moves up."""
    with write_transaction():
        fresh = Party.objects.select_for_update().get(pk=party.pk)
        fresh.expected_names.filter(phone=phone, removed_at=None).delete()


def add_expected(party: Party, lines: Sequence[Sequence[str]], *, by: User, at: datetime) -> list[ExpectedName]:
    """Add people who told the organiser: each line one name, or two who come together. Names already listed stay.

    Somebody on the list alone gets the partner that is added with them; who comes with another keeps that one.
    """
    with change(party, "expected_added", by=by, at=at) as state:
        known = expected(state.party)
        taken, couples = everyone_in([*known.coming, *known.waiting]), known.couples
        added = []
        for line in lines:
            typed = {name.casefold(): name for name in line}
            if len(typed) == PAIR and not any(couple & typed.keys() for couple in couples):
                names = list(typed.values())
                couples.add(frozenset(typed))
            else:
                names = [name for key, name in typed.items() if key not in taken]
            taken |= typed.keys()
            if names:
                name, partner = (*names, "")[:PAIR]
                added.append(
                    ExpectedName(party=state.party, name=name, partner=partner, phone=token_urlsafe(16), at=at)
                )
        ExpectedName.objects.bulk_create(added)
        state.data["text"] = refer(state.party.club_id, ", ".join(name for each in added for name in each.names))
    return added


def remove_expected(party: Party, keys: Collection[int], *, by: User, at: datetime) -> None:
    """Remove people from the list; the next on the waiting list move up. Raises StalePartyState."""
    with change(party, "expected_removed", by=by, at=at) as state:
        listed_names.remove(state, ExpectedName.objects.filter(party=state.party, pk__in=keys))


def put_back_expected(party: Party, keys: Collection[int], *, by: User, at: datetime) -> None:
    """Undo `remove_expected`: they have the places again that they had. Raises StalePartyState."""
    with change(party, "expected_put_back", by=by, at=at) as state:
        listed_names.put_back(state, ExpectedName.objects.filter(party=state.party, pk__in=keys))


def give_place(party: Party, key: int, *, by: User, at: datetime) -> None:
    """Give people who wait (the key of their line) a place that is too small for those before them.

    Raises StalePartyState if they do not wait, or there is no place for them.
    """
    with change(party, "expected_placed", by=by, at=at) as state:
        found = expected(state.party)
        line = next((each for each in found.waiting if each.pk == key), None)
        if line is None or not found.fits(line, state.party.invitation.most):
            raise StalePartyState
        _set_placed(state, line, at)


def take_place_back(party: Party, key: int, *, by: User, at: datetime) -> None:
    """Undo `give_place`: they wait again where they did. Raises StalePartyState."""
    with change(party, "expected_waits", by=by, at=at) as state:
        line = state.party.expected_names.filter(pk=key, removed_at=None, placed_at__isnull=False).first()
        if line is None:
            raise StalePartyState
        _set_placed(state, line, None)


def _set_placed(state: PartyState, line: ExpectedName, placed_at: datetime | None) -> None:
    line.placed_at = placed_at
    line.save(update_fields=["placed_at"])
    state.data["text"] = refer(state.party.club_id, str(line))


def _read(name: str, partner: str) -> list[str]:
    """One name, or two. "Ann & Bob" in the first field is both. Raises UnusableName."""
    typed = [text for text in (name, partner) if text.strip()] or [name]
    found = [each for text in typed for entry in _entries(text) for each in entry]
    if len(found) > PAIR:
        raise UnusableName("Enter your own name, and one partner’s name below it.")
    names = [clean_name(each) for each in found]
    return names[:1] if names[0].casefold() == names[-1].casefold() else names


def _entries(text: str) -> list[tuple[str, ...]]:
    return [(text,)] if len(text) > MOST_TYPED else read_names(text) or [(text,)]

"""Finish and reopen a party, exclude it from statistics, note who paid, give prizes, write a remark, renew codes."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import F

from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.club.queries import refer
from whistclub.party.actions.drafts import delete_draft
from whistclub.party.actions.results import reopen
from whistclub.party.changes import change
from whistclub.party.models import Entrant, Party
from whistclub.party.refusals import ResultsMissing, StalePartyState
from whistclub.play import party_games
from whistclub.play.games import remark_kind


def finish(party: Party, *, by: User, at: datetime) -> None:
    """Finish the party: the standings are final.

    Raises ResultsMissing; StalePartyState unless the party is being played.
    """
    with change(party, "party_finished", by=by, at=at) as state:
        if state.party.state != Party.State.PLAYING:
            raise StalePartyState
        if missing := [table_state.number for each in state.announced for table_state in each.missing]:
            raise ResultsMissing(missing)
        delete_draft(state)
        party_games.lock_results(state.games, by=by, at=at)
        party_games.tell(state.party.code, message="", message_until=None)
        state.party.sign_ups.all().delete()
        state.party.state, state.party.finished_at = Party.State.FINISHED, at
        state.party.save(update_fields=["state", "finished_at"])


def reopen_party(party: Party, *, by: User, at: datetime) -> None:
    """Play on after the end. Raises StalePartyState unless the party is finished."""
    with change(party, "party_reopened", by=by, at=at, even_finished=True) as state:
        if state.party.state != Party.State.FINISHED:
            raise StalePartyState
        reopen(state)


def change_remark(party: Party, text: str, *, for_all: bool, by: User, at: datetime) -> None:
    """Write a remark, for organisers or `for_all`, in the place of an earlier one; an empty one removes it."""
    after, for_all = refer(party.club_id, text), for_all and bool(text)
    kind = remark_kind(text, for_all=for_all)
    with change(party, kind, by=by, at=at, even_finished=True, after=after) as state:
        state.data["before"] = state.party.remark
        Party.objects.filter(pk=party.pk).update(remark=after, remark_for_all=for_all)


def mark_paid(party: Party, entrants: Collection[int], *, paid: bool, by: User, at: datetime) -> list[int]:
    """Mark people (keys of entrants) as having paid, or not. Returns the keys of those for whom that is new.

    Raises StalePartyState for people who are not in the party, and without an entry fee.
    """
    with change(party, "fee_paid" if paid else "fee_not_paid", by=by, at=at, even_finished=True) as state:
        if not state.party.fee or not set(entrants) <= state.entrants.keys():
            raise StalePartyState
        changed = [key for key in sorted(entrants) if state.entrants[key].paid != paid]
        state.data["entrants"] = changed
        Entrant.objects.filter(pk__in=changed).update(paid=paid)
    return changed


def give_prize(party: Party, title: str, number: int | None, *, by: User, at: datetime) -> str:
    """Give one of the party's own prizes to an entrant (by number), or to nobody yet. Returns whose it is now.

    Raises StalePartyState.
    """
    stored_title = refer(party.club_id, title)
    with change(party, "prize_given", by=by, at=at, even_finished=True, title=stored_title) as state:
        keys: dict[int | None, int] = {entrant.number: entrant.pk for entrant in state.entrants.values()}
        prize = next((each for each in state.party.own_prizes if each["title"] == title), None)
        if prize is None or (number is not None and number not in keys):
            raise StalePartyState
        state.data |= {"before": keys.get(prize["entrant"]), "after": keys.get(number)}
        prize["entrant"] = number
        Party.objects.filter(pk=state.party.pk).update(own_prizes=state.party.own_prizes)
    return "" if number is None else state.names_by_number[number]


def renew_codes(party: Party, *, by: User, at: datetime) -> None:
    """Invalidate all table cards of the club printed so far, for good: the number of the codes only rises."""
    with change(party, "table_codes_renewed", by=by, at=at, even_finished=True):
        Club.objects.filter(pk=party.club_id).update(card_version=F("card_version") + 1)


def set_excluded(party: Party, *, excluded: bool, by: User, at: datetime) -> None:
    """Exclude a party and its games from statistics, or include them again.

    Raises StalePartyState for a rehearsal, which never counts.
    """
    kind = "party_excluded" if excluded else "party_included"
    with change(party, kind, by=by, at=at, even_finished=True) as state:
        if state.party.is_rehearsal:
            raise StalePartyState
        if state.party.now.excluded != excluded:
            party_games.tell(state.party.code, excluded=excluded)
